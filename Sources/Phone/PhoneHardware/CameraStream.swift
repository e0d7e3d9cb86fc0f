import PhoneModel

/// What a capture session asks of a camera.
public struct StreamConfiguration: Hashable, Sendable {
  /// Size of the picture with the sensor's native top up, in pixels.
  public var width, height: Int
  /// Horizontal field of view of that picture at zoom 1, degrees.
  public var fieldOfView: Double
  public var zoom: Double
  public var frameDuration: PhoneDuration

  public init(
    width: Int, height: Int, fieldOfView: Double, zoom: Double = 1, frameDuration: PhoneDuration
  ) {
    self.width = width
    self.height = height
    self.fieldOfView = fieldOfView
    self.zoom = zoom
    self.frameDuration = frameDuration
  }
}

public struct StreamRequest: Sendable {
  /// May be a virtual camera: the phone then switches the constituent by the description's rule.
  public var camera: CameraID
  public var configuration: StreamConfiguration

  public init(camera: CameraID, configuration: StreamConfiguration) {
    self.camera = camera
    self.configuration = configuration
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

/// Which part of the sensor's picture is drawn, and how it is turned. The picture is cropped first, then
/// turned clockwise, then flipped left-right, then stretched to the target.
public struct FrameWindow: Hashable, Sendable {
  /// The part of the native picture, in units of its width and height; 0...1 is the whole. May reach outside.
  public var x, y, width, height: Double
  public var rotation: QuarterTurns
  public var isMirrored: Bool

  public init(
    x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1, rotation: QuarterTurns = 0,
    isMirrored: Bool = false
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.rotation = rotation
    self.isMirrored = isMirrored
  }
}

public enum PixelLayout: Hashable, Sendable {
  /// B, G, R, A bytes in memory.
  case bgra
  /// Y plane and interleaved CbCr plane, ITU-R 709, full range or video range.
  case biplanar420(fullRange: Bool)
  /// 32-bit floats, metres along the optical axis.
  case depthFloat32
}

/// Memory that pixels are drawn into.
public struct PixelTarget {
  public struct Plane {
    public var base: UnsafeMutableRawPointer
    public var bytesPerRow: Int
    public init(base: UnsafeMutableRawPointer, bytesPerRow: Int) {
      self.base = base
      self.bytesPerRow = bytesPerRow
    }
  }

  public var layout: PixelLayout
  public var width, height: Int
  public var planes: [Plane]

  public init(layout: PixelLayout, width: Int, height: Int, planes: [Plane]) {
    self.layout = layout
    self.width = width
    self.height = height
    self.planes = planes
  }
}

/// Draws a frame's pixels on demand: what the camera saw when the frame was exposed. Same request, same bytes.
public protocol FrameImager: Sendable {
  func draw(_ window: FrameWindow, into target: PixelTarget)
}
