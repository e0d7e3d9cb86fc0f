import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

@Suite struct UIControlTests {
  @Test func tapsReachWhatIsUnderThem() async {
    await #expect(processExitsWith: .success) { try await ControlStories.taps() }
  }

  @Test func touchesGoUpTheResponderChain() async {
    await #expect(processExitsWith: .success) { try await ControlStories.chain() }
  }

  @Test @MainActor func actionsAreKeptByIdentifier() {
    var calls: [String] = []
    let control = UIControl()
    let first = UIAction(identifier: .init("a")) { _ in calls.append("first") }
    let second = UIAction(identifier: .init("a")) { action in
      calls.append("second from \(action.sender as? UIControl === control)")
    }
    control.addAction(first, for: [.touchUpInside, .valueChanged])
    control.addAction(second, for: .touchUpInside)
    control.sendActions(for: .touchUpInside)
    control.sendActions(for: .valueChanged)
    #expect(calls == ["second from true", "first"])
    #expect(second.sender == nil)
    control.removeAction(second, for: .touchUpInside)
    control.removeAction(identifiedBy: .init("a"), for: .allEvents)
    control.sendActions(for: .allEvents)
    #expect(calls.count == 2)
    let unnamed = [UIAction { _ in }, UIAction { _ in }]
    #expect(unnamed[0].identifier != unnamed[1].identifier)
  }

  @Test @MainActor func stateFollowsTheFlags() {
    let control = UIControl()
    #expect(control.state == .normal)
    control.isHighlighted = true
    control.isSelected = true
    control.isEnabled = false
    #expect(control.state == [.highlighted, .selected, .disabled])
    #expect(control.state.rawValue == 7)
  }

  @Test @MainActor func buttonsKeepTheirKind() {
    #expect(UIButton(type: .system).buttonType == .system)
    #expect(UIButton(frame: .zero).buttonType == .custom)
    #expect(UIButton(configuration: .filled()).backgroundColor == nil)
  }
}

@MainActor
enum ControlStories {
  static func taps() async throws {
    let stage = try Stage()
    await stage.settle()
    let window = stage.scene.keyWindow!
    var calls: [String] = []
    let button = UIButton(
      configuration: .filled(), primaryAction: UIAction { _ in calls.append("primary") })
    button.frame = CGRect(x: 100, y: 200, width: 80, height: 40)
    button.accessibilityIdentifier = "shutter"
    let noted: [(UIControl.Event, String)] = [
      (.touchDown, "down"), (.touchUpInside, "up inside"), (.touchUpOutside, "up outside"),
      (.touchCancel, "cancel"),
    ]
    for (event, name) in noted { button.addAction(UIAction { _ in calls.append(name) }, for: event) }
    window.rootViewController?.view.addSubview(button)
    #expect(window.descendant(accessibilityIdentifier: "shutter") === button)

    let middle = button.convert(CGPoint(x: 40, y: 20), to: nil)
    #expect(stage.tap(middle) === button)
    #expect(calls == ["down", "up inside", "primary"])
    calls = []
    #expect(stage.tap(CGPoint(x: 99, y: 200)) === window.rootViewController?.view)
    #expect(stage.tap(CGPoint(x: -5, y: 0)) == nil)
    #expect(calls == [])
    button.isEnabled = false
    #expect(stage.tap(middle) === button)
    #expect(calls == [])

    button.isEnabled = true
    let touch = UITouch(window: window, view: button, point: CGPoint(x: 105, y: 205), timestamp: 0)
    button.touchesBegan([touch], with: nil)
    #expect(button.isHighlighted)
    touch.change(.moved, to: CGPoint(x: 15, y: 205), at: 0)
    button.touchesMoved([touch], with: nil)
    #expect(!button.isHighlighted)
    button.touchesEnded([touch], with: nil)
    button.touchesBegan([touch], with: nil)
    button.touchesCancelled([touch], with: nil)
    #expect(calls == ["down", "up outside", "down", "cancel"])
    // A window that is not shown takes nothing.
    window.isHidden = true
    #expect(stage.tap(middle) == nil)
  }

  final class Listening: UIView {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      let touch = touches.first!
      let place = touch.location(in: self)
      Story.add(
        "began \(place.x) \(place.y) \(touch.phase) \(event?.allTouches?.count ?? 0) at \(touch.timestamp)")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let touch = touches.first!
      Story.add(
        "ended \(touch.phase) \(touch.location(in: nil).y) on \(touch.view?.tag ?? 0) tap \(touch.tapCount)")
    }
  }

  static func chain() async throws {
    let stage = try Stage()
    await stage.advance(2)
    let window = stage.scene.keyWindow!
    let controller = window.rootViewController!
    let listening = Listening(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
    let plain = UIView(frame: CGRect(x: 30, y: 30, width: 10, height: 10))
    plain.tag = 9
    controller.view.addSubview(listening)
    listening.addSubview(plain)
    _ = Story.take()
    #expect(stage.tap(CGPoint(x: 45, y: 55)) === plain)
    #expect(
      Story.take() == ["began 35.0 35.0 began 1 at 2.0", "ended ended 55.0 on 9 tap 1"])
    // View, its controller, the window, the scene, the app, the delegate.
    let chain = sequence(first: plain as UIResponder, next: \.next).map { "\(type(of: $0))" }
    #expect(
      chain == [
        "UIView", "Listening", "RecordingView", "RecordingController", "UIWindow", "UIWindowScene",
        "UIApplication", "RecordingAppDelegate",
      ])
  }
}
