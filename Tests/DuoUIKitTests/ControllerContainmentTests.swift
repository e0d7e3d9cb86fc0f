import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct ControllerContainmentTests {
  @Test func childrenOfManualContainersAppearByHand() async {
    await #expect(processExitsWith: .success) { try await ContainmentStories.byHand() }
  }

  @Test func unbalancedCallsAreLogged() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await ContainmentStories.unbalanced()
    }
    let line = "Unbalanced calls to begin/end appearance transitions for <StoryController"
    #expect(said(result).components(separatedBy: line).count == 3)
  }

  @Test func aViewInTheWrongParentRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await ContainmentStories.wrongParent()
    }
    #expect(
      said(result).contains("'UIViewControllerHierarchyInconsistency', reason: 'child view controller:"))
    #expect(said(result).contains("but requested parent is:<StoryController"))
    let root = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await ContainmentStories.rootElsewhere()
    }
    #expect(said(root).contains("should have parent view controller:(null) but requested parent is:"))
    let shared = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let other = StoryController("B")
        StoryController("A").view = other.view
        other.tell("is still there")
      }
    }
    #expect(
      said(shared).contains("A view can only be associated with at most one view controller at a time!"))
  }

  @Test func flagsSayWhyAChildMoves() async {
    await #expect(processExitsWith: .success) { try await ContainmentStories.flags() }
  }

  @Test @MainActor func sizesOfChildren() {
    final class Halving: UIViewController {
      var told: [CGSize] = []
      override func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
      ) -> CGSize { CGSize(width: parentSize.width / 2, height: parentSize.height) }
      override func preferredContentSizeDidChange(
        forChildContentContainer container: any UIContentContainer
      ) { told.append(container.preferredContentSize) }
    }
    let (parent, child) = (Halving(), StoryController("C"))
    parent.addChild(child)
    let transition = ViewTransition(seconds: 0, in: UIView())
    parent.viewWillTransition(to: CGSize(width: 100, height: 40), with: transition)
    child.view.frame.size = CGSize(width: 25, height: 40)
    // A child that keeps its size is not told.
    parent.viewWillTransition(to: CGSize(width: 50, height: 40), with: transition)
    #expect(Story.take() == ["C willMove in", "C willTransition to 50x40", "C loadView"])
    child.preferredContentSize = CGSize(width: 5, height: 6)
    child.preferredContentSize = CGSize(width: 5, height: 6)
    #expect(parent.told == [CGSize(width: 5, height: 6)])
  }

  @Test func anOrientationIsRequestedUntilThePhoneIsTurned() async {
    await #expect(processExitsWith: .success) { try await ContainmentStories.request() }
  }

  @Test func whatCannotBeRequestedIsRefused() async {
    await #expect(processExitsWith: .success) { try await ContainmentStories.refusals() }
  }

  @Test func supportedOrientationsAreReadAgainWhenAsked() async {
    await #expect(processExitsWith: .success) { try await ContainmentStories.readAgain() }
  }
}

@MainActor
enum ContainmentStories {
  final class Manual: StoryController {
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
  }

