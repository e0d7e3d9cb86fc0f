import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel

/// The fingers on the displays: which touch each of them is, and what becomes of it when its scene goes.
@MainActor
final class TouchCenter {
  private struct Finger: Hashable {
    var display: DisplayID
    var id: Int
  }

  /// The end of a tap, which a next one may count on from.
  private struct LastTap {
    weak var window: UIWindow?
    var point: CGPoint
    var time: TimeInterval
    var count: Int
  }

  /// Taps in a row are at most this far apart, in seconds and points. [assumed]
  static let tapInterval = 0.35
  static let tapDistance = 45.0

  /// In the order in which the fingers went down.
  private var live: [(finger: Finger, touch: UITouch)] = []
  private var lastTap: LastTap?
  private var placements: [ObjectIdentifier: LayerObservation] = [:]
  private var deactivation: (any NSObjectProtocol)?

  /// - Returns: the touches that the fingers of this call are, by the fingers' numbers; fingers that touch nothing of the
  ///   app have none.
  func deliver(_ fingers: [FingerTouch], on display: DisplayID) -> [Int: UITouch] {
    watchScenes()
    var touches: [Int: UITouch] = [:]
    for (_, touch) in live where touch.phase != .stationary && !touch.isOver { touch.phase = .stationary }
    for finger in fingers {
      let key = Finger(display: display, id: finger.id)
      if finger.phase == .began {
        if let old = live.first(where: { $0.finger == key }) { cancel([old.touch]) }
        touches[finger.id] = begin(finger, key)
      } else if let touch = live.first(where: { $0.finger == key })?.touch, let window = touch.window {
        touches[finger.id] = touch
        touch.majorRadius = finger.radius
        touch.change(phase(finger), to: window.point(onDisplay: finger.point), at: finger.time.seconds)
      }
    }
    guard !touches.isEmpty else { return [:] }
    let event = UIEvent(
      touches: live.filter { $0.finger.display == display }.map(\.touch),
      timestamp: fingers.map(\.time.seconds).max() ?? 0)
    UIApplication.shared.sendEvent(event)
    for touch in touches.values where touch.phase == .ended { remember(touch) }
    forget { $0.isOver }
    return touches
  }

  /// The touches that are on the app now.
  var touches: [UITouch] { live.map(\.touch) }

  private func phase(_ finger: FingerTouch) -> UITouch.Phase {
    switch finger.phase {
    case .began: .began
    case .moved: .moved
    case .ended: .ended
    case .cancelled: .cancelled
    }
  }

  private func begin(_ finger: FingerTouch, _ key: Finger) -> UITouch? {
    for scene in UIApplication.shared.scenes(on: key.display).reversed()
    where scene.activationState == .foregroundActive {
      for window in scene.windows.reversed() where !window.isHidden {
        let point = window.point(onDisplay: finger.point)
        guard let view = window.hitTest(point, with: nil) else { continue }
        let time = finger.time.seconds
        let touch = UITouch(
          window: window, view: view, point: point, timestamp: time,
          tapCount: tapCount(in: window, at: point, time), radius: finger.radius)
        touch.delivery.goesToView = takes(view, touch)
        GestureEnvironment.shared.offer(touch)
        live.append((key, touch))
        watch(window)
        return touch
      }
    }
    return nil
  }

  private func tapCount(in window: UIWindow, at point: CGPoint, _ time: TimeInterval) -> Int {
    guard let last = lastTap, last.window === window, time - last.time <= Self.tapInterval,
      point.distance(to: last.point) <= Self.tapDistance
    else { return 1 }
    return last.count + 1
  }

  private func remember(_ touch: UITouch) {
    lastTap = LastTap(
      window: touch.window, point: touch.point, time: touch.timestamp, count: touch.tapCount)
  }

  /// A view gets one finger at a time unless it says otherwise; nothing is touched beside an exclusive view. [docs]
  private func takes(_ view: UIView, _ touch: UITouch) -> Bool {
    let others = live.map(\.touch).filter {
      !$0.isOver && $0.window === touch.window && $0.delivery.goesToView
    }
    if !view.isMultipleTouchEnabled, others.contains(where: { $0.view === view }) { return false }
    return !others.contains {
      $0.view !== view && (view.isExclusiveTouch || $0.view?.isExclusiveTouch == true)
    }
  }

  // MARK: Cancelling

  /// Takes the touches of a view's tree away from it, when the tree leaves its window.
  func cancelTouches(in view: UIView) {
    guard !live.isEmpty else { return }
    cancel { $0.view?.isDescendant(of: view) == true }
  }

  private func cancel(where matches: (UITouch) -> Bool) {
    cancel(live.map(\.touch).filter { !$0.isOver && matches($0) })
  }

  private func cancel(_ touches: [UITouch]) {
    guard !touches.isEmpty else { return }
    let now = CurrentPhone.phone.clock.now.seconds
    for touch in touches { touch.change(.cancelled, to: touch.point, at: now) }
    let event = UIEvent(touches: touches, timestamp: now)
    // On the usual way, so that apps which watch all events hear of it.
    UIApplication.shared.sendEvent(event)
    forget { $0.phase == .cancelled }
  }

  private func forget(_ matches: (UITouch) -> Bool) {
    live.removeAll { matches($0.touch) }
    let windows = Set(live.compactMap { $0.touch.window.map { ObjectIdentifier($0) } })
    placements = placements.filter { windows.contains($0.key) }
  }

  /// A window that moves to another display, is turned or hidden loses its touches.
  private func watch(_ window: UIWindow) {
    let id = ObjectIdentifier(window)
    guard placements[id] == nil else { return }
    placements[id] = window.layer.attachment.observe { [weak window] _ in
      MainActor.assumeIsolated {
        guard let window else { return }
        UIApplication.touchCenter.cancel { $0.window === window }
      }
    }
  }

  private func watchScenes() {
    guard deactivation == nil else { return }
    deactivation = NotificationCenter.default.addObserver(
      forName: UIScene.willDeactivateNotification, object: nil, queue: nil
    ) { note in
      let scene = (note.object as? UIScene).map { ObjectIdentifier($0) }
      MainActor.assumeIsolated {
        UIApplication.touchCenter.cancel { touch in
          touch.window?.windowScene.map { ObjectIdentifier($0) } == scene
        }
      }
    }
  }
}

extension UIApplication {
  static let touchCenter = TouchCenter()

  /// Fingers go down, move or come up on a display. Each goes to the frontmost window that has something under it, of the
  /// frontmost active scene there; while it is down it stays with what it went down on.
  /// - Returns: the touches that the fingers of this call are, by the fingers' numbers; fingers that touch nothing of the
  ///   app have none.
  @discardableResult
  package func deliver(_ fingers: [FingerTouch], on display: DisplayID) -> [Int: UITouch] {
    Self.touchCenter.deliver(fingers, on: display)
  }
}

extension UIWindow {
  /// From the points of the display's interface to the window's space.
  package func point(onDisplay point: CGPoint) -> CGPoint {
    let origin = windowScene?.geometry.frame.origin ?? .zero
    return layer.convert(CGPoint(x: point.x - origin.x, y: point.y - origin.y), from: nil)
  }

  /// From the window's space to the points of the display's interface.
  package func displayPoint(_ point: CGPoint) -> CGPoint {
    let origin = windowScene?.geometry.frame.origin ?? .zero
    let inScene = layer.convert(point, to: nil)
    return CGPoint(x: inScene.x + origin.x, y: inScene.y + origin.y)
  }
}

extension CGPoint {
  func distance(to other: CGPoint) -> CGFloat { hypot(x - other.x, y - other.y) }
}
