import DuoFoundation
import Foundation
import PhoneModel

/// A link from an input's ports to an output or a preview layer.
///
/// It lives as long as both ends are in the session. A new input or output brings new connections with default
/// settings. Members may be called on any thread; observers are told on the thread that makes the change.
open class AVCaptureConnection: NSObject {
  /// Fixed for life.
  public let inputPorts: [AVCaptureInput.Port]
  /// Ports do not keep their inputs alive, and a frame that is still on its way shows an app the connection of an
  /// input that has been removed.
  private let inputs: [AVCaptureInput]
  private let outputReference: WeakReference<AVCaptureOutput>
  private let layerReference: WeakReference<AVCaptureVideoPreviewLayer>
  private let settings: Guarded<ConnectionSettings>
  /// The camera whose pictures it carries, or what is found out about them; nil for sound.
  let device: AVCaptureDevice?
  /// How a movie file output is to write its data; nil: as usual.
  let recordingSettings = Guarded<[String: Any]?>(nil)
  /// Nil without sound.
  let soundMeter: SoundMeter?
  /// The channels of the sound that it carries; none without sound.
  public let audioChannels: [AVCaptureAudioChannel]

  /// The output, or nil for a connection to a preview layer. Fixed for life.
  public var output: AVCaptureOutput? { outputReference.object }
  /// The layer, or nil for a connection to an output. Fixed for life.
  public var videoPreviewLayer: AVCaptureVideoPreviewLayer? { layerReference.object }

