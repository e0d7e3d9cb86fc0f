import Foundation

/// What layout keeps for one view.
@MainActor
final class ViewLayoutState {
  var hugging = AxisPair(UILayoutPriority.defaultLow)
  var resistance = AxisPair(UILayoutPriority.defaultHigh)
  var constraintsNeedUpdate = true
  var propertiesNeedUpdate = true
  /// The intrinsic size that layout knows; nil when it has to be asked for.
  var contentSizes: CGSize?

  nonisolated init() {}
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
