import Foundation
import Testing

@testable import DuoQuartzCore

/// What layers show, against a plain retelling of the rules of time and value.
@Suite struct PresentationPropertyTests {
  @Test func randomAnimationsShowWhatTheRulesSay() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.single() }
  }

  @Test func animationsOnOneValueGoOneAfterAnother() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.stacked() }
  }

  @Test func keyframesAreFoundByTheirTimes() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.keyframes() }
  }

  @Test func timeRunsThroughTheTree() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.nested() }
  }

  @Test func everyValueThatAnimatesDoesSoByItself() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.implicit() }
  }

  @Test func completionsComeWhenTheLastAnimationEnds() async {
    await #expect(processExitsWith: .success) { try await PresentationStories.completions() }
  }
}

/// One animation as the documentation tells it, step by step.
private struct Plain {
  var from, to, duration, delay: Double
  var cycles = 1.0
  var autoreverses = false
  var fill = CAMediaTimingFillMode.removed
  var curve: (Double, Double, Double, Double)?

  /// The value at a time after adding; nil while it has no effect.
  func value(_ time: Double) -> Double? {
    let local = time - delay
    let length = duration * (autoreverses ? 2 : 1) * cycles
    if local < 0 { return [.backwards, .both].contains(fill) ? mix(0) : nil }
    if local >= length { return [.forwards, .both].contains(fill) ? mix(share(length, isEnd: true)) : nil }
    return mix(share(local, isEnd: false))
  }

  private func share(_ time: Double, isEnd: Bool) -> Double {
    // Count the legs: each is one way.
    var leg = Int((time / duration).rounded(.down))
    var part = time / duration - Double(leg)
    if isEnd, part < 1e-9, leg > 0 {
      leg -= 1
      part = 1
    }
    return autoreverses && leg % 2 == 1 ? 1 - part : part
  }

  private func mix(_ share: Double) -> Double {
    from + (to - from) * (curve.map { AnimationCurveTests.bisected($0, min(max(share, 0), 1)) } ?? share)
  }
}

