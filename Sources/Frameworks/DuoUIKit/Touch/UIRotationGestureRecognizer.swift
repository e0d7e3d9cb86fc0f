import Foundation

/// Two fingers that turn about each other. [docs]
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// Radians by which the fingers turn before it is a rotation. [assumed]
  static let slop = 10 * Double.pi / 180

  private var pair = FingerPair(
    measure: { now, last in
      let angle = atan2(now.b.y - now.a.y, now.b.x - now.a.x)
      // The nearest of the angles that are the same, so that a whole turn is followed.
      return last.map { $0 + (angle - $0).remainder(dividingBy: 2 * Double.pi) } ?? angle
    }, isEnough: { _, _, change in abs(change) >= slop })

  /// Radians, clockwise, since both fingers went down; from what was set last. [docs]
  open var rotation: CGFloat {
    get { pair.motion.value }
    set { pair.motion.set(newValue) }
  }

  /// Radians in a second.
  open var velocity: CGFloat { pair.motion.velocity }

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
