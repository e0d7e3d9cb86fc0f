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
  /// Y plane and interleaved CbCr plane of 16-bit numbers, little-endian, ten bits in their upper part. A row has half as many
  /// Cb and Cr as Y; with `halvesRows` every second row has some (420), else every row (422).
  case biplanarTen(fullRange: Bool, halvesRows: Bool)
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
