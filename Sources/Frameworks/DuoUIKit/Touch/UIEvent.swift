import Foundation

/// What all fingers on a display do at one moment. [docs]
@preconcurrency @MainActor
open class UIEvent: NSObject {
  /// Raw values are Apple's. [header]
  public enum EventType: Int, Sendable {
    case touches = 0
    case motion = 1
    case remoteControl = 2
    case presses = 3
    case scroll = 10
    case hover = 11
    case transform = 14
  }

  /// Raw values are Apple's. [header]
  public enum EventSubtype: Int, Sendable {
    case none = 0
    case motionShake = 1
  }

  open var type: EventType { .touches }
  open var subtype: EventSubtype { .none }
  /// In seconds of phone time.
  public let timestamp: TimeInterval
  /// Every finger on the display, those that rest included.
  public let allTouches: Set<UITouch>?
  /// In the order in which the fingers went down.
  let touches: [UITouch]

  init(touches: [UITouch], timestamp: TimeInterval) {
    self.touches = touches
    allTouches = Set(touches)
    self.timestamp = timestamp
    super.init()
  }

  open func touches(for window: UIWindow) -> Set<UITouch>? { those { $0.window === window } }
  open func touches(for view: UIView) -> Set<UITouch>? { those { $0.view === view } }
  open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
    those { $0.gestureRecognizers?.contains { $0 === gesture } == true }
  }

  /// The touch itself: fingers are delivered once for each picture of the display, so none are put together. [docs]
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { touches.contains(touch) ? [touch] : nil }

  private func those(_ matches: (UITouch) -> Bool) -> Set<UITouch>? {
    let found = Set(touches.filter(matches))
    return found.isEmpty ? nil : found
  }
}
