import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Everything that Apple stops an app for, with its text. One process each.
@Suite struct DeviceExceptionTests {
  static let unlocked =
    "May not be called without first successfully gaining exclusive ownership of the device using -lockForConfiguration:"

  @Test(arguments: [
    "setActiveFormat:", "setActiveVideoMinFrameDuration:", "setActiveVideoMaxFrameDuration:",
    "setDynamicAspectRatio:completionHandler:", "setVideoZoomFactor:", "rampToVideoZoomFactor:withRate:",
    "cancelVideoZoomRamp", "setFocusMode:", "setFocusPointOfInterest:", "setExposureMode:",
    "setExposurePointOfInterest:", "setExposureTargetBias:completionHandler:", "setWhiteBalanceMode:",
    "setTorchMode:", "setTorchModeOnWithLevel:error:", "setFlashMode:", "unlockForConfiguration",
    "setSubjectAreaChangeMonitoringEnabled:",
  ])
  func settersNeedTheLock(_ selector: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [selector] in
      let device = try DeviceBench().device(.rearWide)
      // A lock that was given back is no lock.
      try device.lockForConfiguration()
      device.unlockForConfiguration()
      switch selector {
      case "setActiveFormat:": device.activeFormat = device.formats[0]
      case "setActiveVideoMinFrameDuration:":
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
      case "setActiveVideoMaxFrameDuration:":
        device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 30)
      case "setDynamicAspectRatio:completionHandler:": device.setDynamicAspectRatio(.ratio1x1)
      case "setVideoZoomFactor:": device.videoZoomFactor = 2
      case "rampToVideoZoomFactor:withRate:": device.ramp(toVideoZoomFactor: 2, withRate: 1)
      case "cancelVideoZoomRamp": device.cancelVideoZoomRamp()
      case "setFocusMode:": device.focusMode = .autoFocus
      case "setFocusPointOfInterest:": device.focusPointOfInterest = .zero
      case "setExposureMode:": device.exposureMode = .locked
      case "setExposurePointOfInterest:": device.exposurePointOfInterest = .zero
      case "setExposureTargetBias:completionHandler:": device.setExposureTargetBias(1)
      case "setWhiteBalanceMode:": device.whiteBalanceMode = .locked
      case "setTorchMode:": device.torchMode = .on
      case "setTorchModeOnWithLevel:error:": try device.setTorchModeOn(level: 1)
      case "setFlashMode:": device.flashMode = .on
      case "setSubjectAreaChangeMonitoringEnabled:": device.isSubjectAreaChangeMonitoringEnabled = true
      default: device.unlockForConfiguration()
      }
    }
    #expect(stopped(result, "NSGenericException", "*** -[AVCaptureDevice \(selector)] \(Self.unlocked)"))
  }

  /// Which rule each row breaks, the exception's name, and its text after the setter's name.
  static let broken: [(rule: String, name: String, reason: String)] = [
    (
      "foreign format", "NSInvalidArgumentException",
      "setActiveFormat:] The activeFormat passed is not supported by the device. Use -formats to discover valid formats."
    ),
    (
      "short frame", "NSInvalidArgumentException",
      "setActiveVideoMinFrameDuration:] - the passed activeFrameDuration 1:61 is not supported by the device. "
        + "Use -activeFormat.videoSupportedFrameRateRanges to discover valid ranges."
    ),
    (
      "long frame", "NSInvalidArgumentException",
      "setActiveVideoMaxFrameDuration:] - the passed activeFrameDuration 2:1 is not supported by the device. "
        + "Use -activeFormat.videoSupportedFrameRateRanges to discover valid ranges."
    ),
    (
      "fixed ratio", "NSInvalidArgumentException",
      "setDynamicAspectRatio:completionHandler:] - the passed dynamicAspectRatio AVCaptureAspectRatio4x3 is not "
        + "supported by the active format. Use -activeFormat.supportedDynamicAspectRatios to discover valid aspect ratios."
    ),
    (
      "zoom too far", "NSRangeException",
      "setVideoZoomFactor:] The passed videoZoomFactor 16.5 is out of range [1, 16.0]. "
        + "Use -activeFormat.videoMaxZoomFactor to discover the valid range."
    ),
    (
      "zoom below one", "NSRangeException",
      "setVideoZoomFactor:] The passed videoZoomFactor 0.5 is out of range [1, 16.0]. "
        + "Use -activeFormat.videoMaxZoomFactor to discover the valid range."
    ),
    (
      "ramp too far", "NSRangeException",
      "rampToVideoZoomFactor:withRate:] The passed videoZoomFactor 17.0 is out of range [1, 16.0]. "
        + "Use -activeFormat.videoMaxZoomFactor to discover the valid range."
    ),
    (
      "fixed focus", "NSInvalidArgumentException",
      "setFocusMode:] - the passed focusMode 1 is not supported by the device. "
        + "Use -isFocusModeSupported: to discover valid modes."
    ),
    (
      "focus point", "NSInvalidArgumentException",
      "setFocusPointOfInterest:] - the device does not support focusPointOfInterest. "
        + "Use -isFocusPointOfInterestSupported."
    ),
    (
      "lens position", "NSRangeException",
      "setFocusModeLockedWithLensPosition:completionHandler:] The passed lensPosition 1.5 is out of range [0, 1]"
    ),
    (
      "range restriction", "NSInvalidArgumentException",
      "setAutoFocusRangeRestriction:] - the device does not support autoFocusRangeRestriction. "
        + "Use -isAutoFocusRangeRestrictionSupported."
    ),
    (
      "virtual lens position", "NSInvalidArgumentException",
      "setFocusModeLockedWithLensPosition:completionHandler:] - the device only supports AVCaptureLensPositionCurrent. "
        + "Use -isLockingFocusWithCustomLensPositionSupported."
    ),
    (
      "virtual exposure", "NSInvalidArgumentException",
      "setExposureMode:] - the passed exposureMode 3 is not supported by the device. "
        + "Use -isExposureModeSupported: to discover valid modes."
    ),
    (
      "long exposure", "NSRangeException",
      "setExposureModeCustomWithDuration:ISO:completionHandler:] The passed duration 2.0 is out of range [1.4e-05, 1.0]. "
        + "Use -activeFormat.minExposureDuration and -activeFormat.maxExposureDuration."
    ),
    (
      "ISO", "NSRangeException",
      "setExposureModeCustomWithDuration:ISO:completionHandler:] The passed ISO 10.0 is out of range [34.0, 3264.0]. "
        + "Use -activeFormat.minISO and -activeFormat.maxISO."
    ),
    (
      "bias", "NSRangeException",
      "setExposureTargetBias:completionHandler:] The passed bias 8.5 is out of range [-8.0, 8.0]. "
        + "Use -minExposureTargetBias and -maxExposureTargetBias."
    ),
    (
      "longest exposure", "NSRangeException",
      "setActiveMaxExposureDuration:] The passed activeMaxExposureDuration 2.0 is out of range [1.4e-05, 1.0]."
    ),
    (
      "gains", "NSRangeException",
      "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:] "
        + "The passed whiteBalanceGains [9.0, 2.0, 3.0] are out of range [1, 4.0]. Use -maxWhiteBalanceGain."
    ),
    (
      "virtual gains", "NSInvalidArgumentException",
      "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:] - the device only supports "
        + "AVCaptureWhiteBalanceGainsCurrent. Use -isLockingWhiteBalanceWithCustomDeviceGainsSupported."
    ),
    (
      "no torch", "NSInvalidArgumentException",
      "setTorchMode:] - the passed torchMode 1 is not supported by the device. "
        + "Use -isTorchModeSupported: to discover valid modes."
    ),
    (
      "torch level zero", "NSInvalidArgumentException",
      "setTorchModeOnWithLevel:error:] - the passed torchLevel 0.0 is not in the range (0, 1]"
    ),
    (
      "torch level high", "NSInvalidArgumentException",
      "setTorchModeOnWithLevel:error:] - the passed torchLevel 1.5 is not in the range (0, 1]"
    ),
    (
      "torch level without torch", "NSInvalidArgumentException",
      "setTorchModeOnWithLevel:error:] - the device does not have a torch. Use -hasTorch."
    ),
    (
      "no flash", "NSInvalidArgumentException",
      "setFlashMode:] - the passed flashMode 2 is not supported by the device. "
        + "Use -isFlashModeSupported: to discover valid modes."
    ),
    (
      "switching of a physical camera", "NSInvalidArgumentException",
      "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:] "
        + "- the device does not support constituent device switching behavior"
    ),
    (
      "conditions without restriction", "NSInvalidArgumentException",
      "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:] "
        + "- restrictedSwitchingBehaviorConditions must be empty unless the behavior is "
        + "AVCapturePrimaryConstituentDeviceSwitchingBehaviorRestricted"
    ),
  ]

  @Test(arguments: broken.indices)
  func brokenRulesRaise(_ index: Int) async {
    let row = Self.broken[index]
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [rule = row.rule as String] in
      let bench = DeviceBench()
      let device = try bench.locked(.rearWide)
      let front = try bench.locked(.innerFront)
      let dual = try bench.locked(.rearDualWide)
      switch rule {
      case "foreign format": device.activeFormat = front.formats[0]
      case "short frame": device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 61)
      case "long frame": device.activeVideoMaxFrameDuration = CMTime(value: 2, timescale: 1)
      case "fixed ratio": device.setDynamicAspectRatio(.ratio4x3)
      case "zoom too far": device.videoZoomFactor = 16.5
      case "zoom below one": device.videoZoomFactor = 0.5
      case "ramp too far": device.ramp(toVideoZoomFactor: 17, withRate: 1)
      case "fixed focus": front.focusMode = .autoFocus
      case "focus point": front.focusPointOfInterest = .zero
      case "lens position": device.setFocusModeLocked(lensPosition: 1.5)
      case "range restriction": front.autoFocusRangeRestriction = .near
      case "virtual lens position": dual.setFocusModeLocked(lensPosition: 0.5)
      case "virtual exposure": dual.exposureMode = .custom
      case "long exposure":
        device.setExposureModeCustom(duration: CMTime(value: 2, timescale: 1), iso: 100)
      case "ISO": device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 60), iso: 10)
      case "bias": device.setExposureTargetBias(8.5)
      case "longest exposure": device.activeMaxExposureDuration = CMTime(value: 2, timescale: 1)
      case "gains": device.setWhiteBalanceModeLocked(with: .init(redGain: 9, greenGain: 2, blueGain: 3))
      case "virtual gains": dual.setWhiteBalanceModeLocked(with: .init(redGain: 1, greenGain: 1, blueGain: 1))
      case "no torch": front.torchMode = .on
      case "torch level zero": try device.setTorchModeOn(level: 0)
      case "torch level high": try device.setTorchModeOn(level: 1.5)
      case "torch level without torch": try front.setTorchModeOn(level: 1)
      case "no flash": front.flashMode = .auto
      case "switching of a physical camera":
        device.setPrimaryConstituentDeviceSwitchingBehavior(.auto, restrictedSwitchingBehaviorConditions: [])
      case "conditions without restriction":
        dual.setPrimaryConstituentDeviceSwitchingBehavior(
          .locked, restrictedSwitchingBehaviorConditions: .videoZoomChanged)
      default: break
      }
    }
    #expect(stopped(result, row.name, "*** -[AVCaptureDevice \(row.reason)"), "\(row.rule)")
  }

  @Test(arguments: ["status", "request"])
  func onlyPicturesAndSoundNeedPermission(_ call: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [call] in
      CurrentPhone.start(DeviceTestPhone())
      if call == "status" { _ = AVCaptureDevice.authorizationStatus(for: .depthData) }
      AVCaptureDevice.requestAccess(for: .muxed) { _ in }
    }
    let rest = "only AVMediaTypeVideo and AVMediaTypeAudio are supported"
    let text =
      call == "status"
      ? "authorizationStatusForMediaType:] Invalid media type dpth: \(rest)"
      : "requestAccessForMediaType:completionHandler:] Invalid media type muxx: \(rest)"
    #expect(stopped(result, "NSInvalidArgumentException", "*** +[AVCaptureDevice \(text)"))
  }

  @Test func locksNest() throws {
    let device = try DeviceBench().locked(.rearWide)
    try device.lockForConfiguration()
    device.unlockForConfiguration()
    device.videoZoomFactor = 2
    #expect(device.videoZoomFactor == 2)
  }

  @Test func anotherClientKeepsTheLockAway() throws {
    let bench = DeviceBench()
    bench.phone.send(.otherClient(.innerFront, takes: true))
    func code(_ id: CameraID) throws -> AVError.Code? {
      let device = try bench.device(id)
      do {
        try device.lockForConfiguration()
        return nil
      } catch {
        return (error as? AVError)?.code
      }
    }
    #expect(try code(.innerFront) == .deviceLockedForConfigurationByAnotherProcess)
    #expect(try code(.virtualFront) == .deviceLockedForConfigurationByAnotherProcess)
    #expect(try code(.outerFront) == nil)
    bench.phone.send(.otherClient(.innerFront, takes: false))
    #expect(try code(.innerFront) == nil)
  }
}
