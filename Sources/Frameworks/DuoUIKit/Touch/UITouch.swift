import Foundation
import PhoneModel

/// One finger, from going down to going up: the same object all the time. [docs]
@preconcurrency @MainActor
open class UITouch: NSObject {
  /// Raw values are Apple's. [header]
  public enum Phase: Int, Sendable {
    case began = 0
    case moved = 1
    case stationary = 2
    case ended = 3
    case cancelled = 4
    case regionEntered = 5
    case regionMoved = 6
    case regionExited = 7
  }

  /// Raw values are Apple's. [header]
  public enum TouchType: Int, Sendable {
    case direct = 0
    case indirect = 1
    case pencil = 2
    case indirectPointer = 3
  }

  /// Of the last change, in seconds of phone time, as in `CACurrentMediaTime()`.
  open internal(set) var timestamp: TimeInterval
  open internal(set) var phase = Phase.began
  /// Which tap of a quick row at one place this is, from 1.
  open internal(set) var tapCount: Int
  /// The window that got the touch.
  public let window: UIWindow?
  /// The view under the finger when it went down; it keeps the touch wherever the finger goes. [docs]
  public let view: UIView?
  /// Of the contact, in points.
  open internal(set) var majorRadius: CGFloat
  /// The phone's displays measure it exactly.
  open var majorRadiusTolerance: CGFloat { 0 }
  open var type: TouchType { .direct }
  /// The recognisers that get the touch.
  open internal(set) var gestureRecognizers: [UIGestureRecognizer]?

  /// In the window's space.
  var point: CGPoint
  private var previous: CGPoint
  /// What the view got and is still to get of the touch.
  var delivery = TouchDelivery()

  init(
    window: UIWindow, view: UIView, point: CGPoint, timestamp: TimeInterval, tapCount: Int = 1,
    radius: CGFloat = 20
  ) {
    self.window = window
    self.view = view
    self.point = point
    previous = point
    self.timestamp = timestamp
    self.tapCount = tapCount
    majorRadius = radius
    super.init()
  }

  /// The finger did something.
  func change(_ phase: Phase, to point: CGPoint, at timestamp: TimeInterval) {
    self.phase = phase
    previous = self.point
    self.point = point
    self.timestamp = timestamp
  }

  var isOver: Bool { phase == .ended || phase == .cancelled }

  /// Where the finger is, in `view`'s space; in the window's for nil.
  open func location(in view: UIView?) -> CGPoint { convert(point, view) }

  /// Where the finger was before the last change.
  open func previousLocation(in view: UIView?) -> CGPoint { convert(previous, view) }

  /// The same as `location(in:)`: the phone rounds no places.
  open func preciseLocation(in view: UIView?) -> CGPoint { convert(point, view) }

  /// The same as `previousLocation(in:)`.
  open func precisePreviousLocation(in view: UIView?) -> CGPoint { convert(previous, view) }

  private func convert(_ point: CGPoint, _ view: UIView?) -> CGPoint {
    guard let window, let view, view !== window else { return point }
    return window.convert(point, to: view)
  }
}
