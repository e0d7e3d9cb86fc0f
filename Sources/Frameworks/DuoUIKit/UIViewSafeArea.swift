import Foundation

extension UIView {
  var presentSafeArea: UIEdgeInsets {
    guard let window else { return .zero }
    guard self !== window, let superview else { return safeAreaInsets(within: nil) }
    return safeAreaInsets(within: superview.safeAreaInsets)
  }

  /// - Parameter outer: the superview's safe area; nil for a window.
  func safeAreaInsets(within outer: UIEdgeInsets?) -> UIEdgeInsets {
    let own = controller?.safeAreaAdditions ?? .zero
    guard let superview, let outer else { return (self as? UIWindow)?.sceneSafeArea ?? own }
    // In the superview's coordinates, where a scrolled view stays under the bars.
    let safe = superview.bounds.inset(by: outer)
    let box = frame
    return UIEdgeInsets(
      top: max(safe.minY - box.minY, 0) + own.top, left: max(safe.minX - box.minX, 0) + own.left,
      bottom: max(box.maxY - safe.maxY, 0) + own.bottom, right: max(box.maxX - safe.maxX, 0) + own.right
    ).finite
  }
}

extension UIEdgeInsets {
  /// A frame may be infinite, and a transform no number: an edge that cannot be said is 0. What is no number would differ
  /// from itself, and whoever waits for it to rest would wait for ever.
  var finite: UIEdgeInsets {
    func number(_ value: CGFloat) -> CGFloat { value.isFinite ? value : 0 }
    return UIEdgeInsets(
      top: number(top), left: number(left), bottom: number(bottom), right: number(right))
  }
}

extension UIView {
  /// Has the safe areas of the window told, and layout follow them, in the next update.
  func safeAreaNeedsUpdate() {
    insetsMayDiffer(.own)
    layoutNeedsSolution { $0.insetsChanged(self) }
    window?.requestUpdate()
  }
}

extension UIWindow {
  /// What the system takes of the window: the scene's bars and hardware, where the window reaches under them.
  fileprivate var sceneSafeArea: UIEdgeInsets {
    guard let scene = windowScene else { return .zero }
    let system = scene.systemSafeArea
    let safe = CGRect(origin: .zero, size: scene.geometry.frame.size).inset(by: system)
    let box = frame
    return UIEdgeInsets(
      top: min(max(safe.minY - box.minY, 0), system.top),
      left: min(max(safe.minX - box.minX, 0), system.left),
      bottom: min(max(box.maxY - safe.maxY, 0), system.bottom),
      right: min(max(box.maxX - safe.maxX, 0), system.right))
  }
}
