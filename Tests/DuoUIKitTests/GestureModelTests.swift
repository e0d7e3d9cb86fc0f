import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Gestures of random fingers, against plain sums over the fingers' ways.
@Suite struct GestureModelTests {
  @Test func translationsAreWhatTheFingersWent() async {
    await #expect(processExitsWith: .success) { try await GestureModelStories.pans() }
  }

  @Test func scalesAndTurnsAreThoseOfTwoFingers() async {
    await #expect(processExitsWith: .success) { try await GestureModelStories.pairs() }
  }

  @Test func tapsAreShortAndInPlace() async {
    await #expect(processExitsWith: .success) { try await GestureModelStories.taps() }
  }

  @Test func swipesGoOneWay() async {
    await #expect(processExitsWith: .success) { try await GestureModelStories.swipes() }
  }

  @Test func pressesTakeTheirTime() async {
    await #expect(processExitsWith: .success) { try await GestureModelStories.presses() }
  }

  @Test func placesTurnWithTheViews() async {
    await #expect(processExitsWith: .success) { try await GestureModelStories.places() }
  }
}

@MainActor
enum GestureModelStories {
  static func at(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }

  /// A view over all of the display that wants many fingers.
  static func pad(_ g: GestureStage) -> LoudView {
    let view = LoudView(g, g.root.bounds)
    view.isMultipleTouchEnabled = true
    return view
  }

  static func pans() async throws {
    let g = try await GestureStage()
    let view = pad(g)
    var random = SeededRandom(51)
    var wrong: [String] = []
    var begun = 0
    for round in 0..<60 {
      let pan = UIPanGestureRecognizer()
      let most = [1, 2, Int.max][random.int(3)]
      pan.maximumNumberOfTouches = most
      view.addGestureRecognizer(pan)
      var fingers: [Int: CGPoint] = [0: at(200, 300)]
      g.stage.finger(.began, fingers[0]!, id: 0)
      var way = CGPoint.zero
      var isOn = false
      for step in 0..<12 {
        await g.stage.advance(0.01)
        if random.int(6) == 0, fingers.count < min(most, 2) {
          fingers[1] = at(100 + random.number(0...200), 200 + random.number(0...200))
          g.stage.finger(.began, fingers[1]!, id: 1)
        } else if random.int(6) == 0, fingers.count == 2 {
          g.stage.finger(.ended, fingers.removeValue(forKey: 1)!, id: 1)
        } else {
          let id = random.int(2) == 0 ? 0 : fingers.keys.max()!
          let move = at(random.number(-12...12), random.number(-12...12))
          fingers[id]!.x += move.x
          fingers[id]!.y += move.y
          // The middle of the fingers moves by their share.
          way.x += move.x / CGFloat(fingers.count)
          way.y += move.y / CGFloat(fingers.count)
          g.stage.finger(.moved, fingers[id]!, id: id)
        }
        let found = pan.translation(in: view)
        if abs(found.x - way.x) > 1e-6 || abs(found.y - way.y) > 1e-6 {
          wrong.append("\(round) \(step): \(found), not \(way)")
        }
        let isNow = pan.state == .began || pan.state == .changed
        if isNow, !isOn {
          begun += 1
          if hypot(way.x, way.y) < 10 { wrong.append("\(round) \(step): begins at \(way)") }
        }
        if isOn, !isNow { wrong.append("\(round) \(step): ends in the middle") }
        isOn = isNow
        if isOn {
          let middle = fingers.values.reduce(CGPoint.zero) { at($0.x + $1.x, $0.y + $1.y) }
          let place = pan.location(in: view), count = CGFloat(fingers.count)
          if hypot(place.x - middle.x / count, place.y - middle.y / count) > 1e-6 {
            wrong.append("\(round) \(step): \(place)")
          }
          if pan.numberOfTouches != fingers.count {
            wrong.append("\(round) \(step): \(pan.numberOfTouches) fingers")
          }
        }
        if isOn, random.int(8) == 0 {
          way = at(random.number(-5...5), random.number(-5...5))
          pan.setTranslation(way, in: view)
          if pan.velocity(in: view) != .zero { wrong.append("\(round) \(step): fast") }
        }
      }
      for (id, point) in fingers { g.stage.finger(.ended, point, id: id) }
      view.removeGestureRecognizer(pan)
      _ = g.take()
    }
    #expect(wrong.prefix(4) == [])
    #expect(begun > 20)
    // Points a second.
    let pan = UIPanGestureRecognizer()
    view.addGestureRecognizer(pan)
    var speeds: [CGPoint] = []
    g.stage.finger(.began, at(100, 300))
    for step in 1...5 {
      await g.stage.advance(0.05)
      g.stage.finger(.moved, at(100 + 10 * Double(step), 300 - 20 * Double(step)))
      speeds.append(pan.velocity(in: view))
    }
    #expect(speeds.allSatisfy { abs($0.x - 200) < 1 && abs($0.y + 400) < 1 })
    g.stage.finger(.ended, at(150, 200))
  }

