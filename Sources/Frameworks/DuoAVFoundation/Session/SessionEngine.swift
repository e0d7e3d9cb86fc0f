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
    var graph = SessionGraph(preset: AVCaptureSession.Preset.high.rawValue)
    var activity = SessionActivity()
    /// What observers have been told.
    var isRunning = false
    var isInterrupted = false
    var inputs: [SessionGraph.ID: AVCaptureInput] = [:]
    var outputs: [SessionGraph.ID: AVCaptureOutput] = [:]
    var layers: [SessionGraph.ID: AttachedLayer] = [:]
    var connections: [SessionGraph.ID: AVCaptureConnection] = [:]
    /// Open cameras by their input.
    var feeds: [SessionGraph.ID: CameraFeed] = [:]
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
  }

  /// A preview layer as the session knows it. The layer's own reference is never made strong with the lock held, since
  /// it might be the last one.
  struct AttachedLayer {
    var reference: WeakReference<AVCaptureVideoPreviewLayer>
    var feed: PreviewFeed
  }

  let phone: any PhoneHardware
  let rights: CaptureRights
  private let shared: SharedCameras
  let state = Guarded(State())
  let queue = DispatchQueue(label: "diptych.capture-session")
  /// Tells sessions apart in the trace.
  let number = SessionNumbers.next()
  private let owner = Guarded(WeakReference<AVCaptureSession>(nil))

  init(phone: any PhoneHardware, rights: CaptureRights) {
    self.phone = phone
    self.rights = rights
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
    let (observation, feeds, inputs) = state.withLock { state in
      // What its queue has still to do starts nothing any more.
      _ = state.activity.take(.stopCalled)
      defer {
        for object in state.inputs.values { SessionMembership.leave(object) }
        for object in state.outputs.values { SessionMembership.leave(object) }
      }
      return (
        state.observation, Array(state.feeds.values) + state.leaving,
        state.inputs.values.compactMap { $0 as? AVCaptureDeviceInput }
      )
    }
    observation?.cancel()
    defer { shared.set(nil, for: self) }
    RunningSessions.set(self, isRunning: false, on: phone)
    for feed in feeds {
      feed.close()
      feed.silence()
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
    spend(phone.description.timing.startRunningBlocks.value, in: "AVCaptureSession.startRunning")
    take(.startFinished)
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

  /// Another session opens these cameras: this one stops them at once, and hears why on its queue.
  func giveUp(_ cameras: Set<CameraID>) {
    let feeds = state.withLock { Array($0.feeds.values) }
    for feed in feeds
    where !cameras.isDisjoint(with: phone.description.physicalCameras(of: feed.device.object.camera.id)) {
      feed.close()
    }
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
    session?.announce(\.isRunning, old: !value, new: value)
  }

  private func tellInterrupted() {
    let change = state.withLock { state -> Bool? in
      guard state.isInterrupted != state.activity.isInterrupted else { return nil }
      state.isInterrupted = state.activity.isInterrupted
      return state.isInterrupted
    }
    if let value = change { session?.announce(\.isInterrupted, old: !value, new: value) }
  }

  private func silenceLeaving() {
    let leaving = state.withLock { state in
      defer { state.leaving = [] }
      return state.leaving
    }
    for feed in leaving { feed.silence() }
  }

  // MARK: The phone

  private func phoneChanged(_ change: PhoneChange) {
    queue.async { [self] in
      let wants = state.withLock { $0.activity.isWanted }
      if wants, hasLostCamera(change.after) {
        take(.failed(code: AVError.Code.deviceWasDisconnected.rawValue))
      }
      noteWhatHolds()
      noteConstituents()
    }
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
    let feed = state.withLock { state -> CameraFeed? in
      if cause == .format { _ = state.graph.appChoseFormat() }
      return state.graph.isConfiguring ? nil : state.feeds[input]
    }
    return feed?.configure()
  }

  // MARK: Cameras

  /// The physical camera that feeds a device of this session now; nil while it does not stream.
  func activeCamera(of device: AVCaptureDevice) -> CameraID? {
    state.withLock { $0.feeds.values.first { $0.device.object === device } }?.activeConstituent
  }

  /// Brings the open cameras and their routes in line with the configuration that applies and with whether the
  /// session runs. All cameras open, or the session fails: never half of them.
  func reconcile() {
    let isMine = state.withLock { state in
      if state.isReconciling {
        state.mustReconcileAgain = true
        return false
      }
      state.isReconciling = true
      return true
    }
    guard isMine else { return }
    var failure: CameraOpenError?
    var isOthersTurn = false
    repeat {
      let plan = state.withLock(Self.plan)
      for feed in plan.closing { feed.close() }
      connect(plan)
      reconcileSound()
      for (feed, routes) in plan.keeping {
        feed.routes = routes
        feed.configure()
      }
      for (feed, routes) in plan.opening {
        feed.routes = routes
        do throws(CameraOpenError) {
          if try !shared.open(feed, for: self) { isOthersTurn = true }
        } catch {
          failure = error
        }
      }
    } while state.withLock { state in
      defer { state.mustReconcileAgain = false }
      state.isReconciling = state.mustReconcileAgain
      return state.mustReconcileAgain
    }
    noteConstituents()
    if let failure { failed(failure) }
    if isOthersTurn { queueChanged() }
  }

  /// A virtual device names its constituent while it is used in a running session. [header]
  private func noteConstituents() {
    let feeds = state.withLock { $0.isRunning ? Array($0.feeds.values) : [] }
    for feed in feeds {
      if let camera = feed.activeConstituent { feed.noteConstituent(camera) }
    }
  }

  /// Tells everything that takes frames through which connection they come from now on.
  private func connect(_ plan: Plan) {
    let next = (plan.keeping + plan.opening).flatMap(\.1)
    let before = (plan.closing + plan.keeping.map(\.0)).flatMap(\.routes)
    for route in before where !next.contains(where: { $0.taker === route.taker }) {
      route.taker.flows(through: nil)
    }
    for route in next { route.taker.flows(through: route.connection.object) }
  }

  private struct Plan {
    var closing: [CameraFeed] = []
    var keeping: [(CameraFeed, [CameraFeed.Route])] = []
    var opening: [(CameraFeed, [CameraFeed.Route])] = []
  }

  private static func plan(_ state: inout State) -> Plan {
    var plan = Plan()
    var wanted: [SessionGraph.ID: [CameraFeed.Route]] = [:]
    if state.activity.isRunning || state.activity.isStarting {
      for input in state.graph.applied.inputs where input.source == .camera {
        let routes = routes(of: input, state)
        if !routes.isEmpty { wanted[input.id] = routes }
      }
    }
    for (id, feed) in state.feeds where wanted[id] == nil {
      plan.closing.append(feed)
      state.feeds[id] = nil
    }
    if !plan.closing.isEmpty { state.leaving = plan.closing }
    for (id, routes) in wanted.sorted(by: { $0.key.number < $1.key.number }) {
      if let feed = state.feeds[id], feed.isOpen {
        plan.keeping.append((feed, routes))
      } else if let device = (state.inputs[id] as? AVCaptureDeviceInput)?.device {
        let deviceReference = Handover(device)
        let feed =
          state.feeds[id]
          ?? CameraFeed(device: device) { deviceReference.object.setActiveConstituent($0) }
        state.feeds[id] = feed
        plan.opening.append((feed, routes))
      }
    }
    return plan
  }

  private static func routes(of input: SessionGraph.Input, _ state: State) -> [CameraFeed.Route] {
    let ports = Set(input.ports.map(\.id))
    return state.graph.applied.links.compactMap { link in
      guard !ports.isDisjoint(with: link.ports), let connection = state.connections[link.id],
        connection.isEnabled, connection.inputPorts.contains(where: \.isEnabled),
        let taker = taker(link.sink, state)
      else { return nil }
      return CameraFeed.Route(connection: Handover(connection), taker: taker)
    }
  }

  private static func taker(_ sink: SessionGraph.ID, _ state: State) -> (any FrameTaker)? {
    if let output = state.outputs[sink] { return output.traits.taker }
    return state.layers[sink]?.feed
  }

  private func failed(_ error: CameraOpenError) {
    switch error {
    case .unknownCamera, .disconnected: take(.failed(code: AVError.Code.deviceNotConnected.rawValue))
    case .inUse:
      noteWhatHolds()
      if state.withLock({ $0.activity.heldBy }) == nil {
        take(.failed(code: AVError.Code.deviceAlreadyUsedByAnotherSession.rawValue))
      }
    }
  }
}
