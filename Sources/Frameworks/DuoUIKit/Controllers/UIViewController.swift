import Foundation
import PhoneModel

/// Manages a view and its life on screen. [docs]
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  private enum Appearance { case disappeared, appearing, isAppearing, appeared }

  private var loadedView: UIView?
  private var appearance = Appearance.disappeared

  public override init() { super.init() }

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

  open var title: String?
  /// Added to what bars take from the safe area.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero

  // MARK: View

  /// Loads the view when it is first asked for.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue?.controller = self
    }
  }

  public var viewIfLoaded: UIView? { loadedView }
  public var isViewLoaded: Bool { loadedView != nil }

  public func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Makes an empty view; override to make another one, without calling super. [docs]
  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewIsAppearing(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}

  /// Changes the view's constraints; call super last. [docs]
  open func updateViewConstraints() { viewIfLoaded?.updateConstraints() }

  // MARK: Properties

  private var propertiesNeedUpdate = true

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
    tracking({ self.updateProperties() }, onChange: { [weak self] in self?.setNeedsUpdateProperties() })
  }

  open override var next: UIResponder? { loadedView?.superview ?? parent }

  // MARK: Size, traits, orientation

  /// Called before the view's size changes; children are told by super. [docs]
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children { child.viewWillTransition(to: size, with: coordinator) }
  }

  /// Called before the traits change; children are told by super. [docs]
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children { child.willTransition(to: newCollection, with: coordinator) }
  }

  open var traitCollection: UITraitCollection {
    loadedView?.traitCollection
      ?? UITraitCollection(size: UIScreen.main.bounds.size, displayScale: UIScreen.main.scale)
  }

  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// On a phone everything but upside down. [docs]
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  open var shouldAutorotate: Bool { true }

  // MARK: Children

  public private(set) var children: [UIViewController] = []
  public private(set) weak var parent: UIViewController?

  open func addChild(_ childController: UIViewController) {
    childController.parent?.children.removeAll { $0 === childController }
    childController.willMove(toParent: self)
    childController.parent = self
    children.append(childController)
  }

  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: Appearance, driven by windows

  var isAboutToAppear: Bool { appearance == .appearing }

  func willAppear() {
    guard appearance == .disappeared else { return }
    appearance = .appearing
    viewWillAppear(false)
  }

  func isAppearing() {
    guard appearance == .appearing else { return }
    appearance = .isAppearing
    viewIsAppearing(false)
  }

  func didAppear() {
    guard appearance == .isAppearing else { return }
    appearance = .appeared
    viewDidAppear(false)
  }

  func willDisappear() {
    guard appearance != .disappeared else { return }
    viewWillDisappear(false)
  }

  func didDisappear() {
    guard appearance != .disappeared else { return }
    appearance = .disappeared
    viewDidDisappear(false)
  }
}
