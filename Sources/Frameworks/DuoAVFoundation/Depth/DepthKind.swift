import DuoCoreMedia
import DuoFoundation

/// The four ways in which a depth map holds its numbers.
struct DepthKind: Hashable, Sendable {
  enum Quantity: Hashable, Sendable {
    /// Metres along the optical axis.
    case depth
    /// 1/metres.
    case disparity
  }

  var quantity: Quantity
  /// Two bytes a value; four otherwise.
  var isHalf: Bool

  /// Nil for a pixel format that is no depth map's.
  init?(_ format: OSType) {
    switch format {
    case kCVPixelFormatType_DisparityFloat16: self.init(quantity: .disparity, isHalf: true)
    case kCVPixelFormatType_DisparityFloat32: self.init(quantity: .disparity, isHalf: false)
    case kCVPixelFormatType_DepthFloat16: self.init(quantity: .depth, isHalf: true)
    case kCVPixelFormatType_DepthFloat32: self.init(quantity: .depth, isHalf: false)
    default: return nil
    }
  }

  private init(quantity: Quantity, isHalf: Bool) {
    self.quantity = quantity
    self.isHalf = isHalf
  }

  /// In the order of Apple's list. [header]
  static let allFormats: [OSType] = [
    kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32,
    kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DepthFloat32,
  ]

  /// A value of this kind as one of another: depth is 1 / disparity. [inferred] NaN stays NaN.
  func converted(_ value: Float, to other: DepthKind) -> Float {
    quantity == other.quantity ? value : 1 / value
  }
}

/// A depth map as numbers, row by row.
struct DepthGrid: Equatable, Sendable {
  var width, height: Int
  var values: [Float]

  subscript(x: Int, y: Int) -> Float {
    get { values[y * width + x] }
    set { values[y * width + x] = newValue }
  }

  /// Reads a buffer of one of the four formats.
  init(_ buffer: CVPixelBuffer, _ kind: DepthKind) {
    width = buffer.width
    height = buffer.height
    var values = [Float](repeating: 0, count: width * height)
    buffer.withPixels { planes in
      let plane = planes[0]
      for y in 0..<plane.height {
        let row = plane.base + y * plane.bytesPerRow
        for x in 0..<plane.width {
          values[y * plane.width + x] =
            kind.isHalf
            ? Float(row.load(fromByteOffset: x * 2, as: Float16.self))
            : row.load(fromByteOffset: x * 4, as: Float.self)
        }
      }
    }
    self.values = values
  }

  init(width: Int, height: Int, values: [Float]) {
    self.width = width
    self.height = height
    self.values = values
  }

  /// Writes the numbers into the plane of a buffer of the same size.
  func write(to plane: PixelPlane, _ kind: DepthKind) {
    for y in 0..<height {
      let row = plane.base + y * plane.bytesPerRow
      for x in 0..<width {
        if kind.isHalf {
          row.storeBytes(of: Float16(self[x, y]), toByteOffset: x * 2, as: Float16.self)
        } else {
          row.storeBytes(of: self[x, y], toByteOffset: x * 4, as: Float.self)
        }
      }
    }
  }

  /// A buffer with these numbers.
  func buffer(_ format: OSType, _ kind: DepthKind) -> CVPixelBuffer {
    CVPixelBuffer(width: width, height: height, format: format) { write(to: $0[0], kind) }
  }

  func map(_ change: (Float) -> Float) -> DepthGrid {
    DepthGrid(width: width, height: height, values: values.map(change))
  }

  /// Turned clockwise, then flipped left-right.
  func turned(_ move: GridMove) -> DepthGrid {
    let size = move.size(width: width, height: height)
    var result = DepthGrid(
      width: size.width, height: size.height, values: [Float](repeating: 0, count: values.count))
    for y in 0..<height {
      for x in 0..<width {
        let place = move.place(x: x, y: y, width: width, height: height)
        result[place.x, place.y] = self[x, y]
      }
    }
    return result
  }
}
