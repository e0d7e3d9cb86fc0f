import DuoCoreMedia
import DuoFoundation
import DuoImageIO

// Pictures of one byte for each pixel: how much of it belongs to a person, or to a part of one. No camera here delivers any, so
// apps are never given one.

/// A matte of the people in a photo.
public class AVPortraitEffectsMatte: NSObject {
  /// The matte's pixels, `kCVPixelFormatType_OneComponent8`. [header]
  public let mattingImage: CVPixelBuffer

  init(_ image: CVPixelBuffer) { mattingImage = image }

  public var pixelFormatType: OSType { mattingImage.format }

  /// The matte turned: what is upright when shown with the orientation, is upright without. [header]
  public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVPortraitEffectsMatte
  {
    AVPortraitEffectsMatte(mattingImage.bytesTurned(GridMove(exifOrientation)))
  }
}

/// A matte of a part of the people in a photo.
public class AVSemanticSegmentationMatte: NSObject {
  public let matteType: MatteType
  /// The matte's pixels, `kCVPixelFormatType_OneComponent8`. [header]
  public let mattingImage: CVPixelBuffer

  init(_ type: MatteType, _ image: CVPixelBuffer) {
    matteType = type
    mattingImage = image
  }

  public var pixelFormatType: OSType { mattingImage.format }

  /// The matte turned: what is upright when shown with the orientation, is upright without. [header]
  public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation)
    -> AVSemanticSegmentationMatte
  {
    AVSemanticSegmentationMatte(matteType, mattingImage.bytesTurned(GridMove(exifOrientation)))
  }

  /// Which part. Raw values are Apple's constants' names. [inferred]
  public struct MatteType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let skin = MatteType(rawValue: "AVSemanticSegmentationMatteTypeSkin")
    public static let hair = MatteType(rawValue: "AVSemanticSegmentationMatteTypeHair")
    public static let teeth = MatteType(rawValue: "AVSemanticSegmentationMatteTypeTeeth")
    public static let glasses = MatteType(rawValue: "AVSemanticSegmentationMatteTypeGlasses")
  }
}

extension CVPixelBuffer {
  /// Another buffer with the bytes of this one of a byte for each pixel, moved.
  fileprivate func bytesTurned(_ move: GridMove) -> CVPixelBuffer {
    let size = move.size(width: width, height: height)
    var bytes = [UInt8](repeating: 0, count: width * height)
    withPixels { planes in
      for y in 0..<height {
        for x in 0..<width {
          let (toX, toY) = move.place(x: x, y: y, width: width, height: height)
          bytes[toY * size.width + toX] = planes[0].base.load(
            fromByteOffset: y * planes[0].bytesPerRow + x, as: UInt8.self)
        }
      }
    }
    return CVPixelBuffer(width: size.width, height: size.height, format: format) { [bytes] planes in
      for y in 0..<size.height {
        bytes.withUnsafeBytes {
          (planes[0].base + y * planes[0].bytesPerRow).copyMemory(
            from: $0.baseAddress! + y * size.width, byteCount: size.width)
        }
      }
    }
  }
}

extension AVCaptureDevice {
  /// What a lens that moves against the hand did during an exposure. Raw values are Apple's. [header]
  public enum LensStabilizationStatus: Int, Sendable {
    case unsupported = 0
    case off = 1
    case active = 2
    case outOfRange = 3
    case unavailable = 4
  }
}
