import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct AnimationTimingTests {
  @Test func progressAgainstATable() {
    let once = MediaTiming(beginTime: 10, duration: 2)
    var both = once
    both.fillMode = .both
    var forwards = once
    forwards.fillMode = .forwards
    var backwards = once
    backwards.fillMode = .backwards
    var thrice = once
    thrice.repeatCount = 2.25
    var back = once
    (back.autoreverses, back.repeatCount, back.fillMode) = (true, 2, .both)
    var fast = once
    (fast.speed, fast.timeOffset) = (2, 1)
    var until = once
    (until.repeatDuration, until.fillMode) = (5, .forwards)
    var reversed = once
    (reversed.speed, reversed.timeOffset, reversed.fillMode) = (-1, 2, .both)
    let still = MediaTiming(beginTime: 10, duration: 2, speed: 0, timeOffset: 0.5)
    let nothing = MediaTiming(beginTime: 10, duration: 0, fillMode: .forwards)
    let table: [(String, MediaTiming, [(Double, Double?)], Double)] = [
      ("once", once, [(9, nil), (10, 0), (11, 0.5), (11.5, 0.75), (12, nil), (13, nil)], 12),
      ("both", both, [(9, 0), (11, 0.5), (12, 1), (99, 1)], 12),
      ("forwards", forwards, [(9, nil), (12, 1)], 12),
      ("backwards", backwards, [(9, 0), (12, nil)], 12),
      ("thrice", thrice, [(12, 0), (13, 0.5), (14.4, 0.2), (14.5, nil)], 14.5),
      ("back", back, [(11, 0.5), (12, 1), (13, 0.5), (14, 0), (15, 0.5), (16, 1), (18, 0), (99, 0)], 18),
      ("fast", fast, [(9.4, nil), (9.5, 0), (10, 0.5), (10.25, 0.75), (10.5, nil)], 10.5),
      ("until", until, [(12, 0), (14.5, 0.25), (15, 0.5), (99, 0.5)], 15),
      ("reversed", reversed, [(9, 1), (10.5, 0.75), (12, 0), (13, 0)], 12),
      ("still", still, [(0, 0.25), (99, 0.25)], .infinity),
      ("nothing", nothing, [(9, nil), (10, 1), (11, 1)], 10),
    ]
    var mismatches: [String] = []
    for (name, timing, times, end) in table {
      for (time, progress) in times where timing.progress(at: time) != progress {
        let shown = timing.progress(at: time)
        if let shown, let progress, about(shown, progress) { continue }
        mismatches.append("\(name) at \(time): \(String(describing: shown))")
      }
      if timing.end != end { mismatches.append("\(name) ends at \(timing.end)") }
    }
    #expect(mismatches == [])
    var endless = once
    endless.repeatCount = .infinity
    #expect(endless.end == .infinity && endless.progress(at: 1_000_001) == 0.5)
  }

  /// Parents' times and local times are each other's way back.
  @Test func timesConvertThroughTheTree() {
    var random = SeededRandom(5)
    var mismatches: [String] = []
    for round in 0..<50 {
      let layers = (0..<4).map { _ in CALayer() }
      for (parent, child) in zip(layers, layers.dropFirst()) { parent.addSublayer(child) }
      for layer in layers {
        layer.speed = Float(random.number(0.25...4))
        layer.beginTime = random.number(-5...5)
        layer.timeOffset = random.number(-5...5)
      }
      let time = random.number(0...100)
      let expected = layers.reduce(time) { ($0 - $1.beginTime) * Double($1.speed) + $1.timeOffset }
      let local = layers[3].convertTime(time, from: nil)
      if !about(local, expected) { mismatches.append("\(round): \(local), not \(expected)") }
      if !about(layers[3].convertTime(local, to: nil), time) { mismatches.append("\(round): way back") }
      let middle = layers[1].convertTime(local, from: layers[3])
      if !about(layers[1].convertTime(time, from: nil), middle) { mismatches.append("\(round): from below") }
      if !about(layers[3].convertTime(middle, from: layers[1]), local) {
        mismatches.append("\(round): from above")
      }
    }
    #expect(mismatches == [])
  }

  @Test func layersAndAnimationsBeginWithApplesValues() {
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(animation.duration == 0 && animation.speed == 1 && animation.repeatCount == 0)
    #expect(animation.fillMode == .removed && animation.isRemovedOnCompletion && !animation.autoreverses)
    #expect(animation.timingFunction == nil && !animation.isAdditive && !animation.isCumulative)
    let layer = CALayer()
    #expect(layer.duration == .infinity && layer.speed == 1 && layer.timeOffset == 0 && layer.beginTime == 0)
  }
}
