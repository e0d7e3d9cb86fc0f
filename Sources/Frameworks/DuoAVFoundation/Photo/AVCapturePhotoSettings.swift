import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import Synchronization

/// What an app asks of one photo. Each object is good for one photo; make a new one, or a copy with `init(from:)`, for the
/// next. [header] Nearly everything is looked at when the photo is taken. [header] Not safe on several threads at once.
open class AVCapturePhotoSettings: NSObject {
  private static let count = Atomic<Int64>(0)

  /// New for every object of the process. [header]
  public let uniqueID: Int64
  /// As it was given; `[AVVideoCodecKey: AVVideoCodecType.jpeg]` without one; nil for RAW only. [header]
  public let format: [String: Any]?
  /// Follows from the format unless it was given: `.jpg` for JPEG, `.heic` for HEVC; nil for what is no file. [header]
  public let processedFileType: AVFileType?
  /// 0 without RAW. [header] No camera here delivers RAW, so any other raises when the photo is taken.
  public let rawPhotoPixelFormatType: OSType
  /// Nil without RAW. [header]
  public let rawFileType: AVFileType?
  private let hasFormat: Bool

  /// At most the output's `maxPhotoQualityPrioritization`. [header]
  public var photoQualityPrioritization = AVCapturePhotoOutput.QualityPrioritization.balanced {
    didSet { hasSetQuality = true }
  }
  private var hasSetQuality = false
  private var hasSetStabilization = false
  /// One of the output's `supportedFlashModes`. [header]
  public var flashMode = AVCaptureDevice.FlashMode.off
  /// One of the active format's `supportedMaxPhotoDimensions`, at most the output's; the photo has the shape of the
  /// camera's picture within it. 0 x 0 at first: the smallest of the format's. [header]
  public var maxPhotoDimensions = CMVideoDimensions(width: 0, height: 0)
  /// Counts where the output supports it. True at first. [header]
  public var isAutoRedEyeReductionEnabled = true
  /// A virtual camera may join what its constituents see. True at first, false for RAW and brackets. [header]
  public var isAutoVirtualDeviceFusionEnabled: Bool
  /// Two or more constituents of a virtual camera: one photo from each. Empty at first. [header]
  public var virtualDeviceConstituentPhotoDeliveryEnabledDevices: [AVCaptureDevice] = []
  /// The output must have depth delivery on. [header]
  public var isDepthDataDeliveryEnabled = false
  /// Counts with depth. True at first. [header]
  public var embedsDepthDataInPhoto = true
  /// Counts with depth. True at first: holes are filled. [header]
  public var isDepthDataFiltered = true
  public var isCameraCalibrationDataDeliveryEnabled = false
  public var isPortraitEffectsMatteDeliveryEnabled = false
  public var embedsPortraitEffectsMatteInPhoto = true
  public var embedsSemanticSegmentationMattesInPhoto = true
  /// Where a Live Photo's movie goes. No camera here takes Live Photos, so any URL raises when the photo is taken.
  public var livePhotoMovieFileURL: URL?
  public var isAutoContentAwareDistortionCorrectionEnabled = false
  public var isConstantColorEnabled = false
  public var isConstantColorFallbackPhotoDeliveryEnabled = false
  /// The output must support it. [header]
  public var isShutterSoundSuppressionEnabled = false

  /// What is written into the photo's file beside what the camera writes; these values win. Only ImageIO's keys; any
  /// other raises `NSInvalidArgumentException`. [header] The moment is the assignment (assumed).
  public var metadata: [String: Any] {
    get { ownMetadata.properties }
    set {
      do throws(ImageMetadata.UnknownKey) { ownMetadata = try ImageMetadata(newValue) } catch {
        raise(
          .invalidArgument,
          "*** -[AVCapturePhotoSettings setMetadata:] \(error.key) is not a key or value of ImageIO's properties"
        )
      }
    }
  }
  private var ownMetadata = ImageMetadata()

  /// A smaller picture beside the photo: one of `availablePreviewPhotoPixelFormatTypes`, perhaps with
  /// `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`, both or none. Nil at first. [header]
  public var previewPhotoFormat: [String: Any]?
  /// A small picture inside the file: one of `availableEmbeddedThumbnailPhotoCodecTypes`, perhaps with `AVVideoWidthKey` and
  /// `AVVideoHeightKey`, both or none. Nil at first. [header]
  public var embeddedThumbnailPhotoFormat: [String: Any]?