  /// A connection to be added with `AVCaptureSession.addConnection(_:)`.
  public convenience init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
    self.init(ports: ports, output: output, layer: WeakReference(nil), destination: output.traits.destination)
  }

  /// A connection to be added with `AVCaptureSession.addConnection(_:)`.
  public convenience init(
    inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer
  ) {
    self.init(ports: [port], output: nil, layer: WeakReference(layer), destination: .previewLayer)
  }

  init(
    ports: [AVCaptureInput.Port], output: AVCaptureOutput?, layer: WeakReference<AVCaptureVideoPreviewLayer>,
    destination: ConnectionState.Destination
  ) {
    inputPorts = ports
    inputs = ports.map(\.input)
    outputReference = WeakReference(output)
    layerReference = layer
    let carried = (output?.traits.media ?? [.video]).subtracting([.audio])
    device = ports.first { carried.contains($0.mediaType) }.flatMap {
      ($0.input as? AVCaptureDeviceInput)?.device
    }
    let sound = ports.first { $0.mediaType == .audio }.flatMap { ($0.input as? AVCaptureDeviceInput)?.device }
    soundMeter = sound.map { SoundMeter($0.phone.description.sound) }
    audioChannels = soundMeter.map { [AVCaptureAudioChannel($0)] } ?? []
    settings = Guarded(
      ConnectionSettings(
        state: ConnectionState(
          destination: destination, sensor: device.map { SensorOrientation(of: $0) },
          isFront: device?.position == .front,
          dataAngle: device?.defaultDataAngle ?? 0)))
    super.init()
    followFormat()
  }

  /// The settings now.
  var current: ConnectionState { settings.withLock { $0.state } }

  /// Changes what nobody observes.
  func changeState(_ change: (inout ConnectionState) -> Void) { settings.withLock { change(&$0.state) } }

  // MARK: Flow

  /// False stops the flow. A camera whose connections are all off stops too.
  public var isEnabled: Bool {
    get { current.isEnabled }
    set {
      let changed = settings.withLock { settings in
        defer { settings.state.isEnabled = newValue }
        return settings.state.isEnabled != newValue
      }
      if changed { session?.flowChanged() }
    }
  }

  /// Observable. False once an end of the connection has left the session.
  /// A depth connection needs a format with depth, too [inferred], and one of photos a colour space other than Apple Log's.
  /// [header]
  public var isActive: Bool { current.isActive && current.hasFormat }

  func set(isActive value: Bool) {
    changeActivity { $0.isActive = value }
  }

  /// Looks whether the device's formats still have what the connection carries, and how they stabilise.
  func followFormat() {
    tellStabilization()
    let hasFormat: Bool
    switch current.destination {
    case .depthData: hasFormat = device?.activeDepthDataFormat != nil
    case .photo: hasFormat = !(device?.activeColorSpace.isLog ?? false)
    case .previewLayer, .videoData, .movie, .other: return
    }
    changeActivity { $0.hasFormat = hasFormat }
  }

  private func changeActivity(_ change: (inout ConnectionState) -> Void) {
    let (old, new) = settings.withLock { settings in
      let old = settings.state.isActive && settings.state.hasFormat
      change(&settings.state)
      return (old, settings.state.isActive && settings.state.hasFormat)
    }
    if old != new { announce(\.isActive, old: old, new: new) }
  }

  // MARK: Mirroring

  /// Whether the connection carries pictures that can be flipped. [header]
  public var isVideoMirroringSupported: Bool { current.isMirroringSupported }

  /// The picture is flipped left-right as delivered, so after it was turned. [inferred]
  ///
  /// Setting it raises `NSInvalidArgumentException` where mirroring is not supported, and while
  /// `automaticallyAdjustsVideoMirroring` is true. [header]
  public var isVideoMirrored: Bool {
    get { current.isMirrored }
    set {
      CaptureCall.note("AVCaptureConnection.isVideoMirrored")
      change("setVideoMirrored:") { state throws(ConnectionState.Refusal) in try state.set(mirrored: newValue)
      }
    }
  }

  /// While true (the default) the session mirrors the preview of every camera whose `position` is front,
  /// whoever it faces. Turning it off keeps the present value. [docs]
  public var automaticallyAdjustsVideoMirroring: Bool {
    get { current.adjustsMirroringAutomatically }
    set {
      CaptureCall.note("AVCaptureConnection.automaticallyAdjustsVideoMirroring")
      settings.withLock { $0.state.set(adjustsMirroringAutomatically: newValue) }
    }
  }

  // MARK: Rotation

  /// Whether the angle is 0, 90, 180 or 270 and the connection carries pictures.
  public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
    current.supports(angle: Double(videoRotationAngle))
  }

  /// Degrees clockwise from the native picture of the sensor. Connections of preview layers, photo and movie outputs
  /// start upright for portrait, a data output's at 0 or where the phone's description says. [header] [forum]
  ///
  /// Raises `NSInvalidArgumentException` for an unsupported angle. [header]
  public var videoRotationAngle: CGFloat {
    get { CGFloat(current.rotation.degrees) }
    set {
      CaptureCall.note("AVCaptureConnection.videoRotationAngle")
      change("setVideoRotationAngle:") { state throws(ConnectionState.Refusal) in
        try state.set(angle: Double(newValue))
      }
    }
  }

  /// Whether the connection carries pictures. [header]
  public var isVideoOrientationSupported: Bool { current.carriesPictures }

  /// The older name of the angle: the way of holding the phone for which the picture is upright.
  ///
  /// Raises `NSInvalidArgumentException` where there is no picture. [header]
  public var videoOrientation: AVCaptureVideoOrientation {
    get { current.orientation }
    set {
      CaptureCall.note("AVCaptureConnection.videoOrientation")
      change("setVideoOrientation:") { state throws(ConnectionState.Refusal) in
        try state.set(orientation: newValue)
      }
    }
  }

  private func change(
    _ selector: String, _ body: (inout ConnectionState) throws(ConnectionState.Refusal) -> Void
  ) {
    let refusal = settings.withLock { settings -> ConnectionState.Refusal? in
      do throws(ConnectionState.Refusal) {
        try body(&settings.state)
        return nil
      } catch {
        return error
      }
    }
    if let refusal {
      raise(.invalidArgument, "*** -[AVCaptureConnection \(selector)] \(refusal.text)")
    }
  }

  // MARK: Stabilization

  /// Whether some format of the camera can stabilise and the connection carries pictures.
  public var isVideoStabilizationSupported: Bool {
    current.carriesPictures && [.videoData, .movie].contains(current.destination)
      && device?.formats.contains { $0.isVideoStabilizationModeSupported(.standard) } == true
  }

  /// What the app would like; an unavailable wish yields `.off`. [header] While the session runs, another active mode
  /// stops the camera's frames for a moment, inside a configuration block once at its end [forum]; for how long is the
  /// phone's description's (assumed).
  public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
    get { settings.withLock { $0.stabilization } }
    set {
      settings.withLock { $0.stabilization = newValue }
      if tellStabilization() { session?.rebuild(device) }
    }
  }

  /// Tells observers what the wish and the format make of it now.
  /// - Returns: Whether it is another one than before.
  @discardableResult
  private func tellStabilization() -> Bool {
    let new = activeVideoStabilizationMode
    let old = settings.withLock { settings in
      defer { settings.toldStabilization = new }
      return settings.toldStabilization
    }
    if old != new { announce(\.activeVideoStabilizationMode, old: old, new: new) }
    return old != new
  }

  /// Observable, also where another format of the camera changes it; never `.auto`. What `.auto` picks is `.standard` where the format offers it (assumed).
  public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode {
    let wish = preferredVideoStabilizationMode
    let mode: AVCaptureVideoStabilizationMode = wish == .auto ? .standard : wish
    guard isVideoStabilizationSupported, device?.activeFormat.isVideoStabilizationModeSupported(mode) == true
    else { return .off }
    return mode
  }

  /// The older spelling of a wish for `.standard`; true for every wish but `.off`. [docs]
  @available(iOS, deprecated: 8.0, renamed: "preferredVideoStabilizationMode")
  public var enablesVideoStabilizationWhenAvailable: Bool {
    get { preferredVideoStabilizationMode != .off }
    set { preferredVideoStabilizationMode = newValue ? .standard : .off }
  }

  /// The older spelling of an active mode other than `.off`. [docs]
  @available(iOS, deprecated: 8.0, renamed: "activeVideoStabilizationMode")
  public var isVideoStabilizationEnabled: Bool { activeVideoStabilizationMode != .off }

  var session: SessionEngine? {
    output.flatMap(SessionMembership.session(of:))
      ?? videoPreviewLayer.flatMap(SessionMembership.session(of:))
  }
}

struct ConnectionSettings: Sendable {
  var state: ConnectionState
  var stabilization = AVCaptureVideoStabilizationMode.off
  /// What observers know of the active mode.
  var toldStabilization = AVCaptureVideoStabilizationMode.off
}

extension AVCaptureConnection: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureConnection
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureConnection>] {
    [\.isActive, \.activeVideoStabilizationMode]
  }
}

extension ConnectionState.Refusal {
  /// The first is Apple's text [forum]; the others are ours.
  var text: String {
    switch self {
    case .mirroringIsAutomatic: "Cannot be set when automaticallyAdjustsVideoMirroring is YES"
    case .mirroringUnsupported: "Video mirroring is not supported by this connection"
    case .angleUnsupported: "The video rotation angle is not supported - use -isVideoRotationAngleSupported:"
    case .orientationUnsupported: "Video orientation is not supported by this connection"
    }
  }
}
