import Foundation

/// Fingers that are drawn over the view. [docs]
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// Points that fingers move before it is a pan. [forum]
  static let slop = 10.0

  open var minimumNumberOfTouches = 1
  open var maximumNumberOfTouches = Int.max

  /// In the window's space.
  private var motion = TrackedMotion<CGPoint>.places

  /// How far the fingers went since they went down, in the space of `view`. [docs]
  open func translation(in view: UIView?) -> CGPoint { direction(motion.value, view) }

  /// Sets what the translation counts on from, and the velocity to zero. [docs]
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    guard let view, let window = view.window, view !== window else {
      motion.set(translation)
      return
    }
    let zero = view.convert(CGPoint.zero, to: window)
    let end = view.convert(translation, to: window)
    motion.set(CGPoint(x: end.x - zero.x, y: end.y - zero.y))
  }

  /// Points a second.
  open func velocity(in view: UIView?) -> CGPoint { direction(motion.velocity, view) }

  private func direction(_ vector: CGPoint, _ view: UIView?) -> CGPoint {
    let zero = convert(.zero, view)
    let end = convert(vector, view)
    return CGPoint(x: end.x - zero.x, y: end.y - zero.y)
  }

  private var middle: CGPoint? {
    let points = gestureTouches.map(\.point)
    return points.isEmpty ? nil : CGPoint.middle(of: points)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if numberOfTouches > maximumNumberOfTouches {
      if isUnderWay {
        for touch in touches { ignore(touch, for: event) }
      } else {
        state = .failed
      }
    }
    motion.rebase(middle, at: event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let middle else { return }
    motion.follow(middle, at: event.timestamp)
    if isUnderWay {
      state = .changed
    } else if numberOfTouches >= minimumNumberOfTouches,
      motion.value.distance(to: .zero) >= Self.slop
    {
      state = .began
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    motion.rebase(middle, at: event.timestamp)
    guard numberOfTouches == 0 else { return }
    state = isUnderWay ? .ended : .failed
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = hasRecognized ? .cancelled : .failed
  }

  open override func reset() {
    super.reset()
    motion = .places
  }
}
