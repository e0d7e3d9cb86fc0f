import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// The working part of a session: applies what the rules decide and calls out with no lock held.
///
/// Calls of the app are carried out on its own thread. What the phone causes is carried out on the session's
/// queue, since the phone's clock must not wait for an app's observers.
final class SessionEngine: Sendable {
  struct State {
    var graph: SessionGraph
    var activity = SessionActivity()
    /// What observers have been told.
    var isRunning = false
    var isInterrupted = false
    var inputs: [SessionGraph.ID: AVCaptureInput] = [:]
    var outputs: [SessionGraph.ID: AVCaptureOutput] = [:]
    var layers: [SessionGraph.ID: AttachedLayer] = [:]
    var connections: [SessionGraph.ID: AVCaptureConnection] = [:]
    /// Open cameras by their input, and by its constituent where a virtual camera's stream alone.
    var feeds: [FeedKey: CameraFeed] = [:]
    /// Closed cameras whose last frames are still on their way.
    var leaving: [CameraFeed] = []
    var isReconciling = false
    var mustReconcileAgain = false
    /// Whether the session asks for the camera beside other apps; nil: what is usual for the app.
    var wantsMultitasking: Bool?
    /// Whether it had asked when it was started.
    var hasMultitasking = false
    var observation: (any PhoneObservation)?
    var traced = TracedInputs()
    /// Open microphones by their input, and what the session wants of the app's audio session.
    var microphones: [SessionGraph.ID: MicrophoneFeed] = [:]
    var audioWishes = AudioSessionWishes()
    var tracedMicrophone = false
    /// The session, not the app, sets its cameras' colour spaces.
    var choosesColours = true
    var deferred = DeferredStart()
    var deferredWishes = DeferredStartWishes()
    /// Cameras whose pipeline the end of the open block builds anew.
    var toRebuild: Set<CameraID> = []
    /// The configuration block that is open.
    var block: ConfigurationBlock?
  }

  struct FeedKey: Hashable, Sendable {
    var input: SessionGraph.ID
    var part: CameraID?
  }

  /// A preview layer as the session knows it. The layer's own reference is never made strong with the lock held, since
  /// it might be the last one.
  struct AttachedLayer {
    var reference: WeakReference<AVCaptureVideoPreviewLayer>
    var feed: PreviewFeed
  }

  let phone: any PhoneHardware
  let rights: CaptureRights
  let shared: SharedCameras
  let state: Guarded<State>
  /// A session of several cameras.
  let isMultiCam: Bool
  let controls = SessionControls()
  let queue = DispatchQueue(label: "diptych.capture-session")
  /// Tells sessions apart in the trace.
  let number = SessionNumbers.next()
  private let owner = Guarded(WeakReference<AVCaptureSession>(nil))

  init(phone: any PhoneHardware, rights: CaptureRights, isMultiCam: Bool = false) {
    self.phone = phone
    self.rights = rights
    self.isMultiCam = isMultiCam
    let description = phone.description
    state = Guarded(
      State(
        graph: isMultiCam
          ? SessionGraph(preset: SessionGraph.inputPriority) { cameras in
            MultiCam.allows(cameras.map(CameraID.init(rawValue:)), in: description)
          } : SessionGraph(preset: AVCaptureSession.Preset.high.rawValue)))
    shared = SharedCameras.of(phone)
  }

  /// Must be called once, before anything else.
  func start(for session: AVCaptureSession) {
    owner.withLock { $0 = WeakReference(session) }
    let observation = phone.observe { [weak self] change in self?.phoneChanged(change) }
    state.withLock { $0.observation = observation }
  }

