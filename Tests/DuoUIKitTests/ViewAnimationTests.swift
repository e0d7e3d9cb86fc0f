import DuoCoreMedia
import DuoQuartzCore
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Each in a process of its own: the phone belongs to the process.
@Suite struct ViewAnimationTests {
  @Test func valuesCountAtOnceAndTheDisplayFollows() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.values() }
  }

  @Test func chainsLetTimePass() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.chains() }
  }

  @Test func interruptedAnimationsAddUpOrStartFromWhatIsShown() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.interruption() }
  }

  @Test func animationsInsideOthersInherit() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.nesting() }
  }

  @Test func springsKeyframesAndRepetitions() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.kinds() }
  }

  @Test func animatingViewsCannotBeTouchedUnlessAllowed() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.touches() }
  }

  @Test func transitionsDissolve() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.transitions() }
  }

  @Test func foldsAnimateWhatIsDoneAlongside() async {
    await #expect(processExitsWith: .success) { try await ViewAnimationStories.fold() }
  }

  @Test func optionsHaveApplesValues() {
    let table: [(UIView.AnimationOptions, UInt)] = [
      (.layoutSubviews, 1), (.allowUserInteraction, 2), (.beginFromCurrentState, 4), (.repeat, 8),
      (.autoreverse, 16),
      (.overrideInheritedDuration, 32), (.overrideInheritedCurve, 64), (.showHideTransitionViews, 256),
      (.overrideInheritedOptions, 512), (.curveEaseInOut, 0), (.curveEaseIn, 65536), (.curveEaseOut, 131072),
      (.curveLinear, 196608), (.transitionCrossDissolve, 5_242_880),
    ]
    #expect(table.filter { $0.0.rawValue != $0.1 }.map(\.1) == [])
    #expect(UIView.KeyframeAnimationOptions.calculationModeDiscrete.rawValue == 1024)
    #expect(UIView.AnimationCurve.linear.rawValue == 3)
  }
}

@MainActor enum ViewAnimationStories {
  static func check(_ condition: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if !condition { fatalError("line \(line): \(what())") }
  }

  static func about(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-4) -> Bool {
    a.map { abs($0 - b) <= tolerance } ?? false
  }

