import DuoQuartzCore
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
    return tellSafeArea(within: nil, isAsked: true)
  }

  /// - Parameters:
  ///   - outer: the superview's safe area; nil for the top.
  ///   - isAsked: whether the view's own may be another.
  private func tellSafeArea(within outer: UIEdgeInsets?, isAsked: Bool) -> Bool {
    let stale = layoutState.staleInsets
    layoutState.staleInsets = []
    var isChanged = false
    var asksInside = stale.contains(.inside)
    if isAsked || stale.contains(.own) {
      let insets = safeAreaInsets(within: outer)
      if insets != layoutState.toldSafeArea {
        layoutState.toldSafeArea = insets
        isChanged = true
        rootView.layoutState.engine?.insetsChanged(self)
        safeAreaInsetsDidChange()
        controller?.viewSafeAreaInsetsDidChange()
        setNeedsLayout()
      }
      // Margins follow from the safe area, from the superview's where they are preserved, and from what a controller says.
      if isChanged || layoutState.preservesSuperviewMargins || controller != nil, tellMargins() {
        isChanged = true
      }
      if isChanged { asksInside = true }
    }
    guard asksInside || stale.contains(.below) else { return isChanged }
    let insets = layoutState.toldSafeArea
    for view in subviews where view.tellSafeArea(within: insets, isAsked: asksInside) { isChanged = true }
    return isChanged
  }

  /// The place or the size of the view's layer is another.
  private func placeChanged(isResized: Bool) {
    insetsMayDiffer(isResized ? [.own, .inside] : .own)
    if !translatesAutoresizingMaskIntoConstraints { rootView.layoutState.engine?.viewMoved(self) }
  }

  /// Has the safe area and the margins of this view, or of its subviews, found again with the next layout.
  func insetsMayDiffer(_ whose: StaleInsets) {
    layoutState.staleInsets.formUnion(whose)
    var view = superview
    // What is above one that knows of it does, too.
    while let parent = view, !parent.layoutState.staleInsets.contains(.below) {
      parent.layoutState.staleInsets.insert(.below)
      view = parent.superview
    }
  }
}

extension UIView: LayerPlaceObserver {
  nonisolated package func layerPlaceDidChange(isResized: Bool) {
    // Layers may be changed on any thread.
    if Thread.isMainThread {
      MainActor.assumeIsolated { placeChanged(isResized: isResized) }
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated { self.placeChanged(isResized: isResized) } }
    }
  }
}
