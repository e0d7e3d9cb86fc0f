import Foundation
import PhoneHardware
import PhoneModel

extension CALayer {
  // MARK: Animations

  func begin(_ anim: CAAnimation, forKey key: String?) {
    guard let copy = anim.copy() as? CAAnimation else { return }
    if let key { removeAnimation(forKey: key) }
    copy.inherit(duration: CATransaction.animationDuration())
    if copy.timingFunction == nil { copy.timingFunction = CATransaction.givenTimingFunction }
    if copy.beginTime == 0 { copy.beginTime = layerTime }
    copy.prepare(for: self, key: key)
    let transaction = CATransaction.animations
    transaction.began()
    animations.entries.append(
      LayerAnimations.Entry(key: key, animation: copy, number: animations.next, transaction: transaction))
    animations.next += 1
    animationsChanged()
  }

  func heldAnimation(_ key: String) -> CAAnimation? {
    dropEnded()
    return animations.entries.last { $0.key == key }?.animation
  }

  var heldKeys: [String]? {
    dropEnded()
    let keys = animations.entries.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  // MARK: What is shown

  /// A copy of the layer with the values that it shows at the phone's present time; nil before the layer was first
  /// shown. [docs] Its `superlayer` and `sublayers` are nil (Apple's are presentation layers too).
  public func presentation() -> Self? {
    if animations.model != nil { return self }
    guard isCommitted else { return nil }
    return presentationCopy() as? Self
  }

  /// The layer whose values a presentation layer shows; the layer itself otherwise. [docs]
  public func model() -> Self { (animations.model as? Self) ?? self }

  /// The layer itself while nothing animates it, else its presentation layer.
  package var presented: CALayer {
    if animations.entries.isEmpty { return self }
    dropEnded()
    return animations.entries.isEmpty ? self : presentationCopy()
  }

  /// Whether this layer or one in it may look different when time passes.
  package var isAnimating: Bool {
    dropEnded()
    return !animations.entries.isEmpty || looks.mask?.isAnimating == true
      || children.contains(where: \.isAnimating)
  }

  private func presentationCopy() -> CALayer {
    dropEnded()
    let now = LayerClock.now
    if !animations.entries.isEmpty, let shown = animations.shown, shown.time == now { return shown.layer }
    let copy = LayerCopy.make(of: self)
    copy.animations.model = self
    let time = layerTime
    for entry in animations.entries { entry.animation.apply(to: copy, at: time) }
    animations.shown = (now, copy)
    return copy
  }

  // MARK: Time

  /// From `layer`'s time to this layer's; nil stands for the time of `CACurrentMediaTime()`. [docs]
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    lineage.reduce(l?.lineage.reversed().reduce(t) { $1.animations.timing.parentTime($0) } ?? t) {
      $1.animations.timing.localTime($0)
    }
  }

  /// From this layer's time to `layer`'s; nil stands for the time of `CACurrentMediaTime()`. [docs]
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    guard let l else { return lineage.reversed().reduce(t) { $1.animations.timing.parentTime($0) } }
    return l.convertTime(t, from: self)
  }

  /// The layer's time now.
  var layerTime: Double { convertTime(LayerClock.now, from: nil) }

  /// From the root to this layer.
  private var lineage: [CALayer] { sequence(first: self, next: \.superlayer).reversed() }

  // MARK: Starts and ends

  /// An animation that has ended and leaves by itself is as good as gone.
  private func dropEnded() {
    guard !animations.entries.isEmpty else { return }
    let time = layerTime
    remove(finished: true) { $0.animation.isRemovedOnCompletion && Self.isOver($0.animation, at: time) }
  }

  private static func isOver(_ animation: CAAnimation, at time: Double) -> Bool {
    // Nanoseconds are what the clock has.
    MediaTiming(animation).end <= time + 1e-9
  }

  func remove(finished: Bool, where matches: (LayerAnimations.Entry) -> Bool) {
    let gone = animations.entries.filter(matches)
    guard !gone.isEmpty else { return }
    let numbers = Set(gone.map(\.number))
    animations.entries.removeAll { numbers.contains($0.number) }
    animationsChanged()
    let time = layerTime
    for entry in gone { end(entry, finished: finished || Self.isOver(entry.animation, at: time)) }
  }

  private func end(_ entry: LayerAnimations.Entry, finished: Bool) {
    guard !entry.isTold else { return }
    let animation = entry.animation
    // Apple's layers tell of ends between turns, so an app that takes an animation away is not called back from inside.
    MainMessage {
      animation.delegate?.animationDidStop(animation, finished: finished)
      for hook in animation.whenStopped { hook(finished) }
      animation.whenStopped = []
      entry.transaction.ended()
    }.post()
  }

  /// Times of the layer or of one above it changed: what is shown, and when it ends.
  func timesChanged() {
    animationsChanged()
    looks.mask?.timesChanged()
    for child in children { child.timesChanged() }
  }

  private func animationsChanged() {
    animations.shown = nil
    root.layerAnimationsChanged?()
    tellStarts()
    planWake()
  }

  private func tellStarts() {
    let time = layerTime
    for index in animations.entries.indices {
      let animation = animations.entries[index].animation
      guard !animations.entries[index].hasStarted, animation.beginTime <= time + 1e-9 else { continue }
      animations.entries[index].hasStarted = true
      guard animation.delegate != nil || !animation.whenStarted.isEmpty else { continue }
      MainMessage {
        animation.delegate?.animationDidStart(animation)
        for hook in animation.whenStarted { hook() }
        animation.whenStarted = []
      }.post()
    }
  }

  /// One that stays after its end has an end all the same.
  private func tellEndsOfKept() {
    let time = layerTime
    for index in animations.entries.indices where Self.isOver(animations.entries[index].animation, at: time) {
      end(animations.entries[index], finished: true)
      animations.entries[index].isTold = true
    }
  }

  /// Plans the next moment at which an animation starts or ends. Without animations nothing is planned; in a process
  /// without a phone nobody waits for them.
  private func planWake() {
    let local = animations.entries.map { entry in
      !entry.hasStarted
        ? entry.animation.beginTime : entry.isTold ? .infinity : MediaTiming(entry.animation).end
    }.min()
    let due = local.map { $0.isFinite ? convertTime($0, to: nil) : .infinity } ?? .infinity
    guard due != animations.wake?.time, CurrentPhone.isRunning else { return }
    let old = animations.wake?.ticket
    animations.wake = nil
    if old == nil && !due.isFinite { return }
    let wake = MainMessage { [weak self] in self?.wakeUp() }
    MainMessage { [weak self] in
      let ticket = MainActor.assumeIsolated { () -> PhoneTimer.Ticket? in
        if let old { PhoneTimer.cancel(old) }
        return due.isFinite ? PhoneTimer.run(at: PhoneTime(seconds: due)) { wake.body() } : nil
      }
      self?.animations.wake = ticket.map { (due, $0) }
    }.run()
  }

  private func wakeUp() {
    animations.wake = nil
    tellStarts()
    dropEnded()
    tellEndsOfKept()
    planWake()
  }
}

/// Work for the main thread that holds layers and animations.
///
/// Unchecked: it is made where the layer is changed and run on the main thread, which hosted layers belong to; nothing
/// else sees the body.
struct MainMessage: @unchecked Sendable {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  /// In a later turn.
  func post() { DispatchQueue.main.async { body() } }

  /// At once on the main thread, else in a later turn of it.
  func run() { if Thread.isMainThread { body() } else { post() } }
}
