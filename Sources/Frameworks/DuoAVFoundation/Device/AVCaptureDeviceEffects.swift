import DuoFoundation
import Foundation
import PhoneModel
import Synchronization

// Center Stage and effects that a person turns on in Control Center. No camera of the phone has them (nobody says that iPhone
// Duo has): every format says so, nothing is ever active, and what asks for them is refused as Apple refuses it.
extension AVCaptureDevice {
  /// Who turns Center Stage on.
  public enum CenterStageControlMode: Int, Hashable, Sendable {
    case user = 0
    case app = 1
    case cooperative = 2
  }

  private static let centerStage = Mutex((mode: CenterStageControlMode.user, isEnabled: false))

  /// Starts as `.user`. [header]
  public class var centerStageControlMode: CenterStageControlMode {
    get { centerStage.withLock { $0.mode } }
    set { centerStage.withLock { $0.mode = newValue } }
  }

  /// For all cameras of the app. Setting it while the user has control raises `NSInvalidArgumentException`. [header]
  public class var isCenterStageEnabled: Bool {
    get { centerStage.withLock { $0.isEnabled } }
    set {
      let isUsers = centerStage.withLock { state in
        if state.mode != .user { state.isEnabled = newValue }
        return state.mode == .user
      }
      if isUsers {
        raise(
          .invalidArgument,
          "*** +[AVCaptureDevice setCenterStageEnabled:] Not allowed while centerStageControlMode is "
            + "AVCaptureCenterStageControlModeUser")
      }
    }
  }

  /// Whether this camera follows people now. Observable. [header]
  public var isCenterStageActive: Bool { false }

  /// The whole picture. No format supports Center Stage, so that setting it raises `NSInvalidArgumentException`. [header]
  public var centerStageRectOfInterest: CGRect {
    get { CGRect(x: 0, y: 0, width: 1, height: 1) }
    set {
      DeviceFault.invalidArgument("- no format of the device supports Center Stage, for \(newValue)")
        .raised(by: "setCenterStageRectOfInterest:")
    }
  }

  /// The person's choice. [header]
  public class var isPortraitEffectEnabled: Bool { false }
  public class var isStudioLightEnabled: Bool { false }
  public class var reactionEffectsEnabled: Bool { false }
  public class var reactionEffectGesturesEnabled: Bool { false }
  public class var isBackgroundReplacementEnabled: Bool { false }
  /// Whether it changes this camera's pictures now. Observable. [header]
  public var isPortraitEffectActive: Bool { false }
  public var isStudioLightActive: Bool { false }
  public var canPerformReactionEffects: Bool { false }
  public var isBackgroundReplacementActive: Bool { false }
}

extension AVCaptureDevice.Format {
  public var isCenterStageSupported: Bool { false }
  /// 1 without Center Stage. [header]
  public var videoMinZoomFactorForCenterStage: CGFloat { 1 }
  /// The format's own without Center Stage. [header]
  public var videoMaxZoomFactorForCenterStage: CGFloat { videoMaxZoomFactor }
  /// Nil without Center Stage. [header]
  public var videoFrameRateRangeForCenterStage: AVFrameRateRange? { nil }
  public var isPortraitEffectSupported: Bool { false }
  public var videoFrameRateRangeForPortraitEffect: AVFrameRateRange? { nil }
  public var isStudioLightSupported: Bool { false }
  public var videoFrameRateRangeForStudioLight: AVFrameRateRange? { nil }
  public var reactionEffectsSupported: Bool { false }
  public var videoFrameRateRangeForReactionEffectsInProgress: AVFrameRateRange? { nil }
  public var isBackgroundReplacementSupported: Bool { false }
  public var videoFrameRateRangeForBackgroundReplacement: AVFrameRateRange? { nil }
  public var isCinematicVideoCaptureSupported: Bool { false }
  public var isSpatialVideoCaptureSupported: Bool { false }
  public var isPortraitEffectsMatteStillImageDeliverySupported: Bool { false }
  public var isCameraLensSmudgeDetectionSupported: Bool { false }

  // MARK: Picture

  /// Narrow to wide. [header]
  public var supportedColorSpaces: [AVCaptureColorSpace] { mediaType == .video ? numbers.colorSpaces : [] }
  /// False for formats of 10 bits: they are always HDR. [header]
  public var isVideoHDRSupported: Bool { mediaType == .video && numbers.isVideoHDRSupported }
  public var isGlobalToneMappingSupported: Bool { false }
  /// See `AVCaptureDevice.isAutoVideoFrameRateEnabled`.
  public var isAutoVideoFrameRateSupported: Bool { mediaType == .video && numbers.isAutoFrameRateSupported }
  /// Zoom factors beside 1 at which a pixel of the picture is one of the sensor: where upscaling begins, if that is not at 1.
  /// [docs]; the factor from the description
  public var secondaryNativeResolutionZoomFactors: [CGFloat] {
    mediaType == .video && numbers.upscaleZoom > 1 ? [numbers.upscaleZoom] : []
  }
  /// Every kind of output takes the pictures of every format.
  public var unsupportedCaptureOutputClasses: [AnyClass] { [] }
}

/// What smudge detection has found.
public enum AVCaptureCameraLensSmudgeDetectionStatus: Int, Hashable, Sendable {
  case disabled = 0
  case smudgeNotDetected = 1
  case smudged = 2
  case unknown = 3
}

extension AVCaptureDevice {
  /// Focal length of a camera on 35 mm film with the same diagonal view, millimetres; 0 for a virtual camera. [header]
  public var nominalFocalLengthIn35mmFilm: Float {
    guard camera.constituents.isEmpty,
      let format = camera.formats.max(by: { $0.width * $0.height < $1.width * $1.height })
    else { return 0 }
    let (width, height) = (Double(format.width), Double(format.height))
    let across = Optics.halfWidth(format.fieldOfView)
    let diagonal = across * (width * width + height * height).squareRoot() / width
    let film = (36.0 * 36 + 24 * 24).squareRoot() / 2
    return Float(film / diagonal)
  }

  /// `.disabled`: no format can detect smudges. Observable. [header]
  public var cameraLensSmudgeDetectionStatus: AVCaptureCameraLensSmudgeDetectionStatus { .disabled }
}
