import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

@Suite struct UIViewControllerTests {
  @Test func childrenAppearWithTheirViews() async {
    await #expect(processExitsWith: .success) { try await ControllerStories.children() }
  }

  @Test func anotherRootTakesOver() async {
    await #expect(processExitsWith: .success) { try await ControllerStories.anotherRoot() }
  }

  @Test func hidingTheWindowDisappears() async {
    await #expect(processExitsWith: .success) { try await ControllerStories.hiding() }
  }

  @Test func layoutComesOnceForManyRequests() async {
    await #expect(processExitsWith: .success) { try await ControllerStories.layout() }
  }

  @Test @MainActor func viewsLoadWhenTheyAreAskedFor() {
    final class Loading: UIViewController {
      var loads: [String] = []
      override func loadView() {
        loads.append("loadView")
        view = UIView()
      }
      override func viewDidLoad() { loads.append("viewDidLoad") }
    }
    let controller = Loading()
    #expect(!controller.isViewLoaded && controller.viewIfLoaded == nil)
    _ = controller.view
    controller.loadViewIfNeeded()
    _ = controller.view
    #expect(controller.loads == ["loadView", "viewDidLoad"])
    #expect(controller.isViewLoaded && controller.viewIfLoaded === controller.view)
    #expect(controller.view.next === controller)
  }

  class OwnInit: UIViewController {
    let number: Int
    init(number: Int) {
      self.number = number
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { fatalError("unused") }
  }

  @Test @MainActor func initialisersOfApps() {
    #expect(OwnInit(number: 3).number == 3)
    let made: UIViewController = NSObject.create(RecordingController.self)
    #expect((made as? RecordingController)?.name == "controller")
  }

  @Test @MainActor func parentsAreTold() {
    final class Told: UIViewController {
      var story: [String] = []
      override func willMove(toParent parent: UIViewController?) { story.append("will \(parent != nil)") }
      override func didMove(toParent parent: UIViewController?) { story.append("did \(parent != nil)") }
    }
    let (parent, child) = (UIViewController(), Told())
    parent.addChild(child)
    child.didMove(toParent: parent)
    #expect(child.parent === parent && parent.children == [child])
    child.willMove(toParent: nil)
    child.removeFromParent()
    #expect(child.parent == nil && parent.children == [])
    #expect(child.story == ["will true", "did true", "will false", "did false"])
    let other = UIViewController()
    parent.addChild(child)
    other.addChild(child)
    #expect(parent.children == [] && other.children == [child])
  }
}

@MainActor
enum ControllerStories {
  static func children() async throws {
    let stage = try Stage()
    await stage.settle()
    let root = stage.scene.keyWindow!.rootViewController!
    _ = Story.take()
    let child = RecordingController()
    child.name = "child"
    root.addChild(child)
    child.view.frame = CGRect(x: 0, y: 0, width: 50, height: 60)
    root.view.addSubview(child.view)
    child.didMove(toParent: root)
    await stage.settle()
    let story = Story.take()
    #expect(
      story.filter { $0.hasPrefix("child") } == [
        "child loadView", "child viewDidLoad", "child viewWillAppear",
        "child viewIsAppearing 50x60 in window",
        "child viewWillLayoutSubviews", "child viewDidLayoutSubviews", "child viewDidAppear",
      ])
    #expect(!story.contains("controller viewWillAppear"))
    await stage.send(.pose("open-landscape", over: .zero))
    let moved = Story.take()
    #expect(moved.contains("child viewWillTransition to 951x669, still 50x60 portrait"))
    #expect(moved.contains("child willTransition traits"))
    child.view.removeFromSuperview()
    #expect(
      Story.take().filter { $0.hasPrefix("child") } == ["child viewWillDisappear", "child viewDidDisappear"])
    await stage.settle()
    #expect(!Story.take().contains { $0.hasPrefix("child") })
  }

  static func anotherRoot() async throws {
    let stage = try Stage()
    await stage.settle()
    _ = Story.take()
    let second = RecordingController()
    second.name = "second"
    let window = stage.scene.keyWindow!
    let first = window.rootViewController!
    window.rootViewController = second
    await stage.settle()
    #expect(
      Story.take() == [
        "controller viewWillDisappear", "view didMoveToWindow nil", "controller viewDidDisappear",
        "second loadView", "second viewDidLoad", "second viewWillAppear", "view didMoveToWindow window",
        "second viewIsAppearing 466x678 in window", "second viewWillLayoutSubviews",
        "view layoutSubviews 466x678",
        "second viewDidLayoutSubviews", "second viewDidAppear",
      ])
    #expect(first.view.window == nil && second.view.superview === window)
    window.rootViewController = nil
    #expect(window.subviews == [])
  }

  static func hiding() async throws {
    let stage = try Stage()
    await stage.settle()
    _ = Story.take()
    let window = stage.scene.keyWindow!
    let leaf = window.rootViewController!.view.layer
    #expect(leaf.attachment.placement?.display == "outer")
    window.isHidden = true
    #expect(Story.take() == ["controller viewWillDisappear", "controller viewDidDisappear"])
    #expect(leaf.attachment.placement == nil)
    window.isHidden = false
    await stage.settle()
    #expect(
      Story.take().filter { $0.contains("ppear") } == [
        "controller viewWillAppear", "controller viewIsAppearing 466x678 in window",
        "controller viewDidAppear",
      ])
    #expect(leaf.attachment.placement?.display == "outer")
    window.windowScene = nil
    #expect(leaf.attachment.placement == nil && stage.scene.windows == [])
  }

  static func layout() async throws {
    let stage = try Stage()
    await stage.settle()
    _ = Story.take()
    let view = stage.scene.keyWindow!.rootViewController!.view!
    view.setNeedsLayout()
    view.setNeedsLayout()
    view.addSubview(UIView())
    #expect(Story.take() == [])
    await stage.settle()
    #expect(
      Story.take() == [
        "controller viewWillLayoutSubviews", "view layoutSubviews 466x678",
        "controller viewDidLayoutSubviews",
      ])
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(Story.take().count == 3)
    await stage.settle()
    #expect(Story.take() == [])
    // Asked for on another thread, done on the main one.
    let layer = view.layer
    nonisolated(unsafe) let handed = layer
    await Task.detached { handed.setNeedsLayout() }.value
    await stage.settle()
    #expect(Story.take().count == 3)
  }
}
