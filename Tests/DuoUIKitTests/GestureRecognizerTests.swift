import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct GestureRecognizerTests {
  @Test func tapsTakeCountsAndFingers() async {
    await #expect(processExitsWith: .success) { try await GestureStories.taps() }
  }

  @Test func aSingleTapWaitsForADoubleTapToFail() async {
    await #expect(processExitsWith: .success) { try await GestureStories.doubleTaps() }
  }

  @Test func longPressesBeginAfterTheirTime() async {
    await #expect(processExitsWith: .success) { try await GestureStories.presses() }
  }

  @Test func pansFollowFingers() async {
    await #expect(processExitsWith: .success) { try await GestureStories.pans() }
  }

  @Test func pinchesAndRotationsFollowTwoFingers() async {
    await #expect(processExitsWith: .success) { try await GestureStories.pairs() }
  }

  @Test func swipesAreQuickAndStraight() async {
    await #expect(processExitsWith: .success) { try await GestureStories.swipes() }
  }

  @Test func recognizersTakeTouchesFromViews() async {
    await #expect(processExitsWith: .success) { try await GestureStories.views() }
  }

  @Test func delegatesAndSubclassesHaveASay() async {
    await #expect(processExitsWith: .success) { try await GestureStories.delegates() }
  }

  @Test func aButtonKeepsItsTaps() async {
    await #expect(processExitsWith: .success) { try await GestureStories.buttons() }
  }

  @Test @MainActor func recognizersBelongToOneView() {
    let (a, b) = (UIView(), UIView())
    let tap = UITapGestureRecognizer()
    a.addGestureRecognizer(tap)
    a.addGestureRecognizer(tap)
    #expect(a.gestureRecognizers == [tap] && tap.view === a)
    b.addGestureRecognizer(tap)
    #expect(a.gestureRecognizers == [] && b.gestureRecognizers == [tap] && tap.view === b)
    a.removeGestureRecognizer(tap)
    #expect(tap.view === b)
    b.removeGestureRecognizer(tap)
    #expect(b.gestureRecognizers == [] && tap.view == nil)
  }

  @Test @MainActor func valuesAreApplesAtFirst() {
    let tap = UITapGestureRecognizer(), press = UILongPressGestureRecognizer(), pan = UIPanGestureRecognizer()
    let pinch = UIPinchGestureRecognizer(), rotation = UIRotationGestureRecognizer()
    let swipe = UISwipeGestureRecognizer()
    #expect(tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1 && tap.state == .possible)
    #expect(tap.cancelsTouchesInView && !tap.delaysTouchesBegan && tap.delaysTouchesEnded && tap.isEnabled)
    #expect(
      press.minimumPressDuration == 0.5 && press.allowableMovement == 10 && press.numberOfTapsRequired == 0)
    #expect(pan.minimumNumberOfTouches == 1 && pan.maximumNumberOfTouches == Int.max)
    #expect(pinch.scale == 1 && pinch.velocity == 0 && rotation.rotation == 0)
    #expect(swipe.direction == .right && swipe.numberOfTouchesRequired == 1)
    #expect(UIGestureRecognizer.State.recognized == .ended)
    let raw: [UIGestureRecognizer.State] = [.possible, .began, .changed, .ended, .cancelled, .failed]
    #expect(raw.map(\.rawValue) == Array(0...5))
  }

  @Test func touchesThatDoNotExistRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run { _ = UITapGestureRecognizer().location(ofTouch: 0, in: nil) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("NSRangeException")
        && text.contains("locationOfTouch:inView:]: index (0) beyond bounds (0)"))
  }
}

@MainActor
enum GestureStories {
  static let here = CGPoint(x: 100, y: 100)
  static func at(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }

  static func taps() async throws {
    let g = try await GestureStage()
    let tap = g.listen(UITapGestureRecognizer(), "tap") { "\($0.numberOfTouches) \($0.location(in: nil).x)" }
    g.stage.tap(here)
    #expect(g.take() == ["tap ended 1 100.0"])
    #expect(tap.state == .possible)
    // Too long, too far.
    g.stage.finger(.began, here)
    await g.stage.advance(0.8)
    g.stage.finger(.ended, here)
    await g.drag(from: here, to: at(160, 100), over: 0.1)
    #expect(g.take() == [])
    // A finger may tremble.
    await g.drag(from: here, to: at(130, 100), over: 0.1)
    #expect(g.take() == ["tap ended 1 130.0"])
    // Two fingers are another gesture.
    let two = g.listen(UITapGestureRecognizer(), "two") {
      "\($0.numberOfTouches) \($0.location(ofTouch: 1, in: nil).x)"
    }
    two.numberOfTouchesRequired = 2
    g.stage.finger(.began, here, id: 1)
    g.stage.finger(.began, at(200, 100), id: 2)
    g.stage.finger(.ended, here, id: 1)
    #expect(g.take() == [])
    g.stage.finger(.ended, at(200, 100), id: 2)
    #expect(g.take() == ["two ended 2 200.0"])
    g.stage.tap(here)
    #expect(g.take() == ["tap ended 1 100.0"])
    tap.isEnabled = false
    g.stage.tap(here)
    #expect(g.take() == [])
    tap.isEnabled = true
    tap.removeTarget(nil, action: nil)
    g.stage.tap(here)
    #expect(g.take() == [])
  }

