import Foundation

/// Animations in one time: the group's. Their delegates and `isRemovedOnCompletion` are not read. [docs]
open class CAAnimationGroup: CAAnimation {
  open var animations: [CAAnimation]?

  public required init() { super.init() }

  override func take(_ other: CAAnimation) {
    super.take(other)
    guard let other = other as? CAAnimationGroup else { return }
    animations = other.animations?.map { $0.copy() as? CAAnimation ?? $0 }
  }

  override func prepare(for layer: CALayer, key: String?) {
    for animation in animations ?? [] { animation.prepare(for: layer, key: key) }
  }

  /// Members without a duration take the group's. [docs]
  override func inherit(duration: Double) {
    super.inherit(duration: duration)
    for animation in animations ?? [] { animation.inherit(duration: self.duration) }
  }

  override func change(_ presentation: CALayer, progress: Double, cycle: Int) {
    let time = pace(progress) * duration
    for animation in animations ?? [] { animation.apply(to: presentation, at: time) }
  }
}
