import DuoLayout
import Foundation

/// One equation of a tree: what it is for, and the equation.
@MainActor
struct LayoutRow {
  enum Key: Hashable {
    case constraint(ObjectIdentifier)
    case system(ObjectIdentifier, Part)
  }

  /// What the system says of one item.
  enum Part: Hashable, CaseIterable {
    case x, y, width, height
    case positiveWidth, positiveHeight
    case hugWidth, hugHeight, resistWidth, resistHeight
    case narrow
  }

  var key: Key
  var equation: LinearConstraint
  /// What is named when the equation cannot hold.
  var source: Source

  enum Source {
    case constraint(NSLayoutConstraint)
    /// From a frame and an autoresizing mask.
    case mask(UIView, Part)
    case system
  }
}

/// The unknowns of one item, in its parent's space. For a view they are those of its alignment rectangle.
struct ItemVariables {
  /// Kept, so that no other item gets its identity.
  var state: ItemState
  var x, y, width, height: Variable
}

/// How the size of a tree's top is known.
enum TopSize {
  /// It is the top's bounds.
  case bounds
  /// It is looked for, with wishes.
  case fitting(CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority)
}

/// Collects the equations of a tree: what the constraints say, what autoresizing masks, contents and system guides add.
@MainActor
struct LayoutRows {
  let top: UIView
  let topSize: TopSize
  /// Heights of contents that depend on the width, at the widths solved last.
  let fittedHeights: [ObjectIdentifier: CGFloat]
  private(set) var rows: [LayoutRow] = []
  /// What takes part, in the order in which it was met.
  private(set) var items: [any LayoutItem] = []
  /// What takes part, by its state.
  private(set) var known: Set<ObjectIdentifier> = []
  private let variables: (any LayoutItem) -> ItemVariables
  /// Whether views read from right to left. Asked for once each: a view has to ask all views above it.
  private var isMirroredByOwner: [ObjectIdentifier: Bool] = [:]

  init(
    of top: UIView, size: TopSize, fittedHeights: [ObjectIdentifier: CGFloat],
    variables: @escaping (any LayoutItem) -> ItemVariables
  ) {
    self.top = top
    topSize = size
    self.fittedHeights = fittedHeights
    self.variables = variables
    for view in top.tree {
      if view !== top, !view.translatesAutoresizingMaskIntoConstraints { involve(view) }
      for constraint in view.layoutState.constraints where constraint.isAlive { add(constraint, of: view) }
      for guide in view.layoutState.guides { involve(guide) }
    }
    if case .fitting = topSize { involve(top) }
  }

  /// The equations of a few constraints, and what the system says of a few items, in a tree in which `known` takes part
  /// already.
  init(
    of top: UIView, fittedHeights: [ObjectIdentifier: CGFloat], known: Set<ObjectIdentifier>,
    constraints: [NSLayoutConstraint], items: [any LayoutItem],
    variables: @escaping (any LayoutItem) -> ItemVariables
  ) {
    self.top = top
    topSize = .bounds
    self.fittedHeights = fittedHeights
    self.known = known
    self.variables = variables
    for item in items where known.contains(ObjectIdentifier(item.itemState)) { say(item) }
    for constraint in constraints where constraint.isAlive {
      if let owner = constraint.owner, owner.rootView === top { add(constraint, of: owner) }
    }
  }

  private mutating func isRightToLeft(_ owner: UIView) -> Bool {
    let key = ObjectIdentifier(owner)
    if let known = isMirroredByOwner[key] { return known }
    let isRightToLeft = owner.effectiveUserInterfaceLayoutDirection == .rightToLeft
    isMirroredByOwner[key] = isRightToLeft
    return isRightToLeft
  }

  // MARK: Constraints

  private mutating func add(_ constraint: NSLayoutConstraint, of owner: UIView) {
    let isDirectional =
      constraint.first.attribute.isDirectional || constraint.second?.attribute.isDirectional ?? false
    let isMirrored = isDirectional && isRightToLeft(owner)
    guard var expression = expression(constraint.first, in: owner, isMirrored) else { return }
    if let second = constraint.second {
      guard let other = self.expression(second, in: owner, isMirrored) else { return }
      expression.add(other, times: -constraint.multiplier)
    }
    expression.constant -= constraint.constant
    rows.append(
      LayoutRow(
        key: .constraint(ObjectIdentifier(constraint)),
        equation: LinearConstraint(
          expression, constraint.relation.solverRelation, constraint.priority.strength),
        source: .constraint(constraint)))
  }

  private mutating func expression(
    _ value: AnchorValue, in owner: UIView, _ isMirrored: Bool
  ) -> LinearExpression? {
    guard let item = value.item else { return nil }
    guard value.isDistance else { return place(item, value.attribute, in: owner, isMirrored) }
    // Forwards in the direction of reading, if the places are leading or trailing ones.
    let isTurned = value.attribute.isDirectional && isRightToLeft(owner)
    guard let end = value.endItem, var length = place(end, value.endAttribute, in: owner, isTurned),
      let start = place(item, value.attribute, in: owner, isTurned)
    else { return nil }
    length.add(start, times: -1)
    return length
  }