  static func pairs() async throws {
    let g = try await GestureStage()
    let view = pad(g)
    var random = SeededRandom(61)
    var wrong: [String] = []
    var (pinches, turns) = (0, 0)
    for round in 0..<50 {
      let (pinch, turn) = (UIPinchGestureRecognizer(), UIRotationGestureRecognizer())
      final class Both: UIGestureRecognizerDelegate {
        func gestureRecognizer(
          _ gestureRecognizer: UIGestureRecognizer,
          shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
        ) -> Bool { true }
      }
      let both = Both()
      for recognizer in [pinch, turn] {
        recognizer.delegate = both
        view.addGestureRecognizer(recognizer)
      }
      var (length, angle) = (random.number(60...150), random.number(-3...3))
      let middle = at(230, 330)
      func ends() -> [CGPoint] {
        let half = at(cos(angle) * length / 2, sin(angle) * length / 2)
        return [at(middle.x - half.x, middle.y - half.y), at(middle.x + half.x, middle.y + half.y)]
      }
      func send(_ phase: FingerTouch.Phase) {
        let time = g.stage.clock.now
        UIApplication.shared.deliver(
          ends().enumerated().map { FingerTouch(id: $0.offset, phase, at: $0.element, time: time) },
          on: .outer)
      }
      send(.began)
      let (firstLength, firstAngle) = (length, angle)
      for step in 0..<10 {
        await g.stage.advance(0.02)
        length = min(max(length * random.number(0.8...1.25), 30), 190)
        angle += random.number(-0.3...0.3)
        send(.moved)
        if abs(pinch.scale - length / firstLength) > 1e-6 {
          wrong.append("\(round) \(step): scale \(pinch.scale), not \(length / firstLength)")
        }
        if abs(turn.rotation - (angle - firstAngle)) > 1e-6 {
          wrong.append("\(round) \(step): rotation \(turn.rotation), not \(angle - firstAngle)")
        }
        let place = pinch.location(in: view)
        if hypot(place.x - middle.x, place.y - middle.y) > 1e-6 { wrong.append("\(round) \(step): \(place)") }
      }
      if pinch.state == .changed || pinch.state == .began { pinches += 1 }
      if turn.state == .changed || turn.state == .began { turns += 1 }
      send(.ended)
      if pinch.state != .possible || turn.state != .possible { wrong.append("\(round): not over") }
      for recognizer in [pinch, turn] { view.removeGestureRecognizer(recognizer) }
      await g.stage.advance(0.5)
    }
    #expect(wrong.prefix(4) == [])
    #expect(pinches > 40 && turns > 40)
    // As zooming apps do: the scale is set back at every change, and the product is the whole.
    let pinch = UIPinchGestureRecognizer()
    var zoom: CGFloat = 1
    pinch.addTarget(
      g,
      action: Selector("zoom") { _ in
        zoom *= pinch.scale
        pinch.scale = 1
      })
    view.addGestureRecognizer(pinch)
    g.stage.finger(.began, at(200, 300), id: 0)
    g.stage.finger(.began, at(240, 300), id: 1)
    for step in 1...12 {
      await g.stage.advance(0.02)
      g.stage.finger(.moved, at(240 + 10 * Double(step), 300), id: 1)
    }
    #expect(abs(zoom - 4) < 1e-6)
    // One finger up and down again goes on without a jump.
    g.stage.finger(.ended, at(360, 300), id: 1)
    g.stage.finger(.began, at(300, 300), id: 1)
    #expect(abs(zoom - 4) < 1e-6 && pinch.numberOfTouches == 2)
    g.stage.finger(.moved, at(400, 300), id: 1)
    #expect(abs(zoom - 8) < 1e-6)
    for id in 0..<2 { g.stage.finger(.ended, at(400, 300), id: id) }
    #expect(pinch.state == .possible)
  }

