import Foundation

extension UIView {
  /// How far bars, and what the controllers add, reach into the view. The simulated phone draws no bars, so
  /// outside `additionalSafeAreaInsets` nothing is taken.
  public var safeAreaInsets: UIEdgeInsets {
    guard let window else { return .zero }
    let own = controller?.safeAreaAdditions ?? .zero
    guard let superview, self !== window else { return own }
    let safe = superview.bounds.inset(by: superview.safeAreaInsets)
    let box = frame
    return UIEdgeInsets(
      top: max(safe.minY - box.minY, 0) + own.top, left: max(safe.minX - box.minX, 0) + own.left,
      bottom: max(box.maxY - safe.maxY, 0) + own.bottom, right: max(box.maxX - safe.maxX, 0) + own.right)
  }
}
