import Foundation
import Testing

@testable import DuoQuartzCore

/// Each in a process of its own: the phone belongs to the process.
@Suite struct LayerAnimationTests {
  @Test func explicitAnimationsShowWhatTheirTimeSays() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.explicit() }
  }

  @Test func delegatesHearOfStartAndEnd() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.delegates() }
  }

  @Test func endsMeanWhatIsGiven() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.fromToBy() }
  }

  @Test func keyframesGroupsAndSums() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.keyframes() }
  }

  @Test func shownLayersAnimateByThemselves() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.implicit() }
  }

  @Test func actionsAreFoundInApplesOrder() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.actions() }
  }

  @Test func transactionsWaitForTheirAnimations() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.transactions() }
  }

  @Test func pausedLayersStandStill() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.pause() }
  }

  @Test func presentationLayersAreOfTheLayersClass() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.presentation() }
  }

  @Test func transitionsFadeFromWhatWas() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.fade() }
  }

  @Test func displayLinksFollowTheDisplay() async {
    await #expect(processExitsWith: .success) { try await AnimationStories.displayLink() }
  }
}

@MainActor enum AnimationStories {
  /// As an expectation, which an exit test reports.
  static func check(_ condition: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if !condition { fatalError("line \(line): \(what())") }
  }

  static func fadeOut(_ duration: Double, to value: Double = 0) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 1
    animation.toValue = value
    animation.duration = duration
    animation.setValue("fade", forKey: "name")
    return animation
  }

  static func opacity(_ layer: CALayer) -> Double { Double(layer.presentation()?.opacity ?? -1) }

  static func x(_ layer: CALayer) -> Double { Double(layer.presentation()?.position.x ?? -1) }

  static func explicit() async throws {
    let stage = try AnimationStage()
    await stage.advance(3)
    let layer = stage.shownLayer()
    let animation = fadeOut(2)
    layer.add(animation, forKey: "one")
    animation.toValue = 0.5
    check(layer.opacity == 1 && opacity(layer) == 1, "\(opacity(layer))")
    await stage.advance(0.5)
    check(layer.opacity == 1 && about(opacity(layer), 0.75), "\(opacity(layer))")
    check(layer.animationKeys() == ["one"] && layer.animation(forKey: "one") !== animation, "a copy")
    check(stage.root.isAnimating, "the tree animates")
    // A second one comes after the first and replaces what it says.
    layer.add(fadeOut(4, to: 0.2), forKey: "two")
    await stage.advance(1)
    check(about(opacity(layer), 0.8), "\(opacity(layer))")
    layer.removeAnimation(forKey: "two")
    check(about(opacity(layer), 0.25), "\(opacity(layer))")
    await stage.advance(0.5)
    check(opacity(layer) == 1 && layer.animationKeys() == nil && !stage.root.isAnimating, "ended")
    check(layer.presented === layer, "no copy without animations")
    // Kept after its end.
    let kept = fadeOut(1)
    (kept.isRemovedOnCompletion, kept.fillMode) = (false, .forwards)
    layer.add(kept, forKey: "kept")
    await stage.advance(5)
    check(opacity(layer) == 0 && layer.animationKeys() == ["kept"], "\(opacity(layer))")
    layer.removeAllAnimations()
    check(opacity(layer) == 1 && layer.opacity == 1, "\(opacity(layer))")
    // Later, and paced.
    let later = fadeOut(1)
    later.beginTime = CACurrentMediaTime() + 1
    later.timingFunction = CAMediaTimingFunction(name: .easeIn)
    layer.add(later, forKey: nil)
    layer.add(fadeOut(9), forKey: nil)
    check(layer.animationKeys() == nil, "no keys")
    layer.removeAllAnimations()
    layer.add(later, forKey: nil)
    await stage.advance(0.9)
    check(opacity(layer) == 1, "\(opacity(layer))")
    await stage.advance(0.6)
    check(
      about(opacity(layer), 1 - AnimationCurveTests.bisected((0.42, 0, 1, 1), 0.5), 1e-5), "\(opacity(layer))"
    )
  }

  static func delegates() async throws {
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    let ear = AnimationEar()
    func add(_ name: String, key: String? = nil, begin: Double = 0, kept: Bool = false) {
      let animation = fadeOut(1)
      animation.delegate = ear
      animation.setValue(name, forKey: "name")
      animation.beginTime = begin
      animation.isRemovedOnCompletion = !kept
      layer.add(animation, forKey: key)
    }
    add("a", key: "a")
    check(ear.heard == [], "not inside add")
    await stage.settle()
    check(ear.heard == ["start a"], "\(ear.heard)")
    await stage.advance(0.999)
    check(ear.heard == ["start a"], "\(ear.heard)")
    await stage.advance(0.001)
    check(ear.heard == ["start a", "stop a true"], "\(ear.heard)")
    ear.heard = []
    add("b", key: "k")
    add("c", key: "k")
    await stage.settle()
    check(ear.heard == ["start b", "stop b false", "start c"], "\(ear.heard)")
    layer.removeFromSuperlayer()
    await stage.settle()
    check(ear.heard.last == "stop c false" && layer.animationKeys() == nil, "\(ear.heard)")
    check(layer.presentation() == nil, "nothing is shown of it")
    stage.root.addSublayer(layer)
    stage.root.layoutIfNeeded()
    ear.heard = []
    add("d", begin: 3)
    await stage.advance(1.5)
    check(ear.heard == [], "\(ear.heard)")
    await stage.advance(0.5)
    check(ear.heard == ["start d"], "\(ear.heard)")
    await stage.advance(1)
    check(ear.heard == ["start d", "stop d true"], "\(ear.heard)")
    ear.heard = []
    add("e", key: "e", kept: true)
    await stage.advance(2)
    check(ear.heard == ["start e", "stop e true"] && layer.animationKeys() == ["e"], "\(ear.heard)")
    layer.removeAllAnimations()
    await stage.settle()
    check(ear.heard.count == 2 && stage.clock.isIdle, "told once; nothing is planned")
  }

  static func fromToBy() async throws {
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    CATransaction.setDisableActions(true)
    layer.position = CGPoint(x: 10, y: 0)
    let table: [(Double?, Double?, Double?, Double, Double)] = [
      (1, 5, nil, 1, 5), (1, 5, 9, 1, 5), (1, nil, 3, 1, 4), (nil, 5, 3, 2, 5), (1, nil, nil, 1, 10),
      (nil, 5, nil, 10, 5), (nil, nil, 3, 10, 13), (nil, nil, nil, 10, 10),
    ]
    for (from, to, by, start, end) in table {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
      animation.duration = 1
      layer.add(animation, forKey: "x")
      let first = x(layer)
      await stage.advance(0.5)
      let middle = x(layer)
      check(
        about(first, start) && about(middle, (start + end) / 2),
        "\(from ?? -1) \(to ?? -1): \(first) \(middle)")
    }
  }

  static func keyframes() async throws {
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    func shown(_ animation: CAAnimation, at times: [Double]) async -> [Double] {
      animation.duration = 1
      layer.add(animation, forKey: "k")
      var (last, values) = (0.0, [Double]())
      for time in times {
        await stage.advance(time - last)
        last = time
        values.append(Double(layer.presentation()?.zPosition ?? -1))
      }
      layer.removeAllAnimations()
      return values
    }
    func frames(_ values: [Double], _ mode: CAAnimationCalculationMode = .linear, _ times: [NSNumber]? = nil)
      -> CAKeyframeAnimation
    {
      let animation = CAKeyframeAnimation(keyPath: "zPosition")
      (animation.values, animation.calculationMode, animation.keyTimes) = (values, mode, times)
      return animation
    }
    func expect(_ animation: CAAnimation, _ times: [Double], _ values: [Double], line: Int = #line) async {
      let got = await shown(animation, at: times)
      check(zip(got, values).allSatisfy { about($0, $1) }, "\(got), not \(values)", line: line)
    }
    let quarters = [0, 0.25, 0.5, 0.75]
    await expect(frames([0, 10, 0]), quarters, [0, 5, 10, 5])
    await expect(frames([0, 10, 0], .linear, [0, 0.25, 1]), quarters, [0, 10, 20.0 / 3, 10.0 / 3])
    await expect(frames([1, 2, 3, 4], .discrete), quarters, [1, 2, 3, 4])
    await expect(frames([0, 1, 10], .paced), quarters, [0, 2.5, 5, 7.5])
    await expect(frames([7]), quarters, [7, 7, 7, 7])
    let paced = frames([0, 10, 20])
    paced.timingFunctions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .linear)]
    await expect(paced, quarters, [0, 10 * AnimationCurveTests.bisected((0.42, 0, 1, 1), 0.5), 10, 15])
    // Sums.
    layer.actions = ["zPosition": NSNull()]
    layer.zPosition = 100
    let sum = frames([0, 10])
    sum.isAdditive = true
    await expect(sum, quarters, [100, 102.5, 105, 107.5])
    let stairs = CABasicAnimation(keyPath: "zPosition")
    (stairs.fromValue, stairs.toValue, stairs.repeatCount, stairs.isCumulative) = (0, 4, 3, true)
    await expect(stairs, [0.5, 1, 1.5, 2.75], [2, 4, 6, 11])
    // A group has one time for all; members without a duration take the group's.
    let group = CAAnimationGroup()
    let member = CABasicAnimation(keyPath: "zPosition")
    (member.fromValue, member.toValue) = (0, 8)
    group.animations = [member]
    await expect(group, quarters, [0, 2, 4, 6])
    member.duration = 0.5
    await expect(group, quarters, [0, 4, 100, 100])
    let spring = CASpringAnimation(keyPath: "zPosition")
    (spring.fromValue, spring.toValue) = (0, 1)
    let path = AnimationCurveTests.integrated(Spring(), until: 1)
    await expect(spring, [0.1, 0.5], [path[1000].x, path[5000].x])
    layer.removeAllAnimations()
  }

  static func implicit() async throws {
    let stage = try AnimationStage()
    let layer = CALayer()
    stage.root.addSublayer(layer)
    layer.position.x = 4
    check(layer.animationKeys() == nil, "not before it was shown")
    stage.root.layoutIfNeeded()
    layer.position.x = 14
    check(layer.animationKeys() == ["position"], "\(layer.animationKeys() ?? [])")
    await stage.advance(0.125)
    let half = AnimationCurveTests.bisected((0.25, 0.1, 0.25, 1), 0.5)
    check(about(x(layer), 4 + 10 * half, 1e-5), "default pacing")
    // From what is shown, when it is changed again.
    let shown = x(layer)
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position.x = 0
    CATransaction.commit()
    check(x(layer) == shown, "no jump")
    await stage.advance(1)
    check(about(x(layer), shown / 2), "half way back")
    await stage.advance(1)
    check(layer.animationKeys() == nil && layer.presentation()?.position.x == 0, "ended")
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.position.x = 50
    CATransaction.commit()
    layer.opacity = 1
    layer.isHidden = true
    layer.contents = 7
    check(layer.animationKeys() == nil, "\(layer.animationKeys() ?? [])")
    (layer.bounds.size, layer.opacity, layer.zPosition, layer.cornerRadius) = (
      CGSize(width: 1, height: 1), 0, 3, 4
    )
    (layer.borderWidth, layer.transform) = (5, CATransform3DMakeScale(2, 2, 1))
    (layer.backgroundColor, layer.borderColor) = (CGColor(gray: 1, alpha: 1), nil)
    layer.anchorPoint = .zero
    let keys = Set(layer.animationKeys() ?? [])
    check(
      keys == [
        "bounds", "opacity", "zPosition", "cornerRadius", "borderWidth", "transform", "backgroundColor",
        "borderColor",
        "anchorPoint",
      ], "\(keys)")
    let other = stage.shownLayer()
    other.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    check(Set(other.animationKeys() ?? []) == ["bounds", "position"], "frame is both")
  }

  final class Namer: CALayerDelegate {
    var answer: [String: any CAAction] = [:]
    var asked: [String] = []
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      asked.append("\(event) at \(layer.zPosition)")
      return answer[event]
    }
  }

  struct Note: CAAction {
    let log: Log
    let name: String
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      log.lines.append("\(name) \(event) \((anObject as? CALayer)?.zPosition ?? -1)")
    }
  }

  final class Log { var lines: [String] = [] }

  final class Quiet: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? { NSNull() }
  }

  static func actions() async throws {
    let stage = try AnimationStage()
    let log = Log()
    let delegate = Namer()
    let layer = stage.shownLayer()
    layer.delegate = delegate
    layer.actions = ["zPosition": Note(log: log, name: "actions")]
    layer.zPosition = 1
    check(log.lines == ["actions zPosition 1.0"], "\(log.lines)")
    check(delegate.asked == ["zPosition at 0.0"], "asked before the change: \(delegate.asked)")
    delegate.answer = ["zPosition": Note(log: log, name: "delegate"), "opacity": NSNull()]
    layer.zPosition = 2
    layer.opacity = 0.5
    check(log.lines.last == "delegate zPosition 2.0" && layer.animationKeys() == nil, "\(log.lines)")
    layer.zPosition = 2
    check(log.lines.count == 2, "no change, no action")
    layer.cornerRadius = 3
    check(layer.animationKeys() == ["cornerRadius"], "the layer's own")
    let quiet = stage.shownLayer(Quiet())
    quiet.position.x = 5
    check(quiet.animationKeys() == nil, "the class says nothing")
    quiet.actions = ["position": CABasicAnimation(keyPath: "position")]
    CATransaction.setAnimationDuration(1)
    quiet.position.x = 15
    await stage.advance(0.5)
    check(
      about(x(quiet), 10), "an animation as an action leads from the old value")
  }

  static func transactions() async throws {
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    var order: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("outer") }
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setCompletionBlock { order.append("inner") }
    layer.position.x = 1
    CATransaction.commit()
    CATransaction.setAnimationDuration(2)
    layer.opacity = 0
    CATransaction.commit()
    await stage.advance(0.5)
    check(order == [], "\(order)")
    await stage.advance(0.5)
    check(order == ["inner"], "\(order)")
    await stage.advance(1)
    check(order == ["inner", "outer"], "\(order)")
    // An animation that is taken away has ended, too.
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("removed") }
    layer.position.x = 2
    CATransaction.commit()
    layer.removeAllAnimations()
    await stage.settle()
    check(order.last == "removed", "\(order)")
    // The implicit transaction ends with the turn.
    layer.position.x = 3
    CATransaction.setCompletionBlock { order.append("implicit") }
    CATransaction.setAnimationDuration(0.5)
    layer.opacity = 1
    await stage.advance(0.25)
    check(order.last == "removed" && CATransaction.animationDuration() == 0.25, "\(order)")
    await stage.advance(0.25)
    check(order.last == "implicit", "\(order)")
  }

  static func pause() async throws {
    let stage = try AnimationStage()
    await stage.advance(7)
    let layer = stage.shownLayer()
    let ear = AnimationEar()
    let animation = fadeOut(2)
    animation.delegate = ear
    stage.root.add(animation, forKey: nil)
    layer.add(fadeOut(2), forKey: nil)
    await stage.advance(0.5)
    // Apple's recipe for pausing, then for going on.
    let time = layer.convertTime(CACurrentMediaTime(), from: nil)
    layer.speed = 0
    layer.timeOffset = time
    await stage.advance(30)
    check(about(opacity(layer), 0.75), "\(opacity(layer))")
    check(ear.heard == ["start fade", "stop fade true"], "the superlayer goes on: \(ear.heard)")
    let paused = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
    await stage.advance(0.5)
    check(about(opacity(layer), 0.5), "\(opacity(layer))")
    stage.root.speed = 2
    check(stage.clock.isIdle == false, "an end is planned")
  }

  final class Named: CALayer {
    var title = "new"
    override init() { super.init() }
    override init(layer: Any) {
      super.init(layer: layer)
      title = (layer as? Named)?.title ?? "none"
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  final class Inheriting: CALayer {}

  static func presentation() async throws {
    let stage = try AnimationStage()
    check(CALayer().presentation() == nil, "never shown")
    let layer = stage.shownLayer(Named())
    layer.title = "mine"
    layer.add(fadeOut(1), forKey: nil)
    await stage.advance(0.5)
    let shown = layer.presentation()
    check(shown?.title == "mine" && about(Double(shown?.opacity ?? 0), 0.5), "\(shown?.title ?? "none")")
    check(shown?.model() === layer && shown?.presentation() === shown && layer.model() === layer, "model")
    check(layer.presentation() === shown, "one for an instant")
    await stage.advance(0.1)
    check(layer.presentation() !== shown, "another later")
    let plain = stage.shownLayer(Inheriting())
    plain.add(fadeOut(1), forKey: nil)
    check(plain.presentation() != nil && plain.presented is Inheriting, "inherited initialiser")
  }

  static func fade() async throws {
    let stage = try AnimationStage()
    let layer = stage.shownLayer()
    let child = CALayer()
    child.name = "child"
    layer.addSublayer(child)
    stage.root.layoutIfNeeded()
    CATransaction.setDisableActions(true)
    let transition = CATransition()
    transition.duration = 1
    layer.add(transition, forKey: kCATransition)
    child.name = "new"
    check(layer.presented.cover?.opacity == 1, "\(String(describing: layer.presented.cover))")
    await stage.advance(0.25)
    let cover = layer.presented.cover
    check(cover.map { about(Double($0.opacity), 0.75) } ?? false, "\(String(describing: cover))")
    check(cover?.layer.sublayers?.first?.name == "child", "what was")
    await stage.advance(0.75)
    check(layer.presented.cover == nil, "gone")
  }

  static func displayLink() async throws {
    let stage = try AnimationStage()
    var ticks: [[Double]] = []
    let link = CADisplayLink(
      target: stage,
      selector: Selector("tick:") { sender in
        guard let link = sender as? CADisplayLink else { return }
        ticks.append([CACurrentMediaTime(), link.timestamp, link.targetTimestamp])
      })
    let frame = link.duration
    await stage.advance(frame)
    check(ticks.isEmpty && stage.clock.isIdle, "not before it is added")
    link.add(to: .main, forMode: .common)
    for _ in 0..<60 { await stage.advance(frame) }
    check(ticks.count == 60, "\(ticks.count) ticks")
    for (one, next) in zip(ticks, ticks.dropFirst()) {
      check(about(next[1] - one[1], frame, 1e-8) && about(one[2], next[1], 1e-8), "\(one) \(next)")
      check(about(one[0], one[1], 1e-8), "on time: \(one)")
    }
    ticks = []
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 30, preferred: 30)
    for _ in 0..<60 { await stage.advance(frame) }
    check(abs(ticks.count - 30) <= 1, "\(ticks.count) ticks")
    link.isPaused = true
    ticks = []
    await stage.advance(1)
    check(ticks.isEmpty && stage.clock.isIdle, "paused")
    link.isPaused = false
    await stage.advance(frame)
    check(ticks.count == 1, "\(ticks.count)")
    // A late main thread misses pictures and gets no crowd of calls afterwards.
    stage.clock.advance(by: .seconds(1))
    await stage.settle()
    check(ticks.count == 2, "\(ticks.count)")
    link.invalidate()
    await stage.advance(1)
    check(ticks.count == 2 && stage.clock.isIdle, "over")
  }
}
