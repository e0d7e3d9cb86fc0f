import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Arrangements and other containers, and touches in them.
@Suite struct ArrangementContainerTests {
  @Test func insideANavigationController() async {
    await #expect(processExitsWith: .success) { try await ArrangementContainerStories.pushed() }
  }

  @Test func navigationInsideIsNoted() async {
    await #expect(processExitsWith: .success) { try await ArrangementContainerStories.inside() }
  }

  @Test func touchesReachWhatLiesBehind() async {
    await #expect(processExitsWith: .success) { try await ArrangementContainerStories.touches() }
  }
}

/// Controls over something that takes touches where they are not.
private final class OverlayView: UIView {
  let button = UIButton(frame: CGRect(x: 20, y: 20, width: 60, height: 60))

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(button)
  }

  required init?(coder: NSCoder) { nil }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self ? nil : hit
  }
}

private final class OverlayController: UIViewController {
  let overlay = OverlayView()
  override func loadView() { view = overlay }
}

@MainActor
enum ArrangementContainerStories {
  static func overlay(
    _ primary: UIViewController, _ secondary: UIViewController
  ) -> UIArrangementViewController {
    let arrangement = UIArrangementViewController()
    arrangement.setViewController(primary, for: .primary)
    arrangement.setViewController(secondary, for: .secondary)
    arrangement.updateArrangement(UIOverlayArrangement())
    return arrangement
  }

  static func pushed() async throws {
    let stage = try Stage(pose: "open-landscape")
    let (first, one, two) = (UIViewController(), UIViewController(), UIViewController())
    let stack = UINavigationController(rootViewController: first)
    stage.scene.windows[0].rootViewController = stack
    await stage.settle()
    let arrangement = overlay(one, two)
    for round in 0..<2 {
      stack.pushViewController(arrangement, animated: false)
      await stage.settle()
      let flat = ArrangementStories.frames([one, two])
      #expect(flat == ["0 0 951x669", "0 0 951x669"], "round \(round)")
      // Both lie under the bar.
      let bar = stack.navigationBar.convert(stack.navigationBar.bounds, to: nil)
      #expect(bar.height == 44 && [one, two].allSatisfy { $0.view.safeAreaInsets.top == bar.maxY })
      await stage.send(.hinge(to: 120, over: .zero))
      #expect(ArrangementStories.frames([one, two]) == ["495.5 0 455.5x669", "0 0 455.5x669"])
      #expect(stack.topViewController === arrangement && one.navigationController === stack)
      stack.popViewController(animated: false)
      await stage.settle()
      #expect(one.view.window == nil && first.view.window != nil && arrangement.children == [one, two])
      await stage.send(.hinge(to: 180, over: .zero))
    }
    #expect(violations(stage) == [])
  }

  static func inside() async throws {
    let stage = try Stage(pose: "open-landscape")
    let (one, two) = (UIViewController(), UIViewController())
    let stack = UINavigationController(rootViewController: two)
    stage.scene.windows[0].rootViewController = overlay(one, stack)
    await stage.settle()
    await stage.send(.hinge(to: 120, over: .zero))
    #expect(ArrangementStories.frames([one, stack]) == ["495.5 0 455.5x669", "0 0 455.5x669"])
    #expect(two.view.window != nil && two.arrangementViewController === one.parent)
    let lines = violations(stage)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("is the secondary view controller of an arrangement") == true)
  }

  static func touches() async throws {
    let stage = try Stage(pose: "open-landscape")
    let (controls, watched) = (OverlayController(), UIViewController())
    stage.scene.windows[0].rootViewController = overlay(controls, watched)
    await stage.settle()
    let button = controls.overlay.button
    #expect(stage.tap(CGPoint(x: 50, y: 50)) === button)
    #expect(stage.tap(CGPoint(x: 500, y: 300)) === watched.view)
    // Bent, they lie beside each other: behind the controls there is nothing that is watched.
    await stage.send(.hinge(to: 120, over: .zero))
    #expect(stage.tap(CGPoint(x: 495.5 + 50, y: 50)) === button)
    #expect(stage.tap(CGPoint(x: 200, y: 300)) === watched.view)
    #expect(stage.tap(CGPoint(x: 700, y: 300)) === controls.parent?.view)
  }

  static func violations(_ stage: Stage) -> [String] {
    stage.phone.log.lines.filter { $0.contains("\"rule\":\"navigation-in-arrangement\"") }
  }
}
