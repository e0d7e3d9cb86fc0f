import DuoFoundation
import PhoneModel
import Synchronization

extension AVCaptureDevice {
  /// Applies a setter: checks the configuration lock, lets the rules make the next state, then tells the
  /// session and the observers, with no lock held. Raises what the rules refuse.
  /// - Parameter selector: Apple's name of the setter, for the exception's text.
  /// - Returns: The time of the first frame with the new settings; nil when nobody streams or nothing changed
  ///   for it.
  @discardableResult
  func configure(
    _ selector: String, cause: DeviceReconfiguration = .stream,
    _ change: (inout DeviceState) throws(DeviceFault) -> Void
  ) -> PhoneTime? {
    let now = phone.clock.now
    let outcome = core.withLock { state -> Result<(DeviceState, DeviceState), DeviceFault> in
      guard state.locks > 0 else { return .failure(.notLocked) }
      var next = state
      do throws(DeviceFault) {
        try change(&next)
      } catch {
        return .failure(error)
      }
      rules.settle(&next, after: state, at: now)
      defer { state = next }
      return .success((state, next))
    }
    switch outcome {
    case .success(let (old, new)): return publish(from: old, to: new, cause: cause)
    case .failure(let fault): fault.raised(by: selector)
    }
  }

  /// Changes the state without the configuration lock: what the session or the phone does.
  func update(cause: DeviceReconfiguration = .stream, _ change: (inout DeviceState) -> Void) {
    let now = phone.clock.now
    let (old, new) = core.withLock { state in
      let old = state
      change(&state)
      rules.settle(&state, after: old, at: now)
      return (old, state)
    }
    publish(from: old, to: new, cause: cause)
  }

  @discardableResult
  private func publish(
    from old: DeviceState, to new: DeviceState, cause: DeviceReconfiguration
  ) -> PhoneTime? {
    let isNewForStream =
      cause == .format || old.format != new.format || rules.stream(old) != rules.stream(new)
      || rules.colorSpace(old) != rules.colorSpace(new)
    let time = isNewForStream ? reconfigure(cause) : nil
    announceChanges(from: old, to: new)
    if old.format != new.format, let monitor = framingMonitor.withLock({ $0 }) {
      monitor.formatChanged(from: framings(old), to: framings(new))
    }
    return time
  }
}
