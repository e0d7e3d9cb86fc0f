import PhoneModel

/// How a camera's picture stands, computed from where the camera is mounted.
struct SensorOrientation: Equatable, Sendable {
  /// Clockwise turns that make the picture upright when the phone is held portrait.
  var portrait: QuarterTurns
  /// What one clockwise quarter turn of the phone, as seen on its screen, adds: +1 for a camera that looks
  /// away from the screen's viewer, -1 for one that looks at them.
  var sense: Int

  /// Turns that make the picture upright for an orientation.
  func angle(for orientation: AVCaptureVideoOrientation) -> QuarterTurns {
    portrait + QuarterTurns(sense * orientation.turns)
  }

  /// The orientation for which these turns make the picture upright.
  func orientation(for angle: QuarterTurns) -> AVCaptureVideoOrientation {
    AVCaptureVideoOrientation(turns: sense * (angle - portrait).count)
  }
}

/// The settings of one capture connection, as a value.
struct ConnectionState: Equatable, Sendable {
  enum Destination: Equatable, Sendable {
    case previewLayer
    /// An output that turns and flips pixels.
    case videoData
    /// An output that turns and flips depth maps.
    case depthData
    /// An output that writes turn and flip into the photo's Exif.
    case photo
    /// An output that writes turn and flip into the track's matrix.
    case movie
    /// An output without pictures that could be turned.
    case other
  }

  /// Why a change is refused; each is an `NSInvalidArgumentException`.
  enum Refusal: Error, Equatable, Sendable {
    case mirroringIsAutomatic, mirroringUnsupported, angleUnsupported, orientationUnsupported
  }

  let destination: Destination
  /// Nil for a connection without video.
  let sensor: SensorOrientation?
  /// The device's `position` is front: what automatic mirroring goes by, also where it is wrong. [docs]
  let isFront: Bool

  var isEnabled = true
  var isActive = true
  /// The device's format and colour space have what the connection carries.
  var hasFormat = true
  /// Frames carry the camera's intrinsic matrix.
  var deliversIntrinsics = false
  private(set) var adjustsMirroringAutomatically = true
  private var chosenMirroring = false
  private(set) var rotation: QuarterTurns

  /// A new connection. `dataAngle` is where a data output's connection starts; those of preview layers,
  /// photo and movie outputs start upright for portrait.
  init(destination: Destination, sensor: SensorOrientation?, isFront: Bool, dataAngle: QuarterTurns = 0) {
    self.destination = destination
    self.sensor = sensor
    self.isFront = isFront
    switch destination {
    case .previewLayer, .photo, .movie: rotation = sensor?.portrait ?? 0
    case .videoData, .depthData: rotation = dataAngle
    case .other: rotation = 0
    }
  }

  var carriesPictures: Bool { sensor != nil && destination != .other }
  var isMirroringSupported: Bool { carriesPictures }

  /// Automatic mirroring flips a front camera on a preview layer and nothing else.
  var isMirrored: Bool {
    guard isMirroringSupported else { return false }
    return adjustsMirroringAutomatically ? automaticMirroring : chosenMirroring
  }

  private var automaticMirroring: Bool { isFront && destination == .previewLayer }

  /// Turning the automatism off keeps the value that it had.
  mutating func set(adjustsMirroringAutomatically value: Bool) {
    if adjustsMirroringAutomatically, !value { chosenMirroring = automaticMirroring }
    adjustsMirroringAutomatically = value
  }

  mutating func set(mirrored value: Bool) throws(Refusal) {
    guard isMirroringSupported else { throw .mirroringUnsupported }
    guard !adjustsMirroringAutomatically else { throw .mirroringIsAutomatic }
    chosenMirroring = value
  }

  /// Whole quarter turns in degrees, 0 to 270. [header]
  func supports(angle: Double) -> Bool { carriesPictures && [0, 90, 180, 270].contains(angle) }

  mutating func set(angle: Double) throws(Refusal) {
    guard supports(angle: angle) else { throw .angleUnsupported }
    rotation = QuarterTurns(Int(angle) / 90)
  }

  /// The old way to name the angle; portrait where there is no picture.
  var orientation: AVCaptureVideoOrientation { sensor?.orientation(for: rotation) ?? .portrait }

  mutating func set(orientation: AVCaptureVideoOrientation) throws(Refusal) {
    guard carriesPictures, let sensor else { throw .orientationUnsupported }
    rotation = sensor.angle(for: orientation)
  }
}
