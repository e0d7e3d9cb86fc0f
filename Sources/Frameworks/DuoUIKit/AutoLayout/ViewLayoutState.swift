import Foundation

/// What layout keeps for one view.
@MainActor
final class ViewLayoutState {
  var hugging = AxisPair(UILayoutPriority.defaultLow)
  var resistance = AxisPair(UILayoutPriority.defaultHigh)
  var constraintsNeedUpdate = true
  var propertiesNeedUpdate = true
  /// The intrinsic size that layout knows; nil when it has to be asked for.
  var contentSize: CGSize?

  let traits = TraitObservers()
  /// In which passes the app asked for the view's traits.
  var traitReads: Set<UpdatePass> = []

  let item = ItemState()
  /// Held by this view.
  var constraints: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  private(set) var systemGuides: [UILayoutGuide] = []
  /// What has a place in constraints by the view: itself and its guides.
  var items: [ItemState] { [item] + (guides + systemGuides).map(\.itemState) }
  /// At the top of a tree with constraints: solves them.
  var engine: LayoutEngine?

  var margins: NSDirectionalEdgeInsets?
  var preservesSuperviewMargins = false
  var insetsMarginsFromSafeArea = true
  var semanticContent = UISemanticContentAttribute.unspecified
  /// What of the safe areas and margins of this tree has to be found again.
  var staleInsets: StaleInsets = [.own, .inside]
  /// As the view was told last.
  var toldSafeArea = UIEdgeInsets.zero
  var toldMargins: UIEdgeInsets?

  func systemGuide(_ rule: UILayoutGuide.Rule, of view: UIView) -> UILayoutGuide {
    if let guide = systemGuides.first(where: { $0.rule == rule }) { return guide }
    let guide = UILayoutGuide(rule, of: view)
    systemGuides.append(guide)
    return guide
  }
}

/// Whose safe areas and margins may be others than they were told.
struct StaleInsets: OptionSet {
  var rawValue: Int
  /// The view's.
  static let own = StaleInsets(rawValue: 1)
  /// Those of all its subviews.
  static let inside = StaleInsets(rawValue: 2)
  /// Those of something in it.
  static let below = StaleInsets(rawValue: 4)
}

/// One value for each axis.
struct AxisPair<Value> {
  var horizontal, vertical: Value
  init(_ both: Value) { (horizontal, vertical) = (both, both) }

  subscript(axis: NSLayoutConstraint.Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}
