import DuoCoreMedia
import DuoFoundation
import PhoneModel

extension AVCaptureDevice {
  /// One way in which a device can deliver pictures. Immutable; two formats are equal when they are the same
  /// object. Safe on any thread.
  ///
  /// `@unchecked` for the format description inside, which is immutable too.
  public final class Format: NSObject, @unchecked Sendable {
    /// The phone's numbers behind this format.
    package let numbers: CameraFormat
    /// `.video`, `.audio`, or `.depthData` for an entry of `supportedDepthDataFormats`.
    public let mediaType: AVMediaType
    /// Dimensions in pixels with the sensor's native top up, and the pixel format. [header]
    public let formatDescription: CMFormatDescription
    /// One or more ranges.
    public let videoSupportedFrameRateRanges: [AVFrameRateRange]
    /// The depth maps that can accompany this format's pictures; empty for none.
    public let supportedDepthDataFormats: [Format]
    /// How the camera finds focus in this format. [docs]
    public let autoFocusSystem: AutoFocusSystem

    private init(
      _ numbers: CameraFormat, mediaType: AVMediaType, width: Int, height: Int, pixelFormat: String,
      depthFormats: [Format], maxRate: Double, autoFocus: CameraTraits.AutoFocus
    ) {
      self.numbers = numbers
      self.mediaType = mediaType
      formatDescription = .video(width: width, height: height, pixelFormat: pixelFormat)
      videoSupportedFrameRateRanges = [
        AVFrameRateRange(minFrameRate: numbers.minFrameRate, maxFrameRate: maxRate)
      ]
      supportedDepthDataFormats = depthFormats
      autoFocusSystem =
        switch autoFocus {
        case .none: .none
        case .contrast: .contrastDetection
        case .phase: .phaseDetection
        }
    }

    /// What a microphone delivers. `numbers` are looked at only for pictures.
    init(_ numbers: CameraFormat, sound: CMFormatDescription) {
      self.numbers = numbers
      mediaType = .audio
      formatDescription = sound
      videoSupportedFrameRateRanges = []
      supportedDepthDataFormats = []
      autoFocusSystem = .none
    }

    /// Depth exists as 16-bit and as 32-bit floats for each size (assumed, as on other iPhones).
    ///
    /// - Parameter depthRate: Depth maps in a second at most; never more than pictures. [header]
    convenience init(_ numbers: CameraFormat, autoFocus: CameraTraits.AutoFocus, depthRate: Double) {
      let depth = numbers.depthSizes.flatMap { size in
        ["hdep", "fdep"].map { pixels in
          Format(
            numbers, mediaType: .depthData, width: size[0], height: size[1], pixelFormat: pixels,
            depthFormats: [], maxRate: min(numbers.maxFrameRate, depthRate), autoFocus: autoFocus)
        }
      }
      self.init(
        numbers, mediaType: .video, width: numbers.width, height: numbers.height,
        pixelFormat: numbers.pixelFormat, depthFormats: depth,
        maxRate: numbers.maxFrameRate, autoFocus: autoFocus)
    }

    /// Horizontal, degrees, of the whole picture at zoom 1. [header]
    public var videoFieldOfView: Float { Float(numbers.fieldOfView) }

    /// The same: no lens of a simulated phone bends lines, so there is nothing to correct. [header] for
    /// equality
    public var geometricDistortionCorrectedVideoFieldOfView: Float { videoFieldOfView }

    /// Horizontal, degrees, of the part that a dynamic aspect ratio delivers; 0 when the format has none.
    /// [header]; the spelling of the labels is not confirmed.
    public func videoFieldOfView(
      for aspectRatio: AspectRatio, geometricDistortionCorrected: Bool
    ) -> Float {
      guard supportedDynamicAspectRatios.contains(aspectRatio) else { return 0 }
      return Float(FormatGeometry(numbers, ratio: aspectRatio.rawValue).fieldOfView)
    }