  static func byHand() async throws {
    let stage = try Stage()
    let (parent, child, grandchild) = (Manual("P"), StoryController("C"), StoryController("G"))
    await stage.root(parent)
    parent.addChild(child)
    child.addChild(grandchild)
    child.view.addSubview(grandchild.view)
    parent.view.addSubview(child.view)
    await stage.settle()
    #expect(!Story.take().contains { $0.contains("ppear") })
    child.beginAppearanceTransition(true, animated: true)
    #expect(Story.take() == ["C willAppear animated moving-to", "G willAppear animated moving-to"])
    child.view.setNeedsLayout()
    await stage.settle()
    #expect(Story.take() == ["C isAppearing 0x0", "G isAppearing 0x0"])
    child.endAppearanceTransition()
    #expect(Story.take() == ["C didAppear animated moving-to", "G didAppear animated moving-to"])
    // Turned round halfway.
    child.beginAppearanceTransition(false, animated: false)
    child.beginAppearanceTransition(true, animated: false)
    child.endAppearanceTransition()
    #expect(
      Story.take() == [
        "C willDisappear", "G willDisappear", "C willAppear", "G willAppear", "C isAppearing 0x0",
        "C didAppear", "G isAppearing 0x0", "G didAppear",
      ])
    child.view.removeFromSuperview()
    #expect(Story.take() == [])
  }

  static func unbalanced() async throws {
    let stage = try Stage()
    let (parent, child) = (Manual("P"), StoryController("C"))
    await stage.root(parent)
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.endAppearanceTransition()
    child.beginAppearanceTransition(true, animated: false)
    child.beginAppearanceTransition(true, animated: false)
    child.endAppearanceTransition()
  }

  static func wrongParent() async throws {
    let stage = try Stage()
    let (a, b, child) = (StoryController("A"), StoryController("B"), StoryController("C"))
    await stage.root(a)
    b.addChild(child)
    // Outside a window nobody looks.
    let box = UIView()
    box.addSubview(child.view)
    child.view.removeFromSuperview()
    a.view.addSubview(child.view)
  }

  static func rootElsewhere() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    stage.window.addSubview(b.view)
    b.view.addSubview(a.view)
  }

  static func flags() async throws {
    let stage = try Stage()
    let parent = await stage.root(StoryController("P"))
    let child = StoryController("C")
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    await stage.settle()
    #expect(
      Story.take() == [
        "C willMove in", "C loadView", "C willAppear moving-to", "C didMove in", "C isAppearing 0x0",
        "C didAppear",
      ])
    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
    #expect(
      Story.take() == [
        "C willMove out", "C willDisappear moving-from", "C didDisappear moving-from", "C didMove out",
      ])
    #expect(!child.isMovingFromParent && !child.isMovingToParent)
  }

  static func request() async throws {
    let stage = try Stage()
    await stage.root(StoryController("A"))
    func ask(_ mask: UIInterfaceOrientationMask) async {
      stage.scene.requestGeometryUpdate(.iOS(interfaceOrientations: mask)) { _ in Story.add("refused") }
      await stage.settle()
    }
    await ask(.landscapeLeft)
    #expect(stage.scene.interfaceOrientation == .landscapeLeft)
    #expect(stage.phone.state.app.interfaceTurn == 3)
    #expect(stage.window.bounds.size == CGSize(width: 678, height: 466))
    await ask(.portrait)
    #expect(stage.scene.interfaceOrientation == .portrait)
    await ask(.landscapeRight)
    // Turned in the hand: the interface follows the hold again.
    await stage.send(.turn(3))
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    await stage.send(.turn(1))
    #expect(stage.scene.interfaceOrientation == .portrait)
    // On the inner display no letterbox, and a fold ends the wish.
    await ask(.landscapeLeft)
    await stage.send(.pose("open-landscape", over: .zero))
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    await ask(.portrait)
    #expect(stage.window.bounds.size == CGSize(width: 669, height: 951))
    #expect(!Story.take().contains("refused"))
  }

  static func refusals() async throws {
    let stage = try Stage(pose: "open-landscape")
    final class Upright: StoryController {
      override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        [.portrait, .landscapeRight]
      }
    }
    await stage.root(Upright("A"))
    var errors: [NSError] = []
    func ask() async {
      stage.scene.requestGeometryUpdate(.iOS(interfaceOrientations: .landscapeLeft)) {
        errors.append($0 as NSError)
      }
      await stage.settle()
    }
    await ask()
    await stage.send(.splitView(true))
    await ask()
    await stage.send(.background)
    await ask()
    #expect(errors.map(\.code) == [101, 101, 101])
    #expect(errors.map(\.domain) == Array(repeating: "UISceneErrorDomain", count: 3))
    #expect(
      errors.first?.localizedDescription
        == "None of the requested orientations are supported by the view controller. Requested: landscapeLeft; "
        + "Supported: portrait, landscapeRight")
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    // A mask of none changes nothing.
    stage.scene.requestGeometryUpdate(UIWindowScene.GeometryPreferences.iOS())
    #expect(stage.scene.orientationWish == nil)
  }

  final class Changing: StoryController {
    var mask = UIInterfaceOrientationMask.portrait
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { mask }
  }

  static func readAgain() async throws {
    let stage = try Stage()
    let a = await stage.root(Changing("A"))
    a.mask = .landscape
    await stage.settle()
    #expect(stage.scene.interfaceOrientation == .portrait)
    a.setNeedsUpdateOfSupportedInterfaceOrientations()
    a.setNeedsUpdateOfSupportedInterfaceOrientations()
    #expect(stage.scene.interfaceOrientation == .portrait)
    await stage.settle()
    #expect(stage.scene.interfaceOrientation == .landscapeRight)
    #expect(stage.phone.state.app.interfaceTurn == 1)
  }
}
