import Foundation

extension UIView {
  /// Something that constraints are solved from is not what it was.
  func layoutNeedsSolution() { superview?.setNeedsLayout() }
}