  static func doubleTaps() async throws {
    let g = try await GestureStage()
    let one = g.listen(UITapGestureRecognizer(), "one")
    let two = g.listen(UITapGestureRecognizer(), "two")
    two.numberOfTapsRequired = 2
    // Without a requirement the single tap is told first.
    g.stage.tap(here)
    await g.stage.advance(0.1)
    g.stage.tap(here)
    #expect(g.take() == ["one ended", "two ended"])
    await g.stage.advance(1)
    #expect(g.take() == [])

    one.require(toFail: two)
    g.stage.tap(here)
    await g.stage.advance(0.1)
    #expect(g.take() == [])
    g.stage.tap(here)
    #expect(g.take() == ["two ended"])
    await g.stage.advance(1)
    #expect(g.take() == [])
    g.stage.tap(here)
    await g.stage.advance(0.34)
    #expect(g.take() == [])
    await g.stage.advance(0.02)
    #expect(g.take() == ["one ended"])
    // Taps at different places are no double tap.
    g.stage.tap(here)
    await g.stage.advance(0.1)
    g.stage.tap(at(300, 300))
    await g.stage.advance(1)
    #expect(!g.take().contains("two ended"))
  }

  static func presses() async throws {
    let g = try await GestureStage()
    let press = g.listen(UILongPressGestureRecognizer(), "press") { "\($0.location(in: nil).x)" }
    g.stage.finger(.began, here)
    await g.stage.advance(0.49)
    #expect(g.take() == [])
    await g.stage.advance(0.02)
    #expect(g.take() == ["press began 100.0"])
    g.stage.finger(.moved, at(180, 100))
    g.stage.finger(.ended, at(180, 100))
    #expect(g.take() == ["press changed 180.0", "press ended 180.0"])
    // Too short; moved too far.
    g.stage.tap(here)
    g.stage.finger(.began, here)
    g.stage.finger(.moved, at(111, 100))
    await g.stage.advance(1)
    g.stage.finger(.ended, here)
    #expect(g.take() == [])
    // Switched off in the middle.
    g.stage.finger(.began, here)
    await g.stage.advance(0.6)
    press.isEnabled = false
    press.isEnabled = true
    g.stage.finger(.ended, here)
    #expect(g.take() == ["press began 100.0", "press cancelled 100.0"])
    press.numberOfTapsRequired = 1
    g.stage.finger(.began, here)
    await g.stage.advance(1)
    g.stage.finger(.ended, here)
    #expect(g.take() == [])
    g.stage.tap(here)
    await g.stage.advance(0.1)
    g.stage.finger(.began, here)
    await g.stage.advance(0.6)
    g.stage.finger(.ended, here)
    #expect(g.take() == ["press began 100.0", "press ended 100.0"])
  }

