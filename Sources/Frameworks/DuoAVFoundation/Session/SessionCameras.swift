import PhoneHardware
import PhoneModel

// Which cameras of a session are open, and where their frames go.
extension SessionEngine {
  /// The physical camera that feeds a connection of this session now, or would if the connection were not switched off;
  /// nil while it does not stream.
  func activeCamera(of connection: AVCaptureConnection) -> CameraID? {
    state.withLock { state in
      state.feeds.values.first { $0.routes.contains { $0.connection.object === connection } }
        ?? state.feeds.values.first { $0.part == nil && $0.device.object === connection.device }
    }?.activeConstituent
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
    var fault: AVError.Code?
    var isOthersTurn = false
    repeat {
      let plan = state.withLock { Self.plan(&$0, isMultiCam: isMultiCam, phone.description) }
      fault = plan.fault
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
    if let fault { take(.failed(code: fault.rawValue)) }
    if let failure { failed(failure) }
    if isOthersTurn { queueChanged() }
  }

  /// A virtual device names its constituent while it is used in a running session. [header]
  func noteConstituents() {
    let feeds = state.withLock { $0.isRunning ? Array($0.feeds.values) : [] }
    for feed in feeds where feed.part == nil {
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
    /// Why the configuration cannot run at all.
    var fault: AVError.Code?
  }

  private static func plan(_ state: inout State, isMultiCam: Bool, _ description: PhoneDescription) -> Plan {
    var plan = Plan()
    var wanted: [FeedKey: [CameraFeed.Route]] = [:]
    if state.activity.isRunning || state.activity.isStarting {
      plan.fault = fault(state, isMultiCam: isMultiCam, description)
      if plan.fault == nil {
        for input in state.graph.applied.inputs where input.source == .camera {
          wanted.merge(routesByPart(of: input, state)) { $1 }
        }
      }
    }
    for (id, feed) in state.feeds where wanted[id] == nil {
      plan.closing.append(feed)
      state.feeds[id] = nil
    }
    if !plan.closing.isEmpty { state.leaving = plan.closing }
    // In the order of the inputs, whole cameras before their parts.
    let order = state.graph.applied.inputs.map(\.id)
    for (key, routes) in wanted.sorted(by: { (rank($0.key, order)) < (rank($1.key, order)) }) {
      if let feed = state.feeds[key], feed.isOpen {
        plan.keeping.append((feed, routes))
      } else if let input = state.inputs[key.input] as? AVCaptureDeviceInput {
        let device = Handover(input.device)
        let feed =
          state.feeds[key]
          ?? CameraFeed(input: input, part: key.part) { device.object.setActiveConstituent($0) }
        state.feeds[key] = feed
        plan.opening.append((feed, routes))
      }
    }
    return plan
  }

  private static func rank(_ key: FeedKey, _ order: [SessionGraph.ID]) -> (Int, String) {
    (order.firstIndex(of: key.input) ?? 0, key.part?.rawValue ?? "")
  }

  /// Where an input's data goes now, whichever port it comes through.
  static func routes(of input: SessionGraph.Input, _ state: State) -> [CameraFeed.Route] {
    routesByPart(of: input, state).sorted { ($0.key.part?.rawValue ?? "") < ($1.key.part?.rawValue ?? "") }
      .flatMap(\.value)
  }

  /// The same, for the whole camera and for each constituent that somebody takes alone.
  private static func routesByPart(
    of input: SessionGraph.Input, _ state: State
  ) -> [FeedKey: [CameraFeed.Route]] {
    let whole = Set(input.ports.map(\.id))
    var routes: [FeedKey: [CameraFeed.Route]] = [:]
    let late = state.deferred.heldBack(deferredSinks(state))
    for link in state.graph.applied.links where !late.contains(link.sink) {
      let part = input.hidden.first { link.ports.contains($0.port.id) }?.camera
      guard part != nil || !whole.isDisjoint(with: link.ports), let connection = state.connections[link.id],
        connection.isEnabled, connection.inputPorts.contains(where: \.isEnabled),
        let taker = taker(link.sink, state)
      else { continue }
      routes[FeedKey(input: input.id, part: part.map(CameraID.init(rawValue:))), default: []].append(
        CameraFeed.Route(connection: Handover(connection), taker: taker))
    }
    return routes
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
