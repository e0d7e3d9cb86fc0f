import Foundation

/// The constraints of a stack view, named as Apple's messages name them.
@MainActor
struct StackArrangement {
  private let stack: UIStackView
  private let views: [UIView]
  private var isRow: Bool { stack.axis == .horizontal }
  private var edges: UILayoutGuide?
  private(set) var constraints: [NSLayoutConstraint] = []

  init(of stack: UIStackView) {
    self.stack = stack
    views = stack.arrangedSubviews.filter { !$0.isHidden }
    if stack.isLayoutMarginsRelativeArrangement { edges = stack.layoutMarginsGuide }
    suppressAmbiguity()
    guard !views.isEmpty else { return }
    connect()
    distribute()
    align()
  }

  private mutating func add(
    _ constraint: NSLayoutConstraint, _ name: String, _ priority: UILayoutPriority = .required
  ) {
    constraint.priority = priority
    constraint.identifier = "UISV-\(name)"
    constraints.append(constraint)
  }

  private var container: any LayoutItem { edges ?? stack }

  private func make(
    _ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute, _ other: any LayoutItem,
    _ otherAttribute: NSLayoutConstraint.Attribute
  ) -> NSLayoutConstraint { make(item, attribute, .equal, other, otherAttribute) }

  private func make(
    _ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute,
    _ relation: NSLayoutConstraint.Relation, _ other: any LayoutItem,
    _ otherAttribute: NSLayoutConstraint.Attribute, _ constant: CGFloat = 0
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: item, attribute: attribute, relatedBy: relation, toItem: other, attribute: otherAttribute,
      multiplier: 1, constant: constant)
  }

  private var start: NSLayoutConstraint.Attribute { isRow ? .leading : .top }
  private var end: NSLayoutConstraint.Attribute { isRow ? .trailing : .bottom }
  private var length: NSLayoutConstraint.Attribute { isRow ? .width : .height }

  // MARK: Along the axis

  private mutating func connect() {
    add(make(views[0], start, container, start), "canvas-connection")
    add(make(container, end, views[views.count - 1], end), "canvas-connection")
  }

  private mutating func distribute() {
    let pairs = Array(zip(views, views.dropFirst()))
    switch stack.distribution {
    case .fill, .fillEqually, .fillProportionally:
      for (a, b) in pairs { add(gap(a, b, .equal), "spacing") }
      shareLength()
    case .equalSpacing:
      for (a, b) in pairs { add(gap(a, b, .greaterThanOrEqual), "spacing") }
      for (a, b) in pairs.dropFirst() {
        add(distance(a, end, b, start).equal(to: distance(views[0], end, views[1], start)), "distributing")
      }
    case .equalCentering:
      for (a, b) in pairs { add(gap(a, b, .greaterThanOrEqual), "spacing") }
      let centre: NSLayoutConstraint.Attribute = isRow ? .centerX : .centerY
      for (a, b) in pairs.dropFirst() {
        add(
          distance(a, centre, b, centre).equal(to: distance(views[0], centre, views[1], centre)),
          "distributing", UILayoutPriority(149))
      }
    }
  }

  private func gap(
    _ a: UIView, _ b: UIView, _ relation: NSLayoutConstraint.Relation
  ) -> NSLayoutConstraint {
    let fromBaseline = !isRow && stack.isBaselineRelativeArrangement
    return make(
      b, fromBaseline ? .firstBaseline : start, relation, a, fromBaseline ? .lastBaseline : end,
      stack.gap(after: a))
  }

  private func distance(
    _ a: UIView, _ from: NSLayoutConstraint.Attribute, _ b: UIView, _ to: NSLayoutConstraint.Attribute
  ) -> AnchorValue {
    var value = AnchorValue(a, from)
    value.endItem = b
    value.endAttribute = to
    return value
  }

  private mutating func shareLength() {
    switch stack.distribution {
    case .fillEqually:
      for view in views.dropFirst() { add(make(view, length, views[0], length), "fill-equally") }
    case .fillProportionally:
      let sizes = views.map { isRow ? $0.intrinsicContentSize.width : $0.intrinsicContentSize.height }
      // A view without a size of its own counts as the first one that has one.
      let known = sizes.first { $0 > 0 } ?? 1
      let shares = sizes.map { $0 > 0 ? $0 : known }
      for (view, share) in zip(views, shares).dropFirst() {
        let constraint = NSLayoutConstraint(
          item: view, attribute: length, relatedBy: .equal, toItem: views[0], attribute: length,
          multiplier: share / shares[0], constant: 0)
        add(constraint, "fill-proportionally", UILayoutPriority(999))
      }
    default:
      // Where contents hug as strongly as each other, the later ones keep their sizes.
      // A view's wish does not depend on how many there are: else each would have another when one is hidden or comes.
      for (index, view) in stack.arrangedSubviews.enumerated() where !view.isHidden && view !== views[0] {
        let constraint = NSLayoutConstraint(AnchorValue(view, length), .equal, nil, constant: 0)
        add(constraint, "index-suppression", UILayoutPriority(0.9 - 0.8 / Float(index + 1)))
      }
    }
  }

  // MARK: Across

  private mutating func align() {
    let (near, far): (NSLayoutConstraint.Attribute, NSLayoutConstraint.Attribute) =
      isRow ? (.top, .bottom) : (.leading, .trailing)
    for view in views {
      switch stack.alignment {
      case .fill:
        add(make(view, near, container, near), "alignment")
        add(make(view, far, container, far), "alignment")
      case .leading:
        add(make(view, near, container, near), "alignment")
        add(make(view, far, .lessThanOrEqual, container, far), "alignment")
      case .trailing:
        add(make(view, near, .greaterThanOrEqual, container, near), "alignment")
        add(make(view, far, container, far), "alignment")
      case .center:
        let centre: NSLayoutConstraint.Attribute = isRow ? .centerY : .centerX
        add(make(view, centre, container, centre), "alignment")
        add(make(view, near, .greaterThanOrEqual, container, near), "alignment")
        add(make(view, far, .lessThanOrEqual, container, far), "alignment")
      case .firstBaseline, .lastBaseline:
        // Of rows only; a column has its views at the start. [docs]
        add(make(view, near, isRow ? .greaterThanOrEqual : .equal, container, near), "alignment")
        add(make(view, far, .lessThanOrEqual, container, far), "alignment")
        guard isRow, view !== views[0] else { continue }
        let baseline: NSLayoutConstraint.Attribute =
          stack.alignment == .firstBaseline ? .firstBaseline : .lastBaseline
        add(make(view, baseline, views[0], baseline), "alignment")
      }
    }
  }

  /// A stack that nothing sizes is as small as its views allow.
  private mutating func suppressAmbiguity() {
    for attribute: NSLayoutConstraint.Attribute in [.width, .height] {
      add(
        NSLayoutConstraint(AnchorValue(stack, attribute), .equal, nil, constant: 0), "ambiguity-suppression",
        UILayoutPriority(49))
    }
  }
}

extension AnchorValue {
  @MainActor
  fileprivate func equal(to other: AnchorValue) -> NSLayoutConstraint {
    NSLayoutConstraint(self, .equal, other, constant: 0)
  }
}
