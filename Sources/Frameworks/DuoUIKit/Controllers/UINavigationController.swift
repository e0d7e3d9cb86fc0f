import DuoFoundation
import Foundation

/// A stack of controllers, the top one shown under a bar. [docs]
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
  /// Seconds that a push or pop takes with animation. UIKit's own number is not published. [assumed]
  static let pushSeconds: TimeInterval = 0.35

  public let navigationBar = UINavigationBar(frame: .zero)
  /// Told before and after another controller is shown. [docs]
  open weak var delegate: (any UINavigationControllerDelegate)?
  private var stack: [UIViewController] = []
  private(set) var shown: UIViewController?
  private var isMoving = false
  private var nextIsAnimated = false
  private var nextIsPush = true
  /// Controllers that were told that they leave, until the transition has ended.
  private var leaving: [UIViewController] = []
  /// Controllers that were told that they come, until they are there.
  private var arriving: [UIViewController] = []
  private var isBarHidden = false

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    navigationBar.goBack = { [weak self] in _ = self?.popViewController(animated: true) }
  }

  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    navigationBar.goBack = { [weak self] in _ = self?.popViewController(animated: true) }
    setViewControllers([rootViewController], animated: false)
  }

  /// Stops the process: Diptych reads no storyboards and nibs.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Stack

  /// From the root to the one that is shown; setting it is `setViewControllers(_:animated:)` without animation.
  /// [docs]
  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }
  /// The one that is shown. [docs]
  open var topViewController: UIViewController? { stack.last }
  /// What the person sees: what the top controller, or this one, presents; else the top one. [docs]
  open var visibleViewController: UIViewController? {
    guard let presented = links.presented else { return topViewController }
    return (presented as? UINavigationController)?.visibleViewController ?? presented
  }

  /// Shows another controller in the view's next layout. Raises for a navigation controller, and for one that is in the
  /// stack already. [docs]
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    if viewController is UINavigationController {
      raise(.invalidArgument, "Pushing a navigation controller is not supported")
    }
    if stack.contains(where: { $0 === viewController }) {
      raise(
        .invalidArgument,
        "Pushing the same view controller instance more than once is not supported (\(viewController))")
    }
    take(stack + [viewController], animated: animated, isPush: true)
  }

  /// Pushes the controller. [docs]
  open override func show(_ vc: UIViewController, sender: Any?) { pushViewController(vc, animated: true) }

  /// - Returns: what leaves; nil when only the root is left. [docs]
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1, let top = stack.last else { return nil }
    take(stack.dropLast(), animated: animated, isPush: false)
    return top
  }

  /// - Returns: What was taken off, from the lowest to the top. [docs]
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    stack.first.flatMap { popToViewController($0, animated: animated) }
  }

  /// Raises for a controller that is not in the stack. [docs]
  @discardableResult
  open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
    guard let index = stack.firstIndex(where: { $0 === viewController }) else {
      raise(.internalInconsistency, "Tried to pop to a view controller that doesn't exist.")
    }
    let gone = Array(stack[(index + 1)...])
    if gone.isEmpty { return nil }
    take(Array(stack[...index]), animated: animated, isPush: false)
    return gone
  }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    let isPush = !(viewControllers.last.map { new in stack.contains { $0 === new } } ?? false)
    take(viewControllers, animated: animated, isPush: isPush)
  }

  open override var childForStatusBarHidden: UIViewController? { topViewController }
  open override var childForStatusBarStyle: UIViewController? { topViewController }
  open override var childForHomeIndicatorAutoHidden: UIViewController? { topViewController }

  /// What the delegate says; else this controller's own, whatever the top one supports. [docs]
  open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    delegate?.navigationControllerSupportedInterfaceOrientations(self) ?? super.supportedInterfaceOrientations
  }

  private func take(_ new: [UIViewController], animated: Bool, isPush: Bool) {
    let gone = stack.filter { old in !new.contains { $0 === old } }
    let added = new.filter { fresh in !stack.contains { $0 === fresh } }
    stack = new
    for controller in gone.reversed() { controller.willMove(toParent: nil) }
    leaving += gone
    for controller in added where controller.parent !== self { addChild(controller) }
    arriving += added
    nextIsAnimated = animated
    nextIsPush = isPush
    guard viewIfLoaded?.window != nil else {
      if isViewLoaded { showTop(animated: false) } else { settle() }
      return
    }
    view.setNeedsLayout()
  }

  // MARK: Bar

  /// Without the bar the content's safe area is larger. [docs]
  open var isNavigationBarHidden: Bool {
    get { isBarHidden }
    set { setNavigationBarHidden(newValue, animated: false) }
  }

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != isBarHidden else { return }
    isBarHidden = hidden
    navigationBar.isHidden = hidden
    for controller in stack { giveRoom(to: controller) }
    viewIfLoaded?.setNeedsLayout()
  }

  // MARK: View

  open override func loadView() {
    view = NavigationView(self, frame: UIScreen.main.bounds)
    view.addSubview(navigationBar)
    showTop(animated: false)
  }

  /// Pushes and pops begin in a layout of the view. [forum]
  func layoutNavigation() {
    let top = view.safeAreaInsets.top
    navigationBar.frame = CGRect(x: 0, y: top, width: view.bounds.width, height: UINavigationBar.height)
    if !isMoving, shown !== stack.last || !arriving.isEmpty || !leaving.isEmpty {
      showTop(animated: nextIsAnimated)
    }
    if !isMoving, let shown { place(shown) }
  }

  private func place(_ controller: UIViewController) {
    giveRoom(to: controller)
    controller.view.frame = frame(of: controller)
  }

  /// Under the bar, unless the controller's view does not extend there. [docs]
  private func frame(of controller: UIViewController) -> CGRect {
    guard !controller.edgesForExtendedLayout.contains(.top), !isBarHidden else { return view.bounds }
    let top = view.safeAreaInsets.top + UINavigationBar.height
    return CGRect(x: 0, y: top, width: view.bounds.width, height: max(view.bounds.height - top, 0))
  }

  private func giveRoom(to controller: UIViewController) {
    let isUnder = controller.edgesForExtendedLayout.contains(.top) && !isBarHidden
    controller.links.barInsets.top = isUnder ? UINavigationBar.height : 0
    controller.viewIfLoaded?.insetsMayDiffer(.own)
  }

  // MARK: Transitions

  private func showTop(animated: Bool) {
    guard !isMoving else { return }
    guard let new = stack.last else { return showNothing() }
    let old = shown
    guard old !== new else { return settle() }
    shown = new
    isMoving = true
    let isShowing = view.window?.isShowing == true
    let seconds = isShowing && animated && old != nil ? Self.pushSeconds : 0
    var sides: [UITransitionContextViewControllerKey: UIViewController] = [.to: new]
    sides[.from] = old
    let transition = ViewTransition(seconds: seconds, controllers: sides, in: view, moves: [.from, .to])
    new.links.transition = transition
    links.transition = transition
    new.loadViewIfNeeded()
    if isShowing {
      old?.beginAppearance(false, animated: seconds > 0)
      new.beginAppearance(true, animated: seconds > 0)
      delegate?.navigationController(self, willShow: new, animated: seconds > 0)
    }
    navigationBar.items = stack.map(\.navigationItem)
    new.holdingAppearance { view.insertSubview(new.view, belowSubview: navigationBar) }
    place(new)
    new.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if isShowing {
      new.isAppearingNow()
      view.layoutIfNeeded()
    }
    let (final, isPush) = (new.view.frame, nextIsPush)
    let way = view.isRightToLeft ? -final.width : final.width
    let come = arriving
    arriving = []
    func end() { finish(transition, from: old, to: new, arrived: come, isShowing: isShowing) }
    guard seconds > 0 else {
      transition.runAlongside()
      return end()
    }
    if !isPush, let old { view.insertSubview(new.view, belowSubview: old.view) }
    UIView.performWithoutAnimation {
      new.view.frame = final.offsetBy(dx: isPush ? way : -way * 0.3, dy: 0)
    }
    UIView.animate(withDuration: seconds) {
      new.view.frame = final
      if let oldView = old?.viewIfLoaded {
        oldView.frame = oldView.frame.offsetBy(dx: isPush ? -way * 0.3 : way, dy: 0)
      }
      transition.runAlongside()
    } completion: { _ in
      end()
    }
  }

  /// An empty stack shows the bar only.
  private func showNothing() {
    shown?.viewIfLoaded?.removeFromSuperview()
    shown = nil
    settle()
  }

  private func finish(
    _ transition: ViewTransition, from old: UIViewController?, to new: UIViewController,
    arrived: [UIViewController], isShowing: Bool
  ) {
    old.map { old in old.holdingAppearance { old.viewIfLoaded?.removeFromSuperview() } }
    if isShowing {
      if let old, old.appearance.stage == .disappearing { old.endAppearance() }
      new.endAppearanceUnderWay()
    }
    isMoving = false
    settle(arrived: arrived)
    transition.complete()
    if isShowing { delegate?.navigationController(self, didShow: new, animated: transition.isAnimated) }
    systemBarsChanged()
    if shown !== stack.last { view.setNeedsLayout() }
  }

  /// Tells those who came and went that they are there, and gone.
  private func settle(arrived: [UIViewController]? = nil) {
    let come = arrived ?? arriving
    if arrived == nil { arriving = [] }
    let gone = leaving.filter { old in !stack.contains { $0 === old } }
    leaving = []
    for controller in gone where controller.parent === self { controller.removeFromParent() }
    for controller in come where controller.parent === self { controller.didMove(toParent: self) }
    navigationBar.items = stack.map(\.navigationItem)
  }
}

/// Is told what a navigation controller shows. Every method may be left out. [docs]
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
  func navigationControllerSupportedInterfaceOrientations(
    _ navigationController: UINavigationController
  ) -> UIInterfaceOrientationMask
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) {}
  public func navigationControllerSupportedInterfaceOrientations(
    _ navigationController: UINavigationController
  ) -> UIInterfaceOrientationMask { .allButUpsideDown }
}

/// Tells its controller to lay out bar and top view.
@MainActor
final class NavigationView: UIView {
  private weak var owner: UINavigationController?

  init(_ owner: UINavigationController, frame: CGRect) {
    self.owner = owner
    super.init(frame: frame)
    clipsToBounds = true
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func layoutSubviews() {
    super.layoutSubviews()
    owner?.layoutNavigation()
  }
}
