import DuoFoundation
import Foundation
import PhoneModel

/// Learns when a session's controls can be used, and when they are on the screen. [docs]
public protocol AVCaptureSessionControlsDelegate: NSObjectProtocol {
  func sessionControlsDidBecomeActive(_ session: AVCaptureSession)
  func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)
  func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)
  func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}

extension AVCaptureSession {
  /// Whether the phone has a Camera Control; its description says. [docs]
  public var supportsControls: Bool { engine.phone.description.policy.hasCameraControl.value }

  /// How many controls a session can have: 4 (assumed), none without a Camera Control.
  public var maxControlsCount: Int { supportsControls ? 4 : 0 }

  /// In the order in which they were added.
  public var controls: [AVCaptureControl] { engine.controls.all }

  /// False on a phone without a Camera Control, for a control that is in a session already, and when there are as many
  /// as there may be. [docs]
  public func canAddControl(_ control: AVCaptureControl) -> Bool { controlRefusal(control) == nil }

  private func controlRefusal(_ control: AVCaptureControl) -> String? {
    if !supportsControls { return "Controls are not supported on this device - Use -supportsControls" }
    if controls.contains(where: { $0 === control }) {
      return "An AVCaptureControl instance may not be added more than once to a session"
    }
    if SessionMembership.session(of: control) != nil {
      return "An AVCaptureControl instance may not be added to more than one session"
    }
    if controls.count >= maxControlsCount { return "There are \(maxControlsCount) controls already" }
    return nil
  }

  /// Raises `NSInvalidArgumentException` when `canAddControl(_:)` is false. [header] Controls can be used once the session
  /// runs and has a delegate for them. [docs]
  public func addControl(_ control: AVCaptureControl) {
    CaptureCall.note("AVCaptureSession.addControl")
    if let refusal = controlRefusal(control) {
      raise(.invalidArgument, "*** -[AVCaptureSession addControl:] \(refusal)")
    }
    SessionMembership.join(control, engine)
    engine.controls.change(engine) { $0.append(control) }
  }

  /// Nothing happens when it is not in the session. [inferred]
  public func removeControl(_ control: AVCaptureControl) {
    CaptureCall.note("AVCaptureSession.removeControl")
    guard controls.contains(where: { $0 === control }) else { return }
    SessionMembership.leave(control)
    engine.controls.change(engine) { $0.removeAll { $0 === control } }
  }

  /// The delegate is held weakly, and called on the queue, which must be serial. A delegate without a queue raises
  /// `NSInvalidArgumentException`. [docs]
  public func setControlsDelegate(
    _ controlsDelegate: (any AVCaptureSessionControlsDelegate)?,
    queue controlsDelegateCallbackQueue: DispatchQueue?
  ) {
    if controlsDelegate != nil, controlsDelegateCallbackQueue == nil {
      raise(.invalidArgument, "*** -[AVCaptureSession setControlsDelegate:queue:] NULL queue passed")
    }
    engine.controls.set(
      WeakReference(controlsDelegate), controlsDelegate == nil ? nil : controlsDelegateCallbackQueue)
    engine.controls.update(engine)
  }

  public var controlsDelegate: (any AVCaptureSessionControlsDelegate)? {
    engine.controls.delegate as? any AVCaptureSessionControlsDelegate
  }

  public var controlsDelegateCallbackQueue: DispatchQueue? { engine.controls.queue }
}

/// The controls of one session.
final class SessionControls: Sendable {
  private struct State {
    var deck = ControlDeck()
    var all: [AVCaptureControl] = []
    var delegate = WeakReference<AnyObject>(nil)
    var queue: DispatchQueue?
  }

  private let state = Guarded(State())

  var all: [AVCaptureControl] { state.withLock { $0.all } }
  var delegate: AnyObject? { state.withLock { $0.delegate }.object }
  var queue: DispatchQueue? { state.withLock { $0.queue } }

  func set(_ delegate: WeakReference<AnyObject>, _ queue: DispatchQueue?) {
    state.withLock { state in
      state.delegate = delegate
      state.queue = queue
    }
  }

  func change(_ engine: SessionEngine, _ body: (inout [AVCaptureControl]) -> Void) {
    let (before, after) = state.withLock { state in
      let before = state.all
      body(&state.all)
      return (before, state.all)
    }
    for control in before where !after.contains(where: { $0 === control }) {
      control.onEnabledChange.withLock { $0 = nil }
    }
    for control in after {
      control.onEnabledChange.withLock { handler in
        handler = { [weak engine] in if let engine { engine.controls.update(engine) } }
      }
    }
    update(engine)
  }

  /// Looks whether the controls can be used now.
  func update(_ engine: SessionEngine) {
    let isRunning = engine.state.withLock { $0.isRunning }
    let effects = state.withLock { state in
      let hasDelegate = state.delegate.object != nil
      return state.deck.become(
        isActive: isRunning && hasDelegate && !state.all.isEmpty, enabled: state.all.map(\.isEnabled))
    }
    tell(effects, engine)
  }

  func take(_ gesture: CameraControlGesture, _ engine: SessionEngine) {
    tell(state.withLock { $0.deck.take(gesture) }, engine)
  }

  private func tell(_ effects: [ControlDeck.Effect], _ engine: SessionEngine) {
    for effect in effects {
      if case .changes(let place, let part) = effect {
        let control = state.withLock { $0.all.indices.contains(place) ? $0.all[place] : nil }
        control?.slide(by: part)
        continue
      }
      guard let session = engine.session.map({ Handover($0) }), let queue else { continue }
      let reference = state.withLock { $0.delegate }
      queue.async {
        guard let delegate = reference.object as? any AVCaptureSessionControlsDelegate else { return }
        switch effect {
        case .becameActive: delegate.sessionControlsDidBecomeActive(session.object)
        case .becameInactive: delegate.sessionControlsDidBecomeInactive(session.object)
        case .entersFullscreen: delegate.sessionControlsWillEnterFullscreenAppearance(session.object)
        case .exitsFullscreen: delegate.sessionControlsWillExitFullscreenAppearance(session.object)
        case .changes: break
        }
      }
    }
  }
}
