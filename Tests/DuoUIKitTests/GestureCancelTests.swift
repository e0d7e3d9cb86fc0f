import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

/// Gestures that are interrupted in the middle: everything is cancelled once, and nothing is left behind.
@Suite struct GestureCancelTests {
  @Test func everyGestureSurvivesEveryInterruption() async {
    await #expect(processExitsWith: .success) { try await CancelStories.matrix() }
  }

  @Test func controlsLetGo() async {
    await #expect(processExitsWith: .success) { try await CancelStories.controls() }
  }

  @Test func actionsMayTakeViewsAway() async {
    await #expect(processExitsWith: .success) { try await CancelStories.removal() }
  }

  @Test func fingersOnTwoDisplaysHaveNothingInCommon() async {
    await #expect(processExitsWith: .success) { try await CancelStories.twoDisplays() }
  }

  @Test func randomFingersLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) { try await CancelStories.random() }
  }

  @Test func windowsHearOfCancelledTouches() async {
    await #expect(processExitsWith: .success) { try await CancelStories.events() }
  }

  @Test func everyRecogniserHearsBeforeAnythingIsDecided() async {
    await #expect(processExitsWith: .success) { try await CancelStories.nested() }
  }

  @Test func recognisersAreFreed() async {
    await #expect(processExitsWith: .success) { try await CancelStories.memory() }
  }
}

@MainActor
enum CancelStories {
  static func at(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }

  /// Nothing follows a finger any more.
  static func isQuiet(_ view: UIView) -> Bool {
    UIApplication.touchCenter.touches.isEmpty && GestureEnvironment.shared.engaged.isEmpty
      && (view.gestureRecognizers ?? []).allSatisfy { $0.state == .possible && $0.numberOfTouches == 0 }
  }

  typealias Interruption = @MainActor (GestureStage, LoudView, UIGestureRecognizer) async -> Void

  static let interruptions: [(name: String, cut: Interruption, mend: Interruption)] = [
    (
      "fold", { g, _, _ in await g.stage.send(.hinge(to: 180, over: .zero)) },
      { g, _, _ in
        await g.stage.send(.hinge(to: 0, over: .zero))
        await g.stage.advance(1)
      }
    ),
    (
      "turn", { g, _, _ in await g.stage.send(.turn(1)) },
      { g, _, _ in
        await g.stage.send(.turn(3))
        await g.stage.advance(1)
      }
    ),
    (
      "view", { _, view, _ in view.removeFromSuperview() }, { g, view, _ in g.root.addSubview(view) }
    ),
    ("call", { g, _, _ in await g.stage.send(.call(true)) }, { g, _, _ in await g.stage.send(.call(false)) }),
    (
      "background", { g, _, _ in await g.stage.send(.background) },
      { g, _, _ in await g.stage.send(.foreground) }
    ),
    ("window", { g, _, _ in g.window.isHidden = true }, { g, _, _ in g.window.isHidden = false }),
    (
      "fingers",
      { g, _, _ in for id in 0..<2 { g.stage.finger(.cancelled, at(0, 0), id: id) } }, { _, _, _ in }
    ),
  ]

  /// - Returns: the fingers' ids, with a gesture that has begun.
  static func begin(_ recognizer: UIGestureRecognizer, _ g: GestureStage) async {
    g.stage.finger(.began, at(150, 200), id: 0)
    switch recognizer {
    case is UILongPressGestureRecognizer: await g.stage.advance(0.6)
    case is UIPanGestureRecognizer: await g.move(0, from: at(150, 200), to: at(190, 200), over: 0.1)
    default:
      g.stage.finger(.began, at(200, 200), id: 1)
      await g.move(1, from: at(200, 200), to: at(220, 270), over: 0.1)
    }
  }

