import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios

/// Where the fingers of a gesture are, from its beginning to its end.
struct FingerPath: Hashable {
  /// Start and end of each finger, in points of the display's interface.
  var fingers: [[CGPoint]]
  var duration: PhoneDuration

  /// Fingers of a pinch are at most this far apart, in points. [ours]
  static let widestPinch = 200.0

  /// - Parameter end: Where a dragged finger comes up.
  init(_ gesture: FingerGesture, from start: CGPoint, to end: CGPoint, tap: PhoneDuration) {
    duration = gesture.duration
    switch gesture {
    case .tap:
      fingers = [[start, start]]
      duration = tap
    case .press: fingers = [[start, start]]
    case .drag: fingers = [[start, end]]
    case .pinch(_, let scale, _):
      let before = Self.widestPinch / max(scale, 1) / 2
      let after = before * scale
      fingers = [-1, 1].map { side in
        [before, after].map { CGPoint(x: start.x + side * $0, y: start.y) }
      }
    }
  }

  /// - Parameter part: 0 at the beginning, 1 at the end.
  func points(at part: Double) -> [CGPoint] {
    fingers.map { ends in
      CGPoint(
        x: ends[0].x + (ends[1].x - ends[0].x) * part, y: ends[0].y + (ends[1].y - ends[0].y) * part)
    }
  }

  var isMoving: Bool { fingers.contains { $0[0] != $0[1] } }
}

/// Moves fingers over a display, once for each of its pictures.
@MainActor
final class FingerPlayer {
  private let path: FingerPath
  private let display: DisplayID
  private let clock: any PhoneClock
  private let frame: PhoneDuration
  private let start: PhoneTime
  private let done: @MainActor (ObservedScene, UITouch?) -> Void
  /// What the first finger is.
  private(set) var first: UITouch?
  /// Whose view took the first finger.
  private var taker = ObservedScene.application

  /// - Parameter done: Called when the fingers are up, with the scene that took the first one, and what that one was.
  init(
    _ path: FingerPath, on display: DisplayID, clock: any PhoneClock, frame: PhoneDuration,
    done: @escaping @MainActor (ObservedScene, UITouch?) -> Void
  ) {
    self.path = path
    self.display = display
    self.clock = clock
    self.frame = frame
    start = clock.now
    self.done = done
  }

  /// The fingers go down now.
  /// - Returns: false when the first one touches nothing; then nothing follows.
  func begin() -> Bool {
    let touches = deliver(.began, at: start)
    guard let first = touches[0] else {
      deliver(.cancelled, at: start)
      return false
    }
    self.first = first
    taker = first.window?.windowScene?.isAccessory == true ? .cameraCaptureAccessory : .application
    goOn(after: start)
    return true
  }

  private var end: PhoneTime { start + path.duration }

  private func goOn(after time: PhoneTime) {
    let next = path.isMoving ? min(time + frame, end) : end
    clock.schedule(at: next) {
      DispatchQueue.main.async { MainActor.assumeIsolated { self.step() } }
    }
  }

  private func step() {
    // The main thread may have been busy: fingers are where they are now.
    let now = clock.now
    if path.isMoving { deliver(.moved, at: min(now, end)) }
    if now < end {
      goOn(after: now)
    } else {
      deliver(.ended, at: now)
      done(taker, first)
    }
  }

  @discardableResult
  private func deliver(_ phase: FingerTouch.Phase, at time: PhoneTime) -> [Int: UITouch] {
    let whole = Double(path.duration.nanoseconds)
    let part = whole == 0 ? 1 : min(Double((time - start).nanoseconds) / whole, 1)
    let points = path.points(at: phase == .began ? 0 : part)
    return UIApplication.shared.deliver(
      points.enumerated().map { FingerTouch(id: $0.offset, phase, at: $0.element, time: time) }, on: display)
  }
}