  /// The first is the usual one. [header]
  public var availablePreviewPhotoPixelFormatTypes: [OSType] {
    [
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_32BGRA,
    ]
  }
  /// As numbers: how Swift saw it before iOS 11.
  public var __availablePreviewPhotoPixelFormatTypes: [NSNumber] {
    availablePreviewPhotoPixelFormatTypes.map { NSNumber(value: $0) }
  }
  /// The codec of the file; empty for what is no file. [header]
  public var availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] {
    PhotoFiles.thumbnailCodecs(of: processedFileType?.rawValue).map { AVVideoCodecType(rawValue: $0) }
  }

  /// The output must have it on too. [docs]
  @available(iOS, deprecated: 16.0)
  public var isHighResolutionPhotoEnabled: Bool {
    get { wantsHighResolution }
    set { wantsHighResolution = newValue }
  }
  private var wantsHighResolution = false

  /// The older name of the quality: true is `.balanced` or better, setting it means `.balanced` or `.speed`. Set beside a
  /// `photoQualityPrioritization`, it makes the photo fail. [forum]
  @available(iOS, deprecated: 13.0)
  public var isAutoStillImageStabilizationEnabled: Bool {
    get { photoQualityPrioritization != .speed }
    set {
      let hasSetQuality = hasSetQuality
      photoQualityPrioritization = newValue ? .balanced : .speed
      (self.hasSetQuality, hasSetStabilization) = (hasSetQuality, true)
    }
  }

  @available(iOS, deprecated: 13.0)
  public var isAutoDualCameraFusionEnabled: Bool {
    get { isAutoVirtualDeviceFusionEnabled }
    set { isAutoVirtualDeviceFusionEnabled = newValue }
  }

  // MARK: Making

  /// A JPEG.
  public override convenience init() {
    self.init(given: nil, raw: 0, rawFile: nil, file: nil)
  }

  /// - Parameter format: Exactly one of `AVVideoCodecKey` and `kCVPixelBufferPixelFormatTypeKey`, and with the former
  ///   perhaps `AVVideoCompressionPropertiesKey`. Looked at when the photo is taken. Nil: JPEG. [header]
  public convenience init(format: [String: Any]?) {
    self.init(given: format, raw: 0, rawFile: nil, file: nil)
  }

  public convenience init(rawPixelFormatType: OSType) {
    self.init(given: nil, raw: rawPixelFormatType, rawFile: nil, file: nil)
  }

  public convenience init(rawPixelFormatType: OSType, processedFormat: [String: Any]?) {
    self.init(given: processedFormat, raw: rawPixelFormatType, rawFile: nil, file: nil)
  }

  /// - Parameters:
  ///   - rawPixelFormatType: 0 for no RAW.
  ///   - rawFileType: Nil: as usual, `.dng`.
  ///   - processedFormat: As in `init(format:)`; nil beside RAW: RAW only.
  ///   - processedFileType: Nil: what follows from the format.
  public convenience init(
    rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
    processedFileType: AVFileType?
  ) {
    self.init(
      given: processedFormat, raw: rawPixelFormatType, rawFile: rawFileType, file: processedFileType)
  }

  /// A copy with an ID of its own. [header]
  public convenience init(from photoSettings: AVCapturePhotoSettings) {
    self.init(copying: photoSettings)
  }

  init(given format: [String: Any]?, raw: OSType, rawFile: AVFileType?, file: AVFileType?) {
    uniqueID = Self.count.add(1, ordering: .relaxed).newValue
    hasFormat = format != nil
    self.format = format ?? (raw == 0 ? [AVVideoCodecKey: AVVideoCodecType.jpeg] : nil)
    processedFileType =
      file ?? PhotoFiles.usualType(of: Self.codec(in: self.format)).map { AVFileType(rawValue: $0) }
    rawPhotoPixelFormatType = raw
    rawFileType = raw == 0 ? nil : rawFile ?? .dng
    isAutoVirtualDeviceFusionEnabled = raw == 0
  }

  init(copying other: AVCapturePhotoSettings) {
    uniqueID = Self.count.add(1, ordering: .relaxed).newValue
    hasFormat = other.hasFormat
    format = other.format
    processedFileType = other.processedFileType
    rawPhotoPixelFormatType = other.rawPhotoPixelFormatType
    rawFileType = other.rawFileType
    isAutoVirtualDeviceFusionEnabled = other.isAutoVirtualDeviceFusionEnabled
    super.init()
    photoQualityPrioritization = other.photoQualityPrioritization
    flashMode = other.flashMode
    maxPhotoDimensions = other.maxPhotoDimensions
    isAutoRedEyeReductionEnabled = other.isAutoRedEyeReductionEnabled
    virtualDeviceConstituentPhotoDeliveryEnabledDevices =
      other.virtualDeviceConstituentPhotoDeliveryEnabledDevices
    isDepthDataDeliveryEnabled = other.isDepthDataDeliveryEnabled
    embedsDepthDataInPhoto = other.embedsDepthDataInPhoto
    isDepthDataFiltered = other.isDepthDataFiltered
    isCameraCalibrationDataDeliveryEnabled = other.isCameraCalibrationDataDeliveryEnabled
    isPortraitEffectsMatteDeliveryEnabled = other.isPortraitEffectsMatteDeliveryEnabled
    embedsPortraitEffectsMatteInPhoto = other.embedsPortraitEffectsMatteInPhoto
    embedsSemanticSegmentationMattesInPhoto = other.embedsSemanticSegmentationMattesInPhoto
    livePhotoMovieFileURL = other.livePhotoMovieFileURL
    isAutoContentAwareDistortionCorrectionEnabled = other.isAutoContentAwareDistortionCorrectionEnabled
    isConstantColorEnabled = other.isConstantColorEnabled
    isConstantColorFallbackPhotoDeliveryEnabled = other.isConstantColorFallbackPhotoDeliveryEnabled
    isShutterSoundSuppressionEnabled = other.isShutterSoundSuppressionEnabled
    ownMetadata = other.ownMetadata
    previewPhotoFormat = other.previewPhotoFormat
    embeddedThumbnailPhotoFormat = other.embeddedThumbnailPhotoFormat
    wantsHighResolution = other.wantsHighResolution
    hasSetStabilization = other.hasSetStabilization
    hasSetQuality = other.hasSetQuality
  }

  // MARK: As a value

  private static func codec(in format: [String: Any]?) -> String? {
    let value = format?[AVVideoCodecKey]
    return (value as? AVVideoCodecType)?.rawValue ?? value as? String
  }

  private static func pixels(in format: [String: Any]) -> OSType? {
    format[kCVPixelBufferPixelFormatTypeKey as String].flatMap { MetadataValue($0) }.flatMap {
      if case .integer(let number) = $0 { OSType(exactly: number) } else { nil }
    }
  }

  /// The settings as they are now.
  var wish: PhotoWish {
    var wish = PhotoWish(uniqueID: uniqueID)
    let hasPixels = format?[kCVPixelBufferPixelFormatTypeKey as String] != nil
    switch (hasFormat, format?[AVVideoCodecKey] != nil, hasPixels) {
    case (false, _, _): wish.format = format == nil ? .absent : .standard
    case (true, true, false): wish.format = .codec(Self.codec(in: format) ?? "")
    case (true, false, true): wish.format = .pixels(Self.pixels(in: format ?? [:]) ?? 0)
    case (true, true, true): wish.format = .both
    case (true, false, false): wish.format = .none
    }
    wish.fileType = processedFileType?.rawValue
    let properties = format?[AVVideoCompressionPropertiesKey] as? [String: Any]
    wish.compressionQuality = properties?[AVVideoQualityKey].flatMap { MetadataValue($0)?.real }
    wish.quality = photoQualityPrioritization.rawValue
    wish.flashMode = flashMode.rawValue
    let most = maxPhotoDimensions
    if most.width != 0 || most.height != 0 { wish.maxDimensions = PhotoCheck.Dimensions(most) }
    wish.depth = isDepthDataDeliveryEnabled
    wish.embedsDepth = embedsDepthDataInPhoto
    wish.isDepthFiltered = isDepthDataFiltered
    wish.calibration = isCameraCalibrationDataDeliveryEnabled
    wish.portraitMatte = isPortraitEffectsMatteDeliveryEnabled
    wish.livePhotoURL = livePhotoMovieFileURL
    wish.raw = rawPhotoPixelFormatType
    wish.suppressesShutterSound = isShutterSoundSuppressionEnabled
    wish.constituents = virtualDeviceConstituentPhotoDeliveryEnabledDevices.map(\.uniqueID)
    wish.preview = previewPhotoFormat.map {
      Self.small(
        $0, format: Self.pixels(in: $0) ?? 0, codec: nil, kCVPixelBufferWidthKey as String,
        kCVPixelBufferHeightKey as String)
    }
    wish.thumbnail = embeddedThumbnailPhotoFormat.map {
      Self.small($0, format: 0, codec: Self.codec(in: $0), AVVideoWidthKey, AVVideoHeightKey)
    }
    wish.redEye = isAutoRedEyeReductionEnabled
    wish.distortionCorrection = isAutoContentAwareDistortionCorrectionEnabled
    wish.constantColor = isConstantColorEnabled
    wish.highResolution = wantsHighResolution
    wish.fusion = isAutoVirtualDeviceFusionEnabled
    wish.mixesOldAndNewQuality = hasSetStabilization && hasSetQuality
    wish.metadata = ownMetadata
    return wish
  }

  /// One side without the other is a size that breaks the rule.
  private static func small(
    _ format: [String: Any], format type: OSType, codec: String?, _ widthKey: String, _ heightKey: String
  ) -> PhotoWish.Small {
    let (width, height) = (format[widthKey], format[heightKey])
    let sides = [width, height].map {
      $0.flatMap { MetadataValue($0)?.real }.map { Int(saturating: min($0, 1e9)) } ?? 0
    }
    return PhotoWish.Small(
      format: type, codec: codec,
      size: width == nil && height == nil ? nil : PhotoWish.Size(width: sides[0], height: sides[1]))
  }
}

extension VideoBufferSettings.Size {
  init(_ dimensions: CMVideoDimensions) {
    self.init(width: Int(dimensions.width), height: Int(dimensions.height))
  }

  var dimensions: CMVideoDimensions { CMVideoDimensions(width: Int32(width), height: Int32(height)) }
}
