import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// The audio system of one phone: the app's audio session, and which capture sessions record sound.
///
/// Tells the app what the phone causes: interruptions on the main thread [docs], changes of the route on a thread of its
/// own [docs].
final class AudioSystem: Sendable {
  private struct State {
    var session = AudioSessionState()
    /// Capture sessions that record sound.
    var recording: [ObjectIdentifier: Recording] = [:]
    /// Interrupted by the phone, and not made active by the app since.
    var isInterrupted = false
    /// It holds the system, so it is made when it is first asked for.
    var object: AVAudioSession?
  }

  private struct Recording {
    var engine: WeakReference<SessionEngine>
    /// Through the app's audio session.
    var usesSession: Bool
  }

  /// The table lets go of this when the phone is gone.
  unowned let phone: any PhoneHardware
  private let state = Guarded(State())
  private let observation = Guarded<(any PhoneObservation)?>(nil)
  private let queue = DispatchQueue(label: "AVAudioSession.notifications")

  private init(_ phone: any PhoneHardware) {
    self.phone = phone
    let observation = phone.observe { [weak self] in self?.phoneChanged($0) }
    self.observation.withLock { $0 = observation }
  }

  deinit { observation.withLock { $0?.cancel() } }

  private static let all = PerPhone<AudioSystem>()

  /// The one of a phone.
  static func of(_ phone: any PhoneHardware) -> AudioSystem { all.of(phone) { AudioSystem(phone) } }

  /// The app's one audio session.
  var session: AVAudioSession {
    state.withLock { state in
      if let object = state.object { return object }
      let made = AVAudioSession(self)
      state.object = made
      return made
    }
  }

  var current: AudioSessionState { state.withLock { $0.session } }
  var route: AudioRoute { current.route(phone.state.audio.headset, phone.description.sound) }
  var inputs: [AudioPort] { current.inputs(phone.state.audio.headset, phone.description.sound) }
  /// Sound is recorded through the app's session.
  var isRecording: Bool { state.withLock { $0.recording.values.contains(where: \.usesSession) } }

  // MARK: The app

  /// Changes the session; observers hear of another route when the session is active.
  func change(
    _ reason: AVAudioSession.RouteChangeReason,
    _ body: (inout AudioSessionState) throws(AudioSessionFault) -> Void
  ) throws(AudioSessionFault) {
    let (headset, sound) = (phone.state.audio.headset, phone.description.sound)
    let outcome = state.withLock {
      state -> Result<(AudioSessionState, AudioSessionState), AudioSessionFault> in
      let before = state.session
      do throws(AudioSessionFault) {
        try body(&state.session)
        return .success((before, state.session))
      } catch {
        state.session = before
        return .failure(error)
      }
    }
    let (before, after) = try outcome.get()
    let (old, new) = (before.route(headset, sound), after.route(headset, sound))
    if after.isActive, old != new || before.category != after.category { tellRoute(reason, old) }
    if before.hasInput != after.hasInput {
      for recording in state.withLock({ Array($0.recording.values) }) where recording.usesSession {
        recording.engine.object?.queueChanged()
      }
    }
    if before.isActive != after.isActive {
      phone.trace.record("audio-session", ["active": .bool(after.isActive)])
    }
  }

  func activate() throws(AudioSessionFault) {
    let now = phone.state
    try change(.categoryChange) { session throws(AudioSessionFault) in
      if let code = AudioSessionState.refusal(activating: session, now) { throw AudioSessionFault(code) }
      session.set(active: true)
    }
    state.withLock { $0.isInterrupted = false }
  }

  // MARK: Capture sessions

  /// A capture session begins or ends to record sound.
  func capture(
    _ engine: SessionEngine, isRecording: Bool, _ wishes: SessionEngine.AudioSessionWishes
  ) {
    let key = ObjectIdentifier(engine)
    let begins = state.withLock { state -> Bool in
      defer {
        state.recording[key] =
          isRecording
          ? Recording(engine: WeakReference(engine), usesSession: wishes.usesApplicationSession) : nil
      }
      return isRecording && state.recording[key] == nil
    }
    guard begins, wishes.usesApplicationSession else { return }
    do throws(AudioSessionFault) {
      try change(.categoryChange) { session in
        if wishes.configuresAutomatically {
          session.category = .playAndRecord
          session.mode = .videoRecording
          session.options = wishes.mixesWithOthers ? .mixWithOthers : []
          session.policy = .default
        }
        session.set(active: true)
      }
    } catch { fatalError("what a capture session asks of the audio session is never refused: \(error)") }
    state.withLock { $0.isInterrupted = false }
  }

