import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct ControlTests {
  @Test @MainActor func targetsAreCalledInTheOrderOfTheirAdding() {
    let control = UIControl()
    let target = NSObject()
    var calls: [String] = []
    func selector(_ name: String) -> Selector {
      Selector(name) { owner, sender, _ in
        calls.append("\(name) \(owner === target) \(sender as? UIControl === control)")
      }
    }
    control.addTarget(target, action: selector("first:"), for: .touchDown)
    control.addAction(UIAction { _ in calls.append("action") }, for: .touchDown)
    control.addTarget(target, action: selector("second:"), for: [.touchDown, .valueChanged])
    control.addTarget(target, action: selector("first:"), for: .touchUpInside)
    control.sendActions(for: .touchDown)
    #expect(calls == ["first: true true", "action", "second: true true"])
    #expect(control.actions(forTarget: target, forControlEvent: .touchDown) == ["first:", "second:"])
    #expect(control.actions(forTarget: target, forControlEvent: .touchUpInside) == ["first:"])
    #expect(control.actions(forTarget: NSObject(), forControlEvent: .touchDown) == nil)
    #expect(control.allTargets == [target])
    #expect(control.allControlEvents == [.touchDown, .valueChanged, .touchUpInside])
    control.removeTarget(target, action: Selector("first:"), for: .touchDown)
    control.removeTarget(nil, action: Selector("second:"), for: .allEvents)
    calls = []
    control.sendActions(for: [.touchDown, .touchUpInside, .valueChanged])
    #expect(calls == ["first: true true", "action"])
    control.removeTarget(nil, action: nil, for: .allEvents)
    #expect(control.allTargets == [])
  }

  @Test @MainActor func targetsAreNotKeptAlive() {
    let control = UIControl()
    var calls = 0
    var target: NSObject? = NSObject()
    control.addTarget(target!, action: Selector("x") { _ in calls += 1 }, for: .touchDown)
    control.sendActions(for: .touchDown)
    target = nil
    control.sendActions(for: .touchDown)
    #expect(calls == 1 && control.allTargets == [])
  }

  @Test @MainActor func aNilTargetIsTheViewController() {
    let control = UIControl()
    let controller = UIViewController()
    controller.view = UIView()
    controller.view.addSubview(control)
    var owner: AnyObject?
    control.addTarget(nil, action: Selector("x") { target, _, _ in owner = target }, for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(owner === controller)
    // Linux makes a new NSNull, with a hash of its own, each time.
    #expect(control.allTargets.count == 1 && control.allTargets.first?.base is NSNull)
  }

  @Test func unknownSelectorsRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let control = UIControl(frame: .zero)
        control.addTarget(control, action: Selector("shoot:"), for: .touchDown)
        control.sendActions(for: .touchDown)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("NSInvalidArgumentException")
        && text.contains("-[UIControl shoot:]: unrecognized selector"))
  }

  @Test func controlsFollowFingersAndTheirSlop() async {
    await #expect(processExitsWith: .success) { try await ControlTrackingStories.slop() }
  }

  @Test func subclassesMayStopTracking() async {
    await #expect(processExitsWith: .success) { try await ControlTrackingStories.subclasses() }
  }

  @Test func controlsChangeTheirValues() async {
    await #expect(processExitsWith: .success) { try await ControlTrackingStories.values() }
  }

  @Test func slidersAndSteppersFollowTheFinger() async {
    await #expect(processExitsWith: .success) { try await ControlTrackingStories.sliders() }
  }

  @Test func aStepperTellsItsValueFirst() async {
    await #expect(processExitsWith: .success) { try await ControlTrackingStories.stepperOrder() }
  }

  @Test @MainActor func valuesStayWithinTheirLimits() {
    let slider = UISlider()
    #expect(slider.value == 0 && slider.minimumValue == 0 && slider.maximumValue == 1 && slider.isContinuous)
    slider.value = 7
    #expect(slider.value == 1)
    slider.minimumValue = 3
    #expect(slider.maximumValue == 3 && slider.value == 3 && slider.heldValue == "3.0")
    let stepper = UIStepper()
    #expect(stepper.maximumValue == 100 && stepper.stepValue == 1 && !stepper.wraps && stepper.autorepeat)
    stepper.value = -4
    #expect(stepper.value == 0)
    let pages = UIPageControl()
    pages.numberOfPages = 3
    pages.currentPage = 9
    #expect(pages.currentPage == 2 && pages.heldValue == "page 2")
    pages.numberOfPages = 1
    #expect(pages.currentPage == 0)
    let bar = UIProgressView(progressViewStyle: .default)
    bar.progress = 1.5
    #expect(bar.progress == 1 && bar.shownText == "100%" && bar.intrinsicContentSize.height == 4)
    #expect(UISwitch().frame.size == UISwitch().intrinsicContentSize)
  }

  @Test @MainActor func segmentsComeAndGo() {
    let control = UISegmentedControl(items: ["0.5", "1x", "2"])
    #expect(control.numberOfSegments == 3 && control.selectedSegmentIndex == UISegmentedControl.noSegment)
    #expect(control.frame.size == control.intrinsicContentSize && control.bounds.height == 32)
    control.selectedSegmentIndex = 1
    #expect(control.heldValue == "1x")
    control.insertSegment(withTitle: "0", at: 0, animated: false)
    #expect(control.selectedSegmentIndex == 2 && control.titleForSegment(at: 2) == "1x")
    control.removeSegment(at: 0, animated: true)
    #expect(control.selectedSegmentIndex == 1)
    control.removeSegment(at: 1, animated: true)
    #expect(control.selectedSegmentIndex == -1 && control.heldValue == nil && control.numberOfSegments == 2)
    control.setTitle("4", forSegmentAt: 99)
    #expect(control.titleForSegment(at: 1) == "4")
    control.selectedSegmentIndex = 5
    #expect(control.selectedSegmentIndex == -1)
    control.removeAllSegments()
    #expect(control.numberOfSegments == 0 && control.titleForSegment(at: 0) == nil)
  }
}

