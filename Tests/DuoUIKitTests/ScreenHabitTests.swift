import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// What camera screens do while the phone is folded, and from inside their own callbacks. Each in a process of its own.
@Suite struct ScreenHabitTests {
  @Test func transitionsOfAllKindsSurviveAFold() async {
    await #expect(processExitsWith: .success) { try await ScreenHabitStories.folds() }
  }

  @Test func oneCallbackStartsTheNextPresentation() async {
    await #expect(processExitsWith: .success) { try await ScreenHabitStories.chains() }
  }

  @Test func screensAreReplacedFromWithinATouch() async {
    await #expect(processExitsWith: .success) { try await ScreenHabitStories.replaced() }
  }
}

@MainActor
enum ScreenHabitStories {
  static func fold(_ stage: Stage, to pose: String) async {
    await stage.send(.pose(pose, over: .milliseconds(600)))
    for _ in 0..<20 { await stage.advance(0.1) }
    stage.window.layoutIfNeeded()
  }

  /// The phone is opened while a sheet comes, closed during a push in it, and opened while it goes.
  static func folds() async throws {
    let stage = try FreeRoomStories.stage("closed")
    let a = await stage.root(StoryController("A"))
    let stack = UINavigationController(rootViewController: StoryController("B"))
    a.present(stack, animated: true)
    await stage.settle()
    await fold(stage, to: "open-landscape")
    verify(stack.view.frame.width == 712 && abs(stack.view.frame.midX - 475.5) < 1, "\(stack.view.frame)")
    verify(a.view.frame == stage.window.bounds && stage.window.bounds.width == 951, "\(a.view.frame)")
    verify(stack.navigationBar.frame.minY == 0, "no status bar in a sheet in the middle")
    let c = StoryController("C")
    stack.pushViewController(c, animated: true)
    await stage.settle()
    await fold(stage, to: "closed")
    verify(c.view.window != nil && c.view.frame == stack.view.bounds, "\(c.view.frame)")
    verify(stack.view.frame.width == 466 && stack.view.frame.maxY == 678, "\(stack.view.frame)")
    verify(stack.view.safeAreaInsets.bottom == stage.window.safeAreaInsets.bottom, "the card's own bottom")
    _ = Story.take()
    stack.dismiss(animated: true)
    await stage.settle()
    await fold(stage, to: "open-landscape")
    verify(
      Story.take().filter { $0.contains("didDisappear") } == ["C didDisappear animated dismissed"], "once")
    verify(a.presentedViewController == nil && stack.view.window == nil, "gone")

    // What was covered has the size of where it is uncovered.
    let full = StoryController("F")
    full.modalPresentationStyle = .fullScreen
    a.present(full, animated: false)
    await fold(stage, to: "closed")
    full.dismiss(animated: false)
    await stage.finish()
    verify(a.view.frame == stage.window.bounds && a.view.window === stage.window, "\(a.view.frame)")
  }

  final class Impatient: UIViewController {
    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      if presentedViewController == nil { present(StoryController("P"), animated: true) }
    }
  }

  static func chains() async throws {
    let stage = try Stage()
    let root = await stage.root(Impatient())
    await stage.finish()
    verify((root.presentedViewController as? StoryController)?.name == "P", "from viewDidAppear")
    let sheet = UIAlertController(title: "1", message: nil, preferredStyle: .actionSheet)
    sheet.addAction(
      UIAlertAction(title: "Next", style: .default) { _ in
        let alert = UIAlertController(title: "2", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Fine", style: .default) { _ in Story.add("fine") })
        root.present(alert, animated: true)
      })
    root.dismiss(animated: true) { root.present(sheet, animated: true) }
    for _ in 0..<2 { await stage.finish() }
    verify(root.presentedViewController === sheet, "from the completion of a dismissal")
    await stage.tap("Next")
    for _ in 0..<2 { await stage.finish() }
    _ = Story.take()
    await stage.tap("Fine")
    await stage.finish()
    verify(Story.take() == ["fine"] && root.presentedViewController == nil, "from a handler")
  }

  static func replaced() async throws {
    let stage = try Stage()
    let old = await stage.root(UIViewController())
    let next = StoryController("next")
    let button = UIButton(
      type: .system,
      primaryAction: UIAction(title: "Go") { [unowned old] _ in old.view.window?.rootViewController = next })
    button.accessibilityIdentifier = "Go"
    button.frame = CGRect(x: 100, y: 100, width: 100, height: 50)
    old.view.addSubview(button)
    await stage.tap("Go")
    await stage.finish()
    verify(stage.window.rootViewController === next && button.window == nil, "another root")
    verify(next.view.frame == stage.window.bounds && UIApplication.touchCenter.touches.isEmpty, "at rest")
    let last = StoryController("last")
    UIView.transition(with: stage.window, duration: 0.3, options: .transitionCrossDissolve) {
      stage.window.rootViewController = last
    }
    await stage.finish()
    verify(last.view.window === stage.window && next.view.window == nil, "in a transition of the window")
  }
}
