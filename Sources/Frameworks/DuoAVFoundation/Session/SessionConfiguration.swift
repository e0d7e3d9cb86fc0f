import DuoFoundation
import Foundation

// Changes of a session's configuration: each makes the next graph, then carries out what follows from it.
extension SessionEngine {
  typealias ID = SessionGraph.ID

  // MARK: Blocks

  var isConfiguring: Bool { state.withLock { $0.graph.isConfiguring } }

  func begin() {
    noteContext(in: "AVCaptureSession.beginConfiguration")
    let now = phone.clock.now
    state.withLock { state in
      if !state.graph.isConfiguring { state.block = ConfigurationBlock(openedIn: .current, at: now) }
      state.graph.begin()
    }
  }

  /// - Returns: false without a block.
  func commit() -> Bool {
    let (effects, block) = state.withLock { state -> ([SessionGraph.Effect]?, ConfigurationBlock?) in
      let effects = state.graph.commit()
      guard !state.graph.isConfiguring else { return (effects, nil) }
      defer { state.block = nil }
      return (effects, state.block)
    }
    guard let effects else { return false }
    if let block { noteWaiters(of: block) }
    carryOut(effects)
    rebuildWhatChanged()
    return true
  }

  private func carryOut(_ effects: [SessionGraph.Effect]) {
    traceInputs()
    let gone = state.withLock(Self.purge)
    for connection in gone.connections { connection.set(isActive: false) }
    for taker in gone.takers { forget(taker) }
    for case let output as AVCaptureMetadataOutput in gone.others { output.feed.followConnections() }
    for case .chooseFormat(let input, let preset) in effects {
      (state.withLock { $0.inputs[input] } as? AVCaptureDeviceInput)?.device.chooseFormat(forPreset: preset)
    }
    followFormats()
    followMetadataOutputs()
    if !effects.isEmpty {
      chooseColours()
      claimCameras()
      noteWhatHolds()
    }
    reconcile()
    awaitPreviews()
    planDeferredStart()
    noteOutputs()
    for case let output as AVCaptureOutput in gone.others { output.sessionChanged() }
  }

  /// Lets every output see what has become of the session; inside a block at its end.
  func noteOutputs() {
    guard !isConfiguring else { return }
    for output in state.withLock({ Array($0.outputs.values) }) { output.sessionChanged() }
  }

  private struct Gone {
    var connections: [AVCaptureConnection] = []
    var takers: [any FrameTaker] = []
    /// Only kept until the lock is open again.
    var others: [AnyObject] = []
  }

  /// Lets go of what no configuration asks for any more.
  private static func purge(_ state: inout State) -> Gone {
    var gone = Gone()
    guard !state.graph.isConfiguring else { return gone }
    let topology = state.graph.requested
    for (id, connection) in state.connections where !topology.links.contains(where: { $0.id == id }) {
      gone.connections.append(connection)
      state.connections[id] = nil
    }
    for (id, input) in state.inputs where !topology.inputs.contains(where: { $0.id == id }) {
      gone.others.append(input)
      state.inputs[id] = nil
    }
    for (id, output) in state.outputs where topology.sink(id) == nil {
      if let taker = output.traits.taker { gone.takers.append(taker) }
      gone.others.append(output)
      state.outputs[id] = nil
    }
    for id in state.layers.keys where topology.sink(id) == nil { state.layers[id] = nil }
    return gone
  }

  /// No frame reaches a removed output or layer, not even one in flight.
  private func forget(_ taker: any FrameTaker) {
    for feed in state.withLock({ Array($0.feeds.values) + $0.leaving }) {
      feed.routes.removeAll { $0.taker === taker }
    }
    taker.flows(through: nil)
  }

  /// Makes one change as a block of its own, or as part of the present one.
  private func change(_ body: (inout State) -> SessionRefusal?) -> SessionRefusal? {
    let (refusal, effects) = state.withLock { state -> (SessionRefusal?, [SessionGraph.Effect]) in
      state.graph.begin()
      let refusal = body(&state)
      return (refusal, state.graph.commit() ?? [])
    }
    carryOut(effects)
    return refusal
  }

  // MARK: Inputs

  func refusal(adding input: AVCaptureInput) -> SessionRefusal? {
    let node = Self.node(input)
    return state.withLock { $0.graph.refusal(adding: node, isInOtherSession: isElsewhere(input)) }
  }

