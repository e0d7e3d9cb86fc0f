import DuoCoreMedia

/// The rules that a request for a photo must keep, as a value; each one broken is an `NSInvalidArgumentException`.
struct PhotoCheck: Sendable {
  typealias Dimensions = VideoBufferSettings.Size

  /// What the output, its connection and its camera allow now.
  var usedIDs: Set<Int64>
  var hasActiveConnection: Bool
  var codecs: [String]
  var flashModes: [Int]
  /// Raw value of an `AVCapturePhotoOutput.QualityPrioritization`.
  var maxQuality: Int
  var supportedDimensions: [Dimensions]
  var maxDimensions: Dimensions

  enum Fault: Error, Equatable, Sendable {
    case reused, noConnection
    case formatNeedsOneKey, codecUnavailable, pixelFormatUnavailable
    case quality, flash, dimensionsUnsupported, dimensionsTooLarge
  }

  /// In the order in which the header lists the rules. [header]
  func check(_ wish: PhotoWish) throws(Fault) {
    if usedIDs.contains(wish.uniqueID) { throw .reused }
    if !hasActiveConnection { throw .noConnection }
    switch wish.format {
    case .standard: break
    case .none, .both: throw .formatNeedsOneKey
    case .pixels: throw .pixelFormatUnavailable
    case .codec(let codec): if !codecs.contains(codec) { throw .codecUnavailable }
    }
    if wish.quality > maxQuality { throw .quality }
    if !flashModes.contains(wish.flashMode) { throw .flash }
    if let most = wish.maxDimensions {
      if !supportedDimensions.contains(most) { throw .dimensionsUnsupported }
      if most.width > maxDimensions.width || most.height > maxDimensions.height { throw .dimensionsTooLarge }
    }
  }
}

/// What an app asks of a photo.
struct PhotoWish: Equatable, Sendable {
  enum Format: Equatable, Sendable {
    /// No dictionary was given: JPEG. [header]
    case standard
    /// Raw value of an `AVVideoCodecType`.
    case codec(String)
    case pixels
    /// Neither of the two keys, or both.
    case none, both
  }

  var uniqueID: Int64
  var format = Format.standard
  /// 0...1; nil: as the camera likes.
  var compressionQuality: Double?
  /// Raw value of an `AVCapturePhotoOutput.QualityPrioritization`.
  var quality = 2
  /// Raw value of an `AVCaptureDevice.FlashMode`.
  var flashMode = 0
  /// Nil: the smallest that the format supports.
  var maxDimensions: PhotoCheck.Dimensions?
}

extension PhotoCheck.Fault {
  /// The first two and `quality` are Apple's texts [forum]; the others are ours in Apple's manner.
  var text: String {
    switch self {
    case .reused: "Settings may not be re-used"
    case .noConnection: "No active and enabled video connection"
    case .formatNeedsOneKey:
      "settings.format must contain exactly one of kCVPixelBufferPixelFormatTypeKey and AVVideoCodecKey"
    case .codecUnavailable:
      "settings.format's AVVideoCodecKey must be present in self.availablePhotoCodecTypes"
    case .pixelFormatUnavailable:
      "settings.format's kCVPixelBufferPixelFormatTypeKey must be present in self.availablePhotoPixelFormatTypes"
    case .quality:
      "settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization"
    case .flash: "settings.flashMode must be present in self.supportedFlashModes"
    case .dimensionsUnsupported:
      "settings.maxPhotoDimensions must be present in the active format's supportedMaxPhotoDimensions"
    case .dimensionsTooLarge: "settings.maxPhotoDimensions must not be larger than self.maxPhotoDimensions"
    }
  }
}