  /// A place in the space of `owner`, from its left, or from its right if mirrored; or a length.
  private mutating func place(
    _ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute, in owner: UIView, _ isMirrored: Bool
  ) -> LinearExpression? {
    var item = item
    if let view = item as? UIView {
      if attribute == .firstBaseline { item = view.forFirstBaselineLayout }
      if attribute == .lastBaseline { item = view.forLastBaselineLayout }
    }
    guard var expression = origin(of: item, attribute.kind, in: owner) else { return nil }
    involve(item)
    let own = variables(item)
    // Asked for where they are needed only: a text has to be set for its baselines.
    var margins: UIEdgeInsets { (item as? UIView)?.layoutMargins ?? .zero }
    var baselines: (first: CGFloat, last: CGFloat)? { (item as? UIView)?.baselineInsets }
    switch attribute.resolved(isRightToLeft: isMirrored) {
    case .notAnAttribute: return nil
    case .width: return LinearExpression([own.width: 1])
    case .height: return LinearExpression([own.height: 1])
    case .left: break
    case .right: expression.add(own.width)
    case .centerX: expression.add(own.width, times: 0.5)
    case .leftMargin: expression.constant += margins.left
    case .rightMargin:
      expression.add(own.width)
      expression.constant -= margins.right
    case .centerXWithinMargins:
      expression.add(own.width, times: 0.5)
      expression.constant += (margins.left - margins.right) / 2
    case .top: break
    case .bottom: expression.add(own.height)
    case .centerY: expression.add(own.height, times: 0.5)
    case .topMargin: expression.constant += margins.top
    case .bottomMargin:
      expression.add(own.height)
      expression.constant -= margins.bottom
    case .centerYWithinMargins:
      expression.add(own.height, times: 0.5)
      expression.constant += (margins.top - margins.bottom) / 2
    case .firstBaseline:
      if let baselines { expression.constant += baselines.first } else { expression.add(own.height) }
    case .lastBaseline:
      expression.add(own.height)
      expression.constant -= Double(baselines?.last ?? 0)
    case .leading, .trailing, .leadingMargin, .trailingMargin: return nil
    }
    guard isMirrored, attribute.kind == .horizontal else { return expression }
    involve(owner)
    var mirrored = LinearExpression([variables(owner).width: 1])
    mirrored.add(expression, times: -1)
    return mirrored
  }

  /// The start of an item along an axis, in the space of `owner`; nil for an item that is not in it.
  private mutating func origin(
    of item: any LayoutItem, _ kind: NSLayoutConstraint.Attribute.Kind, in owner: UIView
  ) -> LinearExpression? {
    var expression = LinearExpression()
    var current: (any LayoutItem)? = item
    while let step = current, step !== owner {
      involve(step)
      let own = variables(step)
      expression.add(kind == .horizontal ? own.x : own.y)
      guard let parent = step.layoutParent else { return nil }
      current = parent
    }
    return current == nil ? nil : expression
  }

  // MARK: What the system says of items

  private mutating func involve(_ item: any LayoutItem) {
    guard known.insert(ObjectIdentifier(item.itemState)).inserted else { return }
    items.append(item)
    say(item)
  }

  private mutating func say(_ item: any LayoutItem) {
    let own = variables(item)
    add(item, .positiveWidth, LinearExpression([own.width: 1]), .atLeastZero)
    add(item, .positiveHeight, LinearExpression([own.height: 1]), .atLeastZero)
    if let guide = item as? UILayoutGuide {
      addRule(of: guide, own)
    } else if let view = item as? UIView {
      if view === top {
        addTop(own)
      } else if view.translatesAutoresizingMaskIntoConstraints {
        addMask(of: view, own)
      } else {
        addContent(of: view, own)
      }
    }
  }

  private mutating func add(
    _ item: any LayoutItem, _ part: LayoutRow.Part, _ expression: LinearExpression,
    _ relation: LinearConstraint.Relation, _ strength: Strength = .required,
    source: LayoutRow.Source = .system
  ) {
    rows.append(
      LayoutRow(
        key: .system(ObjectIdentifier(item.itemState), part),
        equation: LinearConstraint(expression, relation, strength), source: source))
  }

  private mutating func addTop(_ own: ItemVariables) {
    switch topSize {
    case .bounds:
      // A top that constraints size has no frame of its own to keep.
      let strength =
        top.translatesAutoresizingMaskIntoConstraints || top is UIWindow
        ? Strength.required : Strength(rawValue: 0.5)
      let size = top.alignmentRect(forFrame: CGRect(origin: .zero, size: top.bounds.size)).size
      add(top, .width, LinearExpression([own.width: 1], constant: -size.width), .equalToZero, strength)
      add(top, .height, LinearExpression([own.height: 1], constant: -size.height), .equalToZero, strength)
    case .fitting(let size, let horizontal, let vertical):
      add(
        top, .width, LinearExpression([own.width: 1], constant: -size.width), .equalToZero,
        horizontal.strength)
      add(
        top, .height, LinearExpression([own.height: 1], constant: -size.height), .equalToZero,
        vertical.strength)
      addContent(of: top, own)
    }
  }

