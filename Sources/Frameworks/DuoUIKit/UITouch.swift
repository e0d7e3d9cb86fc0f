import Foundation

/// One finger. [docs]
@preconcurrency @MainActor
open class UITouch: NSObject {
  public enum Phase: Int, Sendable {
    case began = 0
    case moved = 1
    case stationary = 2
    case ended = 3
    case cancelled = 4
  }

  /// Phone time in seconds, as in `CACurrentMediaTime()`.
  public private(set) var timestamp: TimeInterval
  public private(set) var phase: Phase
  public let tapCount: Int
  /// The window that got the touch, and the view under it when it began.
  public let window: UIWindow?
  public let view: UIView?
  private let point: CGPoint

  init(window: UIWindow, view: UIView, point: CGPoint, timestamp: TimeInterval) {
    self.window = window
    self.view = view
    self.point = point
    self.timestamp = timestamp
    phase = .began
    tapCount = 1
    super.init()
  }

  func end(at timestamp: TimeInterval) {
    phase = .ended
    self.timestamp = timestamp
  }

  /// Where the finger is, in `view`'s space; in the window's for nil.
  open func location(in view: UIView?) -> CGPoint {
    guard let window, let view, view !== window else { return point }
    return window.convert(point, to: view)
  }
}

/// The touches that belong together at one moment. [docs]
@preconcurrency @MainActor
open class UIEvent: NSObject {
  public let timestamp: TimeInterval
  public let allTouches: Set<UITouch>?

  init(touches: Set<UITouch>, timestamp: TimeInterval) {
    allTouches = touches
    self.timestamp = timestamp
    super.init()
  }
}
