import DuoQuartzCore
import Foundation
import Testing

@testable import DuoUIKit

/// Each in a process of its own: the phone belongs to the process.
@Suite struct PropertyAnimatorTests {
  @Test func runsPausesScrubsAndGoesOn() async {
    await #expect(processExitsWith: .success) { try await AnimatorStories.scrubbing() }
  }

  @Test func reversesToItsStart() async {
    await #expect(processExitsWith: .success) { try await AnimatorStories.reversing() }
  }

  @Test func stopsWhereItIsAndFinishesWhereItIsTold() async {
    await #expect(processExitsWith: .success) { try await AnimatorStories.stopping() }
  }

  @Test func blocksComeLateAndInside() async {
    await #expect(processExitsWith: .success) { try await AnimatorStories.blocks() }
  }

  @Test func springsSettle() async {
    await #expect(processExitsWith: .success) { try await AnimatorStories.springs() }
  }

  @Test func finishingWhatIsNotStoppedRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        UIViewPropertyAnimator(duration: 1, curve: .linear).finishAnimation(at: .end)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("finishAnimationAtPosition: should only be called on a stopped animator!"))
  }

  @Test func releasingAPausedOneRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run { UIViewPropertyAnimator(duration: 1, curve: .linear).pauseAnimation() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("It is an error to release a paused or stopped property animator."))
  }

  /// Shares against a plain retelling, for all ways and delays.
  @Test func sharesFollowFromFractions() {
    var mismatches: [String] = []
    let curve = AnimatorPacing.curve(.easeIn)
    for start in [0.0, 0.25, 0.8] {
      let track = AnimatorMotion.Track(start: start)
      for step in 0...20 {
        let fraction = Double(step) / 20
        let time = fraction <= start ? 0 : (fraction - start) / (1 - start)
        func expect(_ way: AnimatorMotion.Way, _ share: Double, _ what: String) {
          let got = AnimatorMotion(way: way).share(track, at: fraction)
          if abs(got - share) > 1e-9 {
            mismatches.append("\(what) from \(start) at \(fraction): \(got), not \(share)")
          }
        }
        expect(.linear, time, "linear")
        expect(.paced(curve), TimingCurve.easeIn.value(at: time), "paced")
        expect(.held([track: 0.3]), 0.3, "held")
        let from = max(start, 0.5)
        let first = (from - start) / (1 - start)
        if fraction >= from {
          let rest = (time - first) / (1 - first)
          expect(
            .onwards(from: from, shares: [track: 0.4], isBack: false, curve),
            0.4 + 0.6 * TimingCurve.easeIn.value(at: rest), "on")
        } else if first > 0 {
          expect(
            .onwards(from: from, shares: [track: 0.4], isBack: true, curve),
            0.4 * (1 - TimingCurve.easeIn.value(at: 1 - time / first)), "back")
        }
      }
    }
    #expect(mismatches == [])
    let table: [(Int, Int)] = [
      (UIViewAnimatingPosition.end.rawValue, 0), (UIViewAnimatingPosition.start.rawValue, 1),
      (UIViewAnimatingPosition.current.rawValue, 2), (UIViewAnimatingState.inactive.rawValue, 0),
      (UIViewAnimatingState.active.rawValue, 1), (UIViewAnimatingState.stopped.rawValue, 2),
      (UITimingCurveType.spring.rawValue, 2),
    ]
    #expect(table.allSatisfy { $0.0 == $0.1 })
  }
}

@MainActor enum AnimatorStories {
  static func check(_ condition: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if !condition { fatalError("line \(line): \(what())") }
  }

  static func about(_ a: Double?, _ b: Double) -> Bool { a.map { abs($0 - b) <= 1e-4 } ?? false }
  static func x(_ view: UIView) -> Double? { ViewAnimationStories.x(view) }
  static func alpha(_ view: UIView) -> Double? { ViewAnimationStories.alpha(view) }
  static func start() async throws -> (Stage, UIView) {
    let stage = try await ViewAnimationStories.start()
    let view = await ViewAnimationStories.shown(stage)
    view.center.x = 0
    return (stage, view)
  }

