/// A view with a text that people read. The host reports it.
@preconcurrency @MainActor
package protocol TextShowing: UIView {
  /// Nil for none.
  var shownText: String? { get }
}

extension UIView {
  /// The view controller that this view lays over the screen, where it is the container of a presentation.
  package var presentedController: UIViewController? { (self as? PresentationContainer)?.presented }
}

/// A control that is set to something. The host reports what, so that a report can say that it was lost.
@preconcurrency @MainActor
package protocol ValueHolding: UIControl {
  /// In words that are the same for the same setting; nil while it holds nothing.
  var heldValue: String? { get }
}

extension UIButton: ValueHolding {
  package var heldValue: String? { isSelected ? "selected" : nil }
}
