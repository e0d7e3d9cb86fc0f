import DuoLayout
import Foundation

/// How much a constraint counts: 1000 must hold, less is wished for. [header]
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  public var rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  public static let required = Self(1000)
  public static let defaultHigh = Self(750)
  public static let dragThatCanResizeScene = Self(510)
  public static let sceneSizeStayPut = Self(500)
  public static let dragThatCannotResizeScene = Self(490)
  public static let defaultLow = Self(250)
  /// For `systemLayoutSizeFitting(_:)`. [header]
  public static let fittingSizeLevel = Self(50)

  var strength: Strength { Strength(rawValue: rawValue) }
}
