import DuoCoreMedia
import DuoFoundation
import Synchronization

/// What an app asks of one photo. Each object is good for one photo; make a new one, or a copy with `init(from:)`, for the
/// next. [header] Not safe on several threads at once.
open class AVCapturePhotoSettings: NSObject {
  private static let count = Atomic<Int64>(0)

  /// New for every object of the process. [header]
  public let uniqueID: Int64
  /// As it was given; `[AVVideoCodecKey: AVVideoCodecType.jpeg]` without one. [header]
  public let format: [String: Any]?
  /// Follows from the format: `.jpg` for JPEG; nil for what is no file. [header]
  public var processedFileType: AVFileType? {
    Self.codec(in: format) == AVVideoCodecType.jpeg.rawValue ? .jpg : nil
  }

  /// At most the output's `maxPhotoQualityPrioritization`. [header]
  public var photoQualityPrioritization = AVCapturePhotoOutput.QualityPrioritization.balanced
  /// One of the output's `supportedFlashModes`. [header]
  public var flashMode = AVCaptureDevice.FlashMode.off
  /// One of the active format's `supportedMaxPhotoDimensions`, at most the output's; the photo has the shape of the
  /// camera's picture within it. 0 x 0 at first: the smallest of the format's. [header]
  public var maxPhotoDimensions = CMVideoDimensions(width: 0, height: 0)

  private let hasFormat: Bool

  /// A JPEG.
  public override convenience init() { self.init(format: Self.jpeg, hasFormat: false) }

  /// - Parameter format: Exactly one of `AVVideoCodecKey` and `kCVPixelBufferPixelFormatTypeKey`, and with the former
  ///   perhaps `AVVideoCompressionPropertiesKey`. Looked at when the photo is taken. Nil: JPEG. [header]
  public convenience init(format: [String: Any]?) {
    self.init(format: format ?? Self.jpeg, hasFormat: format != nil)
  }

  /// A copy with an ID of its own. [header]
  public convenience init(from photoSettings: AVCapturePhotoSettings) {
    self.init(format: photoSettings.format, hasFormat: photoSettings.hasFormat)
    photoQualityPrioritization = photoSettings.photoQualityPrioritization
    flashMode = photoSettings.flashMode
    maxPhotoDimensions = photoSettings.maxPhotoDimensions
  }

  private init(format: [String: Any]?, hasFormat: Bool) {
    uniqueID = Self.count.add(1, ordering: .relaxed).newValue
    self.format = format
    self.hasFormat = hasFormat
  }

  private static var jpeg: [String: Any] { [AVVideoCodecKey: AVVideoCodecType.jpeg] }

  private static func codec(in format: [String: Any]?) -> String? {
    let value = format?[AVVideoCodecKey]
    return (value as? AVVideoCodecType)?.rawValue ?? value as? String
  }

  /// The settings as they are now.
  var wish: PhotoWish {
    var wish = PhotoWish(uniqueID: uniqueID)
    let hasPixels = format?[kCVPixelBufferPixelFormatTypeKey as String] != nil
    switch (hasFormat, format?[AVVideoCodecKey] != nil, hasPixels) {
    case (false, _, _): wish.format = .standard
    case (true, true, false): wish.format = .codec(Self.codec(in: format) ?? "")
    case (true, false, true): wish.format = .pixels
    case (true, true, true): wish.format = .both
    case (true, false, false): wish.format = .none
    }
    let properties = format?[AVVideoCompressionPropertiesKey] as? [String: Any]
    wish.compressionQuality =
      (properties?[AVVideoQualityKey] as? NSNumber)?.doubleValue ?? properties?[AVVideoQualityKey] as? Double
    wish.quality = photoQualityPrioritization.rawValue
    wish.flashMode = flashMode.rawValue
    let most = maxPhotoDimensions
    if most.width != 0 || most.height != 0 { wish.maxDimensions = PhotoCheck.Dimensions(most) }
    return wish
  }
}

extension VideoBufferSettings.Size {
  init(_ dimensions: CMVideoDimensions) {
    self.init(width: Int(dimensions.width), height: Int(dimensions.height))
  }

  var dimensions: CMVideoDimensions { CMVideoDimensions(width: Int32(width), height: Int32(height)) }
}
