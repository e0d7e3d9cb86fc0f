import DuoQuartzCore
import Foundation
import PhoneHardware

/// One animation of views while its changes are made, and until the last of its layers has arrived.
@MainActor
final class ViewAnimation {
  enum Pacing: Hashable {
    case curve(TimingCurve)
    case spring(Spring)
  }

  /// A layer's animation that this one has made.
  struct Member {
    var view: UIView
    var key: String
    /// What it leads from.
    var change: ValueChange?
    /// The layer's copy keeps it under `tokenKey`.
    let token: NSObject

    /// The layer's own copy; nil once it is gone, or replaced under its key.
    @MainActor var animation: CAAnimation? {
      let found = view.layer.animation(forKey: key)
      return found?.value(forKey: Self.tokenKey) as? NSObject === token ? found : nil
    }

    static let tokenKey = "member"
  }

  let duration: Double
  let delay: Double
  let options: UIView.AnimationOptions
  let pacing: Pacing
  /// Collects changes for keyframes instead of animating each of them.
  let keyframes: KeyframeCollector?
  /// Starts standing still, for an animator that moves it.
  let isHeld: Bool
  private(set) var members: [Member] = []
  /// Animations that were made inside a held one, which moves them, too.
  private var inner: [ViewAnimation] = []
  private var completion: ((Bool) -> Void)?
  private var running = 0
  private var hasFinished = true
  private var isClosed = false
  /// Seconds of the layers' clock.
  private let madeAt = LayerClock.now
  private var resized: [UIView] = []

  init(
    duration: Double, delay: Double, options: UIView.AnimationOptions, pacing: Pacing,
    keyframes: KeyframeCollector? = nil, isHeld: Bool = false, completion: ((Bool) -> Void)? = nil
  ) {
    let outer = Self.current
    let inherits = outer != nil && !options.contains(.overrideInheritedOptions)
    self.options = inherits ? options.union(outer?.options.inherited ?? []) : options
    self.duration =
      outer.map { options.contains(.overrideInheritedDuration) ? duration : $0.duration } ?? max(duration, 0)
    self.pacing = outer.map { options.contains(.overrideInheritedCurve) ? pacing : $0.pacing } ?? pacing
    self.delay = max(delay, 0) + (outer?.delay ?? 0)
    self.keyframes = keyframes
    self.isHeld = isHeld || (outer?.isHeld ?? false)
    self.completion = completion
    if self.isHeld { outer?.inner.append(self) }
  }

  /// The animations of this one and of those inside it.
  var allMembers: [Member] { members + inner.flatMap(\.allMembers) }

  // MARK: Which one changes belong to

  /// Nil entries are stretches without animation.
  private static var stack: [ViewAnimation?] = []
  static var areEnabled = true
  static var current: ViewAnimation? { areEnabled ? stack.last ?? nil : nil }

  static func withoutAnimation(_ changes: () -> Void) { within(nil, changes) }

  private static func within(_ animation: ViewAnimation?, _ changes: () -> Void) {
    stack.append(animation)
    defer { stack.removeLast() }
    changes()
  }

  /// Makes changes that belong to this animation.
  func make(_ changes: () -> Void) {
    Self.within(Self.areEnabled ? self : nil) {
      changes()
      guard options.contains(.layoutSubviews) else { return }
      for view in resized { view.layoutIfNeeded() }
    }
  }

