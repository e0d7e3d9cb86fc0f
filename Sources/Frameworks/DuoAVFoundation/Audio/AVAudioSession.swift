import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// How an app uses the phone's sound. There is one for the whole app. Safe on any thread.
///
/// Errors are `NSError`s of `NSOSStatusErrorDomain`; their codes are those of `ErrorCode`.
public class AVAudioSession: NSObject, @unchecked Sendable {
  // `@unchecked`: all of its state lies behind the lock of its audio system.
  private let system: AudioSystem
  /// A phone whose audio session somebody asked for lives as long as the process.
  private let phone: any PhoneHardware

  init(_ system: AudioSystem) {
    self.system = system
    phone = system.phone
  }

  public class func sharedInstance() -> AVAudioSession { AudioSystem.of(CurrentPhone.phone).session }

  private func change(
    _ reason: RouteChangeReason, _ body: (inout AudioSessionState) throws(AudioSessionFault) -> Void
  ) throws {
    do throws(AudioSessionFault) { try system.change(reason, body) } catch { throw error.error }
  }

  // MARK: Category

  /// `soloAmbient` at first. [docs]
  public var category: Category { system.current.category }
  public var categoryOptions: CategoryOptions { system.current.options }
  public var mode: Mode { system.current.mode }
  public var routeSharingPolicy: RouteSharingPolicy { system.current.policy }
  /// Those of the hardware: without a microphone none for input.
  public var availableCategories: [Category] {
    phone.description.sound.microphone == nil
      ? Category.all.filter { ![.record, .playAndRecord].contains($0) } : Category.all
  }
  public var availableModes: [Mode] { Mode.all }

  public func setCategory(_ category: Category) throws {
    try setCategory(category, mode: mode(for: category))
  }

  public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode(for: category), options: options)
  }

  public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Throws code -50 for a mode or an option that does not fit the category. [docs] [forum]
  public func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    try change(.categoryChange) { session throws(AudioSessionFault) in
      if let code = AudioSessionState.refusal(category, mode, policy, options) {
        throw AudioSessionFault(code)
      }
      session.category = category
      session.mode = mode
      session.policy = policy
      session.options = options
      // Another category takes an override away. [docs]
      session.override = .none
    }
  }

  /// The mode stays where it fits the new category, else it becomes the default one (assumed).
  private func mode(for category: Category) -> Mode {
    AudioSessionState.refusal(category, mode, .default, []) == nil ? mode : .default
  }

  /// Throws code -50 for a mode that does not fit the category. [docs]
  public func setMode(_ mode: Mode) throws {
    try change(.categoryChange) { session throws(AudioSessionFault) in
      if let code = AudioSessionState.refusal(session.category, mode, session.policy, session.options) {
        throw AudioSessionFault(code)
      }
      session.mode = mode
    }
  }

  // MARK: Activation

  /// Throws `insufficientPriority` during a call, `cannotInterruptOthers` in the background unless the session mixes
  /// with others, and `isBusy` when it is switched off while a capture session records through it; then it stays
  /// active (assumed). [forum] for the codes
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    do throws(AudioSessionFault) {
      if active { return try system.activate() }
      if system.isRecording { throw AudioSessionFault(.isBusy) }
      try system.change(.categoryChange) { $0.set(active: false) }
    } catch {
      throw error.error
    }
  }

  /// Activates the session without blocking the caller. The handler is called on a queue of the system's.
  @preconcurrency
  public func activate(
    options: ActivationOptions = [],
    completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { [self] in
      do {
        try setActive(true)
        handler(true, nil)
      } catch {
        handler(false, error)
      }
    }
  }

  /// The same; returns true or throws.
  @discardableResult
  public func activate(options: ActivationOptions = []) async throws -> Bool {
    try setActive(true)
    return true
  }

  // MARK: Permission

  @available(iOS, deprecated: 17.0, renamed: "AVAudioApplication.shared.recordPermission")
  public var recordPermission: RecordPermission {
    switch CaptureSystem.current.authorization.status(for: .audio) {
    case .notDetermined: .undetermined
    case .denied, .restricted: .denied
    case .authorized: .granted
    }
  }

  /// Asks the person, once. The handler is called on a queue of the system's.
  @available(iOS, deprecated: 17.0, renamed: "AVAudioApplication.requestRecordPermission(completionHandler:)")
  @preconcurrency
  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    CaptureSystem.current.authorization.request(.audio, response)
  }

  // MARK: Route

  public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription(system.route) }

  /// Nil for a category without input. [docs]
  public var availableInputs: [AVAudioSessionPortDescription]? {
    let inputs = system.inputs
    return inputs.isEmpty ? nil : inputs.map(AVAudioSessionPortDescription.init)
  }

  public var isInputAvailable: Bool { phone.description.sound.microphone != nil }

  /// Nil at first: the system chooses.
  public var preferredInput: AVAudioSessionPortDescription? {
    let kind = system.current.preferredInput
    return system.inputs.first { $0.kind == kind }.map(AVAudioSessionPortDescription.init)
  }

  /// Throws code -50 for a port that is not among `availableInputs`. [docs]; code [forum]
  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    let inputs = system.inputs
    try change(.override) { session throws(AudioSessionFault) in
      if let inPort, !inputs.contains(where: { $0.id == inPort.uid }) { throw AudioSessionFault(.badParam) }
      session.preferredInput = inPort?.portType
    }
  }

  /// Sends sound to the loudspeaker. Only in the category `playAndRecord`, otherwise it throws code -50. [docs]
  public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
    try change(.override) { session throws(AudioSessionFault) in
      guard session.category == .playAndRecord else { throw AudioSessionFault(.badParam) }
      session.override = portOverride
    }
  }

  // MARK: Hardware

  /// The hardware's, whatever the app prefers (assumed).
  public var sampleRate: Double { phone.description.sound.microphone?.sampleRate.value ?? 48_000 }
  /// 0 at first: no wish.
  public var preferredSampleRate: Double { system.current.preferredSampleRate }
  /// A wish only; `sampleRate` says what is. [docs]
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try change(.routeConfigurationChange) { session throws(AudioSessionFault) in
      guard sampleRate.isFinite, sampleRate >= 0 else { throw AudioSessionFault(.badParam) }
      session.preferredSampleRate = sampleRate
    }
  }

  /// Seconds.
  public var ioBufferDuration: TimeInterval { phone.description.sound.bufferDuration.value.seconds }
  public var preferredIOBufferDuration: TimeInterval { system.current.preferredBufferDuration }
  /// A wish only; `ioBufferDuration` says what is. [docs]
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    try change(.routeConfigurationChange) { session throws(AudioSessionFault) in
      guard duration.isFinite, duration >= 0 else { throw AudioSessionFault(.badParam) }
      session.preferredBufferDuration = duration
    }
  }

  /// Seconds.
  public var inputLatency: TimeInterval { phone.description.sound.inputLatency.value.seconds }
  public var outputLatency: TimeInterval { phone.description.sound.outputLatency.value.seconds }
  public var inputNumberOfChannels: Int { system.route.inputs.first?.channels ?? 0 }
  public var outputNumberOfChannels: Int { system.route.outputs.first?.channels ?? 0 }
  public var maximumInputNumberOfChannels: Int { system.inputs.map(\.channels).max() ?? 0 }
  public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }

  /// 0...1, as the person set it. Observable; told on the main thread (assumed).
  public var outputVolume: Float {
    Float(phone.state.audio.volume ?? phone.description.sound.outputVolume.value)
  }
}