  /// Shown on the outer display.
  static func shown(_ stage: Stage, _ view: UIView = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
    async
    -> UIView
  {
    stage.scene.windows[0].rootViewController?.view.addSubview(view)
    await stage.settle()
    return view
  }

  static func start() async throws -> Stage {
    let stage = try Stage()
    let clock = stage.clock
    CMClock.readHostTime { clock.now.nanoseconds }
    await stage.settle()
    return stage
  }

  static func x(_ view: UIView) -> Double? { view.layer.presentation().map { Double($0.position.x) } }
  static func alpha(_ view: UIView) -> Double? { view.layer.presentation().map { Double($0.opacity) } }

  /// Animations that follow one another without a pause: one a picture, whatever they are.
  static func chains() async throws {
    let stage = try await start()
    let view = await shown(stage)
    var counts = [0, 0, 0]
    func nothing() {
      UIView.animate(withDuration: 0) {
      } completion: { _ in
        counts[0] += 1
        nothing()
      }
    }
    func pulse(_ chain: Int) {
      UIView.animate(withDuration: 0.001, delay: 0, options: .beginFromCurrentState) {
        view.alpha = view.alpha == 1 ? 0.5 : 1
      } completion: { _ in
        counts[chain] += 1
        pulse(chain)
      }
    }
    nothing()
    pulse(1)
    pulse(2)
    for _ in 0..<30 { await stage.advance(1.0 / 60) }
    check(counts.allSatisfy { (25...31).contains($0) }, "\(counts)")
  }

  static func values() async throws {
    let stage = try await start()
    let view = await shown(stage)
    view.alpha = 0
    view.frame.origin.x = 7
    check(view.layer.animationKeys() == nil, "no animation outside a block")
    var done: [Bool] = []
    UIView.animate(withDuration: 0.5, delay: 0.25, options: .curveLinear) {
      view.alpha = 1
      view.center.x += 100
    } completion: {
      done.append($0)
    }
    check(view.alpha == 1 && view.center.x == 132 && alpha(view) == 0 && about(x(view), 32), "at once")
    await stage.advance(0.25)
    check(about(alpha(view), 0) && about(x(view), 32), "delayed")
    await stage.advance(0.125)
    check(about(alpha(view), 0.25) && about(x(view), 57), "\(x(view) ?? -1)")
    await stage.advance(0.374)
    check(done == [], "not yet")
    await stage.advance(0.001)
    check(done == [true] && view.layer.animationKeys() == nil && about(x(view), 132), "\(done)")
    // Nothing to animate, and nothing that is shown: the next picture is all that is waited for.
    UIView.animate(withDuration: 5) {
    } completion: {
      done.append($0)
    }
    UIView.animate(withDuration: 5) {
      UIView().alpha = 0.5
    } completion: {
      done.append($0)
    }
    await stage.settle()
    check(done.count == 1, "not in this picture")
    await stage.advance(0.017)
    check(done == [true, true, true], "\(done)")
    UIView.animate(withDuration: 0) { view.alpha = 0.25 }
    UIView.performWithoutAnimation { view.tag = 4 }
    UIView.animate(withDuration: 1) { UIView.performWithoutAnimation { view.alpha = 0.5 } }
    UIView.setAnimationsEnabled(false)
    UIView.animate(withDuration: 1) { view.alpha = 0.75 }
    check(!UIView.areAnimationsEnabled && view.layer.animationKeys() == nil && view.alpha == 0.75, "disabled")
    UIView.setAnimationsEnabled(true)
    UIView.animate(withDuration: 1) {
      view.alpha = 0
    } completion: {
      done.append($0)
    }
    view.removeFromSuperview()
    await stage.advance(0.017)
    check(done.last == false && done.count == 4, "removed: \(done)")
  }

  static func interruption() async throws {
    let stage = try await start()
    let view = await shown(stage)
    var done: [String] = []
    func move(_ name: String, to x: Double, _ options: UIView.AnimationOptions = .curveLinear) {
      UIView.animate(withDuration: 1, delay: 0, options: options) {
        view.center.x = x
      } completion: {
        done.append("\(name) \($0)")
      }
    }
    view.center.x = 0
    move("a", to: 100)
    await stage.advance(0.5)
    move("b", to: 0)
    check(about(x(view), 50), "no jump: \(x(view) ?? -1)")
    await stage.advance(0.25)
    // What is left of the first way and the second one add up.
    check(about(x(view), 100 * 0.75 - 100 * 0.25), "\(x(view) ?? -1)")
    await stage.advance(0.25)
    check(done == ["a true"] && about(x(view), 50), "\(done)")
    move("c", to: 10, [.curveLinear, .beginFromCurrentState])
    await stage.settle()
    check(done == ["a true", "b false"] && about(x(view), 50), "\(done)")
    await stage.advance(0.5)
    check(about(x(view), 30), "\(x(view) ?? -1)")
    await stage.advance(0.5)
    check(done.last == "c true" && about(x(view), 10), "\(done)")
    // What does not add up starts from what is shown.
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      view.alpha = 0
    } completion: {
      done.append("d \($0)")
    }
    await stage.advance(0.5)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.alpha = 1 }
    check(about(alpha(view), 0.5), "no jump")
    await stage.advance(0.5)
    check(done.last == "d false" && about(alpha(view), 0.75), "\(done)")
  }

  static func nesting() async throws {
    let stage = try await start()
    let view = await shown(stage)
    let other = await shown(stage, UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    var seen: [Double] = [UIView.inheritedAnimationDuration]
    var done: [String] = []
    UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
      view.alpha = 0
      UIView.animate(withDuration: 1) {
        seen.append(UIView.inheritedAnimationDuration)
        other.alpha = 0
      } completion: {
        done.append("inherited \($0)")
      }
      UIView.animate(
        withDuration: 1, delay: 0,
        options: [.overrideInheritedDuration, .overrideInheritedCurve, .curveLinear]
      ) {
        seen.append(UIView.inheritedAnimationDuration)
        other.center.x = 100
      } completion: {
        done.append("own \($0)")
      }
    } completion: {
      done.append("outer \($0)")
    }
    check(seen == [0, 2, 1], "\(seen)")
    await stage.advance(0.5)
    check(about(x(other), 52.5) && about(alpha(other), 0.75), "\(x(other) ?? -1) \(alpha(other) ?? -1)")
    await stage.advance(0.5)
    check(done == ["own true"], "\(done)")
    await stage.advance(1)
    check(Set(done) == ["own true", "inherited true", "outer true"], "\(done)")
  }

  static func kinds() async throws {
    let stage = try await start()
    let view = await shown(stage)
    view.center.x = 0
    var done = 0
    UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0) {
      view.center.x = 100
    } completion: { _ in
      done += 1
    }
    var highest = 0.0
    for _ in 0..<99 {
      await stage.advance(0.01)
      highest = max(highest, x(view) ?? 0)
    }
    // A damping ratio of 0.5 swings over by exp(-pi / sqrt(3)).
    check(about(highest, 100 * (1 + exp(-Double.pi / 3.0.squareRoot())), 0.5), "\(highest)")
    check(done == 0 && about(x(view), 100, 0.2), "settles in its duration")
    await stage.advance(0.01)
    check(done == 1, "\(done)")
    UIView.animate(springDuration: 0.4, bounce: 0) { view.center.x = 0 }
    await stage.advance(0.4)
    let rest = exp(-2 * Double.pi) * (1 + 2 * Double.pi)
    check(about(x(view), 100 * rest), "critical: \(x(view) ?? -1), not \(100 * rest)")
    await stage.advance(3)
    check(view.layer.animationKeys() == nil, "settled")
    // Keyframes.
    UIView.animateKeyframes(withDuration: 2, delay: 0) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.center.x = 100 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 50 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.alpha = 0 }
    } completion: { _ in
      done += 1
    }
    check(view.center.x == 50 && about(x(view), 0), "\(x(view) ?? -1)")
    var path: [Double] = []
    for _ in 0..<4 {
      await stage.advance(0.4)
      path.append(x(view) ?? -1)
    }
    check(zip(path, [80, 100, 90, 70]).allSatisfy { about($0, $1) }, "\(path)")
    check(about(alpha(view), 0), "\(alpha(view) ?? -1)")
    await stage.advance(0.4)
    check(done == 2 && view.layer.animationKeys() == nil, "\(done)")
    // Repetitions.
    view.alpha = 1
    UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
      view.alpha = 0
    }
    await stage.advance(101.25)
    check(about(alpha(view), 0.25), "\(alpha(view) ?? -1)")
    view.layer.removeAllAnimations()
    check(alpha(view) == 0, "the model stays")
    UIView.animate(withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear]) { view.alpha = 1 }
    await stage.advance(1.5)
    check(about(alpha(view), 0.5), "on the way back: \(alpha(view) ?? -1)")
    await stage.advance(0.5)
    check(alpha(view) == 1, "then it is what it is")
  }

  static func touches() async throws {
    let stage = try await start()
    let view = await shown(stage)
    let window = stage.scene.windows[0]
    func hit() -> Bool { window.hitTest(CGPoint(x: 25, y: 25), with: nil) === view }
    check(hit(), "before")
    UIView.animate(withDuration: 1) { view.alpha = 0.5 }
    check(!hit(), "barred")
    await stage.advance(1)
    check(hit(), "after")
    UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) { view.alpha = 1 }
    check(hit(), "allowed")
    await stage.advance(1)
  }

  static func transitions() async throws {
    let stage = try await start()
    let view = await shown(stage)
    view.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    var done: [Bool] = []
    UIView.transition(with: view, duration: 1, options: [.transitionCrossDissolve, .curveLinear]) {
      view.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    } completion: {
      done.append($0)
    }
    check(view.layer.animationKeys() == [kCATransition], "\(view.layer.animationKeys() ?? [])")
    await stage.advance(0.25)
    let cover = view.layer.presented.cover
    check(about(cover.map { Double($0.opacity) }, 0.75), "\(String(describing: cover))")
    check(cover?.layer.backgroundColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1), "what was")
    await stage.advance(0.75)
    check(done == [true], "\(done)")
    let (one, two) = (UIView(), UIView())
    view.addSubview(one)
    UIView.transition(from: one, to: two, duration: 0.5, options: .transitionCrossDissolve) {
      done.append($0)
    }
    check(one.superview == nil && two.superview === view, "exchanged")
    await stage.advance(0.5)
    check(done == [true, true], "\(done)")
    view.addSubview(one)
    UIView.transition(
      from: two, to: one, duration: 0.5, options: [.showHideTransitionViews, .transitionCrossDissolve])
    check(two.isHidden && !one.isHidden && two.superview === view, "hidden")
    UIView.transition(with: view, duration: 0.5) {
      view.alpha = 0
    } completion: {
      done.append($0)
    }
    await stage.advance(0.25)
    check(about(alpha(view), 0.5), "without a kind of transition changes animate")
  }

  final class Sliding: UIViewController {
    let slider = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let laidOut = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    override func viewDidLoad() {
      view.addSubview(slider)
      view.addSubview(laidOut)
    }
    override func viewDidLayoutSubviews() { laidOut.center = CGPoint(x: view.bounds.width, y: 0) }
    override func viewWillTransition(
      to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      super.viewWillTransition(to: size, with: coordinator)
      coordinator.animate { _ in self.slider.alpha = 0 }
    }
  }

  static func fold() async throws {
    let stage = try await start()
    let controller = Sliding()
    stage.scene.windows[0].rootViewController = controller
    await stage.settle()
    let width = Double(controller.laidOut.center.x)
    await stage.send(.hinge(to: 180, over: .zero))
    let wide = Double(controller.laidOut.center.x)
    check(width != wide && controller.slider.alpha == 0, "new values at once")
    check(about(x(controller.laidOut), width) && about(alpha(controller.slider), 1), "shown as before")
    await stage.advance(0.15)
    check(
      about(x(controller.laidOut), (width + wide) / 2) && about(alpha(controller.slider), 0.5), "half way")
    await stage.advance(0.15)
    check(about(x(controller.laidOut), wide) && about(alpha(controller.slider), 0), "arrived")
    check(
      x(stage.scene.windows[0]) == Double(stage.scene.windows[0].center.x), "the window itself does not move")
  }
}
