import DuoQuartzCore
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Who keeps controllers, views and windows alive, and how long.
@Suite struct ControllerMemoryTests {
  @Test func controllersGoWhenTheyAreNotShown() async {
    await #expect(processExitsWith: .success) { try await ControllerMemory.controllers() }
  }

  @Test func alertsGoWithWhatTheirHandlersKeep() async {
    await #expect(processExitsWith: .success) { try await ControllerMemory.alerts() }
  }

  @Test func stacksKeepWhatIsInThem() async {
    await #expect(processExitsWith: .success) { try await ControllerMemory.stacks() }
  }

  /// An app that keeps no window has a black screen on a phone.
  @Test func windowsAreTheAppsToKeep() async {
    await #expect(processExitsWith: .success) { try await ControllerMemory.windows() }
  }

  @Test func anEmptyStackShowsNothing() async {
    await #expect(processExitsWith: .success) { try await ControllerMemory.emptyStack() }
  }

  @Test func whoeverIsInAStackMayPresent() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await ControllerMemory.presentFromBelow()
    }
    #expect(said(result).components(separatedBy: "whose view is not in the window hierarchy").count == 2)
  }

  @Test func anotherRootEndsWhatRuns() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await ControllerMemory.anotherRoot()
    }
    #expect(!said(result).contains("Unbalanced"), "\(said(result))")
  }
}

@MainActor private enum ControllerMemory {
  final class Token {}

  static func controllers() async throws {
    let stage = try Stage()
    let root = await stage.root(StoryController("root"))
    for style in [
      UIModalPresentationStyle.fullScreen, .pageSheet, .formSheet, .overFullScreen, .popover, .currentContext,
    ] {
      for animated in [true, false] {
        weak var controller: UIViewController?
        weak var view: UIView?
        weak var presentation: UIPresentationController?
        weak var token: Token?
        do {
          let other = StoryController("other"), mine = Token()
          other.modalPresentationStyle = style
          other.popoverPresentationController?.sourceView = root.view
          root.present(other, animated: animated) { _ = mine }
          (controller, token) = (other, mine)
        }
        await stage.finish()
        (view, presentation) = (controller?.viewIfLoaded, controller?.presentationController)
        verify(controller != nil && view?.window != nil && presentation != nil, "\(style) shown")
        verify(token == nil, "\(style): the completion is let go")
        root.dismiss(animated: animated)
        await stage.finish()
        verify(controller == nil && view == nil && presentation == nil, "\(style) \(animated)")
      }
    }
    // A child, and the root of a window.
    weak var child: UIViewController?
    do {
      let other = UIViewController()
      root.addChild(other)
      root.view.addSubview(other.view)
      other.didMove(toParent: root)
      child = other
    }
    await stage.settle()
    verify(child?.parent === root)
    child?.willMove(toParent: nil)
    child?.viewIfLoaded?.removeFromSuperview()
    child?.removeFromParent()
    await stage.settle()
    verify(child == nil, "a child that left")
    weak var old: UIViewController?
    do {
      let other = StoryController("old")
      stage.window.rootViewController = other
      other.present(StoryController("over"), animated: true)
      old = other
    }
    await stage.finish()
    weak let over = old?.presentedViewController
    verify(over != nil)
    stage.window.rootViewController = UIViewController()
    await stage.finish()
    verify(old == nil && over == nil, "another root")
    // One that never was shown, though its presentation was asked for.
    weak var never: UIViewController?
    do {
      let other = UIViewController()
      _ = other.presentationController
      other.loadViewIfNeeded()
      never = other
    }
    verify(never == nil, "never shown")
  }

  static func alerts() async throws {
    let stage = try Stage()
    let root = await stage.root(UIViewController())
    for style in [UIAlertController.Style.alert, .actionSheet] {
      weak var alert: UIAlertController?
      weak var token: Token?
      do {
        let made = UIAlertController(title: "t", message: "m", preferredStyle: style)
        let mine = Token()
        made.addAction(UIAlertAction(title: "OK", style: .default) { _ in _ = mine })
        made.addAction(UIAlertAction(title: "No", style: .cancel))
        root.present(made, animated: true)
        (alert, token) = (made, mine)
      }
      await stage.finish()
      verify(alert != nil && token != nil)
      await stage.tap("OK")
      await stage.finish()
      verify(
        alert == nil && token == nil && root.presentedViewController == nil,
        "\(style) \(alert == nil) \(token == nil) \(Story.take())")
    }
  }

