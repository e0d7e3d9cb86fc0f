import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct NavigationTests {
  @Test func pushAndPopInUIKitsOrder() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.pushAndPop() }
  }

  @Test func stacksAreSetAtOnceOrByParts() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.stacks() }
  }

  @Test func whatIsPushedMeanwhileComesAfterwards() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.meanwhile() }
  }

  @Test func theBarTakesRoomAndCanBeHidden() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.room() }
  }

  @Test func barButtonsArePressed() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.buttons() }
  }

  @Test func itAppearsWithItsTopOnly() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.presented() }
  }

  @Test func whatLiesBelowHearsOfOpeningAndClosing() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.below() }
  }

  @Test func itsOwnOrientationsCount() async {
    await #expect(processExitsWith: .success) { try await NavigationStories.orientations() }
  }

  @Test func whatAppleRaisesIsRaised() async {
    let twice = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let root = UIViewController()
        UINavigationController(rootViewController: root).pushViewController(root, animated: true)
      }
    }
    #expect(said(twice).contains("Pushing the same view controller instance more than once is not supported"))
    let nested = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        UINavigationController().pushViewController(UINavigationController(), animated: true)
      }
    }
    #expect(said(nested).contains("Pushing a navigation controller is not supported"))
    let nowhere = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let stack = UINavigationController(rootViewController: UIViewController())
        stack.popToViewController(UIViewController(), animated: true)
      }
    }
    #expect(said(nowhere).contains("Tried to pop to a view controller that doesn't exist."))
  }

  @Test @MainActor func aStackWithoutAWindow() {
    let (a, b) = (StoryController("A"), StoryController("B"))
    let stack = UINavigationController(rootViewController: a)
    #expect(Story.take() == ["A willMove in", "A didMove in"])
    stack.pushViewController(b, animated: true)
    #expect(stack.topViewController === b && stack.viewControllers == [a, b])
    #expect(b.navigationController === stack && a.navigationController === stack)
    #expect(stack.popViewController(animated: true) === b)
    #expect(stack.popViewController(animated: true) == nil)
    #expect(b.parent == nil && b.navigationController == nil)
    #expect(Story.take() == ["B willMove in", "B didMove in", "B willMove out", "B didMove out"])
    #expect(!stack.isViewLoaded && stack.visibleViewController === a)
  }
}