    /// Neighbouring pixels of the sensor are joined. [header]
    public var isVideoBinned: Bool { numbers.isBinned }
    /// 1 means no zoom. Above it the device raises `NSRangeException`.
    public var videoMaxZoomFactor: CGFloat { numbers.maxZoom }
    /// From here on pixels are stretched.
    public var videoZoomFactorUpscaleThreshold: CGFloat { numbers.upscaleZoom }

    /// Shortest exposure of one frame. [header]
    public var minExposureDuration: CMTime {
      CMTime(nearest: numbers.minExposure)
    }
    /// Longest exposure of one frame. [header]
    public var maxExposureDuration: CMTime {
      CMTime(nearest: numbers.maxExposure)
    }
    /// Lowest ISO value that can be set. [header]
    public var minISO: Float { Float(numbers.minISO) }
    /// Highest ISO value that can be set. [header]
    public var maxISO: Float { Float(numbers.maxISO) }

    /// Legal values of `maxPhotoDimensions` of a photo output and its settings, small to large.
    public var supportedMaxPhotoDimensions: [CMVideoDimensions] {
      numbers.photoSizes.map { CMVideoDimensions(width: Int32($0[0]), height: Int32($0[1])) }
    }

    /// The largest still picture.
    @available(iOS, deprecated: 16.0)
    public var highResolutionStillImageDimensions: CMVideoDimensions {
      supportedMaxPhotoDimensions.max { $0.width * $0.height < $1.width * $1.height }
        ?? CMVideoDimensions(width: 0, height: 0)
    }

    /// Photos at `.quality` or better. [header]
    public var isHighPhotoQualitySupported: Bool { numbers.isHighPhotoQuality }
    /// Photos at the best quality that the camera has. [header]
    public var isHighestPhotoQualitySupported: Bool { numbers.isHighestPhotoQuality }
    /// May be active in a multi-camera session. [header]
    public var isMultiCamSupported: Bool { numbers.isMultiCam }

    /// A stabilised format offers every mode but the low-latency ones (assumed); `.off` is always there, and
    /// `.auto` is not a mode of a format. [header]
    public func isVideoStabilizationModeSupported(_ mode: AVCaptureVideoStabilizationMode) -> Bool {
      switch mode {
      case .off: true
      case .standard, .cinematic, .cinematicExtended: numbers.isStabilized
      case .previewOptimized, .cinematicExtendedEnhanced, .lowLatency, .auto: false
      }
    }

    /// The ratios that `setDynamicAspectRatio` accepts, the initial one first; empty when the ratio is fixed.
    public var supportedDynamicAspectRatios: [AspectRatio] {
      numbers.aspectRatios.map(AspectRatio.init(rawValue:))
    }

    public override var description: String {
      if mediaType == .audio { return "<AVCaptureDevice.Format: 'soun'/'lpcm'>" }
      let size = formatDescription.dimensions
      return "<AVCaptureDevice.Format: '\(mediaType.rawValue)'/'\(numbers.pixelFormat)' "
        + "\(size.width)x\(size.height), \(numbers.minFrameRate)-\(numbers.maxFrameRate) fps, "
        + "fov \(numbers.fieldOfView)>"
    }
  }
}

extension CMFormatDescription {
  /// A description of uncompressed pictures. The pixel format is its four-character code.
  package static func video(width: Int, height: Int, pixelFormat: String) -> CMFormatDescription {
    let code = pixelFormat.utf8.reduce(FourCharCode(0)) { $0 << 8 | FourCharCode($1) }
    var description: CMFormatDescription?
    let status = CMVideoFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, codecType: code, width: Int32(width), height: Int32(height),
      extensions: nil, formatDescriptionOut: &description)
    guard let description else {
      fatalError("no format description for \(width)x\(height) '\(pixelFormat)': status \(status)")
    }
    return description
  }
}
