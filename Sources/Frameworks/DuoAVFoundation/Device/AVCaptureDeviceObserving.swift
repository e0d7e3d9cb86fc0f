import DuoCoreMedia
import DuoFoundation
import PhoneModel

extension AVCaptureDevice: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureDevice

  public static var observableKeyPaths: [PartialKeyPath<AVCaptureDevice>] {
    [
      \.isConnected, \.isSuspended, \.formats, \.activeFormat, \.activeVideoMinFrameDuration,
      \.activeVideoMaxFrameDuration, \.activeDepthDataFormat, \.activeDepthDataMinFrameDuration,
      \.dynamicAspectRatio, \.dynamicDimensions,
      \.videoZoomFactor, \.minAvailableVideoZoomFactor, \.maxAvailableVideoZoomFactor, \.isRampingVideoZoom,
      \.displayVideoZoomFactorMultiplier, \.activePrimaryConstituent,
      \.primaryConstituentDeviceSwitchingBehavior,
      \.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions,
      \.activePrimaryConstituentDeviceSwitchingBehavior,
      \.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions, \.systemPressureState,
      \.focusMode, \.focusPointOfInterest, \.isAdjustingFocus, \.lensPosition,
      \.exposureMode, \.isAdjustingExposure, \.exposureDuration, \.iso, \.exposureTargetOffset,
      \.exposureTargetBias, \.activeMaxExposureDuration, \.exposurePointOfInterest,
      \.whiteBalanceMode, \.isAdjustingWhiteBalance, \.deviceWhiteBalanceGains,
      \.grayWorldDeviceWhiteBalanceGains,
      \.isLowLightBoostEnabled, \.isVideoHDREnabled, \.isGlobalToneMappingEnabled,
      \.isAutoVideoFrameRateEnabled,
      \.fallbackPrimaryConstituentDevices, \.isCenterStageActive, \.cameraLensSmudgeDetectionStatus,
      \.isPortraitEffectActive, \.isStudioLightActive, \.isBackgroundReplacementActive,
      \.isFlashAvailable, \.isTorchAvailable, \.isTorchActive, \.torchLevel, \.torchMode,
    ]
  }

  /// Tells observers what became different.
  func announceChanges(from old: DeviceState, to new: DeviceState) {
    func tell<Value>(
      _ keyPath: KeyPath<AVCaptureDevice, Value>, _ read: (DeviceState) -> Value,
      unless same: (Value, Value) -> Bool
    ) {
      let (before, after) = (read(old), read(new))
      if !same(before, after) { announce(keyPath, old: before, new: after) }
    }
    func tell<Value: Equatable>(
      _ keyPath: KeyPath<AVCaptureDevice, Value>, _ read: (DeviceState) -> Value
    ) {
      tell(keyPath, read, unless: ==)
    }

    func same(_ a: [AVCaptureDevice], _ b: [AVCaptureDevice]) -> Bool { a.elementsEqual(b, by: ===) }

    tell(\.isConnected) { $0.isConnected }
    if !formats.isEmpty {
      tell(\.activeFormat, { formats[$0.format] }, unless: ===)
      tell(\.activeVideoMinFrameDuration) { rules.minFrameDuration($0) }
      tell(\.activeVideoMaxFrameDuration) { rules.maxFrameDuration($0) }
      tell(\.activeDepthDataFormat, depthFormat, unless: ===)
      tell(\.activeDepthDataMinFrameDuration) { rules.depthFrameDuration($0) }
      tell(\.dynamicAspectRatio) { $0.aspectRatio.map(AspectRatio.init(rawValue:)) }
      tell(\.dynamicDimensions, dimensions) { $0.width == $1.width && $0.height == $1.height }
    }
    tell(\.videoZoomFactor) { CGFloat($0.zoom.factor) }
    tell(\.minAvailableVideoZoomFactor) { CGFloat(rules.minAvailableZoom($0)) }
    tell(\.maxAvailableVideoZoomFactor) { CGFloat(rules.maxAvailableZoom($0)) }
    tell(\.isRampingVideoZoom) { $0.zoom.ramp != nil }
    tell(\.activePrimaryConstituent, constituent, unless: ===)
    tell(\.primaryConstituentDeviceSwitchingBehavior) { $0.switching }
    tell(\.activePrimaryConstituentDeviceSwitchingBehavior) { $0.switching }
    tell(\.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions) { $0.switchingConditions }
    tell(\.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions) { $0.switchingConditions }
    tell(\.systemPressureState, { SystemPressureState($0.thermal) }) { $0.level == $1.level }
    tell(\.focusMode) { $0.focus.mode }
    tell(\.focusPointOfInterest) { $0.focus.point }
    tell(\.isAdjustingFocus) { $0.focus.search != nil }
    tell(\.lensPosition) { $0.focus.lensPosition }
    tell(\.exposureMode) { $0.exposure.mode }
    tell(\.exposurePointOfInterest) { $0.exposure.point }
    tell(\.isAdjustingExposure) { $0.exposure.search != nil }
    tell(\.exposureTargetBias) { $0.exposure.bias }
    if !formats.isEmpty {
      tell(\.exposureDuration) { exposureDuration($0) }
      tell(\.iso) { Float(rules.exposure($0).iso) }
      tell(\.exposureTargetOffset) { Float(rules.targetOffset($0)) }
      tell(\.activeMaxExposureDuration) { activeMaxExposureDuration($0) }
    }
    tell(\.whiteBalanceMode) { $0.whiteBalance.mode }
    tell(\.isAdjustingWhiteBalance) { $0.whiteBalance.search != nil }
    tell(\.deviceWhiteBalanceGains) { rules.gains($0) }
    tell(\.isVideoHDREnabled) { rules.isVideoHDREnabled($0) }
    tell(\.isLowLightBoostEnabled) { rules.isBoosting($0) }
    tell(\.isAutoVideoFrameRateEnabled) { $0.adjustsFrameRate }
    tell(\.fallbackPrimaryConstituentDevices, fallbacks) { same($0, $1) }
    tell(\.isFlashAvailable) { isFlashAvailable($0) }
    tell(\.isTorchAvailable) { rules.isTorchAvailable($0) }
    tell(\.isTorchActive) { rules.isTorchActive($0) }
    tell(\.torchLevel) { rules.torchLevel($0) }
    tell(\.torchMode) { $0.torch.mode }
  }
}
