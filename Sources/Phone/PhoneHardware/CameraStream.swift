import PhoneModel

/// What a capture session asks of a camera.
public struct StreamConfiguration: Hashable, Sendable {
  /// Size of the picture with the sensor's native top up, in pixels.
  public var width, height: Int
  /// Horizontal field of view of that picture at zoom 1, degrees.
  public var fieldOfView: Double
  public var zoom: Double
  public var frameDuration: PhoneDuration
  /// Exposure, colour, focus and lamp.
  public var settings: CameraSettings

  public init(
    width: Int, height: Int, fieldOfView: Double, zoom: Double = 1, frameDuration: PhoneDuration,
    settings: CameraSettings = CameraSettings()
  ) {
    self.width = width
    self.height = height
    self.fieldOfView = fieldOfView
    self.zoom = zoom
    self.frameDuration = frameDuration
    self.settings = settings
  }
}

public struct StreamRequest: Sendable {
  /// May be a virtual camera: the phone then switches the constituent by the description's rule.
  public var camera: CameraID
  public var configuration: StreamConfiguration
  /// The virtual camera of which this is a constituent and which its user has too: then the constituents of it stream
  /// beside each other, and beside the virtual camera. Nil for a camera on its own.
  public var partOf: CameraID?

  public init(camera: CameraID, configuration: StreamConfiguration, partOf: CameraID? = nil) {
    self.camera = camera
    self.configuration = configuration
    self.partOf = partOf
  }
}

public enum CameraOpenError: Error, Hashable, Sendable {
  case unknownCamera(CameraID)
  case disconnected(CameraID)
  case inUse(CameraID)
}

/// A running camera. Safe on any thread.
public protocol CameraStream: AnyObject, Sendable {
  var camera: CameraID { get }
  /// The physical camera that delivers now.
  var activeConstituent: CameraID { get }
  /// Takes effect with the next frame; returns the time of that frame.
  @discardableResult
  func configure(_ configuration: StreamConfiguration) -> PhoneTime
  /// Stops. Frames that are in flight (`timing.framesInFlight`) are still delivered.
  func stop()
}

/// One exposure of one physical camera. Its pixels do not exist until somebody asks.
public struct SensorFrame: Sendable {
  public var camera: CameraID
  /// Counts up by one for each frame of a stream, delivered or not.
  public var sequence: Int
  /// Presentation time stamp.
  public var time: PhoneTime
  public var configuration: StreamConfiguration
  public var imager: any FrameImager

  public init(
    camera: CameraID, sequence: Int, time: PhoneTime, configuration: StreamConfiguration,
    imager: any FrameImager
  ) {
    self.camera = camera
    self.sequence = sequence
    self.time = time
    self.configuration = configuration
    self.imager = imager
  }
}

/// Draws a frame's pixels on demand: what the camera saw when the frame was exposed. Same request, same bytes.
public protocol FrameImager: Sendable {
  func draw(_ window: FrameWindow, into target: PixelTarget)

  /// The same moment with another exposure, for one photo: of a bracket, or with flash. What shows nothing of the world,
  /// such as the black of a camera without permission, stays as it is.
  func exposed(_ photo: PhotoExposure) -> any FrameImager

  /// The same moment through another camera of the phone. What shows nothing of the world stays as it is.
  /// - Parameter fieldOfView: Horizontal, degrees, at zoom 1.
  func through(_ camera: CameraID, fieldOfView: Double, zoom: Double) -> any FrameImager

  /// The people in the picture, in a fixed order.
  var people: [SeenPerson] { get }

  /// The phone as it was at the exposure, which a frame that is delivered later does not meet any more. Nil of a picture
  /// that says nothing of it.
  var phoneState: PhoneState? { get }

  /// The same picture in numbers of other primaries.
  func coloured(_ colours: PictureColours) -> any FrameImager
}

extension FrameImager {
  public func exposed(_ photo: PhotoExposure) -> any FrameImager { self }
  public func through(_ camera: CameraID, fieldOfView: Double, zoom: Double) -> any FrameImager { self }

  /// Nobody.
  public var people: [SeenPerson] { [] }
  public var phoneState: PhoneState? { nil }
  public func coloured(_ colours: PictureColours) -> any FrameImager { self }
}