  func add(_ input: AVCaptureInput, linking: Bool) -> SessionRefusal? {
    let node = Self.node(input)
    let isElsewhere = isElsewhere(input)
    if let refusal = refusal(adding: input) { return refusal }
    // The device answers to this session before its format is chosen.
    for port in Self.allPorts(of: input) { port.setEnabledHandler { [weak self] in self?.flowChanged() } }
    (input as? AVCaptureDeviceInput)?.resetFrameDurationOverride()
    (input as? AVCaptureDeviceInput)?.device.sessionDidAttach(self) { [weak self] cause in
      self?.reconfigure(node.id, cause)
    }
    return change { state in
      state.inputs[node.id] = input
      var made: [ID: AVCaptureConnection] = [:]
      let refusal = state.graph.add(node, isInOtherSession: isElsewhere, linking: linking) {
        Self.connect($0, state.inputs, state.outputs, state.layers, &made)
      }
      state.connections.merge(made) { $1 }
      if refusal == nil { SessionMembership.join(input, self) }
      return refusal
    }
  }

  func remove(_ input: AVCaptureInput) {
    let id = ID(input)
    guard state.withLock({ $0.graph.requested.inputs.contains { $0.id == id } }) else { return }
    _ = change { state in
      state.graph.remove(input: id)
      SessionMembership.leave(input)
      return nil
    }
    for port in Self.allPorts(of: input) { port.setEnabledHandler(nil) }
    (input as? AVCaptureDeviceInput)?.device.sessionDidDetach(self)
  }

  private static func allPorts(of input: AVCaptureInput) -> [AVCaptureInput.Port] {
    input.ports + ((input as? AVCaptureDeviceInput)?.hiddenPorts.map(\.port.value) ?? [])
  }

  private static func node(_ input: AVCaptureInput) -> SessionGraph.Input {
    let device = (input as? AVCaptureDeviceInput)?.device
    return SessionGraph.Input(
      id: ID(input), name: device.map { "<AVCaptureDeviceInput [\($0.localizedName)]>" } ?? "\(input)",
      source: device.map { $0.hasMediaType(.video) ? .camera : .microphone } ?? .other,
      ports: input.ports.map { SessionGraph.Port(id: ID($0), media: $0.mediaType.rawValue) },
      presets: device.map { device in
        Set(AVCaptureSession.Preset.all.map(\.rawValue).filter(device.supportsPreset))
      } ?? [],
      hidden: (input as? AVCaptureDeviceInput)?.hiddenPorts.map {
        SessionGraph.HiddenPort(
          port: SessionGraph.Port(id: ID($0.port.value), media: $0.port.value.mediaType.rawValue),
          camera: $0.camera.rawValue)
      } ?? [], camera: device.map(\.camera.id.rawValue))
  }

  // MARK: Outputs

  func refusal(adding output: AVCaptureOutput) -> SessionRefusal? {
    let node = Self.node(output)
    return state.withLock { $0.graph.refusal(adding: node, isInOtherSession: isElsewhere(output)) }
  }

  func add(_ output: AVCaptureOutput, linking: Bool) -> SessionRefusal? {
    let node = Self.node(output)
    let isElsewhere = isElsewhere(output)
    return change { state in
      if let refusal = state.graph.refusal(adding: node, isInOtherSession: isElsewhere) { return refusal }
      state.outputs[node.id] = output
      var made: [ID: AVCaptureConnection] = [:]
      let refusal = state.graph.add(node, isInOtherSession: isElsewhere, linking: linking) {
        Self.connect($0, state.inputs, state.outputs, state.layers, &made)
      }
      state.connections.merge(made) { $1 }
      SessionMembership.join(output, self)
      return refusal
    }
  }

  func remove(_ output: AVCaptureOutput) {
    let id = ID(output)
    guard state.withLock({ $0.graph.requested.sink(id) != nil }) else { return }
    _ = change { state in
      state.graph.remove(sink: id)
      SessionMembership.leave(output)
      return nil
    }
  }

  private static func node(_ output: AVCaptureOutput) -> SessionGraph.Sink {
    let traits = output.traits
    return SessionGraph.Sink(
      id: ID(output), className: traits.className, kind: .output, media: Set(traits.media.map(\.rawValue)),
      mayRepeat: traits.mayRepeat, excludes: traits.excludes,
      takesConstituents: !(output is AVCapturePhotoOutput))
  }

  // MARK: Preview layers

