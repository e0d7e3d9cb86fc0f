import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware

/// Carries data from inputs to outputs and preview layers. [docs]
///
/// Use it from one serial context; starting and stopping block for a while, so not from the main thread.
/// `isRunning` and `isInterrupted` are observable. Changes that the phone causes are told on a queue of the session.
open class AVCaptureSession: NSObject {
  let engine: SessionEngine

  public override init() {
    CaptureCall.note("AVCaptureSession.init()")
    let system = CaptureSystem.current
    engine = SessionEngine(phone: system.phone, rights: system.rights)
    super.init()
    engine.start(for: self)
  }

  init(engine: SessionEngine) {
    self.engine = engine
    super.init()
    engine.start(for: self)
  }

  /// A session on a phone that need not be the process's own.
  package init(on phone: any PhoneHardware, rights: CaptureRights = CaptureRights()) {
    engine = SessionEngine(phone: phone, rights: rights)
    super.init()
    engine.start(for: self)
  }

  deinit { engine.end() }

  // MARK: Presets

  /// `.high` at first. Setting one makes the session choose the format of its cameras and reset their frame
  /// durations, at the end of the configuration block. It turns into `.inputPriority` when the app sets a camera's
  /// `activeFormat`. Setting one that `canSetSessionPreset(_:)` refuses raises `NSInvalidArgumentException`. [header]
  open var sessionPreset: Preset {
    get { Preset(rawValue: engine.preset) }
    set {
      CaptureCall.note("AVCaptureSession.sessionPreset")
      check(engine.set(preset: newValue.rawValue), "setSessionPreset:")
    }
  }

  /// Whether every camera of the session has a format for the preset. [header]
  open func canSetSessionPreset(_ preset: Preset) -> Bool { engine.refusal(preset: preset.rawValue) == nil }

  // MARK: Inputs

  /// In the order in which they were added.
  open var inputs: [AVCaptureInput] {
    engine.state.withLock { state in state.graph.requested.inputs.compactMap { state.inputs[$0.id] } }
  }

  /// False for an input that is in a session already, a second camera or microphone, and a camera without a
  /// format for the present preset. [header]
  open func canAddInput(_ input: AVCaptureInput) -> Bool { engine.refusal(adding: input) == nil }

  /// Forms connections to every output and layer that can take its data. Raises `NSInvalidArgumentException` when
  /// `canAddInput(_:)` is false. [header]
  open func addInput(_ input: AVCaptureInput) {
    CaptureCall.note("AVCaptureSession.addInput")
    check(engine.add(input, linking: true), "addInput:")
  }

  /// Leaves it to the app to connect the input's ports. Raises `NSInvalidArgumentException` when `canAddInput(_:)`
  /// is false. [header]
  open func addInputWithNoConnections(_ input: AVCaptureInput) {
    CaptureCall.note("AVCaptureSession.addInputWithNoConnections")
    check(engine.add(input, linking: false), "addInputWithNoConnections:")
  }

  /// Removes the input's connections too. Nothing happens when it is not in the session. [inferred]
  open func removeInput(_ input: AVCaptureInput) {
    CaptureCall.note("AVCaptureSession.removeInput")
    engine.remove(input)
  }

  // MARK: Outputs

  /// In the order in which they were added.
  open var outputs: [AVCaptureOutput] {
    engine.state.withLock { state in
      state.graph.requested.sinks.compactMap { $0.kind == .output ? state.outputs[$0.id] : nil }
    }
  }

  /// False for an output that is in a session already, that may be in it once
  /// only, or not beside another of its outputs. [header]
  open func canAddOutput(_ output: AVCaptureOutput) -> Bool { engine.refusal(adding: output) == nil }

  /// Forms connections from every input that has data for it. Raises `NSInvalidArgumentException` when
  /// `canAddOutput(_:)` is false. [header]
  open func addOutput(_ output: AVCaptureOutput) {
    CaptureCall.note("AVCaptureSession.addOutput")
    check(engine.add(output, linking: true), "addOutput:")
  }

  /// Leaves it to the app to connect the output. Raises `NSInvalidArgumentException` when `canAddOutput(_:)` is
  /// false. [header]
  open func addOutputWithNoConnections(_ output: AVCaptureOutput) {
    CaptureCall.note("AVCaptureSession.addOutputWithNoConnections")
    check(engine.add(output, linking: false), "addOutputWithNoConnections:")
  }

  /// Removes the output's connections too. Nothing happens when it is not in the session. [inferred]
  open func removeOutput(_ output: AVCaptureOutput) {
    CaptureCall.note("AVCaptureSession.removeOutput")
    engine.remove(output)
  }

  // MARK: Connections

  /// In the order in which they were formed, those to preview layers included.
  open var connections: [AVCaptureConnection] { engine.connections() }

