import DuoUIKit

extension UIViewController {
  /// What this controller, the one presented over it or the child that it names wants of the status bar. [docs]
  var hidesStatusBar: Bool {
    if let presentedViewController { return presentedViewController.hidesStatusBar }
    if let child = childForStatusBarHidden { return child.hidesStatusBar }
    return prefersStatusBarHidden
  }
}
