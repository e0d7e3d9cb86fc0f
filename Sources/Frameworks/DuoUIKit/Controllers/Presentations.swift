import DuoFoundation
import Foundation

extension UIViewController {
  /// What `.automatic` means. [docs]
  var resolvedStyle: UIModalPresentationStyle { modalPresentationStyle }

  /// The arrangement of this controller's own presentation; another one after its style changed.
  func ownPresentation() -> UIPresentationController {
    if let known = links.presentation, links.presenting != nil || known.isForStyle(resolvedStyle) {
      return known
    }
    let made = makePresentation()
    made.delegate = links.presentation?.delegate
    links.presentation = made
    return made
  }

  func presentationOfStyle() -> UIPresentationController {
    switch resolvedStyle {
    case .pageSheet, .formSheet:
      SheetPresentation(presentedViewController: self, presenting: links.presenting)
    case .popover:
      UIPopoverPresentationController(presentedViewController: self, presenting: links.presenting)
    default: UIPresentationController(presentedViewController: self, presenting: links.presenting)
    }
  }

  /// The controller that presents when this one is asked to: the topmost ancestor, or in a context the nearest one that
  /// defines it. [docs]
  private func presenter(for style: UIModalPresentationStyle) -> UIViewController {
    guard [.currentContext, .overCurrentContext].contains(style) else { return rootAncestor }
    return sequence(first: self, next: \.parent).first(where: \.definesPresentationContext) ?? rootAncestor
  }

  func startPresenting(_ other: UIViewController, animated: Bool, completion: (() -> Void)?) {
    MainThread.check("-[UIViewController presentViewController:animated:completion:]")
    if other === self {
      raise(
        .invalidArgument,
        "Application tried to present modal view controller on itself. Presenting controller is \(self).")
    }
    if let presenter = other.links.presenting {
      raise(
        .invalidArgument,
        "Application tried to present modally a view controller \(other) that is already being presented by "
          + "\(presenter).")
    }
    if let parent = other.parent {
      raise(
        .invalidArgument,
        "Application tried to present modally a view controller \(other) that has a parent view controller "
          + "\(parent).")
    }
    let presenter = presenter(for: other.resolvedStyle)
    // A trace is the same in every run: without the addresses of Apple's line.
    func refuse(_ why: String, _ rule: String, _ reason: String) {
      logToStandardError("Attempt to present \(other) on \(presenter) (from \(self)) \(why).")
      LaunchRules.note(
        "\(type(of: other)) was not presented by \(type(of: self)): \(reason)", rule: rule,
        call: "-[UIViewController presentViewController:animated:completion:]")
    }
    // Whoever asks, the presenter's view counts: a controller below the top of a navigation stack may ask. [forum]
    guard let window = presenter.viewIfLoaded?.window else {
      return refuse(
        "whose view is not in the window hierarchy", "presented-from-detached",
        "the view is not in the window hierarchy")
    }
    if presenter.isBeingDismissed {
      return refuse(
        "while a presentation is in progress", "presentation-refused",
        "\(type(of: presenter)) is being dismissed")
    }
    if let shown = presenter.links.presented {
      return refuse(
        shown.isBeingDismissed
          ? "while a presentation is in progress" : "which is already presenting \(shown)",
        "presentation-refused",
        "\(type(of: shown)) is \(shown.isBeingDismissed ? "being dismissed" : "presented already")")
    }
    other.loadViewIfNeeded()
    let presentation = other.ownPresentation()
    presentation.presenter = presenter
    presenter.links.presented = other
    other.links.presenting = presenter
    other.links.isBeingPresented = true
    guard animated else {
      return presentation.runPresentation(in: window, animated: false, completion: completion)
    }
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        // The window may have got another root meanwhile, and nobody but this keep the controller.
        withExtendedLifetime(other) {
          presentation.runPresentation(in: window, animated: true, completion: completion)
        }
      }
    }
  }

  func startDismissing(animated: Bool, completion: (() -> Void)?) {
    MainThread.check("-[UIViewController dismissViewControllerAnimated:completion:]")
    let line = Array(sequence(first: self, next: \.parent))
    let presenter =
      line.first { $0.links.presented != nil } ?? line.compactMap { $0.links.presenting }.first
    guard let presenter, let shown = presenter.links.presented else {
      completion?()
      return
    }
    // An app may give up in `viewDidAppear`, such as without a permission: it goes as soon as it is there. [inferred]
    if let presentation = shown.links.presentation, presentation.isEnding, !shown.links.isBeingDismissed {
      presentation.afterEnd = { self.startDismissing(animated: animated, completion: completion) }
      return
    }
    if shown.links.isBeingPresented || shown.links.isBeingDismissed {
      logToStandardError(
        "Attempt to dismiss from view controller \(presenter) while a presentation or dismiss is in progress!"
      )
      return
    }
    let chain = shown.presentationChain
    for controller in chain { controller.links.isBeingDismissed = true }
    let dismissal = Dismissal(presenter: presenter, chain: chain, completion: completion)
    guard animated else { return dismissal.run(animated: false) }
    DispatchQueue.main.async { MainActor.assumeIsolated { dismissal.run(animated: true) } }
  }

  /// The presenter's view is out of the window, since another controller fills it.
  var isCoveredByPresentation: Bool { links.presented?.links.presentation?.hasRemovedPresenter == true }

  /// A controller that fills the window comes in the orientation that it prefers, if it supports that one. [docs]
  func askForPreferredOrientation() {
    guard let scene = viewIfLoaded?.window?.windowScene, scene === UIApplication.shared.mainScene,
      [.fullScreen, .overFullScreen].contains(resolvedStyle)
    else { return }
    let preferred = UIInterfaceOrientationMask(preferredInterfaceOrientationForPresentation)
    if preferred != UIInterfaceOrientationMask(scene.interfaceOrientation),
      supportedInterfaceOrientations.contains(preferred)
    {
      scene.orientationWish = OrientationWish(mask: preferred)
    }
  }

  /// Takes away at once all that is presented over a window's root which leaves it.
  func endPresentations() {
    for controller in presentationChain.dropFirst().reversed() {
      controller.viewIfLoaded?.removeFromSuperview()
      controller.unlinkPresentation()
    }
  }

  /// Forgets that it is presented.
  func unlinkPresentation() {
    links.presentation?.containerView?.removeFromSuperview()
    links.presenting?.links.presented = nil
    links.presenting = nil
    links.isBeingPresented = false
    links.isBeingDismissed = false
    setOcclusionInsets(.zero)
    links.presentation?.keepPresented()
    links.presentation = nil
  }

  /// The controller whose orientations count for a window with this root: the frontmost presented one that fills the
  /// window. [docs] An alert asks nothing of the orientation. [inferred]
  var orientationController: UIViewController {
    presentationChain.last { controller in
      !(controller is UIAlertController) && controller.links.presenting != nil
        && !controller.links.isBeingDismissed
        && [.fullScreen, .overFullScreen].contains(controller.resolvedStyle)
    } ?? self
  }
}