  /// The frame as it is, following the parent's size as the mask says.
  private mutating func addMask(of view: UIView, _ own: ItemVariables) {
    let rect = view.alignmentRect(forFrame: view.placedFrame)
    let mask = view.autoresizingMask
    let parent = view.superview
    let size = parent.map { $0.alignmentRect(forFrame: CGRect(origin: .zero, size: $0.bounds.size)).size }
    let horizontal = UIView.AutoresizingMask.shares(
      rect.minX, rect.width, of: size?.width ?? 0, mask.horizontalFlexibility)
    let vertical = UIView.AutoresizingMask.shares(
      rect.minY, rect.height, of: size?.height ?? 0, mask.verticalFlexibility)
    func follow(_ variable: Variable, _ value: CGFloat, _ share: CGFloat, isHorizontal: Bool)
      -> LinearExpression
    {
      var expression = LinearExpression([variable: 1], constant: -value)
      guard share != 0, let parent, let size else { return expression }
      involve(parent)
      let outer = variables(parent)
      expression.add(isHorizontal ? outer.width : outer.height, times: -share)
      expression.constant += share * (isHorizontal ? size.width : size.height)
      return expression
    }
    let parts: [(LayoutRow.Part, LinearExpression)] = [
      (.x, follow(own.x, rect.minX, horizontal.start, isHorizontal: true)),
      (.y, follow(own.y, rect.minY, vertical.start, isHorizontal: false)),
      (.width, follow(own.width, rect.width, horizontal.length, isHorizontal: true)),
      (.height, follow(own.height, rect.height, vertical.length, isHorizontal: false)),
    ]
    for (part, expression) in parts {
      add(view, part, expression, .equalToZero, source: .mask(view, part))
    }
  }

  /// What the content wants, as strongly as it hugs and resists.
  private mutating func addContent(of view: UIView, _ own: ItemVariables) {
    let state = view.layoutState
    let size = state.contentSize ?? view.intrinsicContentSize
    state.contentSize = size
    if size.width >= 0 {
      let width = LinearExpression([own.width: 1], constant: -size.width)
      add(view, .hugWidth, width, .atMostZero, view.contentHuggingPriority(for: .horizontal).strength)
      add(
        view, .resistWidth, width, .atLeastZero,
        view.contentCompressionResistancePriority(for: .horizontal).strength)
    }
    let fitted = fittedHeights[ObjectIdentifier(state.item)] ?? size.height
    if fitted >= 0 {
      let height = LinearExpression([own.height: 1], constant: -fitted)
      add(view, .hugHeight, height, .atMostZero, view.contentHuggingPriority(for: .vertical).strength)
      add(
        view, .resistHeight, height, .atLeastZero,
        view.contentCompressionResistancePriority(for: .vertical).strength)
    }
  }

  private mutating func addRule(of guide: UILayoutGuide, _ own: ItemVariables) {
    guard guide.rule != .none, let view = guide.owningView else { return }
    involve(view)
    let outer = variables(view)
    let insets = guide.rule == .safeArea ? view.safeAreaInsets : view.layoutMargins
    add(guide, .y, LinearExpression([own.y: 1], constant: -insets.top), .equalToZero)
    add(
      guide, .height,
      LinearExpression([own.height: 1, outer.height: -1], constant: insets.top + insets.bottom), .equalToZero,
      .almostRequired)
    let inner = LinearExpression([own.width: 1, outer.width: -1], constant: insets.left + insets.right)
    guard guide.rule == .readable else {
      add(guide, .x, LinearExpression([own.x: 1], constant: -insets.left), .equalToZero)
      add(guide, .width, inner, .equalToZero, .almostRequired)
      return
    }
    add(
      guide, .x,
      LinearExpression(
        [own.x: 1, own.width: 0.5, outer.width: -0.5], constant: (insets.right - insets.left) / 2),
      .equalToZero)
    add(guide, .width, inner, .equalToZero, .almostRequired)
    add(
      guide, .narrow, LinearExpression([own.width: 1], constant: -UIView.readableWidth), .atMostZero)
  }
}

extension Strength {
  /// For the system's own wishes that give way only where nothing else can: a guide in a view that is smaller than its
  /// insets.
  static let almostRequired = Strength(rawValue: 999.9)
}

extension NSLayoutConstraint.Relation {
  var solverRelation: LinearConstraint.Relation {
    switch self {
    case .equal: .equalToZero
    case .greaterThanOrEqual: .atLeastZero
    case .lessThanOrEqual: .atMostZero
    }
  }
}
