import Foundation
import PhoneModel

/// Manages a view and its life on screen. [docs]
@preconcurrency @MainActor
open class UIViewController: UIResponder, UIContentContainer {
  private var loadedView: UIView?
  /// How far the view's coming or going is.
  var appearance = ControllerAppearance()
  /// Who presents whom, and what runs just now.
  var links = ControllerLinks()

  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// `nibName` must be nil: Diptych reads no nibs.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    if let nibNameOrNil {
      fatalError(
        "UIViewController: Diptych reads no nibs, and '\(nibNameOrNil)' was asked for; make the view in code."
      )
    }
    super.init()
  }

  /// Stops the process: Diptych reads no storyboards and nibs.
  public required init?(coder: NSCoder) {
    fatalError("UIViewController.init(coder:): Diptych reads no storyboards and nibs; make the view in code.")
  }

  /// Shown in the bar of a navigation controller. [docs]
  open var title: String? {
    willSet { MainThread.check("-[UIViewController setTitle:]") }
    didSet { navigationItem.title = title }
  }
  /// Added to what bars take from the safe area.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { if additionalSafeAreaInsets != oldValue { viewIfLoaded?.safeAreaNeedsUpdate() } }
  }

  /// The margins that the view has at least at its sides: 16 points, 20 where it is regularly wide. [docs]
  open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
    let side: CGFloat = traitCollection.horizontalSizeClass == .regular ? 20 : 16
    return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
  }

  /// Whether the view's margins are at least `systemMinimumLayoutMargins`; true unless set. [docs]
  open var viewRespectsSystemMinimumLayoutMargins = true {
    didSet { viewIfLoaded?.marginsChanged() }
  }

  /// Called when the safe area of the view is another than before. [docs]
  open func viewSafeAreaInsetsDidChange() {}

  /// Called when the margins of the view are others than before. [docs]
  open func viewLayoutMarginsDidChange() {}

  /// What a bar shows while this controller is on top. [docs]
  open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")

  // MARK: View

  /// Loads the view when it is first asked for.
  open var view: UIView! {
    get {
      loadIfRequired()
      return loadedView
    }
    set {
      if let newValue { refuseViewOfAnother(newValue) }
      loadedView?.controller = nil
      loadedView = newValue
      newValue?.controller = self
    }
  }

  /// The view, without loading it. [docs]
  open var viewIfLoaded: UIView? { loadedView }
  /// Asking does not load the view. [docs]
  open var isViewLoaded: Bool { loadedView != nil }

  /// Calls `loadView()` and `viewDidLoad()` unless there is a view. [docs]
  open func loadViewIfNeeded() { loadIfRequired() }

  /// Asking for `view` does the same without going through what an app overrides.
  private func loadIfRequired() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Makes an empty view that grows and shrinks with its superview; override to make another one, without calling
  /// super. [docs]
  open func loadView() {
    view = UIView(frame: UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  /// When memory runs short. A simulated phone's never does. [docs]
  open func didReceiveMemoryWarning() {}

  /// Once, after the view was made; it has no window and not its final size yet. [docs]
  open func viewDidLoad() {}
  /// Before the view comes on the screen; traits and size may still be others. [docs]
  open func viewWillAppear(_ animated: Bool) {}
  /// After the view came into its window, with its traits and its size, and before the layout of what
  /// is in it. [docs]
  open func viewIsAppearing(_ animated: Bool) {}
  /// When the view is on the screen and the animation, if any, is over. [docs]
  open func viewDidAppear(_ animated: Bool) {}
  /// Before the view leaves the screen. [docs]
  open func viewWillDisappear(_ animated: Bool) {}
  /// When the view is off the screen and the animation, if any, is over. [docs]
  open func viewDidDisappear(_ animated: Bool) {}
  /// Before the view's `layoutSubviews()`, at each of its layouts. [docs]
  open func viewWillLayoutSubviews() {}
  /// After the view's `layoutSubviews()`; the subviews have their frames, what is in them need not. [docs]
  open func viewDidLayoutSubviews() {}

  /// Changes the view's constraints; call super last. [docs]
  open func updateViewConstraints() { viewIfLoaded?.updateConstraints() }

  /// Setting it is `setEditing(_:animated:)` without animation. [docs]
  open var isEditing: Bool {
    get { links.isEditing }
    set { setEditing(newValue, animated: false) }
  }
  /// Override it to show another view for editing, and call super. [docs]
  open func setEditing(_ editing: Bool, animated: Bool) { links.isEditing = editing }

  // MARK: Properties

  private var propertiesNeedUpdate = true
  private var readsTraitsInProperties = false
  let traitObservers = TraitObservers()

  func traitsChanged(from old: UITraitCollection) {
    if readsTraitsInProperties { setNeedsUpdateProperties() }
    traitCollectionDidChange(old)
  }

  /// Set here what the view shows, not where; called before layout, with what it reads of `@Observable` objects
  /// tracked. [docs]
  open func updateProperties() {}

  /// Asks for `updateProperties()` in the next update.
  open func setNeedsUpdateProperties() {
    propertiesNeedUpdate = true
    viewIfLoaded?.window?.requestUpdate()
  }

  /// Updates the properties of this controller at once if that was asked for.
  open func updatePropertiesIfNeeded() {
    guard propertiesNeedUpdate, isViewLoaded else { return }
    propertiesNeedUpdate = false
    guard let view = loadedView else { return }
    readsTraitsInProperties = false
    view.window?.pace.note("\(type(of: self)).updateProperties()")
    let outer = UpdatePass.current
    UpdatePass.current = (.properties, view)
    defer { UpdatePass.current = outer }
    flowingTraits.performAsCurrent {
      tracking({ self.updateProperties() }, onChange: { [weak self] in self?.setNeedsUpdateProperties() })
    }
  }

  /// The controller that presents this one; else the view's superview. [docs]
  open override var next: UIResponder? { links.presenting ?? loadedView?.superview ?? parent }

  // MARK: Size, traits, orientation

  /// Called before the view's size changes; children whose size changes are told by super. [docs]
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children {
      let new = self.size(forChildContentContainer: child, withParentContainerSize: size)
      // A view that is not on the screen keeps its old size: what its controller knows is what it was told.
      let isShown = child.viewIfLoaded?.window != nil
      let now = child.viewIfLoaded?.bounds.size
      let told = isShown || child.told?.atSize != now ? nil : child.told?.size
      guard new != told ?? now else { continue }
      child.told = isShown ? nil : (new, now)
      child.viewWillTransition(to: new, with: coordinator)
    }
  }

  /// The newest size that this controller was told by its parent while its view was not on the screen, and the size that
  /// its view had then, nil before it was loaded.
  private var told: (size: CGSize, atSize: CGSize?)?

  /// Called before the traits change; children are told by super. [docs]
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children { child.willTransition(to: newCollection, with: coordinator) }
  }

  /// The size that a child is told when this controller changes size: the parent's, unless overridden. [docs]
  open func size(
    forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }

  /// How large the content wants to be; parent and presentation controller are told of a change. [docs]
  open var preferredContentSize = CGSize.zero {
    didSet {
      guard preferredContentSize != oldValue else { return }
      parent?.preferredContentSizeDidChange(forChildContentContainer: self)
      if links.presenting != nil {
        links.presentation?.preferredContentSizeDidChange(forChildContentContainer: self)
      }
    }
  }

  /// A child, or what this presentation shows, has another `preferredContentSize`. Nothing happens unless
  /// overridden. [docs]
  open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}

  /// The view's traits with the overrides of the controllers above; read inside `updateProperties()` and layout, a
  /// change calls for another pass. [docs]
  open var traitCollection: UITraitCollection {
    loadedView?.noteTraitRead()
    if let view = loadedView, UpdatePass.current?.pass == .properties, UpdatePass.current?.reader === view {
      readsTraitsInProperties = true
    }
    return flowingTraits
  }

  /// The style for this controller's tree, whatever the scene's is; unspecified to follow. [docs]
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { traitOverrides.userInterfaceStyle }
    set { traitOverrides.override(with: newValue) }
  }

  /// Called after the traits changed; nil for those before the first. [docs]
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// On a phone everything but upside down. Asked of a window's root, or of the frontmost controller presented over it
  /// that fills the window. [docs]
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  /// Kept for old code: nobody asks, as since iOS 16. [docs]
  open var shouldAutorotate: Bool { true }

  /// The orientation to be presented in, for a controller that fills the window: the scene's present one unless
  /// overridden. [docs]
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
    viewIfLoaded?.window?.windowScene?.interfaceOrientation ?? .portrait
  }

  /// Has the supported orientations read again, and the interface turned if they say so. [docs]
  open func setNeedsUpdateOfSupportedInterfaceOrientations() { UIApplication.shared.followAgainSoon() }

  /// The older way to have the interface follow the supported orientations. [docs]
  open class func attemptRotationToDeviceOrientation() { UIApplication.shared.followAgainSoon() }

  // MARK: Bars of the system

  /// Asked of the controller that fills the window; false unless overridden. [docs]
  open var prefersStatusBarHidden: Bool { false }
  /// Asked in place of this controller; nil stands for itself. [docs]
  open var childForStatusBarHidden: UIViewController? { nil }
  /// Text of the status bar dark or light; `.default` goes by the interface style. [docs] Diptych's status bar
  /// takes the colour that can be read.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// Asked for the style in place of this controller; nil stands for itself. [docs]
  open var childForStatusBarStyle: UIViewController? { nil }
  /// How the status bar comes and goes; it fades unless overridden. [docs] Nobody asks: it changes at once.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  /// Whether this controller is asked for the status bar while it is presented and does not remove what lies below; false
  /// unless set. A full screen is asked anyway. [docs]
  open var modalPresentationCapturesStatusBarAppearance = false
  /// Has the preferences for the status bar read again. [docs]
  open func setNeedsStatusBarAppearanceUpdate() {
    MainThread.check("-[UIViewController setNeedsStatusBarAppearanceUpdate]")
    systemBarsChanged()
  }
  /// False unless overridden. [docs]
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  /// Asked in place of this controller; nil stands for itself. [docs]
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  /// Has the preference for the home indicator read again. [docs]
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() { systemBarsChanged() }

  /// Edges at which the app's gestures come before the system's; none unless overridden. [docs] Nobody asks: no finger
  /// makes a gesture of the system.
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  /// Asked in place of this controller; nil stands for itself. [docs]
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  /// Has the preference for edges read again. [docs]
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}

  /// The edges at which the view lies under a container's bar; all of them unless set. [docs]
  open var edgesForExtendedLayout: UIRectEdge = .all

  // MARK: Presentation

  /// How the controller is shown when it is presented. `.automatic`, which it is at first, is a page sheet and reads
  /// as one. [docs]
  open var modalPresentationStyle: UIModalPresentationStyle {
    get { links.style == .automatic ? .pageSheet : links.style }
    set { links.style = newValue }
  }
  /// How the controller comes when it is presented with animation; from below unless set. [docs]
  open var modalTransitionStyle: UIModalTransitionStyle = .coverVertical
  /// A touch beside a sheet does not dismiss it then. [docs]
  open var isModalInPresentation = false
  /// Controllers presented in the current context lie over this controller's view. [docs]
  open var definesPresentationContext = false

  /// What this controller, or the nearest one around it that presents anything, presents. [docs]
  open var presentedViewController: UIViewController? {
    links.presented ?? parent?.presentedViewController
  }
  /// Who presents this controller, or the one that it is in. [docs]
  open var presentingViewController: UIViewController? {
    links.presenting ?? parent?.presentingViewController
  }
  /// Arranges the presentation of this controller, or of the one that it is in. Its delegate may be set before.
  open var presentationController: UIPresentationController? {
    if parent != nil { return parent?.presentationController }
    return ownPresentation()
  }
  /// For a controller whose style is `.popover`; else nil. [docs]
  open var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }

  /// Made for the style; alerts have their own.
  func makePresentation() -> UIPresentationController { presentationOfStyle() }

  /// True from the presentation's start to its end, so in `viewWillAppear(_:)` and `viewDidAppear(_:)`. [docs]
  open var isBeingPresented: Bool { links.isBeingPresented || parent?.isBeingPresented == true }
  /// True from the dismissal's start to its end, so in `viewWillDisappear(_:)` and `viewDidDisappear(_:)`. [docs]
  open var isBeingDismissed: Bool { links.isBeingDismissed || parent?.isBeingDismissed == true }
  /// True from `addChild(_:)`, or a push, to `didMove(toParent:)`. [docs]
  open var isMovingToParent: Bool { links.isMovingToParent }
  /// True from `willMove(toParent:)` with nil, or a pop, until the controller is out. [docs]
  open var isMovingFromParent: Bool { links.isMovingFromParent }

  /// Shows another controller over this one: at once without animation, else from the next turn of the main queue on.
  /// - Parameter completion: After the other one's `viewDidAppear(_:)`.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    startPresenting(viewControllerToPresent, animated: flag, completion: completion)
  }

  /// Takes away what this controller presents; if it presents nothing, this controller itself. [docs]
  /// - Parameter completion: After the last `viewDidDisappear(_:)`; at once when there is nothing to take away.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    startDismissing(animated: flag, completion: completion)
  }

  /// The presentation, dismissal, push or pop that this controller takes part in.
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    links.transition ?? links.presented?.links.transition ?? parent?.transitionCoordinator
  }

  /// Leaves the way to show another controller to the container that this one is in; a controller without one presents
  /// it. A navigation controller pushes. [docs]
  open func show(_ vc: UIViewController, sender: Any?) {
    if let parent { parent.show(vc, sender: sender) } else { present(vc, animated: true) }
  }

  // MARK: Children

  /// The nearest navigation controller that this one is in. [docs]
  open var navigationController: UINavigationController? {
    sequence(first: self, next: \.parent).dropFirst().lazy.compactMap { $0 as? UINavigationController }.first
  }

  /// In the order of their adding. [docs]
  open internal(set) var children: [UIViewController] = []
  /// The container that the controller is a child of. [docs]
  open internal(set) weak var parent: UIViewController?

  /// Calls the child's `willMove(toParent:)`; `didMove(toParent:)` is the caller's part. [docs]
  /// Raises for the controller itself and for one that it is in.
  open func addChild(_ childController: UIViewController) {
    refuseAncestor(childController)
    childController.parent?.children.removeAll { $0 === childController }
    childController.willMove(toParent: self)
    childController.parent = self
    childController.links.isMovingToParent = true
    children.append(childController)
  }

  /// Calls `didMove(toParent:)` with nil; `willMove(toParent:)` is the caller's part. [docs]
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    links.isMovingFromParent = false
    didMove(toParent: nil)
  }

  /// Before the controller becomes a child, called by `addChild(_:)`; with nil before it is removed, called by the
  /// container. Call super. [docs]
  open func willMove(toParent parent: UIViewController?) {
    if parent == nil { links.isMovingFromParent = true }
  }

  /// After the controller has become a child, called by the container; with nil after `removeFromParent()`, which
  /// calls it. [docs]
  open func didMove(toParent parent: UIViewController?) { links.isMovingToParent = false }

  // MARK: Appearance

  /// Whether children appear and disappear with this controller by themselves; if not, the controller calls
  /// `beginAppearanceTransition(_:animated:)` and `endAppearanceTransition()` of its children. [docs]
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  /// Calls `viewWillAppear(_:)` or `viewWillDisappear(_:)`. For containers that forward by hand. [docs]
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    beginAppearance(isAppearing, animated: animated)
  }

  /// Calls `viewDidAppear(_:)` or `viewDidDisappear(_:)`. [docs]
  open func endAppearanceTransition() { endAppearance() }
}