  /// The session's last reference has gone.
  func end() {
    endSound()
    let (observation, feeds, inputs, outputs) = state.withLock { state in
      // What its queue has still to do starts nothing any more.
      _ = state.activity.take(.stopCalled)
      defer {
        for object in state.inputs.values { SessionMembership.leave(object) }
        for object in state.outputs.values { SessionMembership.leave(object) }
      }
      return (
        state.observation, Array(state.feeds.values) + state.leaving,
        state.inputs.values.compactMap { $0 as? AVCaptureDeviceInput },
        state.outputs.values.map(\.traits)
      )
    }
    observation?.cancel()
    defer { shared.set(nil, for: self) }
    RunningSessions.set(self, isRunning: false, on: phone)
    for feed in feeds {
      feed.close()
      feed.silence()
    }
    for output in outputs {
      output.taker?.flows(through: nil)
      output.soundTaker?.soundFlows(through: nil)
    }
    for input in inputs { input.device.sessionDidDetach(self) }
  }

  var session: AVCaptureSession? { owner.withLock { $0.object } }

  // MARK: Running

  /// Opens the cameras, lets the time pass that starting takes, then says that the session runs.
  func startRunning() {
    let wantsMultitasking = wantsMultitaskingCameraAccess
    state.withLock { if !$0.activity.isWanted { $0.hasMultitasking = wantsMultitasking } }
    claimCameras(isStarting: true)
    noteWhatHolds()
    take(.startCalled)
    guard state.withLock({ $0.activity.isStarting }) else { return }
    let usual = phone.description.timing.startRunningBlocks.value
    spend(max(usual, timeUntilPreviews), in: "AVCaptureSession.startRunning")
    if isMultiCam { settlePreviews() }
    take(.startFinished)
    planDeferredStart()
  }

  func stopRunning() { take(.stopCalled) }

  /// Looks again after every change, since another thread may have looked meanwhile.
  func noteWhatHolds() {
    while true {
      let reason =
        Interruption.reasons(for: facts, phone.state, in: phone.description).first
        ?? (shared.isWaiting(self) ? .videoDeviceInUseByAnotherClient : nil)
      guard state.withLock({ $0.activity.heldBy }) != reason?.rawValue else { return }
      take(.held(reason: reason?.rawValue))
    }
  }

  private var facts: SessionFacts {
    state.withLock { state in
      SessionFacts(
        cameras: state.graph.applied.inputs.compactMap {
          $0.source == .camera ? (state.inputs[$0.id] as? AVCaptureDeviceInput)?.device.camera.id : nil
        }, usesMicrophone: state.graph.applied.inputs.contains { $0.source == .microphone },
        hasMultitaskingCameraAccess: state.hasMultitasking)
    }
  }

  func take(_ event: SessionActivity.Event) {
    for effect in state.withLock({ $0.activity.take(event) }) { apply(effect, after: event) }
    switch event {
    case .stopCalled, .failed:
      state.withLock { $0.deferred.forget() }
      claimCameras()
      // It waits for no other session any more.
      noteWhatHolds()
    case .startCalled, .startFinished, .held: break
    }
  }

  var wantsMultitaskingCameraAccess: Bool {
    state.withLock { $0.wantsMultitasking } ?? rights.wantsMultitaskingCameraAccess
  }

  /// - Returns: What it was.
  func setWantsMultitaskingCameraAccess(_ value: Bool) -> Bool {
    let usual = rights.wantsMultitaskingCameraAccess
    return state.withLock { state in
      defer { state.wantsMultitasking = value }
      return state.wantsMultitasking ?? usual
    }
  }

  // MARK: Other sessions

  /// Tells the app's other sessions which cameras this one wants.
  func claimCameras(isStarting: Bool = false) {
    let facts = facts
    let claim = state.withLock { state -> SessionFacts? in
      guard state.activity.isWanted || isStarting else { return nil }
      var claim = facts
      claim.cameras = state.graph.applied.inputs.compactMap { input in
        guard input.source == .camera, !Self.routes(of: input, state).isEmpty else { return nil }
        return (state.inputs[input.id] as? AVCaptureDeviceInput)?.device.camera.id
      }
      return claim
    }
    shared.set(claim, for: self)
  }

  /// Another session took a camera of this one or left it.
  func queueChanged() {
    queue.async { [self] in
      noteWhatHolds()
      reconcile()
    }
  }

  /// Another session opens its cameras: this one stops its own at once, and hears why on its queue.
  func giveUp() {
    for feed in state.withLock({ Array($0.feeds.values) }) { feed.close() }
  }

