import PhoneModel

// Whether the phone can do what a session asks for.
extension SessionEngine {
  /// The cost of the cameras that the present configuration feeds to somebody.
  private static func cost(_ state: State, _ description: PhoneDescription) -> SessionCost {
    let cameras = state.graph.applied.inputs.compactMap { input -> SessionCost.Camera? in
      let routes = routes(of: input, state)
      guard input.source == .camera, !routes.isEmpty,
        let source = state.inputs[input.id] as? AVCaptureDeviceInput
      else { return nil }
      let whole = Set(input.ports.map(\.id))
      let isWhole = routes.contains { route in
        route.connection.object.inputPorts.contains { whole.contains(SessionGraph.ID($0)) }
      }
      let parts = Set(
        input.hidden.filter { hidden in
          routes.contains { route in
            route.connection.object.inputPorts.contains { SessionGraph.ID($0) == hidden.port.id }
          }
        }.map(\.camera))
      let camera = source.device.camera
      let constituents = camera.switching == .followsZoom ? camera.constituents.count : 1
      let depth = AVMediaType.depthData
      return source.cost(
        physical: max(isWhole ? constituents : 0, parts.count),
        hasDepth: routes.contains { route in
          route.connection.object.inputPorts.contains { $0.mediaType == depth }
        })
    }
    return SessionCost(cameras: cameras, policy: description.policy)
  }

  private static func hardwareCost(
    _ state: State, isMultiCam: Bool, _ description: PhoneDescription
  ) -> Double {
    let cost = cost(state, description)
    if isMultiCam { return cost.hardware }
    func count(_ name: String) -> Int {
      state.graph.applied.sinks.filter { sink in
        sink.className == name && state.graph.applied.links.contains { $0.sink == sink.id }
      }.count
    }
    return cost.ordinary(
      videoDataOutputs: count("AVCaptureVideoDataOutput"), movieOutputs: count("AVCaptureMovieFileOutput"))
  }

  /// Why the configuration cannot run; nil when it can.
  static func fault(_ state: State, isMultiCam: Bool, _ description: PhoneDescription) -> AVError.Code? {
    let devices = state.graph.applied.inputs.compactMap {
      (state.inputs[$0.id] as? AVCaptureDeviceInput)?.device
    }.filter { $0.hasMediaType(.video) }
    // One camera alone may have any format. [header]
    if isMultiCam, devices.count > 1, devices.contains(where: { !$0.activeFormat.isMultiCamSupported }) {
      return .unsupportedDeviceActiveFormat
    }
    return hardwareCost(state, isMultiCam: isMultiCam, description) > 1 ? .sessionHardwareCostOverage : nil
  }

  var hardwareCost: Float {
    Float(state.withLock { Self.hardwareCost($0, isMultiCam: isMultiCam, phone.description) })
  }

  var systemPressureCost: Float { Float(state.withLock { Self.cost($0, phone.description) }.pressure) }

  // MARK: Previews of several cameras

  /// How long it is until every preview layer of a session of several cameras shows its camera. [header] Nothing for an
  /// ordinary session, whose previews come when they come.
  var timeUntilPreviews: PhoneDuration {
    guard isMultiCam else { return .zero }
    let now = phone.clock.now
    let times = state.withLock { state in
      state.feeds.values.filter { feed in
        feed.routes.contains { ($0.taker as? PreviewFeed).map { !$0.isPreviewing } ?? false }
      }.compactMap(\.firstFrame)
    }
    guard let last = times.max(), last > now else { return .zero }
    return last - now
  }

  /// Lets the time pass that a running session's new previews take.
  func awaitPreviews() {
    guard isMultiCam, state.withLock({ $0.activity.isRunning }) else { return }
    let time = timeUntilPreviews
    if time > .zero { spend(time, in: "AVCaptureSession.commitConfiguration") }
    settlePreviews()
  }

  /// Waits until observers of the layers have been told.
  func settlePreviews() {
    for feed in state.withLock({ $0.layers.values.map(\.feed) }) { feed.settle() }
  }
}