@MainActor
enum NavigationStories {
  final class Told: NSObject, UINavigationControllerDelegate {
    func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController,
      animated: Bool
    ) { Story.add("willShow \((viewController as? StoryController)?.name ?? "?") \(animated)") }
    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) { Story.add("didShow \((viewController as? StoryController)?.name ?? "?") \(animated)") }
  }

  static func pushAndPop() async throws {
    let stage = try Stage()
    let (a, b) = (StoryController("A"), StoryController("B"))
    let stack = await stage.root(UINavigationController(rootViewController: a))
    let told = Told()
    stack.delegate = told
    stack.pushViewController(b, animated: true)
    #expect(Story.take() == ["B willMove in"])
    #expect(stack.topViewController === b)
    await stage.settle()
    #expect(
      Story.take() == [
        "B loadView", "A willDisappear animated", "B willAppear animated moving-to", "willShow B true",
        "B isAppearing 466x678",
      ])
    await stage.advance(1)
    #expect(
      Story.take() == [
        "A didDisappear animated", "B didAppear animated moving-to", "B didMove in", "didShow B true",
      ])
    #expect(a.view.superview == nil && b.view.isDescendant(of: stack.view))

    stack.popViewController(animated: true)
    await stage.finish()
    #expect(
      Story.take() == [
        "B willMove out", "B willDisappear animated moving-from", "A willAppear animated", "willShow A true",
        "A isAppearing 466x678", "B didDisappear animated moving-from", "A didAppear animated",
        "B didMove out", "didShow A true",
      ])
    #expect(stack.children == [a] && b.view.window == nil)
  }

  static func stacks() async throws {
    let stage = try Stage()
    let all = ["A", "B", "C", "D"].map { StoryController($0) }
    let stack = await stage.root(UINavigationController(rootViewController: all[0]))
    stack.setViewControllers(all, animated: false)
    await stage.settle()
    let story = Story.take()
    #expect(story.filter { $0.contains("loadView") } == ["D loadView"])
    #expect(story.suffix(2) == ["C didMove in", "D didMove in"] || story.contains("D didMove in"))
    #expect(stack.popToViewController(all[1], animated: false) == [all[2], all[3]])
    await stage.settle()
    #expect(all[1].view.window != nil && all[3].view.window == nil && all[2].parent == nil)
    #expect(stack.popToRootViewController(animated: false) == [all[1]])
    await stage.settle()
    #expect(stack.popToRootViewController(animated: false) == nil)
    stack.viewControllers = [all[3]]
    await stage.settle()
    #expect(stack.children == [all[3]] && all[3].view.window != nil && all[0].view.window == nil)
  }

  static func meanwhile() async throws {
    let stage = try Stage()
    let all = ["A", "B", "C"].map { StoryController($0) }
    let stack = await stage.root(UINavigationController(rootViewController: all[0]))
    stack.pushViewController(all[1], animated: true)
    await stage.settle()
    stack.pushViewController(all[2], animated: true)
    await stage.finish()
    await stage.finish()
    let shown = Story.take().filter { $0.contains("didAppear") || $0.contains("didDisappear") }
    #expect(
      shown == [
        "A didDisappear animated", "B didAppear animated moving-to", "B didDisappear animated",
        "C didAppear animated moving-to",
      ])
    #expect(stack.children == all && all[2].view.window != nil && all[1].view.window == nil)
  }

  static func room() async throws {
    let stage = try Stage()
    let a = StoryController("A")
    let stack = await stage.root(UINavigationController(rootViewController: a))
    let above = stack.view.safeAreaInsets.top
    #expect(a.view.frame == stack.view.bounds)
    #expect(a.view.safeAreaInsets.top == above + 44)
    #expect(stack.navigationBar.frame == CGRect(x: 0, y: above, width: 466, height: 44))
    a.edgesForExtendedLayout = []
    stack.view.setNeedsLayout()
    await stage.settle()
    #expect(a.view.frame.minY == above + 44 && a.view.safeAreaInsets.top == 0)
    a.edgesForExtendedLayout = .all
    stack.setNavigationBarHidden(true, animated: false)
    await stage.settle()
    #expect(a.view.safeAreaInsets.top == above && stack.navigationBar.isHidden)
    #expect(stack.isNavigationBarHidden)
    stack.isNavigationBarHidden = false
    await stage.send(.pose("open-landscape", over: .zero))
    #expect(a.view.frame == CGRect(x: 0, y: 0, width: 951, height: 669))
    #expect(stack.navigationBar.frame.width == 951)
    #expect(Story.take().contains("A willTransition to 951x669"))
  }

  final class SizeNotes: UIViewController {
    var sizes: [String] = []
    override func viewWillTransition(
      to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      super.viewWillTransition(to: size, with: coordinator)
      sizes.append("\(Int(size.width))x\(Int(size.height))")
    }
  }

  /// A controller below the top one is told whatever the one on top is told, in turn.
  static func below() async throws {
    let stage = try Stage()
    let (lower, upper) = (SizeNotes(), SizeNotes())
    let stack = await stage.root(UINavigationController(rootViewController: lower))
    stack.pushViewController(upper, animated: false)
    await stage.settle()
    for angle in [180.0, 0, 180] {
      await stage.send(.hinge(to: angle, over: .zero))
      await stage.advance(1)
    }
    #expect(upper.sizes.count == 3 && lower.sizes == upper.sizes)
    // Back on the screen it has the size that it was told, and hears of the next one.
    stack.popViewController(animated: false)
    await stage.settle()
    await stage.advance(1)
    #expect(text(lower.view.bounds.size) == upper.sizes.last)
    await stage.send(.hinge(to: 0, over: .zero))
    await stage.advance(1)
    #expect(lower.sizes.count == 4 && upper.sizes.count == 3 && lower.sizes[3] == lower.sizes[1])
  }

  static func buttons() async throws {
    let stage = try Stage()
    let (a, b) = (StoryController("A"), StoryController("B"))
    a.title = "First"
    let stack = await stage.root(UINavigationController(rootViewController: a))
    final class Target {}
    let target = Target()
    let action = Selector("flip:") { sender in
      Story.add("flip by \((sender as? UIBarButtonItem)?.title ?? "?")")
    }
    let done = UIBarButtonItem(systemItem: .done, primaryAction: UIAction { _ in Story.add("done") })
    a.navigationItem.rightBarButtonItems = [
      done, UIBarButtonItem(title: "Flip", style: .plain, target: target, action: action),
    ]
    await stage.settle()
    await stage.tap("Done")
    await stage.tap("Flip")
    done.isEnabled = false
    await stage.settle()
    await stage.tap("Done")
    #expect(Story.take() == ["done", "flip by Flip"])
    // The first of the right items lies at the edge.
    let bar = stack.navigationBar
    func place(_ name: String) -> CGRect? { bar.descendant(accessibilityIdentifier: name)?.frame }
    #expect((place("Done")?.minX ?? 0) > (place("Flip")?.maxX ?? 999))
    #expect(place("BackButton") == nil)

    stack.pushViewController(b, animated: false)
    await stage.settle()
    #expect(bar.topItem === b.navigationItem && bar.backItem === a.navigationItem)
    #expect(bar.descendant(accessibilityIdentifier: "BackButton")?.accessibilityLabel == "First")
    a.navigationItem.backBarButtonItem = UIBarButtonItem(
      title: "Shoot", style: .plain, target: nil, action: nil)
    stack.navigationBar.layoutIfNeeded()
    #expect(bar.descendant(accessibilityIdentifier: "BackButton")?.accessibilityLabel == "Shoot")
    a.navigationItem.backBarButtonItem = nil
    try await picturesOfItems(bar, b.navigationItem, stage)
    let custom = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 20))
    b.navigationItem.leftBarButtonItem = UIBarButtonItem(customView: custom)
    await stage.settle()
    #expect(place("BackButton") == nil && custom.isDescendant(of: bar))
    b.navigationItem.leftItemsSupplementBackButton = true
    await stage.settle()
    #expect(custom.frame.minX >= place("BackButton")?.maxX ?? 999)
    b.navigationItem.hidesBackButton = true
    await stage.settle()
    #expect(place("BackButton") == nil)
    b.navigationItem.hidesBackButton = false
    await stage.settle()
    await stage.tap("BackButton")
    await stage.finish()
    #expect(stack.topViewController === a && custom.superview == nil)
  }

  /// A picture in the place of a word, and what an action has where the item has neither.
  private static func picturesOfItems(_ bar: UINavigationBar, _ item: UINavigationItem, _ stage: Stage)
    async throws
  {
    let camera = try #require(UIImage(systemName: "camera"))
    let target = StoryController("target")
    let pictured = UIBarButtonItem(
      image: camera, style: .plain, target: target, action: Selector("shoot") { _ in Story.add("shot") })
    pictured.accessibilityIdentifier = "shoot"
    let titled = UIBarButtonItem(primaryAction: UIAction(title: "Zoom") { _ in Story.add("zoomed") })
    let both = UIBarButtonItem(
      primaryAction: UIAction(title: "Bolt", image: UIImage(systemName: "bolt")) { _ in })
    item.rightBarButtonItems = [pictured, titled, both]
    await stage.settle()
    func shown(_ name: String) -> (words: [String], pictures: [UIImage]) {
      let views = bar.descendant(accessibilityIdentifier: name)?.tree.filter { !$0.isHidden } ?? []
      return (
        views.compactMap { ($0 as? UILabel)?.text }, views.compactMap { ($0 as? UIImageView)?.image }
      )
    }
    #expect(shown("shoot").pictures == [camera] && shown("shoot").words == [])
    #expect(shown("Zoom").words == ["Zoom"] && shown("Zoom").pictures == [])
    #expect(shown("Bolt").pictures.count == 1)
    await stage.tap("shoot")
    await stage.tap("Zoom")
    #expect(Story.take().filter { ["shot", "zoomed"].contains($0) } == ["shot", "zoomed"])
    item.rightBarButtonItems = nil
    await stage.settle()
  }

  static func presented() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let (b, c) = (StoryController("B"), StoryController("C"))
    let stack = UINavigationController()
    stack.viewControllers = [b, c]
    _ = Story.take()
    c.navigationItem.title = "C"
    stack.modalPresentationStyle = .fullScreen
    a.present(stack, animated: false)
    #expect(
      Story.take() == [
        "C loadView", "A willDisappear", "C willAppear presented", "C isAppearing 466x678",
        "C didAppear presented", "A didDisappear",
      ])
    #expect(c.presentingViewController === a && stack.visibleViewController === c)
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    c.present(alert, animated: false)
    #expect(alert.presentingViewController === stack && stack.visibleViewController === alert)
    c.dismiss(animated: false)
    #expect(stack.presentedViewController == nil && a.presentedViewController === stack)
    c.dismiss(animated: false)
    #expect(a.presentedViewController == nil)
  }

  final class Sideways: StoryController {
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .landscape }
  }
  final class Asking: UINavigationController {
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
      topViewController?.supportedInterfaceOrientations ?? .all
    }
  }

  static func orientations() async throws {
    let stage = try Stage()
    let plain = await stage.root(UINavigationController(rootViewController: Sideways("A")))
    plain.setNeedsUpdateOfSupportedInterfaceOrientations()
    await stage.settle()
    #expect(stage.scene.interfaceOrientation == .portrait)
    let asking = Asking(rootViewController: StoryController("B"))
    await stage.root(asking)
    asking.pushViewController(Sideways("C"), animated: false)
    await stage.settle()
    asking.setNeedsUpdateOfSupportedInterfaceOrientations()
    await stage.settle()
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
  }
}