@MainActor
enum ControlTrackingStories {
  static func at(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }

  static let named: [(UIControl.Event, String)] = [
    (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "inside"),
    (.touchDragOutside, "outside"),
    (.touchDragEnter, "enter"), (.touchDragExit, "exit"), (.touchUpInside, "up inside"),
    (.touchUpOutside, "up outside"), (.touchCancel, "cancel"), (.valueChanged, "value"),
    (.primaryActionTriggered, "primary"),
  ]

  static func listen(_ control: UIControl, _ g: GestureStage, _ events: UIControl.Event = .allEvents) {
    for (event, name) in named where events.contains(event) {
      control.addAction(UIAction { _ in g.say(name) }, for: event)
    }
  }

  static func slop() async throws {
    let g = try await GestureStage()
    let control = UIControl(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
    listen(control, g)
    g.root.addSubview(control)
    g.stage.finger(.began, at(110, 110))
    #expect(control.isTracking && control.isTouchInside && control.isHighlighted)
    g.stage.finger(.moved, at(219, 110))
    #expect(control.isTouchInside)
    g.stage.finger(.moved, at(221, 110))
    #expect(!control.isTouchInside && !control.isHighlighted && control.isTracking)
    g.stage.finger(.moved, at(300, 110))
    g.stage.finger(.moved, at(200, 110))
    #expect(control.isHighlighted)
    g.stage.finger(.ended, at(200, 110))
    #expect(!control.isTracking && !control.isHighlighted)
    #expect(
      g.take() == ["down", "inside", "exit", "outside", "outside", "enter", "inside", "up inside", "primary"])
    g.stage.finger(.began, at(110, 110))
    g.stage.finger(.ended, at(300, 110))
    #expect(g.take().last == "up outside")
    g.stage.finger(.began, at(110, 110))
    control.removeFromSuperview()
    #expect(g.take().last == "cancel" && !control.isTracking)
    g.root.addSubview(control)
    control.isEnabled = false
    await g.stage.advance(1)
    g.stage.tap(at(110, 110))
    #expect(g.take() == [])
    control.isEnabled = true
    g.stage.tap(at(110, 110))
    await g.stage.advance(0.1)
    g.stage.tap(at(110, 110))
    #expect(g.take().contains("repeat"))
  }

