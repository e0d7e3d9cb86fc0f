import Foundation

/// One axis or both. Raw values are Apple's. [header]
public struct UIAxis: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let horizontal = Self(rawValue: 1 << 0)
  public static let vertical = Self(rawValue: 1 << 1)
  public static let both: Self = [.horizontal, .vertical]
}

extension UIArrangementViewController {
  /// The two places in an arrangement. [docs]
  public struct ViewPlacement: Hashable, Sendable {
    let isPrimary: Bool
    public static var primary: Self { Self(isPrimary: true) }
    public static var secondary: Self { Self(isPrimary: false) }
  }

  /// How a view stands in its arrangement now. [docs]
  public struct ViewState: Hashable, Sendable {
    /// There is no room for it.
    public var isHidden: Bool
    /// The axis along which the two views lie beside each other; empty where they do not.
    public var splitAxis: UIAxis
    /// The view with the greater one lies over the other.
    public var zIndex: Int
  }

  /// How two views share their room. [docs] `UISplitArrangement` and `UIOverlayArrangement` are the two that there are.
  public protocol Arrangement {
    associatedtype ViewProperties
    /// What a view has of which nothing was said.
    var defaultViewProperties: ViewProperties { get }
    mutating func setViewProperties(
      _ properties: ViewProperties, for placement: UIArrangementViewController.ViewPlacement)
  }
}

extension UIArrangementViewController.Arrangement where Self == UISplitArrangement {
  /// Two views beside each other. [docs]
  public static var split: UISplitArrangement { UISplitArrangement() }
}

extension UIArrangementViewController.Arrangement where Self == UIOverlayArrangement {
  /// One view over the other, or beside it on a folded display. [docs]
  public static var overlay: UIOverlayArrangement { UIOverlayArrangement() }
}

/// The primary view beside the secondary one: leading or on top. [docs]
public struct UISplitArrangement: UIArrangementViewController.Arrangement, Sendable {
  /// A length along the axis of the split.
  public struct Dimension: Hashable, Sendable {
    enum Value: Hashable, Sendable { case automatic, intrinsic, absolute(CGFloat), fractional(CGFloat) }
    let value: Value

    public static var automatic: Self { Self(value: .automatic) }
    /// The view's intrinsic content size.
    public static var intrinsic: Self { Self(value: .intrinsic) }
    /// Points.
    public static func absolute(_ points: CGFloat) -> Self { Self(value: .absolute(points)) }
    /// Of the arrangement's own length, 0...1.
    public static func fractional(_ fraction: CGFloat) -> Self { Self(value: .fractional(fraction)) }
  }

  public struct DimensionRange: Hashable, Sendable {
    public var minimum = Dimension.automatic
    public var preferred = Dimension.automatic
    public var maximum = Dimension.automatic
    public init() {}
  }

  public struct ViewProperties: Hashable, Sendable {
    /// Counts in a split along the horizontal axis.
    public var width = DimensionRange()
    /// Counts in a split along the vertical axis.
    public var height = DimensionRange()
    /// Of two views that ask for a length, the one with the higher priority gets it; of two alike the primary one.
    public var layoutPriority: CGFloat = 0
  }

  var axes = UIAxis.both
  var properties: [UIArrangementViewController.ViewPlacement: ViewProperties] = [:]

  public init() {}

  public var defaultViewProperties: ViewProperties { ViewProperties() }

  public mutating func setViewProperties(
    _ properties: ViewProperties, for placement: UIArrangementViewController.ViewPlacement
  ) { self.properties[placement] = properties }

  /// The same arrangement, which splits along these axes only.
  public func axes(_ axes: UIAxis) -> UISplitArrangement {
    var copy = self
    copy.axes = axes
    return copy
  }
}

/// The primary view over the secondary one; on a folded display beside it, trailing or at the bottom. [docs]
public struct UIOverlayArrangement: UIArrangementViewController.Arrangement, Sendable {
  public struct ViewProperties: Hashable, Sendable {
    /// Where the view goes when the two lie beside each other.
    public var edge: NSDirectionalRectEdge = []
  }

  var axes = UIAxis.both
  var properties: [UIArrangementViewController.ViewPlacement: ViewProperties] = [:]

  public init() {}

  public var defaultViewProperties: ViewProperties { ViewProperties() }

  public mutating func setViewProperties(
    _ properties: ViewProperties, for placement: UIArrangementViewController.ViewPlacement
  ) { self.properties[placement] = properties }

  /// The same arrangement, which puts its views beside each other along these axes only.
  public func axes(_ axes: UIAxis) -> UIOverlayArrangement {
    var copy = self
    copy.axes = axes
    return copy
  }
}