  static func matrix() async throws {
    let g = try await GestureStage()
    // What moves to the other display is laid out anew; the view stays where it was.
    let view = LoudView(g, CGRect(x: 100, y: 150, width: 200, height: 200))
    view.isMultipleTouchEnabled = true
    var wrong: [String] = []
    let makers: [(String, () -> UIGestureRecognizer)] = [
      ("long", { UILongPressGestureRecognizer() }), ("pan", { UIPanGestureRecognizer() }),
      ("pinch", { UIPinchGestureRecognizer() }), ("rotation", { UIRotationGestureRecognizer() }),
    ]
    for (kind, make) in makers {
      for (name, cut, mend) in interruptions {
        let recognizer = g.listen(make(), kind, on: view)
        await begin(recognizer, g)
        if recognizer.state != .began && recognizer.state != .changed {
          wrong.append("\(kind) \(name): not begun")
        }
        _ = g.take()
        await cut(g, view, recognizer)
        await g.stage.settle()
        let told = g.take()
        if told.filter({ $0.hasPrefix(kind) }) != ["\(kind) \(UIGestureRecognizer.State.cancelled)"] {
          wrong.append("\(kind) \(name): \(told)")
        }
        if !isQuiet(view) { wrong.append("\(kind) \(name): something is left") }
        // Fingers that are still down are nobody's.
        for id in 0..<2 { g.stage.finger(.moved, at(210, 210), id: id) }
        for id in 0..<2 { g.stage.finger(.ended, at(210, 210), id: id) }
        await mend(g, view, recognizer)
        await g.stage.settle()
        if g.take() != [] { wrong.append("\(kind) \(name): heard afterwards") }
        await begin(recognizer, g)
        for id in 0..<2 { g.stage.finger(.ended, at(220, 270), id: id) }
        await g.stage.settle()
        let again = g.take().filter { $0.hasPrefix(kind) }
        if again.last != "\(kind) \(UIGestureRecognizer.State.ended)" {
          wrong.append("\(kind) \(name): then \(again)")
        }
        view.removeGestureRecognizer(recognizer)
        await g.stage.advance(1)
        _ = g.take()
      }
    }
    #expect(wrong == [])
  }

  static func controls() async throws {
    let g = try await GestureStage()
    var wrong: [String] = []
    let slider = UISlider(), toggle = UISwitch(), button = UIButton(type: .system), stepper = UIStepper()
    slider.frame = CGRect(x: 100, y: 200, width: 228, height: 34)
    button.frame = CGRect(x: 100, y: 300, width: 100, height: 40)
    toggle.frame.origin = at(100, 400)
    stepper.frame.origin = at(100, 500)
    for control in [slider, button, toggle, stepper] {
      ControlTrackingStories.listen(control, g)
      g.root.addSubview(control)
    }
    for (name, cut, mend) in interruptions where name != "view" && name != "fingers" {
      for control in [slider, button, toggle, stepper] {
        slider.value = 0
        (toggle.isOn, stepper.value) = (false, 50)
        let start = at(114, control.frame.midY)
        g.stage.finger(.began, start)
        await g.stage.advance(0.1)
        g.stage.finger(.moved, at(116, control.frame.midY))
        if !control.isTracking || !control.isHighlighted {
          wrong.append("\(name) \(type(of: control)): not tracked")
        }
        _ = g.take()
        await cut(g, LoudView(frame: .zero), UIGestureRecognizer())
        await g.stage.settle()
        if g.take() != ["cancel"] || control.isTracking || control.isHighlighted || control.isTouchInside {
          wrong.append("\(name) \(type(of: control)): still tracked")
        }
        g.stage.finger(.ended, start)
        await mend(g, LoudView(frame: .zero), UIGestureRecognizer())
        let value = stepper.value
        await g.stage.advance(2)
        // No repeating timer goes on.
        if g.take() != [] || toggle.isOn || stepper.value != value {
          wrong.append("\(name) \(type(of: control)): acted")
        }
        g.stage.tap(start)
        if !g.take().contains("down") { wrong.append("\(name) \(type(of: control)): dead afterwards") }
        await g.stage.advance(1)
        _ = g.take()
      }
    }
    #expect(wrong == [])
    // Disabled in the middle of a touch, a control says nothing more.
    g.stage.finger(.began, at(114, 320))
    button.isEnabled = false
    g.stage.finger(.ended, at(114, 320))
    #expect(!g.take().contains("up inside") && !button.isHighlighted && !button.isTracking)
  }