  static func ease(_ time: Double) -> Double { TimingCurve.easeInEaseOut.value(at: time) }

  static func scrubbing() async throws {
    let (stage, view) = try await start()
    var ends: [UIViewAnimatingPosition] = []
    let animator = UIViewPropertyAnimator(duration: 2, curve: .easeInOut) {
      view.center.x = 100
      view.alpha = 0
    }
    animator.addCompletion { ends.append($0) }
    check(animator.state == .inactive && !animator.isRunning && view.center.x == 0, "waits")
    animator.startAnimation()
    check(
      animator.state == .active && animator.isRunning && view.center.x == 100 && about(x(view), 0), "begins")
    await stage.advance(0.5)
    check(about(x(view), 100 * ease(0.25)) && about(alpha(view), 1 - ease(0.25)), "\(x(view) ?? -1)")
    check(about(Double(animator.fractionComplete), 0.25), "\(animator.fractionComplete)")
    animator.pauseAnimation()
    check(about(x(view), 100 * ease(0.25)) && !animator.isRunning, "no jump")
    check(
      about(Double(animator.fractionComplete), ease(0.25)), "counts the way: \(animator.fractionComplete)")
    await stage.advance(5)
    check(about(x(view), 100 * ease(0.25)) && ends.isEmpty, "stands still")
    animator.fractionComplete = 0.6
    check(about(x(view), 60) && about(alpha(view), 0.4), "under the finger: \(x(view) ?? -1)")
    animator.startAnimation()
    // What is left: 0.4 of 2 s.
    await stage.advance(0.4)
    check(about(x(view), 60 + 40 * ease(0.5)), "\(x(view) ?? -1)")
    await stage.advance(0.399)
    check(ends.isEmpty && animator.isRunning, "not yet")
    await stage.advance(0.001)
    check(ends == [.end] && animator.state == .inactive && about(x(view), 100), "\(ends)")
    check(view.layer.animationKeys() == nil, "nothing is left")
    // Along its pacing.
    let paced = UIViewPropertyAnimator(duration: 1, curve: .easeIn) { view.center.x = 0 }
    paced.scrubsLinearly = false
    paced.fractionComplete = 0.5
    check(about(x(view), 100 - 100 * TimingCurve.easeIn.value(at: 0.5)) && paced.state == .active, "paced")
    paced.continueAnimation(withTimingParameters: nil, durationFactor: 1)
    await stage.advance(0.5)
    check(about(x(view), 100 - 100 * TimingCurve.easeIn.value(at: 0.75)), "a whole second: \(x(view) ?? -1)")
    await stage.advance(0.5)
    check(paced.state == .inactive, "over")
  }