  static func taps() async throws {
    let g = try await GestureStage()
    let view = pad(g)
    var random = SeededRandom(71)
    var wrong: [String] = []
    var counts: [Bool: Int] = [:]
    for round in 0..<150 {
      let tap = UITapGestureRecognizer()
      tap.numberOfTapsRequired = 1 + random.int(2)
      var heard = 0
      tap.addTarget(g, action: Selector("tap") { _ in heard += 1 })
      view.addGestureRecognizer(tap)
      var isTap = true
      var first: CGPoint?
      for _ in 0..<tap.numberOfTapsRequired {
        if first != nil {
          let pause = [0.1, 0.3, 0.4, 0.6][random.int(4)]
          await g.stage.advance(pause)
          if pause > 0.35 { isTap = false }
        }
        let start = at(150 + random.number(0...40), 300)
        // Taps in a row are near to where the first one came up.
        if let first, hypot(first.x - start.x, first.y - start.y) > 45 { isTap = false }
        g.stage.finger(.began, start)
        let time = [0.05, 0.3, 0.7, 0.8, 1][random.int(5)]
        await g.stage.advance(time / 2)
        let stray = [0.0, 20, 44, 46, 100][random.int(5)]
        if stray > 0 { g.stage.finger(.moved, at(start.x, start.y + stray)) }
        await g.stage.advance(time / 2)
        g.stage.finger(.ended, at(start.x, start.y + stray))
        first = first ?? at(start.x, start.y + stray)
        if time > 0.75 || stray > 45 { isTap = false }
        if !isTap { break }
      }
      if heard != (isTap ? 1 : 0) {
        wrong.append("\(round) taps \(tap.numberOfTapsRequired): \(heard), not \(isTap)")
      }
      counts[isTap, default: 0] += 1
      view.removeGestureRecognizer(tap)
      await g.stage.advance(1)
      _ = g.take()
    }
    #expect(wrong.prefix(4) == [])
    #expect(counts[true, default: 0] > 20 && counts[false, default: 0] > 20)
  }

  static func swipes() async throws {
    let g = try await GestureStage()
    let view = pad(g)
    var random = SeededRandom(81)
    var wrong: [String] = []
    var recognised = 0
    let ways: [(UISwipeGestureRecognizer.Direction, CGPoint)] = [
      (.right, at(1, 0)), (.left, at(-1, 0)), (.up, at(0, -1)), (.down, at(0, 1)),
    ]
    for round in 0..<120 {
      let wanted = ways[random.int(4)], gone = ways[random.int(4)]
      let swipe = UISwipeGestureRecognizer()
      if swipe.direction != .right { wrong.append("default") }
      swipe.direction = wanted.0
      var heard = 0
      var place: CGPoint?
      swipe.addTarget(
        g,
        action: Selector("swipe") { _ in
          heard += 1
          place = swipe.location(in: view)
        })
      view.addGestureRecognizer(swipe)
      let (length, time) = ([30.0, 60, 120][random.int(3)], [0.1, 0.3, 0.9][random.int(3)])
      let start = at(220, 320)
      await g.drag(
        from: start, to: at(start.x + gone.1.x * length, start.y + gone.1.y * length), over: time, steps: 3)
      // Slow ones get as far as the middle of their way in the time there is.
      let reached = time <= 0.5 ? length : length / 3
      let isSwipe = wanted.0 == gone.0 && reached >= 50
      if heard != (isSwipe ? 1 : 0) { wrong.append("\(round) \(length) \(time): \(heard)") }
      if isSwipe, place != start { wrong.append("\(round): at \(String(describing: place))") }
      recognised += heard
      view.removeGestureRecognizer(swipe)
      await g.stage.advance(1)
      _ = g.take()
    }
    #expect(wrong.prefix(4) == [])
    #expect(recognised > 5)
  }