  func add(_ layer: AVCaptureVideoPreviewLayer, linking: Bool) {
    let node = SessionGraph.Sink(
      id: ID(layer), className: "AVCaptureVideoPreviewLayer", kind: .previewLayer,
      media: [AVMediaType.video.rawValue], mayRepeat: true)
    let (reference, feed) = (WeakReference(layer), layer.feed)
    noteContext(in: "AVCaptureVideoPreviewLayer.session")
    _ = change { state in
      state.layers[node.id] = AttachedLayer(reference: reference, feed: feed)
      var made: [ID: AVCaptureConnection] = [:]
      let refusal = state.graph.add(node, isInOtherSession: false, linking: linking) {
        Self.connect($0, state.inputs, state.outputs, state.layers, &made)
      }
      state.connections.merge(made) { $1 }
      SessionMembership.join(layer, self)
      return refusal
    }
  }

  /// - Parameter id: The layer's, since it may be on its way out.
  func remove(layer id: ID, feed: PreviewFeed) {
    _ = change { state in
      state.graph.remove(sink: id)
      return nil
    }
    forget(feed)
  }

  // MARK: Connections

  func refusal(adding connection: AVCaptureConnection) -> SessionRefusal? {
    let link = Self.link(connection)
    return state.withLock { state in
      if let refusal = state.graph.refusal(adding: link, isInOtherSession: isElsewhere(connection)) {
        return refusal
      }
      return Self.hasInputs(of: connection, state) ? nil : .connectionWithoutInput
    }
  }

  func add(_ connection: AVCaptureConnection) -> SessionRefusal? {
    let link = Self.link(connection)
    let isElsewhere = isElsewhere(connection)
    return change { state in
      let refusal = state.graph.add(
        link, portsAreHere: Self.hasInputs(of: connection, state), isInOtherSession: isElsewhere)
      if refusal == nil { state.connections[link.id] = connection }
      return refusal
    }
  }

  func remove(_ connection: AVCaptureConnection) {
    _ = change { state in
      state.graph.remove(link: ID(connection))
      return nil
    }
  }

  /// The connections that the present configuration asks for, in the order in which they were formed.
  func connections(to sink: AnyObject? = nil) -> [AVCaptureConnection] {
    let id = sink.map { ID($0) }
    return state.withLock { state in
      state.graph.requested.links.filter { id == nil || $0.sink == id }.compactMap {
        state.connections[$0.id]
      }
    }
  }

  /// A connection or port was switched on or off. Inside a block its end applies it.
  func flowChanged() {
    guard !isConfiguring else { return }
    claimCameras()
    noteWhatHolds()
    reconcile()
  }

  private static func link(_ connection: AVCaptureConnection) -> SessionGraph.Link {
    let sink: AnyObject? = connection.output ?? connection.videoPreviewLayer
    return SessionGraph.Link(
      id: ID(connection), ports: connection.inputPorts.map { ID($0) }, sink: sink.map { ID($0) } ?? 0,
      media: connection.inputPorts.first?.mediaType.rawValue ?? "")
  }

  private static func hasInputs(of connection: AVCaptureConnection, _ state: State) -> Bool {
    connection.inputPorts.allSatisfy { state.inputs[ID($0.input)] != nil }
  }

  /// Makes the connection of a link that forms by itself.
  private static func connect(
    _ draft: SessionGraph.Link.Draft, _ inputs: [ID: AVCaptureInput], _ outputs: [ID: AVCaptureOutput],
    _ layers: [ID: AttachedLayer], _ made: inout [ID: AVCaptureConnection]
  ) -> ID {
    let ports = inputs.values.flatMap(\.ports).filter { draft.ports.contains(ID($0)) }
    let output = outputs[draft.sink]
    let connection = AVCaptureConnection(
      ports: ports, output: output, layer: layers[draft.sink]?.reference ?? WeakReference(nil),
      destination: output?.traits.destination ?? .previewLayer)
    made[ID(connection)] = connection
    return ID(connection)
  }

  // MARK: Presets

  /// The preset that the cameras follow now.
  var appliedPreset: String { state.withLock { $0.graph.applied.preset } }

  var preset: String { state.withLock { $0.graph.requested.preset } }

  func refusal(preset: String) -> SessionRefusal? { state.withLock { $0.graph.refusal(preset: preset) } }

  func set(preset: String) -> SessionRefusal? { change { $0.graph.set(preset: preset) } }

  // MARK: Others

  private func isElsewhere(_ object: AnyObject) -> Bool {
    guard let session = SessionMembership.session(of: object) else { return false }
    return session !== self
  }
}