  static func stacks() async throws {
    let stage = try Stage()
    let stack = await stage.root(UINavigationController(rootViewController: StoryController("root")))
    weak var pushed: UIViewController?
    weak var title: UIView?
    weak var target: Token?
    for animated in [true, false] {
      do {
        let other = StoryController("other"), view = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 30))
        let mine = Token()
        other.navigationItem.titleView = view
        other.navigationItem.rightBarButtonItems = [
          UIBarButtonItem(title: "a", primaryAction: UIAction { _ in _ = mine }),
          UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))),
        ]
        stack.pushViewController(other, animated: animated)
        (pushed, title, target) = (other, view, mine)
      }
      await stage.finish()
      verify(
        pushed?.viewIfLoaded?.window != nil && title?.window != nil && target != nil, "pushed \(animated)")
      stack.popViewController(animated: animated)
      await stage.finish()
      verify(pushed == nil && title == nil && target == nil, "popped \(animated)")
    }
    // Pushed and popped before anything was shown of it.
    do {
      let other = StoryController("hasty")
      stack.pushViewController(other, animated: true)
      stack.popViewController(animated: true)
      pushed = other
    }
    await stage.finish()
    verify(pushed == nil, "hasty")
    // Delegates are not kept.
    final class Ear: UINavigationControllerDelegate {}
    weak var ear: Ear?
    do {
      let mine = Ear()
      stack.delegate = mine
      ear = mine
    }
    verify(ear == nil && stack.delegate == nil)
  }

  static func windows() async throws {
    let stage = try Stage()
    await stage.settle()
    let scene = stage.scene
    verify(scene.windows.count == 1)
    weak var window: UIWindow?
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
    do {
      let made = UIWindow(windowScene: scene)
      made.rootViewController = UIViewController()
      made.rootViewController?.view.addSubview(view)
      made.makeKeyAndVisible()
      window = made
      verify(scene.windows.count == 2 && view.layer.attachment.placement != nil)
    }
    await stage.settle()
    verify(window == nil && scene.windows.count == 1 && view.window == nil, "nobody kept it")
    verify(view.layer.attachment.placement == nil, "what is kept is on no display")
    // The app's own: without it nothing is on the screen, and the trace says so.
    let delegate = scene.delegate as! RecordingSceneDelegate
    delegate.window = nil
    await stage.settle()
    verify(scene.windows.isEmpty && scene.keyWindow == nil)
    UIApplication.shared.noteBlankScenes()
    verify(stage.phone.log.lines.contains { $0.contains("the scene has no window") }, "told")
  }

  static func emptyStack() async throws {
    let stage = try Stage()
    let first = StoryController("first")
    let stack = await stage.root(UINavigationController(rootViewController: first))
    stack.viewControllers = []
    await stage.finish()
    verify(first.parent == nil && first.viewIfLoaded?.window == nil && stack.topViewController == nil)
    let story = Story.take()
    verify(
      story == [
        "first willMove out", "first willDisappear moving-from", "first didDisappear moving-from",
        "first didMove out",
      ],
      "\(story)")
    verify(stack.popViewController(animated: true) == nil && stack.visibleViewController == nil)
    let second = StoryController("second")
    stack.pushViewController(second, animated: true)
    await stage.finish()
    verify(second.view.window != nil && stack.navigationBar.topItem === second.navigationItem)
    let rest = Story.take()
    verify(
      rest.suffix(3) == ["second isAppearing 466x678", "second didAppear moving-to", "second didMove in"],
      "\(rest)")
  }

  static func presentFromBelow() async throws {
    let stage = try Stage()
    let first = StoryController("first"), second = StoryController("second")
    let stack = await stage.root(UINavigationController(rootViewController: first))
    stack.pushViewController(second, animated: false)
    await stage.finish()
    verify(first.viewIfLoaded?.window == nil)
    let other = StoryController("other")
    first.present(other, animated: true)
    await stage.finish()
    verify(
      other.view.window != nil && other.presentingViewController === stack
        && first.presentedViewController === other)
    first.dismiss(animated: false)
    // One whose whole stack is covered is told why not.
    let cover = StoryController("cover")
    cover.modalPresentationStyle = .fullScreen
    stack.present(cover, animated: false)
    first.present(other, animated: false)
    verify(other.presentingViewController == nil && stack.presentedViewController === cover)
  }

  static func anotherRoot() async throws {
    let stage = try Stage()
    for (style, wait) in [
      (UIModalPresentationStyle.fullScreen, 0.0), (.fullScreen, 0.1), (.pageSheet, 0), (.pageSheet, 0.1),
    ] {
      for isGoing in [false, true] {
        let root = await stage.root(StoryController("root"))
        let other = StoryController("other")
        other.modalPresentationStyle = style
        var completed = 0
        root.present(other, animated: !isGoing) { completed += 1 }
        if isGoing {
          await stage.finish()
          root.dismiss(animated: true) { completed += 1 }
        }
        if wait > 0 {
          await stage.settle()
          await stage.advance(wait)
        }
        _ = Story.take()
        stage.window.rootViewController = UIViewController()
        await stage.finish()
        verify(root.viewIfLoaded?.window == nil && other.viewIfLoaded?.window == nil, "\(style) \(isGoing)")
        verify(root.presentedViewController == nil && other.presentingViewController == nil, "\(style)")
        verify(!root.isBeingDismissed && !other.isBeingPresented && !other.isBeingDismissed, "\(style)")
        verify(
          completed <= 2 && root.isAppearanceOver && other.isAppearanceOver,
          "\(style) \(isGoing) \(Story.take())")
      }
    }
  }
}

extension UIViewController {
  /// Its last callback was `viewDidDisappear(_:)`, or there never was one.
  fileprivate var isAppearanceOver: Bool { appearance.stage == .disappeared }
}