  static func presses() async throws {
    let g = try await GestureStage()
    let view = pad(g)
    var wrong: [String] = []
    for minimum in [0.0, 0.2, 0.5, 2] {
      for held in [0.1, 0.3, 1, 3] {
        for stray in [0.0, 9, 11] {
          let press = UILongPressGestureRecognizer()
          if press.minimumPressDuration != 0.5 || press.allowableMovement != 10 { wrong.append("defaults") }
          press.minimumPressDuration = minimum
          var states: [UIGestureRecognizer.State] = []
          press.addTarget(g, action: Selector("press") { _ in states.append(press.state) })
          view.addGestureRecognizer(press)
          g.stage.finger(.began, at(200, 300))
          if stray > 0 { g.stage.finger(.moved, at(200, 300 + stray)) }
          await g.stage.advance(held)
          g.stage.finger(.moved, at(200, 400))
          g.stage.finger(.ended, at(200, 400))
          await g.stage.settle()
          // A press that asks for no time begins when it can, before or after the finger strayed.
          let isPress = held >= minimum && (stray <= 10 || (minimum == 0 && states != []))
          let name = "\(minimum) \(held) \(stray)"
          let wanted: [UIGestureRecognizer.State] = isPress ? [.began, .changed, .ended] : []
          if states != wanted { wrong.append("\(name): \(states)") }
          view.removeGestureRecognizer(press)
          await g.stage.advance(1)
          _ = g.take()
        }
      }
    }
    #expect(wrong.prefix(4) == [])
  }

  /// Places and ways in views that are turned, moved and scaled.
  static func places() async throws {
    let g = try await GestureStage()
    let view = LoudView(g, CGRect(x: 120, y: 220, width: 200, height: 200))
    let pan = UIPanGestureRecognizer()
    view.addGestureRecognizer(pan)
    var random = SeededRandom(91)
    var wrong: [String] = []
    for round in 0..<40 {
      let (angle, scale) = (random.number(-3...3), random.number(0.6...1.6))
      view.transform = CGAffineTransform(rotationAngle: angle).scaledBy(x: scale, y: scale)
      let start = at(220, 320)
      let end = at(220 + random.number(20...50), 320 + random.number(20...50))
      let touch = g.stage.finger(.began, start)
      await g.stage.advance(0.05)
      g.stage.finger(.moved, end)
      func inside(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
        at((x * cos(angle) + y * sin(angle)) / scale, (-x * sin(angle) + y * cos(angle)) / scale)
      }
      let way = inside(end.x - start.x, end.y - start.y)
      let found = pan.translation(in: view)
      if hypot(found.x - way.x, found.y - way.y) > 1e-6 { wrong.append("\(round): \(found), not \(way)") }
      let place = at(100 + way.x, 100 + way.y)
      for other in [
        pan.location(in: view), pan.location(ofTouch: 0, in: view), touch?.location(in: view) ?? .zero,
      ]
      where hypot(other.x - place.x, other.y - place.y) > 1e-6 {
        wrong.append("\(round): \(other), not \(place)")
      }
      let before = touch?.previousLocation(in: view) ?? .zero
      if hypot(before.x - 100, before.y - 100) > 1e-6 { wrong.append("\(round): before \(before)") }
      if pan.location(in: nil) != end || pan.translation(in: g.root) != at(end.x - start.x, end.y - start.y) {
        wrong.append("\(round): in the window")
      }
      g.stage.finger(.ended, end)
      await g.stage.advance(1)
      _ = g.take()
    }
    #expect(wrong.prefix(4) == [])
  }
}
