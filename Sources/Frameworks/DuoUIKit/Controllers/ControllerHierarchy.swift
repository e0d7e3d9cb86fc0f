import DuoFoundation
import Foundation

extension ExceptionName {
  static let hierarchyInconsistency = ExceptionName(rawValue: "UIViewControllerHierarchyInconsistency")
}

extension UIViewController {
  /// A controller is not in itself. Apple raises, too; the words are Diptych's.
  func refuseAncestor(_ child: UIViewController) {
    guard sequence(first: self, next: \.parent).contains(where: { $0 === child }) else { return }
    raise(
      .invalidArgument,
      "Can't add \(child) as a child of \(child === self ? "itself" : "\(self), which is in it").")
  }

  /// A view belongs to one controller. [docs]
  func refuseViewOfAnother(_ view: UIView) {
    guard let owner = view.controller, owner !== self else { return }
    raise(
      .hierarchyInconsistency,
      "A view can only be associated with at most one view controller at a time! View \(view) is associated with "
        + "\(owner). Clear this association before associating this view with \(self).")
  }
}

extension UIView {
  /// In a window, the view of a child belongs into the view of its parent, and the view of a window's root controller
  /// into no other's. [docs]
  /// - Parameter superview: where this view goes.
  func checkControllerHierarchy(under superview: UIView) {
    guard let controller else { return }
    let requested = sequence(first: superview, next: \.superview).first { $0.controller != nil }?.controller
    let isRoot = window?.rootViewController === controller
    guard controller.parent != nil || (isRoot && requested != nil), controller.parent !== requested else {
      return
    }
    // A presented container may hold any controller's view.
    if requested == nil, !(superview is UIWindow) { return }
    func text(_ controller: UIViewController?) -> String { controller.map { "\($0)" } ?? "(null)" }
    raise(
      .hierarchyInconsistency,
      "child view controller:\(text(controller)) should have parent view controller:\(text(controller.parent)) "
        + "but requested parent is:\(text(requested))")
  }
}
