import DuoCoreGraphics
import DuoFoundation
import DuoQuartzCore
import Foundation

/// Animates what its blocks change, and can be paused, moved under a finger, reversed and stopped on the way. [docs]
///
/// `fractionComplete` counts towards where the animator runs: to the start of the changes when it is reversed. [forum]
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating {
  /// Seconds of phone time; what a spring with stiffness and damping takes, whatever was asked for. [docs]
  public private(set) var duration: TimeInterval
  public private(set) var delay: TimeInterval = 0
  public let timingParameters: (any UITimingCurveProvider)?

  public private(set) var state = UIViewAnimatingState.inactive
  public private(set) var isRunning = false
  /// Whether views can be touched while they animate; true at first.
  open var isUserInteractionEnabled = true
  /// Whether a paused animator moves evenly with `fractionComplete`; else along its pacing. True at first. [docs]
  open var scrubsLinearly = true
  /// Stays active at its end, so that it can run back; completions do not come then. [docs]
  open var pausesOnCompletion = false

  private struct Block {
    var changes: () -> Void
    var delayFactor: Double
  }

  private struct Part {
    var track: AnimatorMotion.Track
    var animation: ViewAnimation
  }

  private let pacing: AnimatorPacing
  private var waiting: [Block] = []
  private var parts: [Part] = []
  /// Of a stopped animator: the values that its blocks have set.
  private var goals: [Any?] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var motion: AnimatorMotion
  private var direction = false
  /// The present run: when it begins, how long it takes, who ends it.
  private var run: (begin: Double, duration: Double, end: PhoneTimer.Ticket?)?

  public required init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    pacing = AnimatorPacing(parameters, duration: duration)
    let isFree =
      if case .spring? = parameters.springTimingParameters?.kind { true } else { false }
    self.duration = isFree ? pacing.duration(asked: duration) : max(duration, 0)
    timingParameters = parameters
    motion = AnimatorMotion(way: .paced(pacing))
  }

  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  public convenience init(
    duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  /// Made and started.
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> Self {
    let curve = UIView.AnimationCurve(rawValue: Int(options.rawValue >> 16 & 3)) ?? .easeInOut
    let animator = Self(
      duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    animator.addAnimations(animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  isolated deinit {
    guard state != .inactive, !isRunning else { return }
    raise(
      .internalInconsistency,
      "It is an error to release a paused or stopped property animator. Property animators must either finish animating "
        + "or be explicitly stopped and finished before they can be released.")
  }

  // MARK: Blocks

  open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

  /// - Parameter delayFactor: the share of the time that is left, after which these begin. [docs]
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    let block = Block(changes: animation, delayFactor: min(max(Double(delayFactor), 0), 1))
    guard state == .active else { return waiting.append(block) }
    make(block)
    place()
  }

  /// Comes when the animations are over, with where they ended; not when the animator is stopped without finishing. [docs]
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  private func make(_ block: Block) {
    let now = fraction
    var options: UIView.AnimationOptions = [
      .overrideInheritedDuration, .overrideInheritedCurve, .overrideInheritedOptions,
    ]
    if isUserInteractionEnabled { options.insert(.allowUserInteraction) }
    let animation = ViewAnimation(
      duration: duration, delay: 0, options: options, pacing: .curve(.linear), isHeld: true)
    animation.make(block.changes)
    animation.close()
    parts.append(
      Part(track: AnimatorMotion.Track(start: now + block.delayFactor * (1 - now)), animation: animation))
  }

  private func activate() {
    guard state == .inactive else { return }
    state = .active
    motion = AnimatorMotion(way: .paced(pacing), fraction: direction ? 1 : 0)
    let blocks = waiting
    waiting = []
    motion.fraction = 0
    for block in blocks { make(block) }
    motion.fraction = direction ? 1 : 0
  }

  // MARK: Running

  /// Starts the animations, or goes on with paused ones. [docs]
  open func startAnimation() { startAnimation(afterDelay: 0) }

  open func startAnimation(afterDelay delay: TimeInterval) {
    guard !isRunning else { return }
    if state == .stopped {
      raise(.internalInconsistency, "startAnimation must not be called on a stopped animator!")
    }
    self.delay = max(delay, 0)
    let isNew = state == .inactive
    activate()
    if isNew { begin(for: remaining) } else { resume(pacing, for: remaining) }
  }

  /// Goes on from where the animator was paused.
  /// - Parameters:
  ///   - parameters: another pacing for the rest of the way; nil keeps the animator's.
  ///   - durationFactor: of the animator's duration; 0 takes what is left of it. [docs]
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {
    pauseAnimation()
    delay = 0
    let seconds = durationFactor > 0 ? duration * Double(durationFactor) : remaining
    resume(parameters.map { AnimatorPacing($0, duration: seconds) } ?? pacing, for: seconds)
  }

  /// Seconds from the present fraction to where the animator runs.
  private var remaining: Double { duration * (direction ? motion.fraction : 1 - motion.fraction) }

  private func resume(_ pacing: AnimatorPacing, for seconds: Double) {
    if scrubsLinearly {
      motion.way = .onwards(from: motion.fraction, shares: shares, isBack: direction, pacing)
    }
    begin(for: seconds)
  }

  private func begin(for seconds: Double) {
    isRunning = true
    run = (LayerClock.now + delay, seconds, nil)
    place()
    guard parts.contains(where: { !$0.animation.allMembers.isEmpty }) else {
      DispatchQueue.main.async { MainActor.assumeIsolated { if self.isRunning { self.arrive() } } }
      return
    }
    // Keeps the animator while it runs.
    run?.end = PhoneTimer.run(after: delay + seconds) { self.arrive() }
  }

  private func leaveRun() {
    motion.fraction = fraction
    if let ticket = run?.end { PhoneTimer.cancel(ticket) }
    run = nil
    isRunning = false
  }

  /// Makes an inactive animator's animations without running them; else they stand where they are. [docs]
  open func pauseAnimation() {
    activate()
    guard isRunning else { return place() }
    let shown = shares
    leaveRun()
    if scrubsLinearly {
      motion.fraction = min(max(motion.share(AnimatorMotion.Track(), at: motion.fraction), 0), 1)
      motion.way = .held(shown)
    }
    place()
  }

  /// The fraction now, from the start of the changes to their end.
  private var fraction: Double {
    guard let run else { return motion.fraction }
    let progress = run.duration > 0 ? (LayerClock.now - run.begin) / run.duration : 1
    return motion.fraction(at: min(max(progress, 0), 1), isBack: direction)
  }

  private var shares: [AnimatorMotion.Track: Double] {
    let now = fraction
    return Dictionary(parts.map { ($0.track, motion.share($0.track, at: now)) }) { first, _ in first }
  }

  /// How far the animations are on the way to where they run, 0 to 1. Setting it pauses them there. [docs]
  open var fractionComplete: CGFloat {
    get { CGFloat(direction ? 1 - fraction : fraction) }
    set {
      pauseAnimation()
      let share = min(max(Double(newValue), 0), 1)
      motion.fraction = direction ? 1 - share : share
      motion.way = scrubsLinearly ? .linear : .paced(pacing)
      place()
    }
  }

  /// Runs back to where the changes started. A running animator turns round at once. [docs]
  open var isReversed: Bool {
    get { direction }
    set {
      guard newValue != direction else { return }
      guard isRunning else {
        direction = newValue
        return
      }
      leaveRun()
      direction = newValue
      delay = 0
      begin(for: remaining)
    }
  }

  // MARK: Ends

  private func arrive() {
    leaveRun()
    motion.fraction = direction ? 0 : 1
    if pausesOnCompletion {
      place()
      return
    }
    finish(at: direction ? .start : .end)
  }

  /// Stops where the animations are: the views keep what is shown.
  /// - Parameter withoutFinishing: true ends it at once, without completions; else `finishAnimation(at:)` is due. [docs]
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active else { return }
    leaveRun()
    settle(at: .current)
    state = withoutFinishing ? .inactive : .stopped
    if withoutFinishing { clear() }
  }

  /// Gives the views their values at the position and calls the completions. Only for a stopped animator. [docs]
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped else {
      raise(.internalInconsistency, "finishAnimationAtPosition: should only be called on a stopped animator!")
    }
    finish(at: finalPosition)
  }

  private func finish(at position: UIViewAnimatingPosition) {
    if state == .active || position != .current { settle(at: position) }
    state = .inactive
    let told = completions
    clear()
    for completion in told { completion(position) }
  }

  private func clear() {
    parts = []
    goals = []
    completions = []
    motion = AnimatorMotion(way: .paced(pacing))
  }

  private var members: [ViewAnimation.Member] { parts.flatMap(\.animation.allMembers) }

  /// Gives the views the values of a position and takes the animations away.
  private func settle(at position: UIViewAnimatingPosition) {
    let members = members
    if state == .active { goals = members.map { $0.change?.newValue($0.view.layer) } }
    ViewAnimation.withoutAnimation {
      switch position {
      case .start: for member in members.reversed() { member.change?.takeBack(on: member.view.layer) }
      case .current:
        for member in members where member.animation != nil {
          member.change?.keepShown(on: member.view.layer)
        }
      case .end:
        for (member, goal) in zip(members, goals) {
          if let goal { member.change?.set(goal, on: member.view.layer) }
        }
      }
    }
    for member in members where member.animation != nil {
      member.view.layer.removeAnimation(forKey: member.key)
    }
  }

  // MARK: Layers

  /// Puts every layer's animation where the animator stands, running or not.
  private func place() {
    let (motion, direction, run, now) = (self.motion, self.direction, self.run, fraction)
    for part in parts {
      for member in part.animation.allMembers where member.animation != nil {
        let layer = member.view.layer
        layer.retime(member.key) { animation in
          if let run {
            animation.speed = 1
            animation.beginTime = layer.timeNow + (run.begin - LayerClock.now)
            animation.duration = max(run.duration, 1e-9)
            animation.pacing = { progress in
              motion.share(part.track, at: motion.fraction(at: progress, isBack: direction))
            }
          } else {
            let share = motion.share(part.track, at: now)
            animation.speed = 0
            animation.beginTime = layer.timeNow
            animation.pacing = { _ in share }
          }
        }
      }
    }
  }
}
