import Foundation

/// Fingers that stay at one place for a while; then it follows them until one comes up. [docs]
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// Taps before the press.
  open var numberOfTapsRequired = 0
  open var numberOfTouchesRequired = 1
  /// Seconds. [header]
  open var minimumPressDuration: TimeInterval = 0.5
  /// Points that a finger may move before the gesture begins. [header]
  open var allowableMovement: CGFloat = 10

  private var starts: [ObjectIdentifier: CGPoint] = [:]
  private var down: [UITouch] = []
  private var most = 0
  private var taps = 0

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard !isUnderWay else { return }
    for touch in tracked where touches.contains(touch) {
      starts[ObjectIdentifier(touch)] = touch.point
      down.append(touch)
    }
    most = max(most, down.count)
    if down.count > numberOfTouchesRequired {
      state = .failed
    } else if down.count == numberOfTouchesRequired {
      let isPress = taps == numberOfTapsRequired
      schedule(after: isPress ? minimumPressDuration : UITapGestureRecognizer.longestTap) { [weak self] in
        self?.state = isPress ? .began : .failed
      }
    }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if hasRecognized {
      state = .changed
      return
    }
    let strayed = touches.contains {
      $0.point.distance(to: starts[ObjectIdentifier($0)] ?? $0.point) > allowableMovement
    }
    if strayed, proposals.isEmpty { state = .failed }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if isUnderWay {
      state = .ended
      return
    }
    down.removeAll { touches.contains($0) }
    guard down.isEmpty else { return }
    guard taps < numberOfTapsRequired, most == numberOfTouchesRequired else {
      state = .failed
      return
    }
    taps += 1
    most = 0
    schedule(after: TouchCenter.tapInterval) { [weak self] in self?.state = .failed }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = hasRecognized ? .cancelled : .failed
  }

  open override func reset() {
    super.reset()
    starts = [:]
    down = []
    most = 0
    taps = 0
  }
}