  /// Actions take the touched view away, switch recognisers off or move views, in the middle of the delivery.
  static func removal() async throws {
    let g = try await GestureStage()
    let view = LoudView(g, CGRect(x: 100, y: 150, width: 200, height: 200))
    var heard: [String] = []
    let inner = UIPanGestureRecognizer(), outer = UITapGestureRecognizer()
    inner.addTarget(
      g,
      action: Selector("pan:") { _ in
        heard.append("pan \(inner.state)")
        if inner.state == .began { view.removeFromSuperview() }
      })
    outer.addTarget(g, action: Selector("tap:") { _ in heard.append("tap") })
    view.addGestureRecognizer(inner)
    g.root.addGestureRecognizer(outer)
    await g.drag(from: at(150, 200), to: at(250, 200), over: 0.2)
    #expect(
      heard == ["pan \(UIGestureRecognizer.State.began)", "pan \(UIGestureRecognizer.State.cancelled)"])
    #expect(isQuiet(g.root) && isQuiet(view) && inner.view === view)
    #expect(g.take().last == "view cancelled 1")
    await g.stage.advance(1)
    g.stage.tap(at(150, 200))
    #expect(heard.last == "tap")

    // A button that goes when it is tapped, and one that takes its recogniser along.
    let button = UIButton(frame: CGRect(x: 20, y: 20, width: 60, height: 60))
    var taps = 0
    button.addAction(
      UIAction { _ in
        taps += 1
        button.removeFromSuperview()
      }, for: .touchUpInside)
    ControlTrackingStories.listen(button, g)
    g.root.addSubview(button)
    g.stage.tap(at(40, 40))
    #expect(taps == 1 && button.window == nil && !button.isTracking && isQuiet(g.root))
    #expect(g.take().suffix(2) == ["up inside", "primary"])