  final class Choosy: UIControl {
    var begins = true, goesOn = true
    var story: [String] = []
    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      story.append("begin")
      return begins
    }
    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      story.append("continue")
      return goesOn
    }
    override func endTracking(_ touch: UITouch?, with event: UIEvent?) { story.append("end") }
    override func cancelTracking(with event: UIEvent?) { story.append("cancel") }
  }

  static func subclasses() async throws {
    let g = try await GestureStage()
    let control = Choosy(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
    listen(control, g)
    g.root.addSubview(control)
    func drag() async -> [String] {
      control.story = []
      await g.drag(from: at(110, 110), to: at(120, 110), over: 0.2, steps: 2)
      await g.stage.advance(1)
      return control.story + g.take()
    }
    #expect(
      await drag() == [
        "begin", "continue", "continue", "end", "down", "inside", "inside", "up inside", "primary",
      ])
    control.goesOn = false
    #expect(await drag() == ["begin", "continue", "end", "down"])
    control.begins = false
    #expect(await drag() == ["begin"])
    control.begins = true
    g.stage.finger(.began, at(110, 110))
    g.stage.finger(.cancelled, at(110, 110))
    #expect(control.story == ["begin", "begin", "cancel"])
  }

  static func values() async throws {
    let g = try await GestureStage()
    let toggle = UISwitch(frame: CGRect(x: 10, y: 10, width: 0, height: 0))
    let segments = UISegmentedControl(items: ["a", "b", "c"])
    segments.frame = CGRect(x: 10, y: 100, width: 150, height: 32)
    let pages = UIPageControl(frame: CGRect(x: 10, y: 200, width: 100, height: 26))
    pages.numberOfPages = 3
    for control in [toggle, segments, pages] {
      listen(control, g, [.valueChanged, .primaryActionTriggered])
      g.root.addSubview(control)
    }
    g.stage.tap(at(20, 20))
    #expect(toggle.isOn && toggle.heldValue == "on" && g.take() == ["value", "primary"])
    await g.drag(from: at(60, 20), to: at(15, 20), over: 0.2, steps: 2)
    #expect(!toggle.isOn && g.take() == ["value", "primary"])
    toggle.isOn = true
    #expect(g.take() == [])
    g.stage.tap(at(70, 110))
    #expect(segments.selectedSegmentIndex == 1 && g.take() == ["value", "primary"])
    g.stage.tap(at(70, 110))
    #expect(g.take() == [])
    segments.setEnabled(false, forSegmentAt: 0)
    g.stage.tap(at(20, 110))
    #expect(segments.selectedSegmentIndex == 1)
    segments.isMomentary = true
    g.stage.tap(at(150, 110))
    #expect(segments.selectedSegmentIndex == -1 && g.take() == ["value", "primary"])
    g.stage.tap(at(90, 210))
    #expect(pages.currentPage == 1 && g.take() == ["value", "primary"])
    g.stage.tap(at(20, 210))
    g.stage.tap(at(20, 210))
    #expect(pages.currentPage == 0 && g.take() == ["value", "primary"])
  }

  /// What every control says of a finger, and the value when it changes: in `beginTracking`, or when the finger is up.
  static func stepperOrder() async throws {
    let g = try await GestureStage()
    let stepper = UIStepper(frame: CGRect(x: 10, y: 100, width: 0, height: 0))
    let events: [(UIControl.Event, String)] = [
      (.touchDown, "down"), (.touchUpInside, "up"), (.touchUpOutside, "outside"), (.valueChanged, "value"),
      (.primaryActionTriggered, "primary"), (.touchCancel, "cancel"),
    ]
    for (event, name) in events { stepper.addAction(UIAction { _ in g.say(name) }, for: event) }
    g.root.addSubview(stepper)
    g.stage.tap(at(80, 110))
    #expect(g.take() == ["value", "primary", "down", "up"] && stepper.value == 1)
    // At the limit nothing changes.
    stepper.value = 100
    g.stage.tap(at(80, 110))
    #expect(g.take() == ["down", "up"])
    stepper.isContinuous = false
    g.stage.tap(at(20, 110))
    #expect(g.take() == ["down", "value", "primary", "up"] && stepper.value == 99)
  }

  static func sliders() async throws {
    let g = try await GestureStage()
    let slider = UISlider(frame: CGRect(x: 10, y: 10, width: 228, height: 34))
    listen(slider, g, .valueChanged)
    g.root.addSubview(slider)
    // Beside the knob nothing happens; 200 points are the whole way.
    await g.drag(from: at(150, 27), to: at(200, 27), over: 0.2)
    #expect(slider.value == 0 && g.take() == [])
    await g.drag(from: at(24, 27), to: at(124, 27), over: 0.2, steps: 2)
    #expect(slider.value == 0.5 && g.take() == ["value", "value", "value"])
    slider.isContinuous = false
    await g.drag(from: at(124, 27), to: at(400, 27), over: 0.2, steps: 4)
    #expect(slider.value == 1 && g.take() == ["value"])
    // What lies around hears nothing of the way along the slider.
    slider.isContinuous = true
    let pan = g.listen(UIPanGestureRecognizer(), "pan")
    await g.drag(from: at(224, 27), to: at(124, 27), over: 0.2, steps: 2)
    #expect(slider.value == 0.5 && g.take() == ["value", "value", "value"] && pan.state == .possible)

    let stepper = UIStepper(frame: CGRect(x: 10, y: 100, width: 0, height: 0))
    listen(stepper, g, .valueChanged)
    g.root.addSubview(stepper)
    g.stage.tap(at(80, 110))
    #expect(stepper.value == 1 && g.take() == ["value"])
    g.stage.tap(at(20, 110))
    g.stage.tap(at(20, 110))
    #expect(stepper.value == 0 && g.take() == ["value"])
    g.stage.finger(.began, at(80, 110))
    await g.stage.advance(0.55)
    for _ in 0..<2 { await g.stage.advance(0.1) }
    g.stage.finger(.ended, at(80, 110))
    await g.stage.advance(1)
    #expect(stepper.value == 4)
    stepper.wraps = true
    stepper.value = 100
    g.stage.tap(at(80, 110))
    #expect(stepper.value == 0)
  }
}