@MainActor private enum PresentationStories {
  static func random(_ random: inout SeededRandom) -> (CABasicAnimation, Plain) {
    // Binary fractions, so that ends are met exactly.
    func quarter(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 4 }
    var plain = Plain(
      from: random.number(-9...9), to: random.number(-9...9), duration: quarter(1...12), delay: 0)
    plain.cycles = [1, 1, 2, 2.5, 3.25][random.int(5)]
    plain.autoreverses = random.int(3) == 0
    plain.fill = [.removed, .forwards, .backwards, .both][random.int(4)]
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue) = (plain.from, plain.to)
    animation.duration = plain.duration
    animation.autoreverses = plain.autoreverses
    animation.repeatCount = plain.cycles == 1 ? 0 : Float(plain.cycles)
    animation.fillMode = plain.fill
    animation.isRemovedOnCompletion = false
    if random.int(2) == 0 {
      let c = [
        random.number(0...1), random.number(-0.5...1.5), random.number(0...1), random.number(-0.5...1.5),
      ]
      .map { Float($0) }
      animation.timingFunction = CAMediaTimingFunction(controlPoints: c[0], c[1], c[2], c[3])
      plain.curve = (Double(c[0]), Double(c[1]), Double(c[2]), Double(c[3]))
    }
    if random.int(3) == 0 {
      plain.delay = quarter(1...8)
      animation.beginTime = CACurrentMediaTime() + plain.delay
    }
    return (animation, plain)
  }

  static func z(_ layer: CALayer) -> Double { Double(layer.presentation()?.zPosition ?? .nan) }

  static func single() async throws {
    var numbers = SeededRandom(301)
    let stage = try AnimationStage()
    await stage.advance(1)
    let layer = stage.shownLayer()
    CATransaction.setDisableActions(true)
    layer.zPosition = 77
    for round in 0..<60 {
      let (animation, plain) = random(&numbers)
      layer.add(animation, forKey: "z")
      for step in 0...40 {
        let time = Double(step) / 4
        let (shown, wanted) = (z(layer), plain.value(time) ?? 77)
        // A point where a curve is steep amplifies its tolerance.
        verify(about(shown, wanted, 2e-3), "\(round) after \(time): \(shown), not \(wanted): \(plain)")
        await stage.advance(0.25)
      }
    }
  }

  static func stacked() async throws {
    var numbers = SeededRandom(302)
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    CATransaction.setDisableActions(true)
    layer.zPosition = 5
    for round in 0..<30 {
      layer.removeAllAnimations()
      let all = (0..<4).map { index in
        let (animation, plain) = random(&numbers)
        animation.isAdditive = numbers.int(2) == 0
        layer.add(animation, forKey: "\(index)")
        return (isSum: animation.isAdditive, plain: plain)
      }
      for step in 0...20 {
        let time = Double(step) / 4
        let wanted = all.reduce(5.0) { value, next in
          next.plain.value(time).map { next.isSum ? value + $0 : $0 } ?? value
        }
        verify(about(z(layer), wanted, 8e-3), "\(round) after \(time): \(z(layer)), not \(wanted)")
        await stage.advance(0.25)
      }
    }
    layer.removeAllAnimations()
    await stage.settle()
    verify(z(layer) == 5 && stage.clock.isIdle, "nothing is left")
  }

  static func keyframes() async throws {
    var numbers = SeededRandom(303)
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    for round in 0..<60 {
      let values = (0..<(2 + numbers.int(5))).map { _ in numbers.number(-9...9) }
      let inner = (0..<(values.count - 2)).map { _ in numbers.number(0.05...0.95) }.sorted()
      let times = [0] + inner + [1]
      let animation = CAKeyframeAnimation(keyPath: "zPosition")
      animation.values = values
      animation.keyTimes = times.map { NSNumber(value: $0) }
      animation.duration = 1
      let isDiscrete = numbers.int(3) == 0
      if isDiscrete {
        animation.calculationMode = .discrete
        animation.keyTimes = (times + [1]).dropLast().map { NSNumber(value: $0) }
      }
      layer.add(animation, forKey: "k")
      for step in 0..<16 {
        let share = Double(step) / 16
        let index = times.lastIndex { $0 <= share }!
        let part = (share - times[index]) / (times[index + 1] - times[index])
        let wanted = isDiscrete ? values[index] : values[index] * (1 - part) + values[index + 1] * part
        verify(about(z(layer), wanted), "\(round) at \(share): \(z(layer)), not \(wanted)")
        await stage.advance(1.0 / 16)
      }
      verify(layer.animationKeys() == nil, "\(round): over")
    }
  }

  /// Speeds multiply on the way down; a layer that stands still holds what is in it.
  static func nested() async throws {
    let stage = try AnimationStage()
    let outer = stage.shownLayer(), inner = CALayer()
    outer.addSublayer(inner)
    stage.root.layoutIfNeeded()
    for (outerSpeed, innerSpeed) in [(1, 1), (2, 1), (0.5, 2), (2, 2), (0.25, 0.5)] as [(Float, Float)] {
      (outer.speed, inner.speed) = (outerSpeed, innerSpeed)
      let animation = CABasicAnimation(keyPath: "zPosition")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 10)
      let ear = AnimationEar()
      animation.delegate = ear
      inner.add(animation, forKey: "z")
      let speed = Double(outerSpeed * innerSpeed)
      for _ in 0..<5 { await stage.advance(0.25 / speed) }
      verify(about(z(inner), 12.5), "\(speed): \(z(inner))")
      outer.timeOffset = outer.convertTime(CACurrentMediaTime(), from: nil)
      outer.beginTime = CACurrentMediaTime()
      outer.speed = 0
      let held = z(inner)
      await stage.advance(50)
      verify(
        about(z(inner), held) && about(held, 12.5) && ear.heard.count == 1, "\(speed): \(held) \(z(inner))")
      outer.beginTime = CACurrentMediaTime()
      outer.speed = outerSpeed
      await stage.advance(8.75 / speed - 0.01)
      verify(ear.heard.count == 1, "\(speed): not yet \(ear.heard)")
      await stage.advance(0.02)
      verify(ear.heard.count == 2 && inner.animationKeys() == nil, "\(speed): \(ear.heard)")
      (outer.timeOffset, outer.beginTime) = (0, 0)
    }
  }

  /// A grey may come back as the same colour in red, green and blue.
  static func same(_ a: AnimatedValue, _ b: AnimatedValue) -> Bool {
    if case .list(let one) = a, case .list(let two) = b {
      return one.count == two.count && zip(one, two).allSatisfy(same)
    }
    guard let one = a.colour?.rgba, let two = b.colour?.rgba else { return a == b }
    return one == two
  }

  static func implicit() async throws {
    let stage = try AnimationStage()
    let shape = stage.shownLayer(CAShapeLayer()), gradient = stage.shownLayer(CAGradientLayer())
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    gradient.colors = [CGColor.black, CGColor.white]
    gradient.locations = [0, 1]
    for layer in [shape, gradient] as [CALayer] { layer.removeAllAnimations() }
    let changes: [(String, CALayer, () -> Void)] = [
      ("bounds", shape, { shape.bounds.size.width = 40 }), ("position", shape, { shape.position.x = 9 }),
      ("anchorPoint", shape, { shape.anchorPoint.y = 1 }),
      ("transform", shape, { shape.transform = CATransform3DMakeScale(2, 1, 1) }),
      ("zPosition", shape, { shape.zPosition = 3 }), ("opacity", shape, { shape.opacity = 0.5 }),
      ("backgroundColor", shape, { shape.backgroundColor = red }),
      ("cornerRadius", shape, { shape.cornerRadius = 4 }),
      ("borderWidth", shape, { shape.borderWidth = 4 }), ("borderColor", shape, { shape.borderColor = red }),
      ("shadowColor", shape, { shape.shadowColor = red }),
      ("shadowOpacity", shape, { shape.shadowOpacity = 1 }),
      ("shadowOffset", shape, { shape.shadowOffset.width = 4 }),
      ("shadowRadius", shape, { shape.shadowRadius = 4 }), ("fillColor", shape, { shape.fillColor = red }),
      ("strokeColor", shape, { shape.strokeColor = red }), ("lineWidth", shape, { shape.lineWidth = 4 }),
      ("miterLimit", shape, { shape.miterLimit = 4 }), ("strokeStart", shape, { shape.strokeStart = 0.5 }),
      ("strokeEnd", shape, { shape.strokeEnd = 0.5 }), ("lineDashPhase", shape, { shape.lineDashPhase = 4 }),
      ("startPoint", gradient, { gradient.startPoint.x = 1 }),
      ("endPoint", gradient, { gradient.endPoint.x = 1 }),
      ("colors", gradient, { gradient.colors = [CGColor.white, CGColor.white] }),
      ("locations", gradient, { gradient.locations = [0.5, 1] }),
    ]
    for (key, layer, change) in changes {
      let before = layer.animatable(key)!.get(layer)!
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      change()
      CATransaction.commit()
      let after = layer.animatable(key)!.get(layer)!
      verify(layer.animationKeys() == nil && !same(before, after), "\(key) without actions")
      layer.animatable(key)!.set(layer, before)
      layer.removeAllAnimations()
      change()
      verify(layer.animationKeys() == [key], "\(key): \(layer.animationKeys() ?? [])")
      verify(same(layer.animatable(key)!.get(layer.presentation()!)!, before), "\(key) starts")
      await stage.advance(0.1)
      let between = layer.animatable(key)!.get(layer.presentation()!)!
      verify(!same(between, before) && !same(between, after), "\(key) goes")
      await stage.advance(0.15)
      verify(same(layer.animatable(key)!.get(layer.presentation()!)!, after), "\(key) arrives")
      verify(layer.animationKeys() == nil, "\(key) is over")
    }
  }

  /// Random transactions inside each other: a completion comes once, not before anything in its transaction has ended.
  static func completions() async throws {
    var numbers = SeededRandom(304)
    let stage = try AnimationStage()
    let layers = (0..<4).map { _ in stage.shownLayer() }
    for round in 0..<40 {
      var due: [Int: Double] = [:]
      var heard: [Int: Double] = [:]
      var next = 0
      let start = CACurrentMediaTime()
      func transaction(_ depth: Int) -> Double {
        let number = next
        next += 1
        var last = 0.0
        CATransaction.begin()
        CATransaction.setCompletionBlock {
          verify(heard[number] == nil, "\(round): \(number) twice")
          heard[number] = CACurrentMediaTime() - start
        }
        for _ in 0..<numbers.int(4) {
          if depth < 3, numbers.int(3) == 0 {
            last = max(last, transaction(depth + 1))
          } else {
            let animation = AnimationStories.fadeOut(Double(1 + numbers.int(8)) / 4)
            layers[numbers.int(4)].add(animation, forKey: nil)
            last = max(last, animation.duration)
          }
        }
        CATransaction.commit()
        due[number] = last
        return last
      }
      _ = transaction(0)
      for _ in 0..<9 { await stage.advance(0.25) }
      let late = due.filter { abs((heard[$0.key] ?? -1) - $0.value) > 1e-9 }
      verify(late.isEmpty && heard.count == next, "\(round): due \(due), heard \(heard)")
    }
    verify(stage.clock.isIdle, "nothing is planned")
  }
}