  /// False unless the connection's ports and its output or layer belong to the session and are not connected yet.
  /// [header]
  open func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
    engine.refusal(adding: connection) == nil
  }

  /// Raises `NSInvalidArgumentException` when `canAddConnection(_:)` is false. [header]
  open func addConnection(_ connection: AVCaptureConnection) {
    CaptureCall.note("AVCaptureSession.addConnection")
    check(engine.add(connection), "addConnection:")
  }

  /// The output or layer gets nothing any more until it is connected again. [header]
  open func removeConnection(_ connection: AVCaptureConnection) {
    CaptureCall.note("AVCaptureSession.removeConnection")
    engine.remove(connection)
  }

  // MARK: Configuration blocks

  /// Starts a block, inside which changes are collected. Blocks nest; the outermost end applies them all.
  open func beginConfiguration() {
    CaptureCall.note("AVCaptureSession.beginConfiguration")
    engine.begin()
  }

  /// Ends a block. Without a block it raises `NSGenericException` (assumed: nobody says).
  open func commitConfiguration() {
    CaptureCall.note("AVCaptureSession.commitConfiguration")
    guard engine.commit() else {
      raise(
        .generic,
        "*** -[AVCaptureSession commitConfiguration] commitConfiguration may not be called without a preceding "
          + "beginConfiguration")
    }
  }

  // MARK: Running

  /// Blocks until the session runs or has failed; a failure comes as `runtimeErrorNotification`. While the system
  /// holds the session back, the wish is kept and the session starts when it can. [header]
  ///
  /// Raises `NSGenericException` inside a configuration block. [header]
  open func startRunning() {
    CaptureCall.note("AVCaptureSession.startRunning")
    refuseInsideBlock("startRunning")
    engine.noteDelegateQueue(in: "AVCaptureSession.startRunning")
    engine.startRunning()
  }

  /// Blocks until the session has stopped. Raises `NSGenericException` inside a configuration block. [header]
  open func stopRunning() {
    CaptureCall.note("AVCaptureSession.stopRunning")
    refuseInsideBlock("stopRunning")
    engine.noteDelegateQueue(in: "AVCaptureSession.stopRunning")
    engine.stopRunning()
  }

  /// Observable. False also while the system holds the session back.
  open var isRunning: Bool { engine.state.withLock { $0.isRunning } }

  /// Observable. The system holds the session back; the reason came with `wasInterruptedNotification`.
  open var isInterrupted: Bool { engine.state.withLock { $0.isInterrupted } }

  /// The clock of all timestamps of the outputs: the phone's. Observable; it never changes here, since all cameras run
  /// on one clock.
  open var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }

  private func refuseInsideBlock(_ name: String) {
    guard engine.isConfiguring else { return }
    raise(
      .generic,
      "*** -[AVCaptureSession \(name)] \(name) may not be called between calls to beginConfiguration and "
        + "commitConfiguration")
  }

  private func check(_ refusal: SessionRefusal?, _ selector: String) {
    guard let refusal else { return }
    raise(.invalidArgument, "*** -[AVCaptureSession \(selector)] \(refusal.text)")
  }
}

extension AVCaptureSession: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureSession
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureSession>] {
    [
      \.isRunning, \.isInterrupted, \.synchronizationClock, \.isMultitaskingCameraAccessSupported,
      \.isMultitaskingCameraAccessEnabled,
    ]
  }
}

extension AVCaptureSession {
  func post(_ notice: SessionActivity.Notice) {
    let center = NotificationCenter.default
    switch notice {
    case .didStart: center.post(name: Self.didStartRunningNotification, object: self)
    case .didStop: center.post(name: Self.didStopRunningNotification, object: self)
    case .interruptionEnded: center.post(name: Self.interruptionEndedNotification, object: self)
    case .wasInterrupted(let reason):
      center.post(name: Self.wasInterruptedNotification, object: self, userInfo: details(ofReason: reason))
    case .runtimeError(let code):
      let error = AVError(
        AVError.Code(rawValue: code) ?? .unknown, userInfo: details(ofError: code) as [String: Any])
      center.post(
        name: Self.runtimeErrorNotification, object: self,
        userInfo: [AVCaptureSessionErrorKey: error._nsError])
    }
  }

  /// A camera that is gone is named. [header]
  private func details(ofError code: Int) -> [String: Any] {
    let gone: [AVError.Code] = [.deviceWasDisconnected, .deviceNotConnected]
    guard gone.map(\.rawValue).contains(code),
      let device = inputs.compactMap({ ($0 as? AVCaptureDeviceInput)?.device }).first(where: {
        !$0.isConnected
      })
    else { return [:] }
    return [AVErrorDeviceKey: device]
  }

  private func details(ofReason reason: Int) -> [AnyHashable: Any] {
    var details: [AnyHashable: Any] = [AVCaptureSessionInterruptionReasonKey: NSNumber(value: reason)]
    if reason == InterruptionReason.videoDeviceNotAvailableDueToSystemPressure.rawValue,
      let camera = inputs.compactMap({ ($0 as? AVCaptureDeviceInput)?.device }).first
    {
      details[AVCaptureSessionInterruptionSystemPressureStateKey] = camera.systemPressureState
    }
    return details
  }
}
