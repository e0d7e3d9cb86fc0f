import Foundation

/// A basic animation that moves as a mass on a spring does. [docs]
open class CASpringAnimation: CABasicAnimation {
  /// Above 0; 1 at first.
  open var mass: CGFloat = 1
  /// Above 0; 100 at first.
  open var stiffness: CGFloat = 100
  /// At least 0; 10 at first.
  open var damping: CGFloat = 10
  /// In ways a second, towards the end value; 0 at first.
  open var initialVelocity: CGFloat = 0
  /// Whether more damping than the critical one counts as it is; else it counts as critical. [docs]
  open var allowsOverdamping = false

  public required init() { super.init() }

  /// A spring as SwiftUI describes them: how long a swing seems to take, and how much it bounces, -1 to 1. [docs]
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    let spring = Spring(perceptualDuration: perceptualDuration, bounce: bounce)
    mass = 1
    stiffness = spring.stiffness
    damping = spring.damping
    allowsOverdamping = true
    duration = spring.settlingDuration
  }

  package var spring: Spring {
    var spring = Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity))
    if !allowsOverdamping { spring.damping = min(spring.damping, spring.criticalDamping) }
    return spring
  }

  /// Seconds until the spring keeps within a thousandth of the way from its end (the share is assumed).
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  open var perceptualDuration: CFTimeInterval { spring.perceptualDuration }
  open var bounce: CGFloat { spring.bounce }

  override func take(_ other: CAAnimation) {
    super.take(other)
    guard let other = other as? CASpringAnimation else { return }
    mass = other.mass
    stiffness = other.stiffness
    damping = other.damping
    initialVelocity = other.initialVelocity
    allowsOverdamping = other.allowsOverdamping
  }

  /// A spring runs in seconds, whatever the duration is that cuts it off.
  override func pace(_ progress: Double) -> Double { spring.position(at: (super.pace(progress)) * duration) }
}

/// A damped spring, on values: from 0 to its rest at 1.
package struct Spring: Hashable, Sendable {
  package var mass = 1.0
  package var stiffness = 100.0
  package var damping = 10.0
  /// In ways a second, towards the rest.
  package var initialVelocity = 0.0

  package init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// Apple's definition: the undamped period, and 1 minus the damping ratio; below 0 one over what is left. [docs]
  package init(perceptualDuration: Double, bounce: Double, initialVelocity: Double = 0) {
    let frequency = 2 * Double.pi / max(perceptualDuration, 1e-3)
    let bounce = min(max(bounce, -0.999), 1)
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(
      stiffness: frequency * frequency, damping: 2 * ratio * frequency, initialVelocity: initialVelocity)
  }

  /// The spring of a damping ratio that settles in the given time, as UIKit's dampings ask for.
  package init(dampingRatio: Double, settlingIn duration: Double, initialVelocity: Double = 0) {
    let ratio = min(max(dampingRatio, 0.01), 1)
    // The settling time goes with the inverse of the frequency, except for the velocity: halve the interval.
    var (low, high) = (0.01 / duration, 1000 / duration)
    func spring(_ frequency: Double) -> Spring {
      Spring(
        stiffness: frequency * frequency, damping: 2 * ratio * frequency, initialVelocity: initialVelocity)
    }
    for _ in 0..<60 {
      let middle = (low * high).squareRoot()
      if spring(middle).settlingDuration > duration { low = middle } else { high = middle }
    }
    self = spring(high)
  }

  var frequency: Double { (stiffness / mass).squareRoot() }
  var criticalDamping: Double { 2 * (stiffness * mass).squareRoot() }
  package var dampingRatio: Double { damping / criticalDamping }
  var perceptualDuration: Double { 2 * .pi / frequency }
  var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The solution of `mass x'' + damping x' + stiffness (x - 1) = 0`, from 0 with the initial velocity.
  package func position(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    let (w, z, v) = (frequency, dampingRatio, initialVelocity)
    if abs(z - 1) < 1e-6 { return 1 - exp(-w * time) * (1 + (w - v) * time) }
    if z < 1 {
      let swing = w * (1 - z * z).squareRoot()
      return 1 - exp(-z * w * time) * (cos(swing * time) + (z * w - v) / swing * sin(swing * time))
    }
    let root = (z * z - 1).squareRoot()
    let (fast, slow) = (-w * (z + root), -w * (z - root))
    let share = (v + slow) / (slow - fast)
    return 1 - (share * exp(fast * time) + (1 - share) * exp(slow * time))
  }

  /// How far it can be from its rest at most, from this time on.
  private func envelope(_ time: Double) -> Double {
    let (w, z, v) = (frequency, dampingRatio, initialVelocity)
    if abs(z - 1) < 1e-6 { return exp(-w * time) * (1 + abs(w - v) * time) }
    if z < 1 {
      let swing = w * (1 - z * z).squareRoot()
      return exp(-z * w * time) * hypot(1, (z * w - v) / swing)
    }
    let root = (z * z - 1).squareRoot()
    let (fast, slow) = (-w * (z + root), -w * (z - root))
    let share = (v + slow) / (slow - fast)
    return abs(share) * exp(fast * time) + abs(1 - share) * exp(slow * time)
  }

  /// Seconds until it keeps within a thousandth of the way from its rest.
  package var settlingDuration: Double {
    guard damping > 0 else { return .infinity }
    var (low, high) = (0.0, 1 / frequency)
    while envelope(high) > 1e-3 { (low, high) = (high, high * 2) }
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if envelope(middle) > 1e-3 { low = middle } else { high = middle }
    }
    return high
  }
}
