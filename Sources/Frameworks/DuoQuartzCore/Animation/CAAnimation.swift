import Foundation

/// Hears of an animation's start and end, on the main thread. The animation told is the layer's own copy. [docs]
public protocol CAAnimationDelegate: AnyObject {
  func animationDidStart(_ anim: CAAnimation)
  /// - Parameter flag: false when it was taken away before its end, or its layer was.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// What all animations have: times, pacing, a delegate. Layers keep copies of those that are added to them. [docs]
open class CAAnimation: NSObject, NSCopying, CAMediaTiming, CAAction {
  /// Seconds in the time of the layer or group that plays it; 0 starts at once. [docs]
  open var beginTime: CFTimeInterval = 0
  /// Seconds of one run; 0 takes the transaction's, 0.25. [docs]
  open var duration: CFTimeInterval = 0
  /// How fast its time goes: 2 plays in half the time. [docs]
  open var speed: Float = 1
  /// Seconds of its own time at which it starts. [docs]
  open var timeOffset: CFTimeInterval = 0
  /// Runs, also a part of one; 0 for one. [docs]
  open var repeatCount: Float = 0
  /// Seconds of all runs together; 0 leaves it to the count. [docs]
  open var repeatDuration: CFTimeInterval = 0
  /// Plays back after each run, which takes as long again. [docs]
  open var autoreverses = false
  /// What is shown before the begin and after the end: nothing of it, until it is set. [docs]
  open var fillMode = CAMediaTimingFillMode.removed

  /// Nil is linear.
  open var timingFunction: CAMediaTimingFunction?
  /// Kept alive until the animation is gone. [docs]
  open var delegate: (any CAAnimationDelegate)?
  /// Whether it leaves its layer when it has ended; true at first.
  open var isRemovedOnCompletion = true
  /// Diptych draws when it composes a picture, whatever an animation wishes; kept to be read back.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// Called once when the animation begins.
  package var whenStarted: [() -> Void] = []
  /// Called once when the animation is over, with whether it came to its end.
  package var whenStopped: [(Bool) -> Void] = []
  /// The share of the way at a share of a cycle, in place of `timingFunction`: for an animator that moves it.
  package var pacing: ((Double) -> Double)?
  private var tags: [String: Any] = [:]

  public required override init() { super.init() }

  // MARK: Values of the app's own

  /// Keeps a value under any key: an animation is a container for them. [docs]
  open func setValue(_ value: Any?, forKey key: String) { tags[key] = value }
  open func value(forKey key: String) -> Any? { tags[key] }

  // MARK: Copies

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.take(self)
    return copy
  }

  /// Takes over the other one's values. Subclasses add their own.
  func take(_ other: CAAnimation) {
    beginTime = other.beginTime
    duration = other.duration
    speed = other.speed
    timeOffset = other.timeOffset
    repeatCount = other.repeatCount
    repeatDuration = other.repeatDuration
    autoreverses = other.autoreverses
    fillMode = other.fillMode
    timingFunction = other.timingFunction
    delegate = other.delegate
    isRemovedOnCompletion = other.isRemovedOnCompletion
    preferredFrameRateRange = other.preferredFrameRateRange
    whenStarted = other.whenStarted
    whenStopped = other.whenStopped
    pacing = other.pacing
    tags = other.tags
  }

  // MARK: As an action

  /// Adds the animation to the layer under the event's key. [docs]
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  // MARK: The rule

  /// Fills in what only the layer knows when the animation is added to it.
  func prepare(for layer: CALayer, key: String?) {}

  /// The share of the way at a share of a cycle.
  func pace(_ progress: Double) -> Double {
    pacing?(progress) ?? timingFunction?(progress) ?? progress
  }

  /// Changes the values of `presentation` to what they are at `time` of the layer, or of the group.
  func apply(to presentation: CALayer, at time: Double) {
    guard let progress = MediaTiming(self).progress(at: time) else { return }
    change(presentation, progress: progress, cycle: 0)
  }

  /// - Parameters:
  ///   - progress: the share of a cycle, before pacing.
  ///   - cycle: whole cycles before this one.
  func change(_ presentation: CALayer, progress: Double, cycle: Int) {}

  /// Duration and times of everything in it that has none of its own.
  func inherit(duration: Double) { if self.duration == 0 { self.duration = duration } }
}

/// How often an animation or a display link wishes to be drawn, in frames a second. [docs]
public struct CAFrameRateRange: Hashable, Sendable {
  public var minimum: Float
  public var maximum: Float
  /// Nil or 0 leaves it to the system.
  public var preferred: Float?

  public init() { self.init(minimum: 0, maximum: 0, preferred: 0) }

  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// No wish.
  public static let `default` = CAFrameRateRange()
}
