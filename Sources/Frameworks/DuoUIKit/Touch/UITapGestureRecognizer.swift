import Foundation

/// Quick touches at one place. [docs]
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// A finger stays down at most this long for a tap, in seconds. [assumed]
  static let longestTap = 0.75

  open var numberOfTapsRequired = 1
  open var numberOfTouchesRequired = 1

  private var down: [UITouch] = []
  private var starts: [ObjectIdentifier: CGPoint] = [:]
  /// The fingers of the present tap, in the order in which they came.
  private var fingers: [UITouch] = []
  private var taps = 0
  private var firstPlace: CGPoint?

  /// Those of the last tap, which are up when the gesture is recognised.
  override var gestureTouches: [UITouch] { fingers }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard proposals.isEmpty else { return }
    if down.isEmpty {
      fingers = []
      schedule(after: Self.longestTap) { [weak self] in self?.state = .failed }
    }
    for touch in tracked where touches.contains(touch) {
      down.append(touch)
      fingers.append(touch)
      starts[ObjectIdentifier(touch)] = touch.point
    }
    let place = CGPoint.middle(of: fingers.map(\.point))
    if fingers.count > numberOfTouchesRequired { state = .failed }
    if let firstPlace, firstPlace.distance(to: place) > TouchCenter.tapDistance { state = .failed }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let strayed = touches.contains {
      ($0.point.distance(to: starts[ObjectIdentifier($0)] ?? $0.point)) > TouchCenter.tapDistance
    }
    if strayed, proposals.isEmpty { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    down.removeAll { touches.contains($0) }
    guard down.isEmpty, proposals.isEmpty else { return }
    guard fingers.count == numberOfTouchesRequired else {
      state = .failed
      return
    }
    taps += 1
    if firstPlace == nil { firstPlace = CGPoint.middle(of: fingers.map(\.point)) }
    if taps >= numberOfTapsRequired {
      cancelTimer()
      state = .ended
    } else {
      schedule(after: TouchCenter.tapInterval) { [weak self] in self?.state = .failed }
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

  open override func reset() {
    super.reset()
    down = []
    fingers = []
    starts = [:]
    taps = 0
    firstPlace = nil
  }

  /// A tap does not stand in the way of more taps. [header]
  open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
    return other.numberOfTapsRequired <= numberOfTapsRequired
  }
}
