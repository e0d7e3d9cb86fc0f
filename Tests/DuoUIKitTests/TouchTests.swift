import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoUIKit

@Suite struct TouchTests {
  @Test func touchesTellWhereAndWhen() async {
    await #expect(processExitsWith: .success) { try await TouchStories.values() }
  }

  @Test func windowsPassOnWhatTheyDoNotWant() async {
    await #expect(processExitsWith: .success) { try await TouchStories.windows() }
  }

  @Test func viewsTakeAsManyFingersAsTheySay() async {
    await #expect(processExitsWith: .success) { try await TouchStories.fingers() }
  }

  @Test func touchesEndWithWhatTheyAreOn() async {
    await #expect(processExitsWith: .success) { try await TouchStories.cancelling() }
  }

  /// The pieces that a view gets, against lists written by hand.
  @Test @MainActor func deliveriesWaitAndFallAway() {
    func play(
      _ phases: [UITouch.Phase], began: [Bool], ended: [Bool], takenAt: Int? = nil
    ) -> [UITouch.Phase] {
      var delivery = TouchDelivery()
      var heard: [UITouch.Phase] = []
      for (index, phase) in phases.enumerated() {
        delivery.add(phase, UIEvent(touches: [], timestamp: 0))
        if takenAt == index { delivery.isTaken = true }
        while let next = delivery.next(holdsBegan: began[index], holdsEnded: ended[index]) {
          heard.append(next)
        }
      }
      return heard
    }
    let all: [UITouch.Phase] = [.began, .moved, .moved, .ended]
    let (no, yes) = (Array(repeating: false, count: 4), Array(repeating: true, count: 4))
    #expect(play(all, began: no, ended: no) == all)
    #expect(play(all, began: [true, true, false, false], ended: no) == [.began, .moved, .ended])
    #expect(play(all, began: yes, ended: no) == [])
    #expect(play(all, began: no, ended: yes) == [.began, .moved, .moved])
    #expect(play(all, began: no, ended: no, takenAt: 0) == [])
    #expect(play(all, began: no, ended: no, takenAt: 2) == [.began, .moved, .cancelled])
    #expect(
      play([.began, .cancelled], began: [false, true], ended: [true, true]) == [.began, .cancelled])
    #expect(play([.began, .cancelled], began: [true, true], ended: [true, true]) == [])
  }
}

@MainActor
enum TouchStories {
  static func at(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }

