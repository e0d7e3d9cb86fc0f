import DuoQuartzCore
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Animations of views against formulas: what is shown at any time, and when they end.
@Suite struct ViewAnimationModelTests {
  @Test func everyCurveAtEveryTime() async {
    await #expect(processExitsWith: .success) { try await AnimationModelStories.curves() }
  }

  @Test func overlappingMovesAddUp() async {
    await #expect(processExitsWith: .success) { try await AnimationModelStories.overlaps() }
  }

  @Test func keyframesGoFromValueToValue() async {
    await #expect(processExitsWith: .success) { try await AnimationModelStories.keyframes() }
  }

  @Test func completionsComeOnceAndInTime() async {
    await #expect(processExitsWith: .success) { try await AnimationModelStories.completions() }
  }

  @Test func layoutInsideAnAnimationMovesWhatItPlaces() async {
    await #expect(processExitsWith: .success) { try await AnimationModelStories.layout() }
  }
}

@MainActor
enum AnimationModelStories {
  /// A cubic Bezier curve from (0, 0) to (1, 1), by halving.
  static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    func point(_ t: Double, _ a: Double, _ b: Double) -> Double {
      3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if point(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return point(low, y1, y2)
  }

  static let curves: [(UIView.AnimationOptions, (Double) -> Double)] = [
    (.curveLinear, { $0 }), (.curveEaseIn, { bezier(0.42, 0, 1, 1, at: $0) }),
    (.curveEaseOut, { bezier(0, 0, 0.58, 1, at: $0) }), ([], { bezier(0.42, 0, 0.58, 1, at: $0) }),
  ]

  static func make() async throws -> (Stage, UIView) {
    let stage = try await ViewAnimationStories.start()
    return (stage, await ViewAnimationStories.shown(stage))
  }

  static func curves() async throws {
    let (stage, view) = try await make()
    var random = SeededRandom(5)
    var wrong: [String] = []
    for round in 0..<40 {
      let (option, curve) = curves[round % 4]
      let (duration, delay) = (random.number(0.2...2), random.int(2) == 0 ? 0 : random.number(0...0.5))
      let (start, end) = (view.center, CGPoint(x: random.number(0...300), y: random.number(0...500)))
      let (clear, alpha) = (view.alpha, CGFloat(random.number(0.1...1)))
      let (small, size) = (view.bounds.width, CGFloat(random.number(10...90)))
      UIView.animate(withDuration: duration, delay: delay, options: option) {
        view.center = end
        view.alpha = alpha
        view.bounds.size.width = size
      }
      if view.center != end || abs(view.alpha - alpha) > 1e-6 { wrong.append("\(round): model") }
      var time = 0.0
      while time < duration + delay {
        let part = curve(min(max((time - delay) / duration, 0), 1))
        let shown = view.layer.presentation()
        let found = [
          shown?.position.x ?? 0, shown?.position.y ?? 0, CGFloat(shown?.opacity ?? 0),
          shown?.bounds.width ?? 0,
        ].map { Double($0) }
        let wanted = [
          start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part,
          clear + (alpha - clear) * part,
          small + (size - small) * part,
        ].map { Double($0) }
        if zip(found, wanted).contains(where: { abs($0 - $1) > 0.02 }) {
          wrong.append("\(round) \(time): \(found), not \(wanted)")
        }
        let next = random.number(0.01...0.2)
        time += next
        await stage.advance(next)
      }
      await stage.advance(0.2)
      if view.layer.animationKeys() != nil { wrong.append("\(round): not over") }
    }
    #expect(wrong.prefix(3) == [])
  }

  /// Each move is shown from its old place to its new one, all of them together.
  static func overlaps() async throws {
    let (stage, view) = try await make()
    var random = SeededRandom(15)
    var wrong: [String] = []
    for round in 0..<10 {
      var moves: [(way: Double, start: Double, duration: Double, curve: (Double) -> Double)] = []
      var time = 0.0
      for _ in 0..<8 {
        let (option, curve) = curves[random.int(4)]
        let (x, duration) = (random.number(0...300), random.number(0.2...1))
        moves.append((x - Double(view.center.x), time, duration, curve))
        UIView.animate(withDuration: duration, delay: 0, options: option) { view.center.x = x }
        for _ in 0..<2 {
          let next = random.number(0.01...0.2)
          time += next
          await stage.advance(next)
          let behind = moves.reduce(0.0) { sum, move in
            sum + move.way * (1 - move.curve(min(max((time - move.start) / move.duration, 0), 1)))
          }
          let wanted = Double(view.center.x) - behind
          let found = ViewAnimationStories.x(view) ?? .nan
          if !(abs(found - wanted) < 0.05) { wrong.append("\(round) \(time): \(found), not \(wanted)") }
        }
      }
      await stage.advance(2)
    }
    #expect(wrong.prefix(3) == [])
  }

  static func keyframes() async throws {
    let (stage, view) = try await make()
    var wrong: [String] = []
    for (round, stops) in [[0.25, 0.5, 1.0], [0.5, 0.6, 0.9], [0.1, 0.2, 0.3]].enumerated() {
      view.center.x = 0
      let values = [100.0, 20, 200]
      UIView.animateKeyframes(withDuration: 2, delay: 0) {
        for (index, stop) in stops.enumerated() {
          let start = index == 0 ? 0 : stops[index - 1]
          UIView.addKeyframe(withRelativeStartTime: start, relativeDuration: stop - start) {
            view.center.x = values[index]
          }
        }
      }
      for step in 0..<20 {
        let part = Double(step) / 20
        var wanted = values[2]
        for (index, stop) in stops.enumerated().reversed() where part <= stop {
          let (start, from) = index == 0 ? (0, 0) : (stops[index - 1], values[index - 1])
          wanted = from + (values[index] - from) * (part - start) / (stop - start)
        }
        let found = ViewAnimationStories.x(view) ?? .nan
        if !(abs(found - wanted) < 0.05) { wrong.append("\(round) \(part): \(found), not \(wanted)") }
        await stage.advance(0.1)
      }
      await stage.advance(0.5)
      if view.layer.animationKeys() != nil || view.center.x != 200 { wrong.append("\(round): not over") }
    }
    #expect(wrong.prefix(3) == [])
  }

  /// Completions of animations at random: each once, not before its time, true unless overtaken.
  static func completions() async throws {
    let (stage, _) = try await make()
    var random = SeededRandom(25)
    var views: [UIView] = []
    for _ in 0..<6 { views.append(await ViewAnimationStories.shown(stage)) }
    var due: [Int: Double] = [:]
    var told: [Int: [(time: Double, finished: Bool)]] = [:]
    var time = 0.0
    for number in 0..<60 {
      let view = views[random.int(6)]
      let (duration, delay) = (
        random.int(6) == 0 ? 0 : random.number(0.1...0.6), random.int(3) == 0 ? 0.2 : 0
      )
      let changes = random.int(5) > 0
      // Without anything that changes there is nothing to wait for.
      due[number] = time + (changes ? duration + delay : 0)
      UIView.animate(
        withDuration: duration, delay: delay,
        animations: { if changes { view.center.x = random.number(0...300) } },
        completion: { told[number, default: []].append((stage.clock.now.seconds, $0)) })
      if told[number] != nil { told[-1] = [] }
      let next = random.number(0...0.2)
      time += next
      await stage.advance(next)
    }
    await stage.advance(2)
    let origin = stage.clock.now.seconds - 2 - time
    var wrong: [String] = told[-1] == nil ? [] : ["told at once"]
    for (number, moment) in due {
      let all = told[number] ?? []
      guard all.count == 1 else {
        wrong.append("\(number): told \(all.count) times")
        continue
      }
      if !all[0].finished { wrong.append("\(number): not finished") }
      if all[0].time - origin < moment - 1e-6 {
        wrong.append("\(number): too early, \(all[0].time - origin) for \(moment)")
      }
    }
    #expect(wrong.prefix(4) == [])
  }

  /// A changed constraint and `layoutIfNeeded()` inside an animation: the usual way to move panels.
  static func layout() async throws {
    let (stage, _) = try await make()
    let root = stage.scene.windows[0].rootViewController!.view!
    let (panel, inner) = (UIView(), UILabel())
    inner.text = "Timer"
    for view in [panel, inner] { view.translatesAutoresizingMaskIntoConstraints = false }
    root.addSubview(panel)
    panel.addSubview(inner)
    let height = panel.heightAnchor.constraint(equalToConstant: 100)
    NSLayoutConstraint.activate([
      panel.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      panel.trailingAnchor.constraint(equalTo: root.trailingAnchor), height,
      panel.bottomAnchor.constraint(equalTo: root.bottomAnchor),
      inner.centerXAnchor.constraint(equalTo: panel.centerXAnchor),
      inner.centerYAnchor.constraint(equalTo: panel.centerYAnchor),
    ])
    await stage.settle()
    let bottom = root.bounds.maxY
    height.constant = 300
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { root.layoutIfNeeded() }
    #expect(panel.frame == CGRect(x: 0, y: bottom - 300, width: root.bounds.width, height: 300))
    var wrong: [String] = []
    for step in 0...10 {
      let part = Double(step) / 10
      let wanted = 100 + 200 * part
      let (outer, text) = (panel.layer.presentation()!.frame, inner.layer.presentation()!.position)
      if abs(outer.height - wanted) > 0.05 || abs(outer.maxY - bottom) > 0.05 {
        wrong.append("\(step): \(outer)")
      }
      if abs(text.y - wanted / 2) > 0.5 { wrong.append("\(step): \(text)") }
      await stage.advance(0.1)
    }
    #expect(wrong == [])
    // Without layout inside, the change comes with the next update, at once.
    height.constant = 50
    await stage.settle()
    #expect(panel.layer.presentation()!.frame.height == 50 && panel.layer.animationKeys() == nil)
    // A change in an animation that is not laid out inside it does not move later.
    UIView.animate(withDuration: 1) { height.constant = 80 }
    await stage.settle()
    #expect(panel.frame.height == 80 && panel.layer.presentation()!.frame.height == 80)
  }
}
