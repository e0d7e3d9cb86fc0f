import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct DeviceObservingTests {
  /// The part of Apple's list of observable properties that exists here.
  private static var listed: [(PartialKeyPath<AVCaptureDevice>, String)] {
    [
      (\.isConnected, "isConnected"), (\.isSuspended, "isSuspended"), (\.formats, "formats"),
      (\.activeFormat, "activeFormat"), (\.activeVideoMinFrameDuration, "activeVideoMinFrameDuration"),
      (\.activeVideoMaxFrameDuration, "activeVideoMaxFrameDuration"), (\.videoZoomFactor, "videoZoomFactor"),
      (\.minAvailableVideoZoomFactor, "minAvailableVideoZoomFactor"),
      (\.maxAvailableVideoZoomFactor, "maxAvailableVideoZoomFactor"),
      (\.isRampingVideoZoom, "isRampingVideoZoom"),
      (\.displayVideoZoomFactorMultiplier, "displayVideoZoomFactorMultiplier"),
      (\.activePrimaryConstituent, "activePrimaryConstituent"),
      (\.primaryConstituentDeviceSwitchingBehavior, "primaryConstituentDeviceSwitchingBehavior"),
      (\.activePrimaryConstituentDeviceSwitchingBehavior, "activePrimaryConstituentDeviceSwitchingBehavior"),
      (\.isFlashAvailable, "isFlashAvailable"), (\.isTorchAvailable, "isTorchAvailable"),
      (\.isTorchActive, "isTorchActive"), (\.torchLevel, "torchLevel"), (\.torchMode, "torchMode"),
      (\.focusMode, "focusMode"), (\.focusPointOfInterest, "focusPointOfInterest"),
      (\.isAdjustingFocus, "isAdjustingFocus"), (\.lensPosition, "lensPosition"),
      (\.exposureMode, "exposureMode"),
      (\.isAdjustingExposure, "isAdjustingExposure"), (\.exposureDuration, "exposureDuration"),
      (\.iso, "iso"),
      (\.exposureTargetOffset, "exposureTargetOffset"), (\.exposureTargetBias, "exposureTargetBias"),
      (\.activeMaxExposureDuration, "activeMaxExposureDuration"), (\.whiteBalanceMode, "whiteBalanceMode"),
      (\.isAdjustingWhiteBalance, "isAdjustingWhiteBalance"),
      (\.deviceWhiteBalanceGains, "deviceWhiteBalanceGains"),
      (\.systemPressureState, "systemPressureState"), (\.dynamicAspectRatio, "dynamicAspectRatio"),
      (\.dynamicDimensions, "dynamicDimensions"),
    ]
  }

  @Test func everyListedPropertyIsObservable() {
    let there = AVCaptureDevice.observableKeyPaths
    #expect(Self.listed.filter { !there.contains($0.0) }.map(\.1) == [])
  }

  /// Each change is told once, with old and new, on the thread that made it, with no lock held (the handler
  /// sets again).
  @Test func changesAreToldAfterwardsOnTheCallersThread() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let record = DeviceRecord()
    let thread = ObjectIdentifier(Thread.current)
    let observation = device.observe(\.videoZoomFactor, options: [.old, .new, .prior]) { device, change in
      guard !change.isPrior else { return }
      record.add("\(change.oldValue!) \(change.newValue!) \(ObjectIdentifier(Thread.current) == thread)")
      if change.newValue == 2 { device.videoZoomFactor = 3 }
    }
    device.videoZoomFactor = 2
    #expect(record.all == ["1.0 2.0 true", "2.0 3.0 true"])
    observation.invalidate()
    device.videoZoomFactor = 4
    #expect(record.all.count == 2)
  }

  /// What each setter announces beside its own property.
  @Test func oneSetterTellsEverythingThatFollows() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let record = DeviceRecord()
    let observations = [
      device.observe(\.iso) { _, _ in record.add("iso") },
      device.observe(\.exposureDuration) { _, _ in record.add("duration") },
      device.observe(\.exposureTargetOffset) { _, _ in record.add("offset") },
      device.observe(\.exposureTargetBias) { _, _ in record.add("bias") },
      device.observe(\.exposureMode) { _, _ in record.add("mode") },
      device.observe(\.activeVideoMaxFrameDuration) { _, _ in record.add("longest frame") },
      device.observe(\.activeMaxExposureDuration) { _, _ in record.add("longest exposure") },
      device.observe(\.lensPosition) { _, _ in record.add("lens") },
      device.observe(\.focusMode) { _, _ in record.add("focus") },
      device.observe(\.deviceWhiteBalanceGains) { _, _ in record.add("gains") },
      device.observe(\.whiteBalanceMode) { _, _ in record.add("white") },
      device.observe(\.maxAvailableVideoZoomFactor) { _, _ in record.add("most zoom") },
    ]
    func told(_ change: () -> Void) -> Set<String> {
      change()
      return Set(record.take())
    }
    #expect(told { device.setExposureTargetBias(1) } == ["bias", "iso"])
    #expect(told { bench.phone.send(.light(0.9)) } == ["iso"])
    #expect(told { device.setFocusModeLocked(lensPosition: 0.5) } == ["lens", "focus"])
    #expect(told { device.setFocusModeLocked(lensPosition: 0.5) } == [])
    #expect(
      told { device.setWhiteBalanceModeLocked(with: .init(redGain: 1, greenGain: 1, blueGain: 2)) }
        == ["gains", "white"])
    let long = told {
      device.setExposureModeCustom(duration: .init(value: 1, timescale: 4), iso: 500)
    }
    #expect(long == ["mode", "iso", "duration", "offset", "longest frame", "longest exposure"])
    // The longest frame is a thirtieth again, and with it the exposure.
    #expect(
      told { device.activeFormat = device.formats[0] }
        == ["longest frame", "longest exposure", "most zoom", "duration", "offset"])
    for observation in observations { observation.invalidate() }
  }
}
