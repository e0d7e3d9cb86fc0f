import Foundation

/// Arranges how one controller is shown over another. [docs]
@preconcurrency @MainActor
open class UIPresentationController: NSObject, UIContentContainer {
  /// The presented controller owns its presentation, until it is dismissed; from then on it is the other way round.
  fileprivate weak var known: UIViewController?
  private var kept: UIViewController?
  weak var presenter: UIViewController?
  /// Holds the presented view while it is shown.
  open internal(set) var containerView: UIView?
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  /// The presenter's view was taken out of the window.
  var hasRemovedPresenter = false
  var transition: ViewTransition?
  /// The controller is there and hears of it: a dismissal that it asks for meanwhile waits until it has heard all.
  var isEnding = false
  var afterEnd: (() -> Void)?

  public init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?
  ) {
    known = presentedViewController
    presenter = presentingViewController
    super.init()
  }

  /// Raises when the controller was given up without having been dismissed.
  open var presentedViewController: UIViewController { presented }
  private var presented: UIViewController {
    guard let known else {
      raise(
        .internalInconsistency, "The view controller of \(type(of: self)) is gone; it never was dismissed.")
    }
    return known
  }

  /// Keeps the controller for as long as this object lives: its own link to this object ends with the presentation.
  func keepPresented() { kept = known }
  /// The presented controller itself before it is presented.
  open var presentingViewController: UIViewController { presenter ?? presented }
  open var presentedView: UIView? { presented.viewIfLoaded }

  /// The style that was asked for, `.automatic` resolved.
  open var presentationStyle: UIModalPresentationStyle { presented.resolvedStyle }
  /// The style that the size classes make of it; `.none` where they change nothing. [docs]
  open var adaptivePresentationStyle: UIModalPresentationStyle {
    adaptivePresentationStyle(for: presentingViewController.traitCollection)
  }
  open func adaptivePresentationStyle(for traitCollection: UITraitCollection) -> UIModalPresentationStyle {
    .none
  }

  /// Whether the container lies over the whole window, or over the view of the presenting controller.
  open var shouldPresentInFullscreen: Bool {
    ![.currentContext, .overCurrentContext].contains(presentationStyle)
  }
  /// Whether the presenter's view leaves the window while it is covered; then it disappears, too. [docs]
  open var shouldRemovePresentersView: Bool {
    [.fullScreen, .currentContext].contains(presentationStyle)
  }
  /// In the container's space.
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }

  open func containerViewWillLayoutSubviews() {}
  open func containerViewDidLayoutSubviews() {}
  open func presentationTransitionWillBegin() {}
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  open func dismissalTransitionWillBegin() {}
  open func dismissalTransitionDidEnd(_ completed: Bool) {}

  // MARK: Content

  open var preferredContentSize: CGSize { presented.preferredContentSize }
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
    containerView?.setNeedsLayout()
  }
  open func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    let new = self.size(forChildContentContainer: presented, withParentContainerSize: size)
    if new != presentedView?.bounds.size { presented.viewWillTransition(to: new, with: coordinator) }
  }
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) { presented.willTransition(to: newCollection, with: coordinator) }

  // MARK: Looks, for Diptych's own presentations

  /// Seconds that coming and going take with animation. UIKit's own numbers are not published. [assumed]
  var animationSeconds: TimeInterval { 0.4 }
  /// Behind the presented view.
  var dimming: UIColor? { nil }
  /// The state from which it comes and to which it goes.
  func place(_ view: UIView, isShown: Bool) {
    guard let containerView, presented.modalTransitionStyle == .coverVertical else {
      view.alpha = isShown ? 1 : 0
      return
    }
    var frame = frameOfPresentedViewInContainerView
    if !isShown { frame.origin.y = containerView.bounds.maxY }
    view.frame = frame
  }
  /// A finger was lifted beside the presented view.
  func touchedBeside() {}
}

/// Is asked and told about a presentation. Every method may be left out. [docs]
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
  func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle
  func presentationController(
    _ presentationController: UIPresentationController,
    willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?)
  /// Asked before a touch beside a sheet dismisses it.
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  /// After a touch dismissed it, not after `dismiss(animated:completion:)`.
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  /// A touch would have dismissed it, and was refused.
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
  {
    controller.adaptivePresentationStyle
  }
  public func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { adaptivePresentationStyle(for: controller) }
  public func presentationController(
    _ presentationController: UIPresentationController,
    willPresentWithAdaptiveStyle style: UIModalPresentationStyle,
    transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  ) {}
  public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
  {
    !presentationController.presentedViewController.isModalInPresentation
  }
  public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
  public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// Lies over the window, or over the presenting controller's view, and holds the presented view.
@MainActor
final class PresentationContainer: UIView {
  private weak var presentation: UIPresentationController?
  var presented: UIViewController? { presentation?.known }

  init(_ presentation: UIPresentationController, frame: CGRect) {
    self.presentation = presentation
    super.init(frame: frame)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func layoutSubviews() {
    guard let presentation else { return }
    presentation.containerViewWillLayoutSubviews()
    if let view = presentation.presentedView, view.superview === self, presentation.transition == nil {
      view.frame = presentation.frameOfPresentedViewInContainerView
    }
    presentation.containerViewDidLayoutSubviews()
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { presentation?.touchedBeside() }
}