extension AVAudioSession: KeyValueObservable {
  public typealias ObservedRoot = AVAudioSession
  public static var observableKeyPaths: [PartialKeyPath<AVAudioSession>] { [\.outputVolume] }
}

extension AVAudioSession {
  /// The phone took the audio hardware, or gave it back: see `AVAudioSessionInterruptionTypeKey`. The object is the
  /// session. Posted on the main thread. [docs]
  public static let interruptionNotification = Notification.Name("AVAudioSessionInterruptionNotification")
  /// Sound comes from or goes to somewhere else: see `AVAudioSessionRouteChangeReasonKey`. Posted on a thread of the
  /// system's. [docs]
  public static let routeChangeNotification = Notification.Name("AVAudioSessionRouteChangeNotification")
  /// The services of sound have ended; they come back at once. The object is the session.
  public static let mediaServicesWereLostNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereLostNotification")
  /// They are back, and the session is as at launch: set it up again. The object is the session. [docs]
  public static let mediaServicesWereResetNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereResetNotification")
}

/// What the system asks of an app about recording.
public class AVAudioApplication: NSObject, @unchecked Sendable {
  // `@unchecked`: it has no state of its own.
  public enum recordPermission: UInt, Hashable, Sendable {
    case undetermined = 0x756e_6474
    case denied = 0x6465_6e79
    case granted = 0x6772_6e74
  }

  private override init() {}

  public static let shared = AVAudioApplication()

  public var recordPermission: recordPermission {
    switch CaptureSystem.current.authorization.status(for: .audio) {
    case .notDetermined: .undetermined
    case .denied, .restricted: .denied
    case .authorized: .granted
    }
  }

  /// Asks the person, once. The handler is called on a queue of the system's.
  @preconcurrency
  public class func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    CaptureSystem.current.authorization.request(.audio, response)
  }

  /// The same; returns the person's answer.
  public class func requestRecordPermission() async -> Bool {
    await withCheckedContinuation { continuation in
      requestRecordPermission { continuation.resume(returning: $0) }
    }
  }
}
