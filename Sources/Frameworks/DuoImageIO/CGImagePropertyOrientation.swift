@_exported import DuoFoundation
@_exported import Foundation

/// The eight ways in which stored pixels can be turned to be seen. Raw values are Exif's. [header]
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8
}
