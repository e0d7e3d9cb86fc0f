import DuoCoreMedia
import DuoFoundation
import PhoneModel

/// What a video data output delivers, as a value: the app's wishes, checked.
struct VideoBufferSettings: Equatable, Sendable {
  /// Why settings are refused; each is an `NSInvalidArgumentException`.
  enum Refusal: Error, Equatable, Sendable {
    case unsupportedPixelFormat
    /// Not the shape of the camera's picture as the connection turns it.
    case wrongShape
    case tooLarge
    /// Only one of width and height.
    case incomplete
    /// A size, while the output delivers preview-sized buffers.
    case previewSized
  }

  /// Of eight bits, in the order of an iPhone. [forum]
  static let availableFormats: [OSType] = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_32BGRA,
  ]

  /// Those into which a camera's pictures can be brought: of ten-bit cameras ten-bit ones too, its own first. [header], the
  /// list of those [forum] and assumed
  static func availableFormats(from native: OSType?) -> [OSType] {
    let tall = [
      kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
    ]
    let small = [
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    ]
    switch native {
    case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: return tall + small + availableFormats
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: return small + availableFormats
    default: return availableFormats
    }
  }

  /// The format of the buffers where this one is wished for; the camera's own without a wish, or with one that it cannot fill
  /// any more.
  static func delivered(_ wish: OSType?, from native: OSType?) -> OSType {
    let available = availableFormats(from: native)
    return [wish, native].compactMap { $0 }.first { available.contains($0) } ?? available[0]
  }

  /// Nil: what the device delivers by itself.
  var pixelFormat: OSType?
  /// Nil: the size of the camera's picture.
  var size: Size?

  struct Size: Equatable, Sendable {
    var width, height: Int
    /// As it is after clockwise turns.
    func turned(_ turns: QuarterTurns) -> Size {
      turns.count % 2 == 0 ? self : Size(width: height, height: width)
    }

    /// The size at which a preview needs this picture: the same shape with a shorter side of at most so many pixels, in
    /// even numbers.
    func preview(shortSide: Int) -> Size {
      let short = min(width, height)
      guard short > shortSide else { return self }
      func scaled(_ length: Int) -> Int { (length * shortSide / short + 1) / 2 * 2 }
      return Size(width: scaled(width), height: scaled(height))
    }
  }

  /// Checked settings.
  /// - Parameters:
  ///   - native: The camera's pixel format; nil without a camera.
  ///   - picture: The camera's picture as the connection turns it; nil while there is none, then any size is taken.
  init(
    pixelFormat: OSType?, from native: OSType? = nil, width: Int?, height: Int?, picture: Size?
  ) throws(Refusal) {
    if let pixelFormat, !Self.availableFormats(from: native).contains(pixelFormat) {
      throw .unsupportedPixelFormat
    }
    self.pixelFormat = pixelFormat
    switch (width, height) {
    case (nil, nil): size = nil
    case (let width?, let height?):
      guard width > 0, height > 0 else { throw .wrongShape }
      if let picture {
        if width > picture.width || height > picture.height { throw .tooLarge }
        if !Self.isSameShape(width, height, picture) { throw .wrongShape }
      }
      size = Size(width: width, height: height)
    default: throw .incomplete
    }
  }

  init() {
    pixelFormat = nil
    size = nil
  }

  /// To the pixel, since sizes are whole numbers.
  private static func isSameShape(_ width: Int, _ height: Int, _ picture: Size) -> Bool {
    abs(width * picture.height - height * picture.width) <= max(picture.width, picture.height)
  }
}

extension VideoBufferSettings.Refusal {
  /// The first is Apple's text [forum]; the others are ours.
  var text: String {
    switch self {
    case .unsupportedPixelFormat: "Unsupported pixel format type - use -availableVideoPixelFormatTypes"
    case .wrongShape:
      "The width and height do not have the shape of the device's activeFormat as the connection turns it"
    case .tooLarge: "The width and height are larger than those of the device's activeFormat"
    case .incomplete: "Width and height must be given together"
    case .previewSized: "Width and height cannot be set while deliversPreviewSizedOutputBuffers is YES"
    }
  }
}
