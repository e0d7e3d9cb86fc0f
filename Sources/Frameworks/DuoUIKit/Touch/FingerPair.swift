import Foundation

/// What pinches and rotations have in common: they follow the first two fingers, begin when these moved enough, and end
/// when both are up. [docs]
@MainActor
struct FingerPair {
  typealias Places = (a: CGPoint, b: CGPoint)

  /// What is followed of two fingers, given what it was before.
  let measure: @MainActor (Places, _ last: Double?) -> Double
  /// Whether two fingers moved enough to begin.
  let isEnough: @MainActor (_ start: Places, _ now: Places, _ change: Double) -> Bool
  var motion = TrackedMotion<Double>.numbers
  private var last: Double?
  private var start: Places?

  init(
    measure: @escaping @MainActor (Places, Double?) -> Double,
    isEnough: @escaping @MainActor (Places, Places, Double) -> Bool
  ) {
    self.measure = measure
    self.isEnough = isEnough
  }

  private func places(_ recognizer: UIGestureRecognizer) -> Places? {
    let points = recognizer.gestureTouches.map(\.point)
    return points.count < 2 ? nil : (points[0], points[1])
  }

  private mutating func rebase(_ recognizer: UIGestureRecognizer, _ event: UIEvent) {
    start = places(recognizer)
    last = start.map { measure($0, nil) }
    motion.rebase(last, at: event.timestamp)
  }

  /// More than two fingers are not followed.
  mutating func began(_ touches: Set<UITouch>, _ event: UIEvent, of recognizer: UIGestureRecognizer) {
    for touch in recognizer.gestureTouches.dropFirst(2) where touches.contains(touch) {
      recognizer.ignore(touch, for: event)
    }
    rebase(recognizer, event)
  }

  /// - Returns: the state to take, if any.
  mutating func moved(_ event: UIEvent, of recognizer: UIGestureRecognizer) -> UIGestureRecognizer.State? {
    guard let now = places(recognizer) else { return nil }
    let value = measure(now, last)
    last = value
    motion.follow(value, at: event.timestamp)
    if recognizer.isUnderWay { return .changed }
    guard let start, isEnough(start, now, motion.value) else { return nil }
    return .began
  }

  /// - Returns: the state to take, if any.
  mutating func ended(_ event: UIEvent, of recognizer: UIGestureRecognizer) -> UIGestureRecognizer.State? {
    rebase(recognizer, event)
    guard recognizer.numberOfTouches == 0 else { return nil }
    return recognizer.isUnderWay ? .ended : .failed
  }

  mutating func reset() {
    motion = .numbers
    last = nil
    start = nil
  }
}