  static func reversing() async throws {
    let (stage, view) = try await start()
    var ends: [UIViewAnimatingPosition] = []
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 100 }
    animator.addCompletion { ends.append($0) }
    animator.startAnimation()
    await stage.advance(0.75)
    animator.isReversed = true
    check(
      about(x(view), 75) && about(Double(animator.fractionComplete), 0.25), "\(animator.fractionComplete)")
    await stage.advance(0.25)
    check(about(x(view), 50) && about(Double(animator.fractionComplete), 0.5), "on its way back")
    await stage.advance(0.5)
    check(
      ends == [.start] && view.center.x == 0 && view.layer.animationKeys() == nil, "\(ends) \(view.center.x)")
    // Stays at its end, and runs back.
    let swing = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
    swing.pausesOnCompletion = true
    swing.addCompletion { ends.append($0) }
    swing.startAnimation(afterDelay: 0.5)
    await stage.advance(0.5)
    check(about(alpha(view), 1) && swing.isRunning && swing.delay == 0.5, "delayed")
    await stage.advance(1)
    check(swing.state == .active && !swing.isRunning && about(alpha(view), 0) && ends.count == 1, "stays")
    swing.isReversed = true
    swing.pausesOnCompletion = false
    swing.startAnimation()
    await stage.advance(0.25)
    check(about(alpha(view), 0.25), "\(alpha(view) ?? -1)")
    await stage.advance(0.75)
    check(ends == [.start, .start] && view.alpha == 1, "\(ends)")
  }

  static func stopping() async throws {
    let (stage, view) = try await start()
    var ends: [String] = []
    func animator(_ name: String) async -> UIViewPropertyAnimator {
      view.center.x = 0
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 100 }
      animator.addCompletion { ends.append("\(name) \($0)") }
      animator.startAnimation()
      await stage.advance(0.25)
      return animator
    }
    let left = await animator("left")
    left.stopAnimation(true)
    check(
      view.center.x == 25 && left.state == .inactive && view.layer.animationKeys() == nil, "\(view.center.x)")
    for (position, wanted) in [(UIViewAnimatingPosition.end, 100.0), (.start, 0), (.current, 25)] {
      let one = await animator("one")
      one.stopAnimation(false)
      check(one.state == .stopped && view.center.x == 25 && !one.isRunning, "stopped")
      one.finishAnimation(at: position)
      check(one.state == .inactive && view.center.x == wanted, "\(position): \(view.center.x)")
    }
    await stage.advance(2)
    check(ends == ["one end", "one start", "one current"], "\(ends)")
  }

  static func blocks() async throws {
    let (stage, view) = try await start()
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear)
    animator.addAnimations { view.center.x = 100 }
    animator.addAnimations({ view.alpha = 0 }, delayFactor: 0.5)
    animator.addAnimations {
      UIView.animateKeyframes(withDuration: 0, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.layer.cornerRadius = 8 }
      }
    }
    animator.startAnimation()
    await stage.advance(0.25)
    check(about(x(view), 25) && about(alpha(view), 1), "\(x(view) ?? -1)")
    check(about(view.layer.presentation().map { Double($0.cornerRadius) }, 4), "keyframes inside")
    await stage.advance(0.5)
    check(about(alpha(view), 0.5), "half of its second half")
    // Added on the way: takes what is left.
    animator.addAnimations { view.bounds.size.width = 150 }
    await stage.advance(0.125)
    check(about(view.layer.presentation().map { Double($0.bounds.width) }, 100), "from 50 in 0.25 s")
    await stage.advance(0.125)
    check(animator.state == .inactive && view.layer.animationKeys() == nil, "over")
    // Nothing that animates: over in a later turn.
    var ends: [UIViewAnimatingPosition] = []
    let empty = UIViewPropertyAnimator(duration: 9, curve: .linear)
    empty.addCompletion { ends.append($0) }
    empty.startAnimation()
    check(ends.isEmpty, "not inside")
    await stage.settle()
    check(ends == [.end], "\(ends)")
    let running = UIViewPropertyAnimator.runningPropertyAnimator(
      withDuration: 1, delay: 0, options: .curveLinear
    ) {
      view.alpha = 1
    } completion: {
      ends.append($0)
    }
    await stage.advance(0.5)
    check(running.isRunning && about(alpha(view), 0.5), "\(alpha(view) ?? -1)")
    await stage.advance(0.5)
    check(ends == [.end, .end], "\(ends)")
  }

  static func springs() async throws {
    let (stage, view) = try await start()
    let parameters = UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: .zero)
    let spring = Spring(mass: 1, stiffness: 100, damping: 10)
    let animator = UIViewPropertyAnimator(duration: 9, timingParameters: parameters)
    check(about(animator.duration, spring.settlingDuration), "\(animator.duration)")
    animator.addAnimations { view.center.x = 100 }
    animator.startAnimation()
    await stage.advance(0.2)
    check(about(x(view), 100 * spring.position(at: 0.2)), "\(x(view) ?? -1)")
    await stage.advance(9)
    check(animator.state == .inactive && view.center.x == 100, "over")
    let ratio = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.5) { view.center.x = 0 }
    let other = Spring(dampingRatio: 0.5, settlingIn: 1)
    ratio.startAnimation()
    await stage.advance(0.3)
    check(about(x(view), 100 - 100 * other.position(at: 0.3)), "\(x(view) ?? -1)")
    check(UICubicTimingParameters(animationCurve: .easeIn).controlPoint1.x == CGFloat(Float(0.42)), "easeIn")
    check(
      parameters.springTimingParameters === parameters && parameters.cubicTimingParameters == nil, "kinds")
  }
}