extension UIViewController {
  /// The controller that is asked for the status bar of a window with this root.
  var statusBarController: UIViewController {
    presentationChain.last { controller in
      controller.links.presenting != nil && !controller.links.isBeingDismissed
        && (controller.resolvedStyle == .fullScreen
          || controller.modalPresentationCapturesStatusBarAppearance)
    } ?? self
  }
}

extension UIPresentationController {
  /// Whether it was made for controllers of this style.
  func isForStyle(_ style: UIModalPresentationStyle) -> Bool {
    switch style {
    case .pageSheet, .formSheet: self is SheetPresentation
    case .popover: self is UIPopoverPresentationController
    default: !(self is SheetPresentation || self is UIPopoverPresentationController)
    }
  }

  func runPresentation(in window: UIWindow, animated: Bool, completion: (() -> Void)?) {
    let presented = presentedViewController
    // The window got another root meanwhile: whoever waits for the end does not wait for ever.
    guard let presenter, presented.links.presenting === presenter, let view = presented.view else {
      completion?()
      return
    }
    let context = shouldPresentInFullscreen ? nil : presenter.viewIfLoaded
    let host = context?.superview ?? window
    let container = PresentationContainer(self, frame: context?.frame ?? host.bounds)
    containerView = container
    host.addSubview(container)
    let transition = ViewTransition(
      seconds: animated ? animationSeconds : 0, controllers: [.from: presenter, .to: presented],
      in: container, style: presentationStyle, moves: shouldRemovePresentersView ? [.from, .to] : [.to])
    self.transition = transition
    presented.links.transition = transition
    presentationTransitionWillBegin()
    delegate?.presentationController(
      self, willPresentWithAdaptiveStyle: adaptivePresentationStyle, transitionCoordinator: transition)

    hasRemovedPresenter = shouldRemovePresentersView
    if hasRemovedPresenter { presenter.beginAppearance(false, animated: animated) }
    presented.beginAppearance(true, animated: animated)
    presented.holdingAppearance { container.addSubview(view) }
    view.frame = frameOfPresentedViewInContainerView
    presented.isAppearingNow()
    container.layoutIfNeeded()
    presented.askForPreferredOrientation()
    UIApplication.shared.followAgainSoon()

    func end() {
      // The window got another root meanwhile, which ended everything.
      guard presented.links.presenting === presenter else {
        self.transition = nil
        transition.complete()
        completion?()
        return
      }
      if hasRemovedPresenter {
        presenter.holdingAppearance { presenter.viewIfLoaded?.removeFromSuperview() }
      }
      self.transition = nil
      // The hinge may have moved meanwhile.
      container.setNeedsLayout()
      isEnding = true
      presented.endAppearanceUnderWay()
      if hasRemovedPresenter { presenter.endAppearanceUnderWay() }
      presented.links.isBeingPresented = false
      presentationTransitionDidEnd(true)
      transition.complete()
      completion?()
      isEnding = false
      let next = afterEnd
      afterEnd = nil
      next?()
    }
    guard animated else {
      place(view, isShown: true)
      container.backgroundColor = dimming
      transition.runAlongside()
      return end()
    }
    UIView.performWithoutAnimation { place(view, isShown: false) }
    UIView.animate(withDuration: animationSeconds) {
      self.place(view, isShown: true)
      container.backgroundColor = self.dimming
      transition.runAlongside()
    } completion: { _ in
      end()
    }
  }
}

