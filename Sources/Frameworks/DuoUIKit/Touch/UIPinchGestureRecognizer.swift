import Foundation

/// Two fingers that come together or go apart. [docs]
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// Points by which the fingers' distance changes before it is a pinch. [assumed]
  static let slop = 8.0

  /// Ratios multiply, so that their logarithms are followed.
  private var pair = FingerPair(
    measure: { now, _ in log(max(now.a.distance(to: now.b), 1)) },
    isEnough: { start, now, _ in abs(now.a.distance(to: now.b) - start.a.distance(to: start.b)) >= slop })

  /// How many times as far apart the fingers are as when both went down, times what was set last. [docs]
  open var scale: CGFloat {
    get { exp(pair.motion.value) }
    set { pair.motion.set(log(max(newValue, .leastNormalMagnitude))) }
  }

  /// Of the scale, in a second.
  open var velocity: CGFloat { scale * pair.motion.velocity }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    pair.began(touches, event, of: self)
  }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if let next = pair.moved(event, of: self) { state = next }
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if let next = pair.ended(event, of: self) { state = next }
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = hasRecognized ? .cancelled : .failed
  }
  open override func reset() {
    super.reset()
    pair.reset()
  }
}
