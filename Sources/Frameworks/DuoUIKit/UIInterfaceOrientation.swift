import Foundation
import PhoneModel

/// Which edge of the display is the interface's top. Raw values are Apple's. [header]
///
/// Left and right name the side on which the home button would be, as in `AVCaptureVideoOrientation` and
/// the other way round than in `UIDeviceOrientation`. [docs]
public enum UIInterfaceOrientation: Int, Sendable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeRight = 3
  case landscapeLeft = 4

  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

  /// The name of an interface that is turned clockwise from the display's native top by quarter turns, as
  /// its viewer sees them.
  package init(turn: QuarterTurns) {
    self = [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft][turn.count]
  }

  /// Nil for `unknown`.
  package var turn: QuarterTurns? {
    switch self {
    case .unknown: nil
    case .portrait: 0
    case .landscapeRight: 1
    case .portraitUpsideDown: 2
    case .landscapeLeft: 3
    }
  }
}

/// A set of interface orientations; each one is the bit of its raw value. [header]
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let portrait = Self(rawValue: 1 << 1)
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  public static let landscapeRight = Self(rawValue: 1 << 3)
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  public static let all: Self = [.portrait, .landscape, .portraitUpsideDown]
  public static let allButUpsideDown: Self = [.portrait, .landscape]

  package init(_ orientation: UIInterfaceOrientation) {
    self.init(rawValue: orientation == .unknown ? 0 : 1 << UInt(orientation.rawValue))
  }

  package func contains(turn: QuarterTurns) -> Bool { contains(Self(UIInterfaceOrientation(turn: turn))) }
}

/// How the phone is held. Raw values are Apple's. Left and right name the side to which the top points. [docs]
public enum UIDeviceOrientation: Int, Sendable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeLeft = 3
  case landscapeRight = 4
  case faceUp = 5
  case faceDown = 6

  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
  public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }

  /// The name of a hold in which an upright interface is turned clockwise from the display's native top.
  package init(hold: QuarterTurns) {
    self = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight][hold.count]
  }
}
