import DuoFoundation
import Foundation

/// A relation between two places or lengths of views and guides, or a length and a number:
/// `first = multiplier * second + constant`, or at most, or at least. [docs]
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
  let first: AnchorValue
  let second: AnchorValue?
  /// How the first side is to be to the second. [docs]
  public let relation: Relation
  /// What the second side's place or length is multiplied by. [docs]
  public let multiplier: CGFloat

  /// The view that holds the constraint; nil while it is not active.
  weak var owner: UIView?
  /// Counts activations: of several constraints that contradict each other the newest is broken.
  private(set) var activation = 0
  /// The log has it as contradicting others.
  var isReported = false
  private static var activations = 0

  init(
    _ first: AnchorValue, _ relation: Relation, _ second: AnchorValue?, multiplier: CGFloat = 1,
    constant: CGFloat
  ) {
    self.first = first
    self.second = second
    self.relation = relation
    self.multiplier = multiplier
    self.constant = constant
    super.init()
    if !multiplier.isFinite {
      raise(.internalInconsistency, "Multiplier is not finite! That's illegal. multiplier:\(multiplier)")
    }
    checkConstant(constant)
  }

  /// A constraint of nothing, for a property that gets another one later. It cannot be activated.
  public convenience override init() { self.init(AnchorValue(), .equal, nil, constant: 0) }

  /// - Parameters:
  ///   - view1: a view or guide.
  ///   - view2: a view or guide; nil to compare a length with a number.
  ///   - c: points.
  ///
  /// Raises for pairs of attributes that make no sense. [docs]
  public convenience init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    guard let item1 = view1 as? any LayoutItem else {
      Self.refuse("Constraint items must each be an instance of UIView, or UILayoutGuide.")
    }
    let first = AnchorValue(item1, attr1)
    if let view2 {
      guard let item2 = view2 as? any LayoutItem else {
        Self.refuse("Constraint items must each be an instance of UIView, or UILayoutGuide.")
      }
      if attr2 != .notAnAttribute {
        Self.check(attr1, attr2, multiplier)
        self.init(first, relation, AnchorValue(item2, attr2), multiplier: multiplier, constant: c)
        return
      }
    }
    if attr2 != .notAnAttribute, view2 == nil, attr1.kind != .length { Self.check(attr1, attr2, 0) }
    Self.check(attr1, .notAnAttribute, multiplier)
    self.init(first, relation, nil, multiplier: multiplier, constant: c)
  }

  /// Apple's text, as crash reports quote it. [forum]
  private func checkConstant(_ value: CGFloat) {
    guard !value.isFinite else { return }
    raise(
      .internalInconsistency,
      "NSLayoutConstraint constant is not finite!  That's illegal.  constant:\(value) "
        + "firstAnchor:\(first) secondAnchor:\(second.map { "\($0)" } ?? "(null)")")
  }

  /// Anchors of one type may still mix leading and left.
  static func checkAnchors(_ first: AnchorValue, _ second: AnchorValue) {
    guard !first.isDistance, !second.isDistance else { return }
    check(first.attribute, second.attribute, 1)
  }

  private static func check(_ a: Attribute, _ b: Attribute, _ multiplier: CGFloat) {
    if a == .notAnAttribute {
      refuse("Invalid pairing of layout attributes")
    }
    if a.kind != .length, b == .notAnAttribute || multiplier == 0 {
      refuse(
        "A multiplier of 0 or a nil second item together with a location for the first attribute creates an "
          + "illegal constraint of a location equal to a constant. Location attributes must be specified in pairs."
      )
    }
    guard b != .notAnAttribute else { return }
    if (a.isDirectional && b.isAbsoluteSide) || (b.isDirectional && a.isAbsoluteSide) {
      refuse(
        "A constraint cannot be made between a leading/trailing attribute and a right/left attribute. Use "
          + "leading/trailing for both or neither.")
    }
    if a.kind != b.kind { refuse("Invalid pairing of layout attributes") }
  }

  private static func refuse(_ reason: String) -> Never {
    raise(
      .invalidArgument,
      "*** +[NSLayoutConstraint constraintWithItem:attribute:relatedBy:toItem:attribute:multiplier:constant:]: "
        + reason)
  }

  // MARK: Values

  /// The view or guide on the left side. [docs]
  public var firstItem: AnyObject? { first.item }
  /// The view or guide on the right side; nil where that is a number. [docs]
  public var secondItem: AnyObject? { second?.item }
  /// What of the first item is meant. [docs]
  public var firstAttribute: Attribute { first.attribute }
  /// `.notAnAttribute` where the right side is a number. [docs]
  public var secondAttribute: Attribute { second?.attribute ?? .notAnAttribute }
  public var firstAnchor: NSLayoutAnchor<AnyObject> { NSLayoutAnchor(first) }
  public var secondAnchor: NSLayoutAnchor<AnyObject>? { second.map { NSLayoutAnchor($0) } }

  /// Points. Cheap to change while the constraint is active. [docs]
  open var constant: CGFloat {
    willSet {
      MainThread.check("-[NSLayoutConstraint setConstant:]")
      checkConstant(newValue)
      if newValue != constant { owner?.constraintsWillChange() }
    }
    didSet { if constant != oldValue { owner?.layoutNeedsSolution { $0.constraintChanged(self) } } }
  }

  /// 1000 must hold. An active constraint cannot change between required and not: raises, as it does for a priority that is
  /// not above 0 and at most 1000. [docs] [forum]
  open var priority = UILayoutPriority.required {
    willSet {
      MainThread.check("-[NSLayoutConstraint setPriority:]")
      if !(newValue.rawValue > 0 && newValue.rawValue <= 1000) {
        raise(
          .internalInconsistency,
          "It's illegal to set priority:\(newValue.rawValue.short).  Priorities must be greater than 0 and less or equal to "
            + "NSLayoutPriorityRequired, which is 1000.000000.")
      }
      if newValue != priority { owner?.constraintsWillChange() }
      let (old, new) = (priority.rawValue, newValue.rawValue)
      if owner != nil, (old >= 1000) != (new >= 1000) {
        raise(
          .internalInconsistency,
          "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  "
            + "You passed priority \(Int(saturating: new)) and the existing priority was \(Int(saturating: old))."
        )
      }
    }
    didSet { if priority != oldValue { owner?.layoutNeedsSolution { $0.constraintChanged(self) } } }
  }

  /// Shown in descriptions.
  open var identifier: String?

  // MARK: Activation

  /// Whether the constraint takes part in layout. Setting it adds the constraint to the nearest view that contains all
  /// its items, or removes it. Raises when there is no such view. [docs]
  open var isActive: Bool {
    get { owner != nil }
    set {
      MainThread.check("-[NSLayoutConstraint setActive:]")
      guard newValue != isActive else { return }
      if newValue {
        guard let view = commonView else {
          raise(
            .generic,
            "Unable to activate constraint with anchors \(firstAnchor) and "
              + "\(secondAnchor.map { "\($0)" } ?? "(null)") because they have no common ancestor.  "
              + "Does the constraint or its anchors reference items in different view hierarchies?  That's illegal."
          )
        }
        install(on: view)
      } else {
        uninstall()
      }
    }
  }

  /// Sets `isActive` of each. [docs]
  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Clears `isActive` of each. [docs]
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  var items: [any LayoutItem] { first.items + (second?.items ?? []) }

  /// Every item is alive.
  var isAlive: Bool { first.isAlive && second?.isAlive ?? true }

  /// The nearest view that contains all items.
  private var commonView: UIView? {
    let views = items.compactMap(\.layoutView)
    guard isAlive, views.count == items.count, let start = views.first else { return nil }
    return sequence(first: start, next: \.superview).first { candidate in
      views.allSatisfy { $0.isDescendant(of: candidate) }
    }
  }

  func install(on view: UIView) {
    view.constraintsWillChange()
    Self.activations += 1
    activation = Self.activations
    owner = view
    for item in items { item.itemState.isNamed(by: self) }
    view.layoutState.constraints.append(self)
    view.layoutNeedsSolution(creating: true) { $0.constraintChanged(self) }
  }

  func uninstall() {
    guard let owner else { return }
    owner.constraintsWillChange()
    if let index = owner.layoutState.constraints.firstIndex(where: { $0 === self }) {
      owner.layoutState.constraints.remove(at: index)
    }
    for item in items { item.itemState.isNoLongerNamed(by: self) }
    self.owner = nil
    owner.layoutNeedsSolution { $0.constraintChanged(self) }
  }

  // MARK: Text

  open override var description: String { MainActor.assumeIsolated { text } }

  private var text: String {
    var text = "<NSLayoutConstraint:0x\(address(self).split(separator: "x").last ?? "")"
    if let identifier { text += " '\(identifier)'" }
    text += " \(first.text) \(relation.text) "
    if let second {
      if multiplier != 1 { text += "\(number(multiplier))*" }
      text += second.text
      if constant != 0 { text += " \(constant < 0 ? "-" : "+") \(number(abs(constant)))" }
    } else {
      text += number(constant)
    }
    if priority.rawValue < 1000 { text += " @\(number(CGFloat(priority.rawValue)))" }
    return text + (isActive ? "   (active)>" : "   (inactive)>")
  }

  private func number(_ value: CGFloat) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension Float {
  /// A whole number without its fraction.
  fileprivate var short: String { self == rounded() && abs(self) < 1e6 ? "\(Int(self))" : "\(self)" }
}

extension AnchorValue {
  var text: String {
    isDistance
      ? "(\(described(endItem, endAttribute)) - \(described(item, attribute)))" : described(item, attribute)
  }
}
