import PhoneHardware
import PhoneModel

/// One opened camera of a session and where its frames go.
///
/// When its input is replaced, the feed keeps its routes, so that frames in flight still arrive through the
/// old connections, as on a phone.
final class CameraFeed: Sendable {
  struct Route: Sendable {
    let connection: Handover<AVCaptureConnection>
    let taker: any FrameTaker
  }

  private struct State: Sendable {
    var routes: [Route] = []
    var stream: (any CameraStream)?
    var configuration: StreamConfiguration
    var delivering: CameraID?
    var firstFrame: PhoneTime?
    /// Frames of before are lost.
    var silentUntil: PhoneTime?
    /// The first of them has still to be told.
    var isSilenceUntold = false
  }

  let device: Handover<AVCaptureDevice>
  /// The constituent of the virtual device that streams alone; nil: the device as it is.
  let part: CameraID?
  private let input: WeakReference<AVCaptureDeviceInput>
  private let state: Guarded<State>
  /// Called when another constituent of a virtual camera delivers.
  private let constituentChanged: @Sendable (CameraID) -> Void

  init(
    input: AVCaptureDeviceInput, part: CameraID?, constituentChanged: @escaping @Sendable (CameraID) -> Void
  ) {
    device = Handover(input.device)
    self.part = part
    self.input = WeakReference(input)
    self.constituentChanged = constituentChanged
    state = Guarded(State(configuration: input.streamConfiguration(of: part)))
  }

  /// When the first frame since opening comes, or came; nil while closed.
  var firstFrame: PhoneTime? { state.withLock { $0.stream == nil ? nil : $0.firstFrame } }

  var routes: [Route] {
    get { state.withLock { $0.routes } }
    set { state.withLock { $0.routes = newValue } }
  }

  var isOpen: Bool { state.withLock { $0.stream != nil } }

  /// The physical camera that delivers now; nil while closed.
  var activeConstituent: CameraID? { state.withLock { $0.stream }?.activeConstituent }

  /// Opens the camera. Frames come from then on, the first after the camera's latency.
  func open(on phone: any PhoneHardware) throws(CameraOpenError) {
    let camera = device.object.camera.id
    device.object.resetTorch()
    let request = StreamRequest(
      camera: part ?? camera, configuration: state.withLock { $0.configuration },
      partOf: part == nil ? nil : camera)
    let opened = phone.clock.now
    let stream = try phone.openCamera(request) { [weak self] in self?.receive($0) }
    let latency = phone.description.camera(stream.activeConstituent)?.startLatency.value ?? .zero
    state.withLock { state in
      state.stream = stream
      state.firstFrame = opened + latency
    }
  }

  /// Stops the camera; frames in flight still come. It is stopped when this returns, also where another thread has begun
  /// to close it.
  func close() {
    guard let stream = state.withLock({ $0.stream }) else { return }
    stream.stop()
    state.withLock { if $0.stream === stream { $0.stream = nil } }
    device.object.resetTorch()
  }

  /// Frames that are exposed before a time are lost.
  func staySilent(until end: PhoneTime) {
    state.withLock { state in
      state.silentUntil = end
      state.isSilenceUntold = true
    }
  }

  /// Nothing is delivered any more.
  func silence() { routes = [] }

  /// Follows the device's settings.
  /// - Returns: The time of the first frame with them; nil when the camera is closed or nothing changed.
  @discardableResult
  func configure() -> PhoneTime? {
    guard let configuration = input.object?.streamConfiguration(of: part) else { return nil }
    let stream = state.withLock { state -> (any CameraStream)? in
      guard state.configuration != configuration else { return nil }
      state.configuration = configuration
      return state.stream
    }
    return stream?.configure(configuration)
  }

  func noteConstituent(_ camera: CameraID) {
    let changed = state.withLock { state in
      defer { state.delivering = camera }
      return state.delivering != camera
    }
    if changed { constituentChanged(camera) }
  }

  private func receive(_ frame: SensorFrame) {
    let device = device.object
    let (isLost, isFirst) = state.withLock { state -> (Bool, Bool) in
      guard let end = state.silentUntil, frame.time < end else { return (false, false) }
      defer { state.isSilenceUntold = false }
      return (true, state.isSilenceUntold)
    }
    if isLost {
      guard isFirst else { return }
      for route in routes { route.taker.lose(frame, through: route.connection.object, of: device) }
      return
    }
    var frame = frame
    if device.authorization.status(for: .video) != .authorized { frame.imager = BlackImager() }
    for route in routes {
      let connection = route.connection.object
      route.taker.take(frame.stabilized(to: connection.stabilizedView), through: connection, of: device)
    }
  }
}