/// Takes away a controller, and all that is presented over it.
@MainActor
struct Dismissal {
  var presenter: UIViewController
  /// From back to front.
  var chain: [UIViewController]
  var completion: (() -> Void)?

  func run(animated: Bool) {
    // The window got another root meanwhile: whoever waits for the end does not wait for ever.
    guard let bottom = chain.first, let top = chain.last, bottom.links.presenting === presenter,
      let presentation = top.links.presentation, let container = presentation.containerView
    else {
      completion?()
      return
    }
    let isUncovered = bottom.links.presentation?.hasRemovedPresenter == true
    let transition = ViewTransition(
      seconds: animated ? presentation.animationSeconds : 0, controllers: [.from: top, .to: presenter],
      in: container, style: presentation.presentationStyle, moves: isUncovered ? [.from, .to] : [.from])
    presentation.transition = transition
    top.links.transition = transition
    for controller in chain { controller.links.presentation?.dismissalTransitionWillBegin() }
    for controller in chain.reversed() where controller.appearance.stage != .disappeared {
      controller.beginAppearance(false, animated: animated)
    }
    if isUncovered {
      presenter.beginAppearance(true, animated: animated)
      uncover(below: bottom.links.presentation?.containerView)
      presenter.isAppearingNow()
      presenter.view.layoutIfNeeded()
    }
    UIApplication.shared.followAgainSoon()
    guard animated, let view = presentation.presentedView else {
      transition.runAlongside()
      return end(transition, isUncovered: isUncovered)
    }
    UIView.animate(withDuration: presentation.animationSeconds) {
      presentation.place(view, isShown: false)
      container.backgroundColor = nil
      transition.runAlongside()
    } completion: { _ in
      end(transition, isUncovered: isUncovered)
    }
  }

  private func uncover(below container: UIView?) {
    guard let container, let host = container.superview, let view = presenter.view else { return }
    view.frame = container.frame
    presenter.holdingAppearance { host.insertSubview(view, belowSubview: container) }
  }

  private func end(_ transition: ViewTransition, isUncovered: Bool) {
    // The window got another root meanwhile, which ended everything.
    guard chain.first?.links.presenting === presenter else {
      transition.complete()
      completion?()
      return
    }
    if isUncovered { presenter.endAppearanceUnderWay() }
    for controller in chain.reversed() {
      controller.holdingAppearance { controller.viewIfLoaded?.removeFromSuperview() }
      controller.endAppearanceUnderWay()
      let presentation = controller.links.presentation
      controller.unlinkPresentation()
      presentation?.dismissalTransitionDidEnd(true)
      presentation?.transition = nil
    }
    transition.complete()
    completion?()
  }
}

extension UIWindow {
  /// Who hears of a change of the window's size: the root, and what arranges the presentations over it.
  var toldOfTransitions: [any UIContentContainer] {
    guard let rootViewController else { return [] }
    let presentations = rootViewController.presentationChain.dropFirst().compactMap(\.links.presentation)
    return [rootViewController] + presentations.filter { $0.containerView != nil }
  }
}