  private func apply(_ effect: SessionActivity.Effect, after event: SessionActivity.Event) {
    switch effect {
    case .openCameras: reconcile()
    case .closeCameras:
      reconcile()
      if event == .stopCalled {
        spend(phone.description.timing.stopRunningBlocks.value, in: "AVCaptureSession.stopRunning")
        silenceLeaving()
      }
    case .running: tellRunning()
    case .interrupted: tellInterrupted()
    case .post(let notice):
      trace(notice)
      session?.post(notice)
    }
  }

  /// Tells what is true now, so that two threads that tell end with the truth, whichever is last.
  private func tellRunning() {
    let change = state.withLock { state -> Bool? in
      guard state.isRunning != state.activity.isRunning else { return nil }
      state.isRunning = state.activity.isRunning
      return state.isRunning
    }
    guard let value = change else { return }
    noteConstituents()
    RunningSessions.set(self, isRunning: value, on: phone)
    if isMultiCam { HeatWatch.of(phone).set(self, isRunning: value) }
    controls.update(self)
    session?.announce(\.isRunning, old: !value, new: value)
    noteOutputs()
  }

  private func tellInterrupted() {
    let change = state.withLock { state -> Bool? in
      guard state.isInterrupted != state.activity.isInterrupted else { return nil }
      state.isInterrupted = state.activity.isInterrupted
      return state.isInterrupted
    }
    if let value = change {
      session?.announce(\.isInterrupted, old: !value, new: value)
      noteOutputs()
    }
  }

  func silenceLeaving() {
    let leaving = state.withLock { state in
      defer { state.leaving = [] }
      return state.leaving
    }
    for feed in leaving { feed.silence() }
  }

  // MARK: The phone

  private func phoneChanged(_ change: PhoneChange) {
    // At once, so that a session that waits does not take over from one that has heard of it earlier.
    if change.cause == .mediaServicesReset { shared.reset(on: phone) }
    queue.async { [self] in
      if change.cause == .mediaServicesReset {
        shared.hasHeardOfReset(self)
        take(.failed(code: AVError.Code.mediaServicesWereReset.rawValue))
      }
      if case .cameraControl(let gesture)? = change.cause { controls.take(gesture, self) }
      let wants = state.withLock { $0.activity.isWanted }
      if wants, hasLostCamera(change.after) {
        take(.failed(code: AVError.Code.deviceWasDisconnected.rawValue))
      }
      noteWhatHolds()
      noteConstituents()
    }
  }

  /// A format that the app chose while the session runs may be more than the hardware can do.
  private func stopIfItCannotRun() {
    let fault = state.withLock { state in
      state.graph.isConfiguring || !(state.activity.isRunning || state.activity.isStarting)
        ? nil : Self.fault(state, isMultiCam: isMultiCam, phone.description)
    }
    if let fault { take(.failed(code: fault.rawValue)) }
  }

  private func hasLostCamera(_ phoneState: PhoneState) -> Bool {
    facts.cameras.contains { id in
      phone.description.camera(id).map { !Discovery.isAvailable($0, unplugged: phoneState.unplugged) } ?? true
    }
  }

  /// A device's settings changed.
  /// - Returns: The time of the first frame with the new settings; nil when it does not stream, or inside a
  ///   configuration block, whose end applies them.
  func reconfigure(_ input: SessionGraph.ID, _ cause: DeviceReconfiguration) -> PhoneTime? {
    let feeds = state.withLock { state -> [CameraFeed] in
      if cause == .format { _ = state.graph.appChoseFormat() }
      return state.graph.isConfiguring
        ? [] : state.feeds.filter { $0.key.input == input }.map(\.value)
    }
    let time = feeds.compactMap { $0.configure() }.min()
    // A zoom may have passed a switch-over factor.
    if time != nil { noteConstituents() }
    followFormats()
    if cause == .format {
      chooseColours()
      stopIfItCannotRun()
    }
    if cause != .stream { noteOutputs() }
    return time
  }
}