  /// No more changes come.
  func close() {
    keyframes?.addAnimations(to: self)
    isClosed = true
    guard running == 0 else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.finishIfDone() } }
  }

  // MARK: Changes

  /// Whether changes take time at all.
  private var takesTime: Bool { duration > 0 || delay > 0 }

  /// What a view's layer does when a value changes inside this animation.
  func action(for view: UIView, key: String) -> any CAAction {
    // What no display shows arrives at once.
    guard takesTime, view.layer.attachment.placement != nil, let change = ValueChange(view.layer, key: key)
    else {
      return NSNull()
    }
    if key == "bounds" { resized.append(view) }
    return ViewAction { [self] in
      if let keyframes { keyframes.take(change, of: view) } else { add(change, to: view) }
    }
  }

  private func add(_ change: ValueChange, to view: UIView) {
    let animation: CABasicAnimation
    switch pacing {
    case .curve(let curve):
      animation = CABasicAnimation()
      animation.timingFunction = CAMediaTimingFunction(curve: curve)
    case .spring(let spring):
      let springing = CASpringAnimation()
      springing.mass = spring.mass
      springing.stiffness = spring.stiffness
      springing.damping = spring.damping
      springing.initialVelocity = spring.initialVelocity
      springing.allowsOverdamping = true
      springing.timingFunction = CAMediaTimingFunction(curve: .linear)
      animation = springing
    }
    let starts = options.contains(.beginFromCurrentState)
    let adds = change.lead(animation, on: view.layer, adds: !starts)
    if starts { view.layer.removeAnimations(of: change.key) }
    add(animation, key: adds ? view.layer.freeKey(change.key) : change.key, to: view, change)
  }

  func add(_ animation: CAAnimation, key: String, to view: UIView, _ change: ValueChange? = nil) {
    let layer = view.layer
    animation.duration = max(duration, 1e-9)
    animation.beginTime = layer.timeNow + delay
    animation.fillMode = .both
    if isHeld {
      // Whoever holds it says when it is over.
      animation.isRemovedOnCompletion = false
      animation.speed = 0
      animation.beginTime = layer.timeNow
    }
    animation.autoreverses = options.contains(.autoreverse)
    if options.contains(.repeat) { animation.repeatCount = .infinity }
    running += 1
    let bars = !options.contains(.allowUserInteraction)
    if bars { view.animationsThatBarTouches += 1 }
    animation.whenStopped.append { finished in
      MainActor.assumeIsolated {
        if bars { view.animationsThatBarTouches -= 1 }
        self.ended(finished)
      }
    }
    let token = NSObject()
    animation.setValue(token, forKey: Member.tokenKey)
    members.append(Member(view: view, key: key, change: change, token: token))
    layer.add(animation, forKey: key)
  }

  private func ended(_ finished: Bool) {
    running -= 1
    if !finished { hasFinished = false }
    finishIfDone()
  }

  /// The completion comes with the display's next picture at the earliest, also where nothing animates or another
  /// animation has taken its place: chains of such animations would stop the time otherwise. [inferred]
  private func finishIfDone() {
    guard isClosed, running == 0, let completion else { return }
    self.completion = nil
    let hasFinished = hasFinished
    guard CurrentPhone.isRunning else { return completion(hasFinished) }
    let left = madeAt + CurrentPhone.phone.description.timing.displayFrame.value.seconds - LayerClock.now
    guard left > 0 else { return completion(hasFinished) }
    PhoneTimer.run(after: left) { completion(hasFinished) }
  }
}

extension UIView.AnimationOptions {
  /// What an animation inside another one takes over from it.
  fileprivate var inherited: Self { intersection([.allowUserInteraction, .repeat, .autoreverse]) }
}

/// Runs after a value has changed.
@MainActor
struct ViewAction: @MainActor CAAction {
  let body: () -> Void
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) { body() }
}

extension CALayer {
  /// `position`, `position-2`, `position-3`: animations that add up are kept side by side.
  fileprivate func freeKey(_ key: String) -> String {
    let taken = Set(animationKeys() ?? [])
    return taken.contains(key)
      ? (2...).lazy.map { "\(key)-\($0)" }.first { !taken.contains($0) } ?? key : key
  }

  fileprivate func removeAnimations(of key: String) {
    for taken in animationKeys() ?? [] where taken == key || taken.hasPrefix(key + "-") {
      removeAnimation(forKey: taken)
    }
  }
}

/// Changes of a keyframe animation: which layer had which value at which share of its duration.
@MainActor
final class KeyframeCollector {
  private struct Track {
    var view: UIView
    var key: String
    var values: [Any]
    var times: [Double]
    /// The first one.
    var change: ValueChange
  }

  private var tracks: [Track] = []
  private let mode: CAAnimationCalculationMode
  /// The part of the duration to which the changes belong that are being made.
  private var part: (start: Double, end: Double) = (0, 1)

  init(_ mode: CAAnimationCalculationMode) { self.mode = mode }

  func within(start: Double, duration: Double, _ changes: () -> Void) {
    let old = part
    part = (min(max(start, 0), 1), min(max(start + duration, 0), 1))
    defer { part = old }
    changes()
  }

  func take(_ change: ValueChange, of view: UIView) {
    let index =
      tracks.firstIndex { $0.view === view && $0.key == change.key }
      ?? {
        tracks.append(
          Track(view: view, key: change.key, values: [change.oldValue], times: [0], change: change))
        return tracks.count - 1
      }()
    if part.start > tracks[index].times[tracks[index].times.count - 1] {
      tracks[index].values.append(change.oldValue)
      tracks[index].times.append(part.start)
    }
    tracks[index].values.append(change.newValue(view.layer))
    tracks[index].times.append(part.end)
  }

  func addAnimations(to animation: ViewAnimation) {
    for track in tracks {
      let frames = CAKeyframeAnimation(keyPath: track.key)
      frames.values = track.values
      frames.keyTimes = track.times.map { NSNumber(value: $0) }
      frames.calculationMode = mode
      if case .curve(let curve) = animation.pacing {
        frames.timingFunction = CAMediaTimingFunction(curve: curve)
      }
      animation.add(frames, key: track.key, to: track.view, track.change)
    }
    tracks = []
  }
}
