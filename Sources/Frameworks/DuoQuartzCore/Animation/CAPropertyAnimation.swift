import DuoFoundation
import Foundation

/// An animation of one value of a layer. [docs]
open class CAPropertyAnimation: CAAnimation {
  /// Which value, such as `position` or `transform.rotation.z`.
  open var keyPath: String?
  /// Added to the value as it is without this animation, instead of replacing it.
  open var isAdditive = false
  /// Every repetition begins where the one before ended.
  open var isCumulative = false

  public required init() { super.init() }

  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  override func take(_ other: CAAnimation) {
    super.take(other)
    guard let other = other as? CAPropertyAnimation else { return }
    keyPath = other.keyPath
    isAdditive = other.isAdditive
    isCumulative = other.isCumulative
  }

  override func apply(to presentation: CALayer, at time: Double) {
    let timing = MediaTiming(self)
    guard let progress = timing.progress(at: time) else { return }
    let local = min(max(timing.localTime(time), 0), timing.activeDuration)
    let whole = timing.duration > 0 ? (local / timing.duration).rounded(.down) : 0
    change(
      presentation, progress: progress,
      cycle: min(max(0, Int(saturating: progress == 1 ? whole - 1 : whole)), 1_000_000))
  }

  override func change(_ presentation: CALayer, progress: Double, cycle: Int) {
    guard let keyPath, let path = LayerKeyPath(keyPath, of: presentation),
      let current = path.value(of: presentation), var value = value(at: progress, current: current)
    else { return }
    if isCumulative, cycle > 0, !autoreverses, let last = self.value(at: 1, current: current) {
      for _ in 0..<cycle { value = value.adding(last) ?? value }
    }
    if isAdditive { value = current.adding(value) ?? value }
    path.set(value, of: presentation)
  }

  /// - Parameter current: the value without this animation.
  func value(at progress: Double, current: AnimatedValue) -> AnimatedValue? { nil }
}

/// From one value to another. [docs]
open class CABasicAnimation: CAPropertyAnimation {
  open var fromValue: Any?
  open var toValue: Any?
  open var byValue: Any?
  /// The value that the layer showed when an animation without `fromValue` and `toValue` was added.
  private var shown: AnimatedValue?

  public required init() { super.init() }

  override func take(_ other: CAAnimation) {
    super.take(other)
    guard let other = other as? CABasicAnimation else { return }
    fromValue = other.fromValue
    toValue = other.toValue
    byValue = other.byValue
    shown = other.shown
  }

  override func prepare(for layer: CALayer, key: String?) {
    guard fromValue == nil, toValue == nil, byValue == nil, shown == nil, let keyPath,
      let path = LayerKeyPath(keyPath, of: layer)
    else { return }
    shown = path.value(of: layer.presented)
  }

  override func value(at progress: Double, current: AnimatedValue) -> AnimatedValue? {
    let (from, to) = ends(current)
    return from.interpolated(to: to, pace(progress))
  }

  /// Which two values are meant when not all three are given. [docs]
  private func ends(_ current: AnimatedValue) -> (from: AnimatedValue, to: AnimatedValue) {
    let (from, to, by) = (AnimatedValue(fromValue), AnimatedValue(toValue), AnimatedValue(byValue))
    switch (from, to, by) {
    case (let from?, let to?, _): return (from, to)
    case (let from?, nil, let by?): return (from, from.adding(by) ?? from)
    case (nil, let to?, let by?): return (to.adding(by, sign: -1) ?? to, to)
    case (let from?, nil, nil): return (from, current)
    case (nil, let to?, nil): return (current, to)
    case (nil, nil, let by?): return (current, current.adding(by) ?? current)
    case (nil, nil, nil): return (shown ?? current, current)
    }
  }
}
