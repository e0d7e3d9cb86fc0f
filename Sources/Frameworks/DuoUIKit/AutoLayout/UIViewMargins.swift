import Foundation

extension UIView {
  /// As wide as text is read easily, points, with the standard text size. [inferred]
  static let readableWidth: CGFloat = 672

  /// Margins of a view that sets none. [docs]
  private static let standardMargins = NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)

  /// The left and the right of two sides by the direction of reading, which is asked for where it matters only: views have
  /// to ask all above them.
  private func turned(_ start: CGFloat, _ end: CGFloat) -> (CGFloat, CGFloat) {
    start != end && isRightToLeft ? (end, start) : (start, end)
  }

  func directed(_ insets: UIEdgeInsets) -> NSDirectionalEdgeInsets {
    let (leading, trailing) = turned(insets.left, insets.right)
    return NSDirectionalEdgeInsets(
      top: insets.top, leading: leading, bottom: insets.bottom, trailing: trailing)
  }

  private func absolute(_ insets: NSDirectionalEdgeInsets) -> UIEdgeInsets {
    let (left, right) = turned(insets.leading, insets.trailing)
    return UIEdgeInsets(top: insets.top, left: left, bottom: insets.bottom, right: right)
  }

  func setMargins(_ margins: UIEdgeInsets) {
    layoutState.margins = directed(margins)
    marginsChanged()
  }

  func marginsChanged() {
    insetsMayDiffer([.own, .inside])
    layoutNeedsSolution { $0.insetsChanged(self) }
    tellMargins()
    window?.requestUpdate()
  }

  /// What was set, or the standard; of a controller's view at least the system's minimum, if the controller respects
  /// that; then the superview's, if preserved; then the safe area. [docs]
  var effectiveMargins: UIEdgeInsets {
    var own = layoutState.margins ?? UIView.standardMargins
    if let controller, controller.viewRespectsSystemMinimumLayoutMargins {
      let minimum = controller.systemMinimumLayoutMargins
      let set = layoutState.margins
      own = NSDirectionalEdgeInsets(
        top: set?.top ?? minimum.top, leading: max(set?.leading ?? 0, minimum.leading),
        bottom: set?.bottom ?? minimum.bottom, trailing: max(set?.trailing ?? 0, minimum.trailing))
    }
    var margins = absolute(own)
    if preservesSuperviewLayoutMargins, let superview {
      let inner = CGRect(origin: .zero, size: superview.bounds.size).inset(by: superview.layoutMargins)
      let box = placedFrame
      margins.top = max(margins.top, inner.minY - box.minY)
      margins.left = max(margins.left, inner.minX - box.minX)
      margins.bottom = max(margins.bottom, box.maxY - inner.maxY)
      margins.right = max(margins.right, box.maxX - inner.maxX)
    }
    margins = margins.finite
    guard insetsLayoutMarginsFromSafeArea else { return margins }
    let safe = safeAreaInsets
    margins.top += safe.top
    margins.left += safe.left
    margins.bottom += safe.bottom
    margins.right += safe.right
    return margins
  }

  /// - Returns: whether the margins are others than they were told.
  @discardableResult
  func tellMargins() -> Bool {
    let margins = layoutMargins
    guard margins != layoutState.toldMargins else { return false }
    let isFirst = layoutState.toldMargins == nil
    layoutState.toldMargins = margins
    rootView.layoutState.engine?.insetsChanged(self)
    guard !isFirst else { return true }
    layoutMarginsDidChange()
    controller?.viewLayoutMarginsDidChange()
    setNeedsLayout()
    return true
  }
}
