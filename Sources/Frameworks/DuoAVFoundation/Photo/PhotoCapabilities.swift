import DuoCoreMedia
import DuoImageIO
import PhoneModel

/// What a photo output can do with its camera and the format that is active, as a value. Without a camera: nothing.
struct PhotoCapabilities: Equatable, Sendable {
  typealias Size = VideoBufferSettings.Size

  /// Raw values of `AVVideoCodecType`, the usual one first.
  var codecs: [String] = []
  var pixelFormats: [OSType] = []
  /// Raw values of `AVFileType`.
  var fileTypes: [String] = []
  /// Raw values of `AVCaptureDevice.FlashMode`.
  var flashModes: [Int] = []
  /// The active format's.
  var dimensions: [Size] = []
  /// Turn of sensor orientation compensation; 0 where it is not supported.
  var compensation: QuarterTurns = 0
  var depth = false
  var redEye = false
  /// Zero shutter lag, responsive capture, deferred delivery: formats for the best photos. [measured] for the first two
  var isBestFormat = false
  /// Unique IDs of the cameras that can each give a photo of one moment; empty for none.
  var constituents: [String] = []
  var bracketLimit = 0
  var biasRange: ClosedRange<Double> = 0...0
  var hasManualExposure = false
  /// Seconds.
  var durations: ClosedRange<Double> = 0...0
  var isoRange: ClosedRange<Double> = 0...0
  var shutterSoundSuppression = false
}

/// What an app told a photo output, as a value.
struct PhotoSwitches: Equatable, Sendable {
  /// Raw value of an `AVCapturePhotoOutput.QualityPrioritization`; 0: nothing was set.
  var maxQuality = 0
  var maxDimensions: VideoBufferSettings.Size?
  var compensation = true
  /// True until the app says otherwise; counts where it is supported. [header]: apps linked with iOS 17 and later
  var zeroShutterLag = true
  var responsive = false
  var fastCapture = false
  var deferred = false
  var depth = false
  var constituents = false
  var distortionCorrection = false
  var highResolution = false
  var livePhoto = false

  /// What no longer is supported is off. [header]
  func limited(to can: PhotoCapabilities) -> PhotoSwitches {
    var kept = self
    if !can.isBestFormat {
      kept.responsive = false
      kept.fastCapture = false
      kept.deferred = false
    }
    if !can.depth { kept.depth = false }
    if can.constituents.isEmpty { kept.constituents = false }
    return kept
  }
}

/// Which codecs stand in which files. [header]
enum PhotoFiles {
  static let jpeg = AVVideoCodecType.jpeg.rawValue
  static let hevc = AVVideoCodecType.hevc.rawValue

  /// For pixels without a codec.
  static let tiff = AVFileType.tif.rawValue

  static func codecs(of fileType: String) -> [String] {
    switch fileType {
    case AVFileType.jpg.rawValue: [jpeg]
    case AVFileType.heic.rawValue: [hevc]
    default: []
    }
  }

  /// The file that a codec's photo is usually in; nil for what is no file.
  static func usualType(of codec: String?) -> String? {
    switch codec {
    case jpeg: AVFileType.jpg.rawValue
    case hevc: AVFileType.heic.rawValue
    default: nil
    }
  }

  /// What the small picture inside a file can be. (ours: each kind of file has its own)
  static func thumbnailCodecs(of fileType: String?) -> [String] { fileType.map { codecs(of: $0) } ?? [] }
}

extension PhotoCapabilities {
  init(_ device: AVCaptureDevice) {
    codecs = (PictureFile.canWriteHEIC ? [PhotoFiles.hevc] : []) + [PhotoFiles.jpeg]
    fileTypes = codecs.compactMap { PhotoFiles.usualType(of: $0) } + [PhotoFiles.tiff]
    pixelFormats = [
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_32BGRA,
    ]
    flashModes = device.hasFlash ? [0, 1, 2] : [0]
    redEye = device.hasFlash
    let format = device.activeFormat
    dimensions = format.supportedMaxPhotoDimensions.map { Size($0) }
    compensation = PhotoOrientation.compensation(for: device.camera.id, in: device.phone.description)
    depth = device.activeDepthDataFormat != nil
    isBestFormat = format.isHighestPhotoQualitySupported
    if device.camera.switching == .followsZoom {
      constituents = device.constituentDevices.map(\.uniqueID)
    }
    let policy = device.phone.description.policy
    bracketLimit = policy.photosInBracket.value
    biasRange = Double(device.minExposureTargetBias)...Double(device.maxExposureTargetBias)
    hasManualExposure = device.isExposureModeSupported(.custom)
    durations = format.minExposureDuration.seconds...format.maxExposureDuration.seconds
    isoRange = Double(format.minISO)...Double(format.maxISO)
    shutterSoundSuppression = policy.shutterMayBeSilent.value
  }
}

extension AVCaptureDevice {
  /// How a constituent sees the moment that the virtual device pictures: as wide as itself, cut to what is wanted of it. [inferred]
  func view(ofConstituent index: Int) -> (camera: CameraID, fieldOfView: Double, zoom: Double)? {
    guard constituentDevices.indices.contains(index) else { return nil }
    let (part, stream) = (constituentDevices[index].camera, streamConfiguration)
    let shape = part.formats.filter { $0.width * stream.height == $0.height * stream.width }
    let size = shape.first { $0.width == stream.width } ?? shape.last
    guard let format = size ?? part.formats.last else { return nil }
    let start = index == 0 ? 1 : virtualDeviceSwitchOverVideoZoomFactors[index - 1].doubleValue
    return (part.id, format.fieldOfView, max(1, Double(stream.zoom) / start))
  }
}
