import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// A selector that is only a name stops the process wherever it is performed.
@Suite struct UnknownSelectorTests {
  @Test func recognisersRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await UnknownSelectorStories.recogniser()
    }
    expect(result, "-[RecordingController snap:]")
  }

  @Test func controlsRaiseAtATouch() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await UnknownSelectorStories.control(targeted: true)
    }
    expect(result, "-[RecordingController snap:]")
  }

  @Test func aNilTargetsControllerRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await UnknownSelectorStories.control(targeted: false)
    }
    expect(result, "-[RecordingController snap:]")
  }

  @Test func traitRegistrationsRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await UnknownSelectorStories.traits()
    }
    expect(result, "-[RecordingController snap:]")
  }

  @Test func barButtonsRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await UnknownSelectorStories.barButton()
    }
    expect(result, "-[RecordingController snap:]")
  }

  /// A selector with a body that asks for its class would do nothing at another object.
  @Test func aBarButtonWithoutATargetReachesAController() async {
    await #expect(processExitsWith: .success) { try await UnknownSelectorStories.barButton(targeted: false) }
  }

  private func expect(
    _ result: ExitTest.Result?, _ method: String, _ place: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let isSaid = text.contains(
      "'NSInvalidArgumentException', reason: '\(method): unrecognized selector sent to")
    #expect(isSaid, "\(text)", sourceLocation: place)
  }
}

@MainActor
enum UnknownSelectorStories {
  private static func stage() async throws -> (Stage, UIViewController) {
    let stage = try Stage()
    await stage.settle()
    return (stage, stage.scene.windows[0].rootViewController!)
  }

  static func recogniser() async throws {
    let (stage, controller) = try await stage()
    controller.view.addGestureRecognizer(
      UITapGestureRecognizer(target: controller, action: Selector("snap:")))
    stage.tap(CGPoint(x: 200, y: 300))
    await stage.advance(1)
  }

  static func control(targeted: Bool) async throws {
    let (stage, controller) = try await stage()
    let control = UIControl(frame: CGRect(x: 100, y: 200, width: 100, height: 100))
    control.addTarget(targeted ? controller : nil, action: Selector("snap:"), for: .touchUpInside)
    controller.view.addSubview(control)
    stage.tap(CGPoint(x: 150, y: 250))
    await stage.advance(1)
  }

  static func traits() async throws {
    let (stage, controller) = try await stage()
    controller.registerForTraitChanges(
      [UITraitUserInterfaceStyle.self], target: controller, action: Selector("snap:"))
    controller.overrideUserInterfaceStyle = .dark
    await stage.advance(1)
  }

  static func barButton(targeted: Bool = true) async throws {
    let (stage, controller) = try await stage()
    let stack = UINavigationController(rootViewController: controller)
    let action =
      targeted
      ? Selector("snap:") : Selector("snap:") { target, _, _ in Story.add("\(type(of: target)) snapped") }
    controller.navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Snap", style: .plain, target: targeted ? controller : nil, action: action)
    stage.scene.windows[0].rootViewController = stack
    await stage.advance(1)
    _ = Story.take()
    await stage.tap("Snap")
    await stage.advance(1)
    #expect(Story.take() == ["UINavigationController snapped"])
  }
}
