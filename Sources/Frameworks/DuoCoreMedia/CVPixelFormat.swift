import DuoFoundation

// Pixel formats. Values are Apple's four-character codes. [header]

public let kCVPixelFormatType_24RGB: OSType = 0x18
public let kCVPixelFormatType_32ARGB: OSType = 0x20
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
public let kCVPixelFormatType_OneComponent8: OSType = 0x4c30_3038
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570

/// How a pixel format lies in memory.
enum PixelFormat {
  /// One plane; a block of `blockWidth` pixels takes `blockBytes`.
  case packed(blockBytes: Int, blockWidth: Int)
  /// Several planes, each smaller than the picture by factors across and down.
  case planar([(sampleBytes: Int, across: Int, down: Int)])

  /// Nil for a format that Diptych does not know.
  init?(_ code: OSType) {
    switch code {
    case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA,
      kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat32:
      self = .packed(blockBytes: 4, blockWidth: 1)
    case kCVPixelFormatType_24RGB: self = .packed(blockBytes: 3, blockWidth: 1)
    case kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs:
      self = .packed(blockBytes: 4, blockWidth: 2)
    case kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DepthFloat16:
      self = .packed(blockBytes: 2, blockWidth: 1)
    case kCVPixelFormatType_OneComponent8: self = .packed(blockBytes: 1, blockWidth: 1)
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      self = .planar([(1, 1, 1), (2, 2, 2)])
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      self = .planar([(2, 1, 1), (4, 2, 2)])
    case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange:
      self = .planar([(2, 1, 1), (4, 2, 1)])
    case kCVPixelFormatType_420YpCbCr8Planar: self = .planar([(1, 1, 1), (1, 2, 2), (1, 2, 2)])
    default: return nil
    }
  }
}

/// Where the planes of a picture lie in one block of memory. A packed picture has one plane.
struct PixelBufferLayout: Hashable, Sendable {
  struct Plane: Hashable, Sendable {
    var width, height: Int
    var bytesPerRow: Int
    /// Bytes from the start of the block.
    var offset: Int
  }

  var isPlanar: Bool
  var planes: [Plane]
  /// Bytes of the whole block.
  var size: Int

  /// Rows start at multiples of this many bytes unless the attributes say otherwise, as Apple's commonly do.
  static let defaultAlignment = 64

  /// Nil for an unknown format.
  /// - Precondition: `width` and `height` are positive, and `alignment` is a power of two.
  init?(width: Int, height: Int, format: OSType, alignment: Int) {
    func aligned(_ bytes: Int, _ unit: Int) -> Int { (bytes + unit - 1) / unit * unit }
    planes = []
    size = 0
    switch PixelFormat(format) {
    case nil: return nil
    case .packed(let blockBytes, let blockWidth):
      isPlanar = false
      let row = aligned((width + blockWidth - 1) / blockWidth * blockBytes, alignment)
      planes = [Plane(width: width, height: height, bytesPerRow: row, offset: 0)]
      size = row * height
    case .planar(let kinds):
      isPlanar = true
      for (bytes, across, down) in kinds {
        let planeWidth = (width + across - 1) / across
        let planeHeight = (height + down - 1) / down
        let row = aligned(planeWidth * bytes, alignment)
        planes.append(Plane(width: planeWidth, height: planeHeight, bytesPerRow: row, offset: size))
        size = aligned(size + row * planeHeight, Self.defaultAlignment)
      }
    }
  }
}