  /// Lets points through that nothing of it is under, as overlays do.
  final class Overlay: UIWindow {
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
      let hit = super.hitTest(point, with: event)
      return hit === self || hit === rootViewController?.view ? nil : hit
    }
  }

  final class Counting: UIWindow {
    var events: [Int] = []
    override func sendEvent(_ event: UIEvent) {
      events.append(event.allTouches?.count ?? 0)
      super.sendEvent(event)
    }
  }

  static func values() async throws {
    let g = try await GestureStage()
    let view = LoudView(g, CGRect(x: 50, y: 50, width: 200, height: 200))
    let touch = try #require(g.stage.finger(.began, at(60, 70)))
    #expect(touch.view === view && touch.window === g.window && touch.phase == .began && touch.tapCount == 1)
    #expect(touch.location(in: view) == at(10, 20) && touch.location(in: nil) == at(60, 70))
    #expect(touch.type == .direct && touch.majorRadius == 20 && touch.majorRadiusTolerance == 0)
    await g.stage.advance(0.1)
    #expect(g.stage.finger(.moved, at(65, 75)) === touch)
    #expect(touch.phase == .moved && touch.previousLocation(in: view) == at(10, 20))
    #expect(
      touch.preciseLocation(in: view) == at(15, 25) && touch.precisePreviousLocation(in: nil) == at(60, 70))
    #expect(touch.timestamp == g.stage.clock.now.seconds)
    g.stage.finger(.ended, at(65, 75))
    #expect(touch.phase == .ended)
    // Quick taps at one place are counted.
    var counts: [Int] = []
    for wait in [0.1, 0.1, 0.5] {
      await g.stage.advance(wait)
      counts.append(g.stage.finger(.began, at(60, 70))?.tapCount ?? 0)
      g.stage.finger(.ended, at(60, 70))
    }
    counts.append(g.stage.finger(.began, at(200, 200))?.tapCount ?? 0)
    #expect(counts == [2, 3, 1, 1])
    #expect(g.stage.finger(.began, at(-5, 0), id: 7) == nil)
    #expect(g.stage.finger(.moved, at(60, 70), id: 7) == nil)
  }

  static func windows() async throws {
    let g = try await GestureStage()
    let below = LoudView(g, g.root.bounds, "below")
    let overlay = Overlay(windowScene: g.stage.scene)
    overlay.rootViewController = UIViewController()
    overlay.isHidden = false
    let button = LoudView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
    button.name = "over"
    button.say = g.say
    overlay.rootViewController?.view.addSubview(button)
    #expect(g.stage.tap(at(20, 20)) === button)
    #expect(g.stage.tap(at(100, 100)) === below)
    #expect(g.take() == ["over began 1", "over ended 1", "below began 1", "below ended 1"])
    overlay.isHidden = true
    #expect(g.stage.tap(at(20, 20)) === below)
    // Fingers of one event on two windows: each window gets the whole event once.
    let counting = Counting(windowScene: g.stage.scene)
    counting.rootViewController = UIViewController()
    counting.isHidden = false
    let now = g.stage.clock.now
    UIApplication.shared.deliver(
      [
        FingerTouch(id: 1, .began, at: at(20, 20), time: now),
        FingerTouch(id: 2, .began, at: at(30, 20), time: now),
      ],
      on: .outer)
    #expect(counting.events == [2])
    g.stage.finger(.moved, at(40, 20), id: 2)
    #expect(counting.events == [2, 2])
  }

  static func fingers() async throws {
    let g = try await GestureStage()
    let one = LoudView(g, CGRect(x: 0, y: 0, width: 100, height: 100), "one")
    let many = LoudView(g, CGRect(x: 100, y: 0, width: 100, height: 100), "many")
    many.isMultipleTouchEnabled = true
    #expect(!one.isMultipleTouchEnabled && !one.isExclusiveTouch)
    for (id, x) in [(1, 10.0), (2, 20), (3, 110), (4, 120)] { g.stage.finger(.began, at(x, 10), id: id) }
    for (id, x) in [(2, 20.0), (1, 10), (3, 110), (4, 120)] { g.stage.finger(.ended, at(x, 10), id: id) }
    #expect(
      g.take() == [
        "one began 1", "many began 1", "many began 1", "one ended 1", "many ended 1", "many ended 1",
      ])
    one.isExclusiveTouch = true
    g.stage.finger(.began, at(110, 10), id: 1)
    g.stage.finger(.began, at(10, 10), id: 2)
    g.stage.finger(.ended, at(110, 10), id: 1)
    g.stage.finger(.ended, at(10, 10), id: 2)
    g.stage.finger(.began, at(10, 10), id: 1)
    g.stage.finger(.began, at(110, 10), id: 2)
    g.stage.finger(.ended, at(10, 10), id: 1)
    g.stage.finger(.ended, at(110, 10), id: 2)
    #expect(g.take() == ["many began 1", "many ended 1", "one began 1", "one ended 1"])
  }

  static func cancelling() async throws {
    let g = try await GestureStage()
    let view = LoudView(g, CGRect(x: 0, y: 0, width: 400, height: 400))
    let pan = g.listen(UIPanGestureRecognizer(), "pan")
    pan.cancelsTouchesInView = false
    func press() {
      g.stage.finger(.began, at(10, 10))
      g.stage.finger(.moved, at(50, 10))
      _ = g.take()
    }
    press()
    view.removeFromSuperview()
    #expect(g.take() == ["pan cancelled", "view cancelled 1"])
    g.stage.finger(.ended, at(50, 10))
    #expect(g.take() == [])
    g.root.addSubview(view)
    press()
    await g.stage.send(.overlay(true))
    #expect(g.take() == ["pan cancelled", "view cancelled 1"])
    // An app that is not active gets no touches.
    #expect(g.stage.tap(at(10, 10)) == nil)
    await g.stage.send(.overlay(false))
    press()
    g.window.isHidden = true
    #expect(g.take() == ["pan cancelled", "view cancelled 1"])
    g.window.isHidden = false
    press()
    await g.stage.send(.hinge(to: 180, over: .zero))
    #expect(g.take() == ["pan cancelled", "view cancelled 1"])
    #expect(g.stage.scene.geometry.display == .inner)
    #expect(g.stage.tap(at(10, 10)) === view)
  }
}
