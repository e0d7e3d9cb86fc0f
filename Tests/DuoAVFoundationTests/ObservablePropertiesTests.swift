import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// What Apple's headers call observable, as far as the properties exist here.
@Suite struct ObservablePropertiesTests {
  @Test func devices() {
    let header: [(String, PartialKeyPath<AVCaptureDevice>)] = [
      ("isConnected", \.isConnected), ("isSuspended", \.isSuspended), ("formats", \.formats),
      ("activeFormat", \.activeFormat), ("activeVideoMinFrameDuration", \.activeVideoMinFrameDuration),
      ("activeVideoMaxFrameDuration", \.activeVideoMaxFrameDuration), ("videoZoomFactor", \.videoZoomFactor),
      ("minAvailableVideoZoomFactor", \.minAvailableVideoZoomFactor),
      ("maxAvailableVideoZoomFactor", \.maxAvailableVideoZoomFactor),
      ("isRampingVideoZoom", \.isRampingVideoZoom),
      ("displayVideoZoomFactorMultiplier", \.displayVideoZoomFactorMultiplier),
      ("activePrimaryConstituent", \.activePrimaryConstituent),
      ("primaryConstituentDeviceSwitchingBehavior", \.primaryConstituentDeviceSwitchingBehavior),
      (
        "primaryConstituentDeviceRestrictedSwitchingBehaviorConditions",
        \.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions
      ),
      ("activePrimaryConstituentDeviceSwitchingBehavior", \.activePrimaryConstituentDeviceSwitchingBehavior),
      (
        "activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions",
        \.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
      ),
      ("isFlashAvailable", \.isFlashAvailable), ("isTorchAvailable", \.isTorchAvailable),
      ("isTorchActive", \.isTorchActive), ("torchLevel", \.torchLevel), ("torchMode", \.torchMode),
      ("focusMode", \.focusMode), ("focusPointOfInterest", \.focusPointOfInterest),
      ("isAdjustingFocus", \.isAdjustingFocus), ("lensPosition", \.lensPosition),
      ("exposureMode", \.exposureMode), ("isAdjustingExposure", \.isAdjustingExposure),
      ("exposureDuration", \.exposureDuration), ("iso", \.iso),
      ("exposureTargetOffset", \.exposureTargetOffset), ("exposureTargetBias", \.exposureTargetBias),
      ("activeMaxExposureDuration", \.activeMaxExposureDuration), ("whiteBalanceMode", \.whiteBalanceMode),
      ("isAdjustingWhiteBalance", \.isAdjustingWhiteBalance),
      ("deviceWhiteBalanceGains", \.deviceWhiteBalanceGains), ("systemPressureState", \.systemPressureState),
      ("dynamicAspectRatio", \.dynamicAspectRatio), ("dynamicDimensions", \.dynamicDimensions),
    ]
    #expect(header.filter { !AVCaptureDevice.observableKeyPaths.contains($0.1) }.map(\.0) == [])
  }

  @Test func sessionsAndWhatBelongsToThem() {
    let session: [PartialKeyPath<AVCaptureSession>] = [
      \.isRunning, \.isInterrupted, \.synchronizationClock, \.isMultitaskingCameraAccessSupported,
      \.isMultitaskingCameraAccessEnabled,
    ]
    let connection: [PartialKeyPath<AVCaptureConnection>] = [\.isActive, \.activeVideoStabilizationMode]
    let rotation: [PartialKeyPath<AVCaptureDevice.RotationCoordinator>] = [
      \.videoRotationAngleForHorizonLevelPreview, \.videoRotationAngleForHorizonLevelCapture,
    ]
    #expect(Set(AVCaptureSession.observableKeyPaths) == Set(session))
    #expect(Set(AVCaptureConnection.observableKeyPaths) == Set(connection))
    #expect(Set(AVCaptureDevice.RotationCoordinator.observableKeyPaths) == Set(rotation))
    #expect(AVCaptureDevice.DiscoverySession.observableKeyPaths == [\.devices])
    #expect(AVCaptureVideoPreviewLayer.observableKeyPaths == [\.isPreviewing])
  }

  @Test func theClockCanBeObserved() {
    let session = CaptureBench().session()
    let notes = Notes()
    let observation = session.observe(\.synchronizationClock, options: [.initial, .new]) { _, change in
      notes.add(change.newValue == nil ? "none" : "clock")
    }
    #expect(notes.all == ["clock"])
    observation.invalidate()
  }

  @Test func anyOtherPropertySaysSo() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CaptureBench().session().observe(\.sessionPreset) { _, _ in }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    // The system cannot name a key path, so the place of the call does.
    #expect(
      text.contains("ObservablePropertiesTests.swift:\(#line - 5): Fatal error: Diptych does not announce"))
    #expect(text.contains("the property of AVCaptureSession, a Preset, that is observed here"))
  }
}