    let press = UILongPressGestureRecognizer()
    press.addTarget(g, action: Selector("press:") { _ in press.isEnabled = false })
    g.root.addSubview(view)
    view.removeGestureRecognizer(inner)
    view.addGestureRecognizer(press)
    g.stage.finger(.began, at(150, 200))
    await g.stage.advance(0.6)
    #expect(!press.isEnabled && press.state == .possible)
    g.stage.finger(.ended, at(150, 200))
    #expect(isQuiet(view))
    // In the middle of touchesBegan.
    final class Leaving: UIView {
      var began = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        began += 1
        removeFromSuperview()
      }
      override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { began += 10 }
    }
    let leaving = Leaving(frame: CGRect(x: 20, y: 20, width: 60, height: 60))
    g.root.addSubview(leaving)
    g.stage.tap(at(40, 40))
    #expect(leaving.began == 11 && isQuiet(g.root))
  }

  static func twoDisplays() async throws {
    let (stage, root) = try AccessoryStories.open()
    await stage.send(.capturing(true))
    let registration = root.registerSceneAccessory(AccessoryStories.accessory())
    await stage.settle()
    let other = try #require(StoryAccessoryDelegate.shown?.window?.rootViewController?.view)
    var said: [String] = []
    func listen(_ recognizer: UIGestureRecognizer, _ name: String, _ view: UIView) {
      recognizer.addTarget(
        stage,
        action: Selector("heard:") { _ in
          said.append("\(name) \(recognizer.state) \(recognizer.numberOfTouches)")
        })
      view.addGestureRecognizer(recognizer)
    }
    let pinches = [UIPinchGestureRecognizer(), UIPinchGestureRecognizer()]
    let pans = [UIPanGestureRecognizer(), UIPanGestureRecognizer()]
    for (index, view) in [root.view!, other].enumerated() {
      view.isMultipleTouchEnabled = true
      listen(pinches[index], "pinch \(index)", view)
      listen(pans[index], "pan \(index)", view)
    }
    func finger(_ phase: FingerTouch.Phase, _ x: Double, on display: DisplayID) -> UITouch? {
      UIApplication.shared.deliver(
        [FingerTouch(id: 0, phase, at: at(x, 300), time: stage.clock.now)], on: display)[0]
    }
    // The same number on both displays is two fingers.
    let inner = finger(.began, 200, on: .inner), outer = finger(.began, 100, on: .outer)
    #expect(
      inner !== outer && inner?.window !== outer?.window && inner?.view === root.view && outer?.view === other
    )
    for step in 1...4 {
      await stage.advance(0.02)
      _ = finger(.moved, 200 + Double(step) * 10, on: .inner)
      _ = finger(.moved, 100 + Double(step) * 10, on: .outer)
    }
    let (began, changed) = (UIGestureRecognizer.State.began, UIGestureRecognizer.State.changed)
    #expect(said.prefix(2) == ["pan 0 \(began) 1", "pan 1 \(began) 1"])
    #expect(
      said.dropFirst(2).allSatisfy { $0.hasSuffix("\(changed) 1") }
        && !said.contains { $0.hasPrefix("pinch") })
    #expect(inner?.location(in: nil) == at(240, 300) && outer?.location(in: nil) == at(140, 300))
    said = []
    // The accessory goes under the finger; the app's own gesture goes on.
    await stage.send(.withdrawAccessory(true))
    #expect(said == ["pan 1 \(UIGestureRecognizer.State.cancelled) 0"] && outer?.phase == .cancelled)
    #expect(finger(.ended, 140, on: .outer) == nil)
    said = []
    _ = finger(.moved, 260, on: .inner)
    _ = finger(.ended, 260, on: .inner)
    #expect(said == ["pan 0 \(changed) 1", "pan 0 \(UIGestureRecognizer.State.ended) 0"])
    #expect(isQuiet(root.view) && isQuiet(other))
    withExtendedLifetime(registration) {}
  }

  /// Fingers at random over a screen full of everything: in the end nothing is pressed, followed or kept.
  static func random() async throws {
    let g = try await GestureStage()
    var random = SeededRandom(99)
    let view = LoudView(g, CGRect(x: 50, y: 150, width: 350, height: 400))
    view.isMultipleTouchEnabled = true
    var states: [ObjectIdentifier: UIGestureRecognizer.State] = [:]
    var wrong: [String] = []
    let all: [UIGestureRecognizer] = [
      UITapGestureRecognizer(), UILongPressGestureRecognizer(), UIPanGestureRecognizer(),
      UIPinchGestureRecognizer(), UIRotationGestureRecognizer(), UISwipeGestureRecognizer(),
    ]
    var heard = 0
    for recognizer in all {
      recognizer.addTarget(
        g,
        action: Selector("x:") { _ in
          heard += 1
          let key = ObjectIdentifier(recognizer)
          let old = states[key] ?? .possible
          let new = recognizer.state
          // Apple's diagram of states, as targets see it.
          let next: [UIGestureRecognizer.State: Set<UIGestureRecognizer.State>] = [
            .possible: [.began, .ended], .began: [.changed, .ended, .cancelled],
            .changed: [.changed, .ended, .cancelled],
          ]
          if next[old]?.contains(new) != true { wrong.append("\(type(of: recognizer)): \(old) \(new)") }
          states[key] = new == .ended || new == .cancelled ? .possible : new
        })
      view.addGestureRecognizer(recognizer)
    }
    let controls: [UIControl] = [UISlider(), UISwitch(), UIButton(type: .system), UIStepper()]
    for (index, control) in controls.enumerated() {
      control.frame = CGRect(x: 60 + 80 * index, y: 160, width: 70, height: 40)
      view.addSubview(control)
    }
    var down: Set<Int> = []
    for step in 0..<1500 {
      let id = random.int(3)
      let point = at(60 + random.number(0...330), 155 + random.number(0...390))
      switch random.int(12) {
      case 0...3 where !down.contains(id):
        g.stage.finger(.began, point, id: id)
        down.insert(id)
      case 4...7 where down.contains(id): g.stage.finger(.moved, point, id: id)
      case 8, 9:
        if down.remove(id) != nil { g.stage.finger(random.int(8) == 0 ? .cancelled : .ended, point, id: id) }
      case 10: await g.stage.advance(random.number(0...0.8))
      case 11 where random.int(8) == 0:
        view.removeFromSuperview()
        await g.stage.settle()
        g.root.addSubview(view)
      default: break
      }
      let live = UIApplication.touchCenter.touches.filter { !$0.isOver }.count
      if live > down.count { wrong.append("step \(step): \(live) touches for \(down.count) fingers") }
    }
    for id in down { g.stage.finger(.ended, at(200, 300), id: id) }
    await g.stage.advance(2)
    #expect(wrong.prefix(4) == [])
    #expect(heard > 50)
    #expect(isQuiet(view) && controls.allSatisfy { !$0.isTracking && !$0.isHighlighted })
    #expect(states.values.allSatisfy { $0 == .possible })
  }

  /// A window that shows where fingers are, as apps for demonstrations have.
  final class WatchingWindow: UIWindow {
    var phases: [String] = []
    override func sendEvent(_ event: UIEvent) {
      phases += (event.allTouches ?? []).filter { $0.window === self }.map { "\($0.phase)" }
      super.sendEvent(event)
    }
  }

  static func events() async throws {
    let g = try await GestureStage()
    let window = WatchingWindow(windowScene: g.stage.scene)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    await g.stage.settle()
    var stories: [[String]] = []
    for (_, cut, mend) in interruptions.dropLast() {
      let view = LoudView(g, CGRect(x: 0, y: 0, width: 300, height: 400))
      window.rootViewController?.view.addSubview(view)
      await g.stage.settle()
      window.phases = []
      g.stage.finger(.began, at(150, 200))
      g.stage.finger(.moved, at(160, 200))
      await cut(g, view, UIGestureRecognizer())
      if window.phases.count == 2 { window.isHidden = true }
      await g.stage.settle()
      stories.append(window.phases)
      window.isHidden = false
      await mend(g, view, UIGestureRecognizer())
      view.removeFromSuperview()
      _ = g.take()
    }
    let wanted = [UITouch.Phase.began, .moved, .cancelled].map { "\($0)" }
    #expect(stories == interruptions.dropLast().map { _ in wanted })
  }

  /// A recogniser that takes another view away in the middle of a touch, while others are still to hear of it.
  final class Rude: UIGestureRecognizer {
    var action: () -> Void = {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
      action()
      action = {}
    }
  }

  final class Eager: UIGestureRecognizer {
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
      if state == .possible { state = .began }
    }
  }

  static func nested() async throws {
    let g = try await GestureStage()
    let (first, second) = (
      LoudView(g, CGRect(x: 0, y: 100, width: 150, height: 150), "first"),
      LoudView(g, CGRect(x: 200, y: 100, width: 150, height: 150), "second")
    )
    // The two that want the touch: the one that was added last decides first, and it is told last.
    let (late, soon, rude) = (Eager(), Eager(), Rude())
    _ = g.listen(soon, "outer", on: g.root)
    _ = g.listen(late, "inner", on: first)
    _ = g.listen(rude, "rude", on: first)
    g.stage.finger(.began, at(50, 150), id: 0)
    g.stage.finger(.began, at(250, 150), id: 1)
    rude.action = { second.removeFromSuperview() }
    _ = g.take()
    g.stage.finger(.moved, at(60, 150), id: 0)
    let heard = g.take()
    #expect(
      heard.filter { !$0.hasPrefix("second") && !$0.hasPrefix("first") } == [
        "inner \(UIGestureRecognizer.State.began)"
      ])
    #expect(heard.contains("second cancelled 1") && heard.contains("first cancelled 1"))
    g.stage.finger(.ended, at(60, 150), id: 0)
    g.stage.finger(.ended, at(250, 150), id: 1)
    first.removeGestureRecognizer(late)
    first.removeGestureRecognizer(rude)
    await g.stage.settle()
    #expect(UIApplication.touchCenter.touches.isEmpty)
  }

  static func memory() async throws {
    let g = try await GestureStage()
    weak var view: UIView?
    weak var touch: UITouch?
    var kept: [() -> UIGestureRecognizer?] = []
    func play() async {
      let loud = LoudView(g, CGRect(x: 100, y: 150, width: 200, height: 200))
      view = loud
      for recognizer in [UITapGestureRecognizer(), UILongPressGestureRecognizer(), UIPanGestureRecognizer()] {
        loud.addGestureRecognizer(recognizer)
        kept.append({ [weak recognizer] in recognizer })
      }
      let double = UITapGestureRecognizer()
      double.numberOfTapsRequired = 2
      loud.gestureRecognizers?.first?.require(toFail: double)
      loud.addGestureRecognizer(double)
      kept.append({ [weak double] in double })
      touch = g.stage.finger(.began, at(150, 200))
      await g.stage.advance(0.7)
      g.stage.finger(.ended, at(150, 200))
      g.stage.tap(at(150, 200))
      await g.drag(from: at(150, 200), to: at(250, 200), over: 0.2)
      await g.stage.advance(1)
      g.stage.finger(.began, at(150, 200))
      loud.removeFromSuperview()
    }
    await play()
    await g.stage.advance(2)
    #expect(view == nil && touch == nil && kept.allSatisfy { $0() == nil })
  }
}