  static func pans() async throws {
    let g = try await GestureStage()
    let pan = g.listen(UIPanGestureRecognizer(), "pan") {
      let (t, v) = ($0.translation(in: nil), $0.velocity(in: nil))
      return "\(t.x.rounded()) \(t.y.rounded()) at \(v.x.rounded()) of \($0.numberOfTouches)"
    }
    await g.drag(from: here, to: at(140, 100), over: 0.4)
    #expect(
      g.take() == [
        "pan began 10.0 0.0 at 100.0 of 1", "pan changed 20.0 0.0 at 100.0 of 1",
        "pan changed 30.0 0.0 at 100.0 of 1", "pan changed 40.0 0.0 at 100.0 of 1",
        "pan ended 40.0 0.0 at 100.0 of 0",
      ])
    // A second finger does not make it jump; the middle of both moves.
    g.stage.finger(.began, here, id: 1)
    g.stage.finger(.moved, at(120, 100), id: 1)
    g.stage.finger(.began, at(220, 300), id: 2)
    g.stage.finger(.moved, at(220, 320), id: 2)
    pan.setTranslation(.zero, in: nil)
    g.stage.finger(.ended, at(120, 100), id: 1)
    g.stage.finger(.moved, at(230, 320), id: 2)
    g.stage.finger(.ended, at(230, 320), id: 2)
    #expect(
      g.take().map { $0.split(separator: " at").first ?? "" } == [
        "pan began 20.0 0.0", "pan changed 20.0 10.0", "pan changed 10.0 0.0", "pan ended 10.0 0.0",
      ])
    // Turned views have their own axes.
    let turned = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    turned.transform = CGAffineTransform(rotationAngle: .pi / 2)
    g.root.addSubview(turned)
    pan.minimumNumberOfTouches = 2
    await g.drag(from: here, to: at(140, 100), over: 0.4)
    #expect(g.take() == [])
    pan.minimumNumberOfTouches = 1
    g.stage.finger(.began, at(200, 200))
    g.stage.finger(.moved, at(230, 200))
    let t = pan.translation(in: turned)
    #expect(abs(t.x) < 1e-9 && abs(t.y + 30) < 1e-9)
    g.stage.finger(.cancelled, at(230, 200))
    #expect(g.take().last?.hasPrefix("pan cancelled") == true)
  }

  static func pairs() async throws {
    let g = try await GestureStage()
    let pinch = g.listen(UIPinchGestureRecognizer(), "pinch") { String(format: "%.2f", $0.scale) }
    g.stage.finger(.began, at(100, 100), id: 1)
    g.stage.finger(.began, at(200, 100), id: 2)
    await g.stage.advance(0.1)
    g.stage.finger(.moved, at(205, 100), id: 2)
    #expect(g.take() == [])
    await g.stage.advance(0.1)
    g.stage.finger(.moved, at(300, 100), id: 2)
    #expect(abs(pinch.velocity - 2 * log(200.0 / 105) / 0.1) < 1e-9)
    pinch.scale = 1
    g.stage.finger(.moved, at(200, 100), id: 2)
    g.stage.finger(.ended, at(200, 100), id: 2)
    g.stage.finger(.moved, at(0, 100), id: 1)
    g.stage.finger(.began, at(100, 100), id: 3)
    g.stage.finger(.moved, at(200, 100), id: 3)
    g.stage.finger(.ended, at(200, 100), id: 3)
    g.stage.finger(.ended, at(0, 100), id: 1)
    #expect(g.take() == ["pinch began 2.00", "pinch changed 0.50", "pinch changed 1.00", "pinch ended 1.00"])

    pinch.isEnabled = false
    let rotation = g.listen(UIRotationGestureRecognizer(), "rotation") { String(format: "%.2f", $0.rotation) }
    g.stage.finger(.began, at(200, 200), id: 1)
    g.stage.finger(.began, at(300, 200), id: 2)
    // One and a quarter turns, clockwise.
    for step in 1...15 {
      let angle = Double(step) * .pi / 6
      g.stage.finger(.moved, at(200 + 100 * cos(angle), 200 + 100 * sin(angle)), id: 2)
    }
    let turns = g.take()
    #expect(
      turns.first == "rotation began 0.52" && turns.last == "rotation changed 7.85" && turns.count == 15)
    #expect(rotation.state == .changed)
  }

  static func swipes() async throws {
    let g = try await GestureStage()
    let swipe = g.listen(UISwipeGestureRecognizer(), "swipe") { "\($0.location(in: nil).x)" }
    await g.drag(from: here, to: at(170, 110), over: 0.2)
    #expect(g.take() == ["swipe ended 100.0"])
    await g.drag(from: here, to: at(170, 110), over: 1)
    await g.drag(from: here, to: at(30, 100), over: 0.2)
    await g.drag(from: here, to: at(170, 200), over: 0.2)
    #expect(g.take() == [])
    swipe.direction = [.left, .up]
    await g.drag(from: here, to: at(30, 100), over: 0.2)
    await g.drag(from: here, to: at(100, 20), over: 0.2)
    #expect(g.take() == ["swipe ended 100.0", "swipe ended 100.0"])
  }

  static func views() async throws {
    let g = try await GestureStage()
    let view = LoudView(g, CGRect(x: 50, y: 50, width: 100, height: 100))
    let pan = g.listen(UIPanGestureRecognizer(), "pan")
    g.stage.finger(.began, here)
    g.stage.finger(.moved, at(105, 100))
    g.stage.finger(.moved, at(120, 100))
    g.stage.finger(.moved, at(130, 100))
    g.stage.finger(.ended, at(130, 100))
    #expect(
      g.take() == [
        "view began 1", "view moved 1", "pan began", "view cancelled 1", "pan changed", "pan ended",
      ])
    pan.cancelsTouchesInView = false
    g.stage.finger(.began, here)
    g.stage.finger(.moved, at(120, 100))
    g.stage.finger(.ended, at(120, 100))
    #expect(g.take() == ["view began 1", "pan began", "view moved 1", "pan ended", "view ended 1"])
    // Held back until the recogniser failed.
    pan.cancelsTouchesInView = true
    pan.delaysTouchesBegan = true
    g.stage.finger(.began, here)
    g.stage.finger(.moved, at(101, 100))
    #expect(g.take() == [])
    g.stage.finger(.ended, at(101, 100))
    #expect(g.take() == ["view began 1", "view moved 1", "view ended 1"])
    await g.drag(from: here, to: at(140, 100), over: 0.2, steps: 1)
    #expect(g.take() == ["pan began", "pan ended"])
    pan.isEnabled = false
    // A double tap holds the end of the first tap back.
    let two = g.listen(UITapGestureRecognizer(), "two", on: view)
    two.numberOfTapsRequired = 2
    g.stage.tap(here)
    #expect(g.take() == ["view began 1"])
    await g.stage.advance(0.4)
    #expect(g.take() == ["view ended 1"])
    g.stage.tap(here)
    g.stage.tap(here)
    #expect(g.take() == ["view began 1", "view began 1", "two ended", "view cancelled 2"])
    two.delaysTouchesEnded = false
    g.stage.tap(here)
    #expect(g.take() == ["view began 1", "view ended 1"])
  }

  final class Judge: UIGestureRecognizerDelegate {
    var begins = true, receives = true, simultaneous = false
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
      receives
    }
    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer,
      shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { simultaneous }
  }

  /// Recognises at once, as an app's own recogniser may.
  final class TouchDown: UIGestureRecognizer {
    var resets = 0
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { state = .recognized }
    override func reset() { resets += 1 }
  }

  static func delegates() async throws {
    let g = try await GestureStage()
    let inner = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
    g.root.addSubview(inner)
    let judge = Judge()
    let outerPan = g.listen(UIPanGestureRecognizer(), "outer")
    _ = g.listen(UIPanGestureRecognizer(), "inner", on: inner)
    func pan() async -> Set<String> {
      await g.drag(from: here, to: at(140, 100), over: 0.2, steps: 1)
      return Set(g.take())
    }
    // The deepest view's wins.
    #expect(await pan() == ["inner began", "inner ended"])
    outerPan.delegate = judge
    judge.simultaneous = true
    #expect(await pan() == ["inner began", "inner ended", "outer began", "outer ended"])
    judge.begins = false
    #expect(await pan() == ["inner began", "inner ended"])
    (judge.begins, judge.receives) = (true, false)
    #expect(await pan() == ["inner began", "inner ended"])
    judge.receives = true
    inner.gestureRecognizers = nil
    #expect(await pan() == ["outer began", "outer ended"])
    let down = g.listen(TouchDown(), "down", on: inner)
    judge.simultaneous = false
    #expect(await pan() == ["down ended"])
    #expect(down.resets == 1)
    // A recogniser that is taken away in the middle of its gesture cancels it.
    inner.gestureRecognizers = nil
    g.stage.finger(.began, here)
    g.stage.finger(.moved, at(150, 100))
    g.root.removeGestureRecognizer(outerPan)
    g.stage.finger(.ended, at(150, 100))
    #expect(g.take() == ["outer began", "outer cancelled"])
  }

  static func buttons() async throws {
    let g = try await GestureStage()
    let button = UIButton(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
    button.addAction(UIAction { _ in g.say("button") }, for: .touchUpInside)
    g.root.addSubview(button)
    _ = g.listen(UITapGestureRecognizer(), "around")
    g.stage.tap(here)
    g.stage.tap(at(300, 300))
    #expect(g.take() == ["button", "around ended"])
    button.isEnabled = false
    await g.stage.advance(1)
    g.stage.tap(here)
    #expect(g.take() == ["around ended"])
    button.isEnabled = true
    _ = g.listen(UITapGestureRecognizer(), "own", on: button)
    g.stage.tap(here)
    #expect(g.take() == ["own ended"])
    // A plain control leaves taps to what is around it.
    let control = UIControl(frame: CGRect(x: 200, y: 50, width: 50, height: 50))
    control.addAction(UIAction { _ in g.say("control") }, for: .touchUpInside)
    g.root.addSubview(control)
    g.stage.tap(at(220, 70))
    #expect(g.take() == ["around ended"])
  }
}
