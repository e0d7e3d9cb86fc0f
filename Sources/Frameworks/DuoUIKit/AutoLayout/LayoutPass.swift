import Foundation

extension UIView {
  /// Rounds of constraints, layout and safe areas after which layout that keeps asking for more is left as it is; the
  /// rest comes with the next update.
  private static let rounds = 12

  func layoutTree() {
    for _ in 0..<UIView.rounds {
      rootView.tellSafeAreas()
      updateConstraintsIfNeeded()
      let engine = rootView.layoutState.engine
      engine?.solveIfNeeded()
      layer.layoutIfNeeded()
      if engine?.isDirty != true, !rootView.tellSafeAreas() { return }
    }
  }

  /// Tells the views of this tree, from the top down, whose safe area or margins are others than before.
  /// - Returns: whether there were any.
  @discardableResult
  private func tellSafeAreas() -> Bool {
    guard window != nil else { return false }
    return tellSafeArea(within: nil)
  }

  private func tellSafeArea(within outer: UIEdgeInsets?) -> Bool {
    let insets = safeAreaInsets(within: outer)
    var isChanged = false
    if insets != layoutState.toldSafeArea {
      layoutState.toldSafeArea = insets
      isChanged = true
      rootView.layoutState.engine?.isDirty = true
      safeAreaInsetsDidChange()
      controller?.viewSafeAreaInsetsDidChange()
      setNeedsLayout()
      tellMargins()
    }
    for view in subviews where view.tellSafeArea(within: insets) { isChanged = true }
    return isChanged
  }
}
