import DuoCoreMedia
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct DeviceModesTests {
  @Test func supportDependsOnTheCamera() throws {
    let bench = DeviceBench()
    let wide = try bench.device(.rearWide)
    let dual = try bench.device(.rearDualWide)
    let front = try bench.device(.innerFront)
    #expect(wide.isFocusModeSupported(.continuousAutoFocus))
    #expect(front.isFocusModeSupported(.locked))
    #expect(!front.isFocusModeSupported(.autoFocus))
    #expect(wide.focusMode == .continuousAutoFocus)
    #expect(front.focusMode == .locked)
    #expect(!front.isFocusPointOfInterestSupported)
    #expect(wide.isExposureModeSupported(.custom))
    #expect(!dual.isExposureModeSupported(.custom))
    #expect(wide.isLockingFocusWithCustomLensPositionSupported)
    #expect(!dual.isLockingFocusWithCustomLensPositionSupported)
    #expect(!dual.isLockingWhiteBalanceWithCustomDeviceGainsSupported)
    #expect(wide.focusPointOfInterest == CGPoint(x: 0.5, y: 0.5))
    #expect(wide.lensPosition == 1)
    #expect(wide.minimumFocusDistance == 120)
    #expect(front.minimumFocusDistance == -1)
    #expect(wide.minExposureTargetBias == -8)
    #expect(wide.maxExposureTargetBias == 8)
  }

  /// One search each: adjusting, then settled and locked after the camera's time; a continuous mode stays.
  @Test func automaticsTakePhoneTime() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let record = DeviceRecord()
    let observations = [
      device.observe(\.isAdjustingFocus, options: [.new]) {
        record.add("focusing \($1.newValue!) \($0.focusMode)")
      },
      device.observe(\.isAdjustingExposure, options: [.new]) {
        record.add("exposing \($1.newValue!) \($0.exposureMode)")
      },
      device.observe(\.isAdjustingWhiteBalance, options: [.new]) {
        record.add("balancing \($1.newValue!) \($0.whiteBalanceMode)")
      },
    ]
    device.focusPointOfInterest = CGPoint(x: 0.2, y: 0.8)
    device.exposurePointOfInterest = CGPoint(x: 0.3, y: 0.7)
    #expect(device.focusPointOfInterest == CGPoint(x: 0.2, y: 0.8))
    #expect(device.exposurePointOfInterest == CGPoint(x: 0.3, y: 0.7))
    #expect(record.take() == [])
    device.focusMode = .autoFocus
    device.exposureMode = .autoExpose
    device.whiteBalanceMode = .autoWhiteBalance
    #expect(
      record.take() == [
        "focusing true autoFocus", "exposing true autoExpose", "balancing true autoWhiteBalance",
      ])
    bench.phone.testClock.advance(by: .milliseconds(299))
    #expect(record.take() == [])
    bench.phone.testClock.advance(by: .milliseconds(1))
    #expect(record.take() == ["exposing false locked", "balancing false locked"])
    bench.phone.testClock.advance(by: .milliseconds(100))
    #expect(record.take() == ["focusing false locked"])

    device.focusMode = .continuousAutoFocus
    bench.phone.testClock.advance(by: .milliseconds(200))
    device.focusMode = .autoFocus  // Replaces the search, which must not end it early.
    bench.phone.testClock.advance(by: .milliseconds(399))
    #expect(device.focusMode == .autoFocus)
    bench.phone.testClock.advance(by: .milliseconds(1))
    #expect(device.focusMode == .locked)
    device.exposureMode = .continuousAutoExposure
    bench.phone.testClock.advance(by: .seconds(1))
    #expect(device.exposureMode == .continuousAutoExposure)
    #expect(!device.isAdjustingExposure)
    for observation in observations { observation.invalidate() }
  }

  /// The automatic lengthens the exposure before it raises the ISO, and reaches its goal where the format
  /// can.
  @Test func automaticExposureFollowsTheLight() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    var mismatches: [String] = []
    for light in [100.0, 4, 1, 0.5, 0.1, 0.001, 0] {
      bench.phone.send(.light(light))
      let needed = 3.3 / max(light, 1e-6)
      let seconds = device.exposureDuration.seconds
      let product = seconds * Double(device.iso)
      if needed <= 3264 / 30, abs(product / needed - 1) > 0.01 { mismatches.append("\(light): \(product)") }
      if needed <= 3264 / 30, abs(device.exposureTargetOffset) > 0.01 {
        mismatches.append("\(light): offset")
      }
      if needed > 3264 / 30, device.exposureTargetOffset >= 0 { mismatches.append("\(light): not dark") }
      if device.iso > 34.1, abs(seconds - 1.0 / 30) > 1e-5 { mismatches.append("\(light): ISO before time") }
      if device.iso < 34 || device.iso > 3264 || seconds > 1.0 / 30 + 1e-5 {
        mismatches.append("\(light): range")
      }
    }
    #expect(mismatches == [])
  }

  @Test func biasAndLimitsMoveTheExposure() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let iso = device.iso
    device.setExposureTargetBias(1)
    #expect(device.exposureTargetBias == 1)
    #expect(abs(device.iso / iso - 2) < 0.01)
    device.setExposureTargetBias(AVCaptureDevice.currentExposureTargetBias)
    #expect(device.exposureTargetBias == 1)
    device.setExposureTargetBias(0)
    device.activeMaxExposureDuration = CMTime(value: 1, timescale: 60)
    #expect(abs(device.exposureDuration.seconds - 1.0 / 60) < 1e-5)
    #expect(abs(device.iso / iso - 2) < 0.01)
    device.activeMaxExposureDuration = .invalid
    #expect(abs(device.activeMaxExposureDuration.seconds - 1.0 / 30) < 1e-5)
    device.activeMaxExposureDuration = CMTime(value: 1, timescale: 60)
    device.activeFormat = device.formats[3]
    #expect(abs(device.activeMaxExposureDuration.seconds - 1.0 / 30) < 1e-5)
  }

  @Test func lockedAndCustomExposureStayWhenTheLightChanges() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let iso = device.iso
    device.exposureMode = .locked
    bench.phone.send(.light(0.5))
    #expect(device.iso == iso)
    #expect(abs(device.exposureTargetOffset + 1) < 0.01)
    device.exposureMode = .continuousAutoExposure
    #expect(abs(device.iso / iso - 2) < 0.01)

    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 8), iso: 400)
    #expect(device.exposureMode == .custom)
    #expect(device.exposureDuration == CMTime(value: 1, timescale: 8))
    #expect(device.iso == 400)
    // A long exposure lengthens the longest frame.
    #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 8))
    device.setExposureModeCustom(
      duration: AVCaptureDevice.currentExposureDuration, iso: AVCaptureDevice.currentISO)
    #expect(device.iso == 400)
    #expect(device.exposureDuration == CMTime(value: 1, timescale: 8))
    // The ends of the range that the format itself names are legal.
    let format = device.activeFormat
    device.setExposureModeCustom(duration: format.minExposureDuration, iso: format.minISO)
    device.setExposureModeCustom(duration: format.maxExposureDuration, iso: format.maxISO)
    #expect(device.iso == format.maxISO)
  }

  @Test func theLongestFrameShortensAnExposureThatIsHeld() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let record = DeviceRecord()
    let observation = device.observe(\.exposureDuration, options: [.new]) { _, change in
      record.add("\(Int((change.newValue!.seconds * 1000).rounded()))")
    }
    defer { observation.invalidate() }
    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 4), iso: 400)
    device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 20)
    #expect(abs(device.exposureDuration.seconds - 0.05) < 1e-6)
    #expect(device.iso == 400 && device.exposureMode == .custom)
    // A longer one changes nothing, another length of the shortest frame neither.
    device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 2)
    device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
    // The default is a thirtieth.
    device.activeVideoMaxFrameDuration = .invalid
    #expect(record.all == ["250", "50", "33"])
  }

  /// No frame is shorter than its exposure.
  @Test func aLongCustomExposureSlowsTheCamera() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    func frame() -> Double { device.streamConfiguration.frameDuration.seconds }
    #expect(abs(frame() - 1.0 / 30) < 1e-6)
    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 1), iso: 100)
    #expect(abs(frame() - 1) < 1e-6)
    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 60), iso: 100)
    #expect(abs(frame() - 1.0 / 30) < 1e-6)
    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 2), iso: 100)
    device.exposureMode = .continuousAutoExposure
    #expect(abs(frame() - 1.0 / 30) < 1e-6)
  }

  /// Formats of the phone differ in what they can expose: an exposure that is held follows.
  @Test func aHeldExposureStaysInsideTheFormat() throws {
    let system = CaptureSystem(phone: DeviceTestPhone(.duo))
    let device = try #require(system.device(.rearWide))
    try device.lockForConfiguration()
    let (low, high) = try #require(
      device.formats.min { $0.maxISO < $1.maxISO }.flatMap { low in
        device.formats.max { $0.maxISO < $1.maxISO }.map { (low, $0) }
      })
    #expect(low.maxISO < high.maxISO)
    for mode in [AVCaptureDevice.ExposureMode.custom, .locked] {
      device.activeFormat = high
      device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 100), iso: high.maxISO)
      if mode == .locked { device.exposureMode = .locked }
      device.activeFormat = low
      #expect(device.iso == low.maxISO && device.exposureMode == mode)
      #expect(abs(device.exposureDuration.seconds - 0.01) < 1e-6)
    }
  }

  @Test func handlersCarryTheNextFramesTime() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    device.sessionDidAttach(bench.system) { _ in nil }
    let record = DeviceRecord()
    let done = DispatchSemaphore(value: 0)
    func told(_ word: String) -> @Sendable (CMTime) -> Void {
      { time in
        record.add("\(word) \(Int((time.seconds * 1000).rounded()))")
        done.signal()
      }
    }
    device.setFocusModeLocked(lensPosition: 0.25, completionHandler: told("focus"))
    device.setExposureModeCustom(
      duration: CMTime(value: 1, timescale: 100), iso: 100, completionHandler: told("exposure"))
    device.setExposureTargetBias(2, completionHandler: told("bias"))
    device.setWhiteBalanceModeLocked(
      with: .init(redGain: 4, greenGain: 2, blueGain: 3), completionHandler: told("white"))
    #expect(device.lensPosition == 0.25)
    #expect(device.focusMode == .locked)
    #expect(device.deviceWhiteBalanceGains == .init(redGain: 2, greenGain: 1, blueGain: 1.5))
    #expect(device.whiteBalanceMode == .locked)
    bench.phone.testClock.advance(by: .milliseconds(33))
    #expect(record.all == [])
    bench.phone.testClock.advance(by: .milliseconds(1))
    for _ in 0..<4 { done.wait() }
    #expect(record.all == ["focus 33", "exposure 33", "bias 33", "white 33"])
  }

  @Test func theTorchObeysModeLevelAndHeat() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    let front = try bench.device(.innerFront)
    #expect(device.hasTorch && device.hasFlash && device.isTorchAvailable && device.isFlashAvailable)
    #expect(!front.hasTorch && !front.hasFlash && !front.isTorchAvailable && !front.isFlashAvailable)
    #expect(front.isTorchModeSupported(.off))
    #expect(!front.isTorchModeSupported(.on))
    let record = DeviceRecord()
    let observations = [
      device.observe(\.isTorchActive, options: [.new]) { record.add("active \($1.newValue!)") },
      device.observe(\.torchLevel, options: [.new]) { record.add("level \($1.newValue!)") },
      device.observe(\.torchMode, options: [.new]) { record.add("mode \($1.newValue!)") },
      device.observe(\.isTorchAvailable, options: [.new]) { record.add("available \($1.newValue!)") },
    ]
    device.torchMode = .on
    #expect(record.take() == ["active true", "level 1.0", "mode on"])
    try device.setTorchModeOn(level: 0.25)
    #expect(record.take() == ["level 0.25"])
    try device.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel)
    #expect(record.take() == ["level 1.0"])
    bench.phone.send(.thermal(.serious))
    #expect(record.take() == ["available false", "active false", "level 0.0"])
    #expect(throws: AVError.self) { try device.setTorchModeOn(level: 0.5) }
    do {
      try device.setTorchModeOn(level: 0.5)
    } catch {
      #expect((error as? AVError)?.code == .torchLevelUnavailable)
    }
    bench.phone.send(.thermal(.nominal))
    device.torchMode = .auto
    #expect(!device.isTorchActive)
    bench.phone.send(.light(0.05))
    #expect(device.isTorchActive)
    device.torchMode = .off
    #expect(device.torchLevel == 0)
    device.flashMode = .auto
    #expect(device.flashMode == .auto)
    for observation in observations { observation.invalidate() }
  }
}