  /// Sound comes in for a capture session with these wishes.
  func givesInput(_ wishes: SessionEngine.AudioSessionWishes) -> Bool {
    !wishes.usesApplicationSession || current.hasInput
  }

  // MARK: The phone

  private func phoneChanged(_ change: PhoneChange) {
    if change.before.isAudioTaken != change.after.isAudioTaken {
      change.after.isAudioTaken ? interrupt() : endInterruption()
    }
    if change.cause == .mediaServicesReset { reset() }
    if change.before.audio.volume != change.after.audio.volume { tellVolume(change) }
    if change.before.audio.headset != change.after.audio.headset {
      let sound = phone.description.sound
      let session = current
      let old = session.route(change.before.audio.headset, sound)
      let reason: AVAudioSession.RouteChangeReason =
        change.after.audio.headset == nil ? .oldDeviceUnavailable : .newDeviceAvailable
      if old != session.route(change.after.audio.headset, sound) { tellRoute(reason, old) }
    }
  }

  /// Takes the audio hardware from the app. Only an active session is interrupted.
  private func interrupt() {
    let wasActive = state.withLock { state in
      guard state.session.isActive else { return false }
      state.session.set(active: false)
      state.isInterrupted = true
      return true
    }
    guard wasActive else { return }
    phone.trace.record("audio-session", ["active": false, "interrupted": true])
    tellInterruption([AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.began.rawValue])
  }

  /// The session stays inactive until the app activates it.
  private func endInterruption() {
    guard state.withLock({ $0.isInterrupted }) else { return }
    phone.trace.record("audio-session", ["active": false, "interrupted": false])
    tellInterruption([
      AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.ended.rawValue,
      AVAudioSessionInterruptionOptionKey: AVAudioSession.InterruptionOptions.shouldResume.rawValue,
    ])
  }

  /// The services of sound were started anew: whatever the app had set is gone. [docs]
  private func reset() {
    state.withLock { state in
      state.session = AudioSessionState()
      state.isInterrupted = false
    }
    let session = session
    queue.async {
      for name in [
        AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification,
      ] { NotificationCenter.default.post(name: name, object: session) }
    }
  }

  private func tellVolume(_ change: PhoneChange) {
    let usual = phone.description.sound.outputVolume.value
    let (old, new) = (Float(change.before.audio.volume ?? usual), Float(change.after.audio.volume ?? usual))
    let session = session
    DispatchQueue.main.async { session.announce(\.outputVolume, old: old, new: new) }
  }

  private func tellInterruption(_ details: [String: UInt]) {
    // The object keeps the phone for as long as this waits.
    let session = session
    DispatchQueue.main.async {
      NotificationCenter.default.post(
        name: AVAudioSession.interruptionNotification, object: session,
        userInfo: details.mapValues { NSNumber(value: $0) })
    }
  }

  /// Returns when everything that was told of routes has arrived.
  func settle() { queue.sync {} }

  private func tellRoute(_ reason: AVAudioSession.RouteChangeReason, _ old: AudioRoute) {
    let session = session
    queue.async {
      NotificationCenter.default.post(
        name: AVAudioSession.routeChangeNotification, object: session,
        userInfo: [
          AVAudioSessionRouteChangeReasonKey: NSNumber(value: reason.rawValue),
          AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(old),
        ])
    }
  }
}

/// Why an audio session refuses something.
struct AudioSessionFault: Error, Equatable, Sendable {
  var code: AVAudioSession.ErrorCode
  init(_ code: AVAudioSession.ErrorCode) { self.code = code }

  /// As apps get it.
  var error: NSError { NSError(domain: "NSOSStatusErrorDomain", code: code.rawValue) }
}
