import DuoCoreMedia
import DuoFoundation

/// How one photo of a bracket is exposed. Abstract: use one of its two subclasses. [header]
public class AVCaptureBracketedStillImageSettings: NSObject {
  let exposure: PhotoWish.Exposure

  init(exposure: PhotoWish.Exposure) { self.exposure = exposure }
}

/// Exposed automatically, and then brighter or darker.
public final class AVCaptureAutoExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings {
  /// Stops. `AVCaptureDevice.currentExposureTargetBias` keeps the device's. [header]
  public let exposureTargetBias: Float

  private init(bias: Float) {
    exposureTargetBias = bias
    super.init(
      exposure: .bias(bias == AVCaptureDevice.currentExposureTargetBias ? nil : Double(bias)))
  }

  public static func autoExposureSettings(
    exposureTargetBias: Float
  ) -> AVCaptureAutoExposureBracketedStillImageSettings {
    AVCaptureAutoExposureBracketedStillImageSettings(bias: exposureTargetBias)
  }
}

/// Exposed as long and as sensitively as it says.
public final class AVCaptureManualExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings {
  /// `AVCaptureDevice.currentExposureDuration` keeps the device's. [header]
  public let exposureDuration: CMTime
  /// `AVCaptureDevice.currentISO` keeps the device's. [header]
  public let iso: Float

  private init(duration: CMTime, iso: Float) {
    exposureDuration = duration
    self.iso = iso
    let keepsDuration = duration == AVCaptureDevice.currentExposureDuration
    super.init(
      exposure: .manual(
        duration: keepsDuration ? 0 : duration.seconds,
        iso: iso == AVCaptureDevice.currentISO ? 0 : Double(iso)))
  }

  public static func manualExposureSettings(
    exposureDuration: CMTime, iso: Float
  ) -> AVCaptureManualExposureBracketedStillImageSettings {
    AVCaptureManualExposureBracketedStillImageSettings(duration: exposureDuration, iso: iso)
  }
}

/// Asks for several photos of one request, each exposed in its own way, one after the other.
open class AVCapturePhotoBracketSettings: AVCapturePhotoSettings {
  /// In the order of the photos; all of one class.
  public let bracketedSettings: [AVCaptureBracketedStillImageSettings]
  /// The output must support it. False at first. [header]
  public var isLensStabilizationEnabled = false

  /// - Parameters:
  ///   - rawPixelFormatType: 0 for no RAW.
  ///   - processedFormat: As in `AVCapturePhotoSettings.init(format:)`.
  ///   - bracketedSettings: Empty or of both classes: raises `NSInvalidArgumentException`. [header]
  public convenience init(
    rawPixelFormatType: OSType, processedFormat: [String: Any]?,
    bracketedSettings: [AVCaptureBracketedStillImageSettings]
  ) {
    self.init(
      rawPixelFormatType: rawPixelFormatType, rawFileType: nil, processedFormat: processedFormat,
      processedFileType: nil, bracketedSettings: bracketedSettings)
  }

  public init(
    rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
    processedFileType: AVFileType?, bracketedSettings: [AVCaptureBracketedStillImageSettings]
  ) {
    let place = "*** -[AVCapturePhotoBracketSettings initWithFormat:bracketedSettings:]"
    if bracketedSettings.isEmpty {
      raise(.invalidArgument, "\(place) bracketedSettings must not be nil or empty")
    }
    let kinds = Set(bracketedSettings.map { ObjectIdentifier(type(of: $0)) })
    if kinds.count > 1 {
      raise(
        .invalidArgument,
        "\(place) bracketedSettings may not mix AVCaptureAutoExposureBracketedStillImageSettings and "
          + "AVCaptureManualExposureBracketedStillImageSettings")
    }
    self.bracketedSettings = bracketedSettings
    super.init(
      given: processedFormat, raw: rawPixelFormatType, rawFile: rawFileType, file: processedFileType)
    isAutoVirtualDeviceFusionEnabled = false
  }

  /// Settings of a bracket copy as one; others have nothing to bracket, and raise. [inferred]
  public convenience init(from photoSettings: AVCapturePhotoSettings) {
    let other = photoSettings as? AVCapturePhotoBracketSettings
    self.init(
      bracket: photoSettings, other?.bracketedSettings ?? [], other?.isLensStabilizationEnabled == true)
  }

  private init(
    bracket settings: AVCapturePhotoSettings, _ bracket: [AVCaptureBracketedStillImageSettings], _ lens: Bool
  ) {
    bracketedSettings = bracket
    super.init(copying: settings)
    isLensStabilizationEnabled = lens
    if bracket.isEmpty {
      raise(
        .invalidArgument,
        "*** +[AVCapturePhotoBracketSettings photoSettingsFromPhotoSettings:] photoSettings has no bracketedSettings"
      )
    }
  }

  override var wish: PhotoWish {
    var wish = super.wish
    wish.bracket = bracketedSettings.map(\.exposure)
    wish.lensStabilization = isLensStabilizationEnabled
    return wish
  }
}
