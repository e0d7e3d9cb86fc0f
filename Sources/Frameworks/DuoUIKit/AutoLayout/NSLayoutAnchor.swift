import Foundation

/// A place or length of a view or guide, from which constraints are made. The type keeps horizontal places, vertical
/// places and lengths apart. [docs]
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  let value: AnchorValue

  init(_ value: AnchorValue) {
    self.value = value
    super.init()
  }

  /// What the constraints say in descriptions.
  open var name: String { value.attribute.name }
  /// The view or guide; for a distance the one that it starts at.
  open var item: AnyObject? { value.item }

  /// Not active yet, as all constraints that anchors make. [docs]
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    make(.equal, anchor, 0)
  }
  open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    make(.greaterThanOrEqual, anchor, 0)
  }
  open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    make(.lessThanOrEqual, anchor, 0)
  }

  open func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.equal, anchor, c) }
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, c) }
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, c) }

  func make(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<AnchorType>, _ constant: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: value, relation, other.value, multiplier: 1, constant: constant)
  }

  func distance(to end: NSLayoutAnchor<AnchorType>) -> NSLayoutDimension {
    var distance = value
    distance.endItem = end.value.item
    distance.endAttribute = end.value.attribute
    return NSLayoutDimension(distance)
  }

  /// Anchors of the same place are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSLayoutAnchor<AnchorType> else { return false }
    return MainActor.assumeIsolated { value.identity == other.value.identity }
  }

  open override var hash: Int { MainActor.assumeIsolated { value.identity.hashValue } }

  open override var description: String { MainActor.assumeIsolated { text } }

  private var text: String {
    let kind: String =
      switch value.isDistance ? .length : value.attribute.kind {
      case .horizontal: "NSLayoutXAxisAnchor"
      case .vertical: "NSLayoutYAxisAnchor"
      default: "NSLayoutDimension"
      }
    return "<\(kind):0x\(address(self).split(separator: "x").last ?? "") \"\(value.text)\">"
  }
}

extension NSLayoutConstraint {
  convenience init(
    item first: AnchorValue, _ relation: Relation, _ second: AnchorValue, multiplier: CGFloat,
    constant: CGFloat
  ) {
    Self.checkAnchors(first, second)
    self.init(first, relation, second, multiplier: multiplier, constant: constant)
  }
}

/// The gap between two things that the system thinks right, points. [docs: 8 between siblings]
let systemSpacing: CGFloat = 8

/// A horizontal place. [docs]
@preconcurrency @MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  /// The distance from here to another place.
  open func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
    distance(to: otherAnchor)
  }

  /// So many times the system's spacing, 8 points, after the other in the direction of reading. [docs]; 8 points
  /// [forum]
  open func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.equal, anchor, systemSpacing * multiplier) }
  open func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, systemSpacing * multiplier) }
  open func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, systemSpacing * multiplier) }
}

/// A vertical place. [docs]
@preconcurrency @MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  /// The distance from here to another place.
  open func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
    distance(to: otherAnchor)
  }

  /// So many times the system's spacing, 8 points, below the other. [docs]; 8 points [forum]
  open func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.equal, anchor, systemSpacing * multiplier) }
  open func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, systemSpacing * multiplier) }
  open func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, systemSpacing * multiplier) }
}

/// A width, a height, or the distance between two places. [docs]
@preconcurrency @MainActor
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  /// - Parameter c: Points. [docs]
  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint { length(.equal, c) }
  open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    length(.greaterThanOrEqual, c)
  }
  open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    length(.lessThanOrEqual, c)
  }

  open func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
    length(.equal, anchor, m, 0)
  }
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat
  ) -> NSLayoutConstraint { length(.greaterThanOrEqual, anchor, m, 0) }
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat
  ) -> NSLayoutConstraint { length(.lessThanOrEqual, anchor, m, 0) }

  open func constraint(
    equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
  ) -> NSLayoutConstraint { length(.equal, anchor, m, c) }
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
  ) -> NSLayoutConstraint { length(.greaterThanOrEqual, anchor, m, c) }
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
  ) -> NSLayoutConstraint { length(.lessThanOrEqual, anchor, m, c) }

  private func length(_ relation: NSLayoutConstraint.Relation, _ constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(value, relation, nil, constant: constant)
  }

  private func length(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutDimension, _ multiplier: CGFloat,
    _ constant: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(value, relation, other.value, multiplier: multiplier, constant: constant)
  }
}
