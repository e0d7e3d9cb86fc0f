import Foundation
import Testing

@testable import DuoAVFoundation

@Suite struct DeviceTypeTests {
  @Test func rawStringsOfDeviceTypesAreApples() {
    let rows: [(AVCaptureDevice.DeviceType, String)] = [
      (.builtInWideAngleCamera, "AVCaptureDeviceTypeBuiltInWideAngleCamera"),
      (.builtInUltraWideCamera, "AVCaptureDeviceTypeBuiltInUltraWideCamera"),
      (.builtInTelephotoCamera, "AVCaptureDeviceTypeBuiltInTelephotoCamera"),
      (.builtInDualCamera, "AVCaptureDeviceTypeBuiltInDualCamera"),
      (.builtInDualWideCamera, "AVCaptureDeviceTypeBuiltInDualWideCamera"),
      (.builtInTripleCamera, "AVCaptureDeviceTypeBuiltInTripleCamera"),
      (.builtInTrueDepthCamera, "AVCaptureDeviceTypeBuiltInTrueDepthCamera"),
      (.builtInLiDARDepthCamera, "AVCaptureDeviceTypeBuiltInLiDARDepthCamera"),
      (.builtInOuterUltraWideCamera, "AVCaptureDeviceTypeBuiltInOuterUltraWideCamera"),
      (.builtInInnerUltraWideCamera, "AVCaptureDeviceTypeBuiltInInnerUltraWideCamera"),
      (.external, "AVCaptureDeviceTypeExternal"),
      (.continuityCamera, "AVCaptureDeviceTypeContinuityCamera"),
      (.deskViewCamera, "AVCaptureDeviceTypeDeskViewCamera"),
      (.microphone, "AVCaptureDeviceTypeMicrophone"),
      (.builtInDuoCamera, "AVCaptureDeviceTypeBuiltInDuoCamera"),
      (.builtInMicrophone, "AVCaptureDeviceTypeBuiltInMicrophone"),
      (.externalUnknown, "AVCaptureDeviceTypeExternalUnknown"),
    ]
    #expect(rows.filter { $0.0.rawValue != $0.1 }.map(\.1) == [])
  }

  @Test func rawValuesOfEnumsAreApples() {
    let rows: [(Int, Int, String)] = [
      (AVCaptureDevice.Position.unspecified.rawValue, 0, "unspecified"),
      (AVCaptureDevice.Position.back.rawValue, 1, "back"),
      (AVCaptureDevice.Position.front.rawValue, 2, "front"),
      (AVCaptureDevice.TorchMode.auto.rawValue, 2, "torch"),
      (AVCaptureDevice.FlashMode.on.rawValue, 1, "flash"),
      (AVCaptureDevice.FocusMode.autoFocus.rawValue, 1, "autoFocus"),
      (AVCaptureDevice.FocusMode.continuousAutoFocus.rawValue, 2, "continuousAutoFocus"),
      (AVCaptureDevice.ExposureMode.continuousAutoExposure.rawValue, 2, "continuousAutoExposure"),
      (AVCaptureDevice.ExposureMode.custom.rawValue, 3, "custom"),
      (AVCaptureDevice.WhiteBalanceMode.continuousAutoWhiteBalance.rawValue, 2, "white balance"),
      (AVCaptureDevice.AutoFocusRangeRestriction.far.rawValue, 2, "far"),
      (AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.locked.rawValue, 3, "locked"),
      (AVAuthorizationStatus.notDetermined.rawValue, 0, "notDetermined"),
      (AVAuthorizationStatus.restricted.rawValue, 1, "restricted"),
      (AVAuthorizationStatus.denied.rawValue, 2, "denied"),
      (AVAuthorizationStatus.authorized.rawValue, 3, "yes"),
      (AVCaptureColorSpace.appleLog2.rawValue, 4, "log2"),
      (AVCaptureVideoStabilizationMode.auto.rawValue, -1, "stabilisation auto"),
      (AVCaptureVideoStabilizationMode.lowLatency.rawValue, 6, "low latency"),
      (AVCaptureDevice.Format.AutoFocusSystem.phaseDetection.rawValue, 2, "phase"),
    ]
    #expect(rows.filter { $0.0 != $0.1 }.map(\.2) == [])
    #expect(AVCaptureDevice.AspectRatio.ratio9x16.rawValue == "AVCaptureAspectRatio9x16")
    #expect(
      AVCaptureDevice.SystemPressureState.Level.shutdown.rawValue == "AVCaptureSystemPressureLevelShutdown")
    #expect(AVMediaType.video.rawValue == "vide")
    #expect(AVMediaType.audio.rawValue == "soun")
  }

  /// The codes of the reference, spelled as an app spells them.
  @Test func errorsCarryApplesCodesAndBridge() throws {
    let rows: [(AVError.Code, Int)] = [
      (.unknown, -11800), (.outOfMemory, -11801), (.sessionNotRunning, -11803),
      (.deviceAlreadyUsedByAnotherSession, -11804), (.noDataCaptured, -11805), (.diskFull, -11807),
      (.deviceWasDisconnected, -11808), (.mediaChanged, -11809), (.maximumDurationReached, -11810),
      (.deviceNotConnected, -11814), (.deviceInUseByAnotherApplication, -11815),
      (.deviceLockedForConfigurationByAnotherProcess, -11817), (.sessionWasInterrupted, -11818),
      (.mediaServicesWereReset, -11819), (.fileAlreadyExists, -11823), (.torchLevelUnavailable, -11846),
      (.operationInterrupted, -11847), (.applicationIsNotAuthorizedToUseDevice, -11852),
      (.unsupportedOutputSettings, -11861), (.operationNotAllowed, -11862), (.formatUnsupported, -11864),
      (.operationNotSupportedForPreset, -11871), (.sessionHardwareCostOverage, -11872),
      (.unsupportedDeviceActiveFormat, -11873), (.noSmartFramingsEnabled, -11890),
    ]
    #expect(rows.filter { $0.0.rawValue != $0.1 }.map(\.1) == [])

    let error = AVError(.diskFull, userInfo: [AVErrorTimeKey: "now"])
    #expect(error.code == .diskFull)
    #expect(error.errorCode == -11807)
    let bridged = error as NSError
    #expect(bridged.domain == "AVFoundationErrorDomain")
    #expect(bridged.code == -11807)
    #expect(bridged.userInfo[AVErrorTimeKey] as? String == "now")
    #expect(AVError(_nsError: bridged).code == .diskFull)
    // In a notification's userInfo the error must be the Swift value: from an NSError there is no way back by
    // a cast here.
    let userInfo: [String: Any] = ["error": error]
    #expect((userInfo["error"] as? AVError)?.code == .diskFull)
    #expect((userInfo["error"] as? any Error).map { ($0 as NSError).code } == -11807)
    do {
      throw AVError(.mediaServicesWereReset)
    } catch AVError.diskFull {
      Issue.record("matched another code")
    } catch AVError.mediaServicesWereReset {
      // The right one.
    }
  }
}
