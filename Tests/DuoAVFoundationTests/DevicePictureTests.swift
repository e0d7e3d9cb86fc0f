import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Synchronization
import Testing

@testable import DuoAVFoundation

/// Settings of the whole picture: high dynamic range, colours, boost, frame rate, regions, effects, fallbacks.
@Suite struct DevicePictureTests {
  @Test func defaultsAreApples() throws {
    let bench = DeviceBench()
    let (device, front, dual) = (
      try bench.device(.rearWide), try bench.device(.innerFront), try bench.device(.rearDualWide)
    )
    #expect(device.automaticallyAdjustsVideoHDREnabled && !device.isVideoHDREnabled)
    #expect(device.activeColorSpace == .sRGB)
    #expect(device.activeFormat.supportedColorSpaces == [.sRGB, .P3_D65])
    #expect(!device.isGlobalToneMappingEnabled && !device.activeFormat.isGlobalToneMappingSupported)
    #expect(!device.isGeometricDistortionCorrectionSupported)
    #expect(!device.isLowLightBoostSupported && !device.isLowLightBoostEnabled)
    #expect(!device.automaticallyEnablesLowLightBoostWhenAvailable)
    #expect(!device.isAutoVideoFrameRateEnabled && device.activeFormat.isAutoVideoFrameRateSupported)
    #expect(device.isSmoothAutoFocusSupported && !device.isSmoothAutoFocusEnabled)
    #expect(!front.isSmoothAutoFocusSupported && !front.isFaceDrivenAutoFocusEnabled)
    #expect(device.automaticallyAdjustsFaceDrivenAutoFocusEnabled && device.isFaceDrivenAutoFocusEnabled)
    #expect(
      device.automaticallyAdjustsFaceDrivenAutoExposureEnabled && device.isFaceDrivenAutoExposureEnabled)
    #expect(same(dual.fallbackPrimaryConstituentDevices, dual.constituentDevices))
    #expect(device.supportedFallbackPrimaryConstituentDevices.isEmpty)
    #expect(!device.isCenterStageActive && !device.activeFormat.isCenterStageSupported)
    #expect(device.centerStageRectOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(device.activeFormat.videoMinZoomFactorForCenterStage == 1)
    #expect(device.activeFormat.videoMaxZoomFactorForCenterStage == device.activeFormat.videoMaxZoomFactor)
    #expect(device.activeFormat.videoFrameRateRangeForCenterStage == nil)
    #expect(device.cameraLensSmudgeDetectionStatus == .disabled)
    #expect(dual.nominalFocalLengthIn35mmFilm == 0)
    let modes: [AVCaptureDevice.CenterStageControlMode] = [.user, .app, .cooperative]
    #expect(modes.map(\.rawValue) == [0, 1, 2])
    let smudges: [AVCaptureCameraLensSmudgeDetectionStatus] = [
      .disabled, .smudgeNotDetected, .smudged, .unknown,
    ]
    #expect(smudges.map(\.rawValue) == [0, 1, 2, 3])
  }

  /// 67.8 degrees across 4:3 is about 26 mm. The plain formula: 43.27 over twice the tangent of half the diagonal view.
  @Test func focalLengthsOnFilm() throws {
    let bench = DeviceBench()
    let wide = try bench.device(.rearWide).nominalFocalLengthIn35mmFilm
    let diagonal = atan(tan(67.8 * Double.pi / 360) * 5 / 4)
    #expect(abs(Double(wide) - 43.2666 / (2 * tan(diagonal))) < 0.01)
    #expect(abs(wide - 25.7) < 0.2)
  }

  @Test func colourSpacesFollowTheFormat() throws {
    let device = try DeviceBench().locked(.rearWide)
    device.activeColorSpace = .P3_D65
    #expect(device.activeColorSpace == .P3_D65)
    device.activeFormat = device.formats[0]
    #expect(device.activeColorSpace == .sRGB)
  }

  @Test func highDynamicRangeWantsTheAutomaticOff() throws {
    let device = try DeviceBench().locked(.rearWide)
    let record = DeviceRecord()
    let observation = device.observe(\.isVideoHDREnabled, options: [.new]) { record.add("\($1.newValue!)") }
    // 4032 x 3024 at 30 a second.
    device.activeFormat = device.formats[3]
    #expect(device.activeFormat.isVideoHDRSupported && !device.formats[1].isVideoHDRSupported)
    device.automaticallyAdjustsVideoHDREnabled = false
    device.isVideoHDREnabled = true
    #expect(device.isVideoHDREnabled)
    device.activeFormat = device.formats[1]
    #expect(!device.isVideoHDREnabled)
    #expect(record.all == ["true", "false"])
    observation.invalidate()
  }

  /// Full rate while the light lasts, then slower, and back; frame durations are the automatic's meanwhile.
  @Test func theFrameRateFallsInLowLight() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    device.isAutoVideoFrameRateEnabled = true
    var rates: [Int] = []
    for light in [1, 0.3, 0.2, 0.13, 0.12, 0.05, 1] {
      bench.phone.send(.light(light))
      rates.append(Int((1 / device.activeVideoMinFrameDuration.seconds).rounded()))
      #expect(device.activeVideoMaxFrameDuration == device.activeVideoMinFrameDuration)
    }
    // 3.3 / light times the rate has to stay under ISO 800.
    #expect(rates == [60, 60, 30, 30, 24, 24, 60])
    device.activeFormat = device.formats[3]
    #expect(!device.isAutoVideoFrameRateEnabled)
    device.isAutoVideoFrameRateEnabled = true
    #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
    #expect(!device.formats[2].isAutoVideoFrameRateSupported)
  }

  @Test func theBoostGoesBeyondTheHighestISO() throws {
    var description = PhoneDescription.deviceTest
    for index in description.cameras.indices {
      description.cameras[index].traits.boostsInLowLight.value = true
    }
    let bench = DeviceBench(description)
    let device = try bench.locked(.rearWide)
    let record = DeviceRecord()
    let observation = device.observe(\.isLowLightBoostEnabled, options: [.new]) {
      record.add("\($1.newValue!)")
    }
    bench.phone.send(.light(0.02))
    #expect(device.iso == 3264 && device.exposureTargetOffset < -0.5)
    device.automaticallyEnablesLowLightBoostWhenAvailable = true
    #expect(device.isLowLightBoostEnabled && device.iso > 4900 && abs(device.exposureTargetOffset) < 0.01)
    bench.phone.send(.light(1))
    #expect(!device.isLowLightBoostEnabled)
    #expect(record.all == ["true", "false"])
    observation.invalidate()
  }

  @Test func rectanglesAndPointsMoveEachOther() throws {
    let device = try DeviceBench().locked(.rearWide)
    let rect = CGRect(x: 0.1, y: 0.2, width: 0.4, height: 0.2)
    device.focusRectOfInterest = rect
    device.exposureRectOfInterest = rect
    #expect(device.focusRectOfInterest == rect && device.exposureRectOfInterest == rect)
    #expect(
      abs(device.focusPointOfInterest.x - 0.3) < 1e-9 && abs(device.focusPointOfInterest.y - 0.3) < 1e-9)
    #expect(device.exposurePointOfInterest == device.focusPointOfInterest)
    let point = CGPoint(x: 0.7, y: 0.6)
    device.focusPointOfInterest = point
    device.exposurePointOfInterest = point
    #expect(device.focusRectOfInterest == device.defaultRectForFocusPoint(ofInterest: point))
    #expect(device.exposureRectOfInterest == device.defaultRectForExposurePoint(ofInterest: point))
    #expect(abs(device.focusRectOfInterest.midX - 0.7) < 1e-9)
    device.focusRectOfInterest = rect
    device.activeFormat = device.formats[0]
    #expect(device.focusRectOfInterest != rect)
    #expect(device.minFocusRectOfInterestSize == device.minExposureRectOfInterestSize)
    #expect(try DeviceBench().device(.innerFront).isFocusRectOfInterestSupported == false)
    #expect(device.isFocusRectOfInterestSupported && device.isExposureRectOfInterestSupported)
  }

  @Test func smoothFocusTakesItsTime() throws {
    let bench = DeviceBench()
    let device = try bench.locked(.rearWide)
    device.isSmoothAutoFocusEnabled = true
    device.focusMode = .autoFocus
    bench.phone.testClock.advance(by: .milliseconds(799))
    #expect(device.isAdjustingFocus)
    bench.phone.testClock.advance(by: .milliseconds(1))
    #expect(!device.isAdjustingFocus)
  }

  @Test func facesAreTheAutomaticsUntilItIsOff() throws {
    let device = try DeviceBench().locked(.rearWide)
    device.automaticallyAdjustsFaceDrivenAutoFocusEnabled = false
    device.isFaceDrivenAutoFocusEnabled = false
    device.automaticallyAdjustsFaceDrivenAutoExposureEnabled = false
    device.isFaceDrivenAutoExposureEnabled = false
    #expect(!device.isFaceDrivenAutoFocusEnabled && !device.isFaceDrivenAutoExposureEnabled)
  }

  @Test func fallbacksAreASubset() throws {
    let dual = try DeviceBench().locked(.rearDualWide)
    let record = DeviceRecord()
    let observation = dual.observe(\.fallbackPrimaryConstituentDevices, options: [.new]) {
      record.add("\($1.newValue!.count)")
    }
    dual.fallbackPrimaryConstituentDevices = [dual.constituentDevices[1]]
    #expect(same(dual.fallbackPrimaryConstituentDevices, [dual.constituentDevices[1]]))
    #expect(record.all == ["1"])
    observation.invalidate()
  }

  /// The rule that each row breaks, and the exception's name.
  static let broken: [(rule: String, name: String)] = [
    ("hdr while automatic", "NSGenericException"), ("hdr without support", "NSGenericException"),
    ("tone mapping", "NSGenericException"), ("colour space", "NSInvalidArgumentException"),
    ("distortion", "NSInvalidArgumentException"), ("boost", "NSInvalidArgumentException"),
    ("auto rate without support", "NSInvalidArgumentException"),
    ("duration while auto rate", "NSInvalidArgumentException"), ("smooth", "NSInvalidArgumentException"),
    ("faces while automatic", "NSInvalidArgumentException"),
    ("faces of a fixed lens", "NSInvalidArgumentException"), ("small region", "NSInvalidArgumentException"),
    ("region of a fixed lens", "NSInvalidArgumentException"), ("fallback", "NSInvalidArgumentException"),
    ("centre stage of the user", "NSInvalidArgumentException"),
    ("centre stage region", "NSInvalidArgumentException"), ("unlocked", "NSGenericException"),
  ]

  @Test(arguments: broken.indices)
  func brokenRulesRaise(_ index: Int) async {
    let row = Self.broken[index]
    let rule: String = row.rule
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [rule = rule as String] in
      let bench = DeviceBench()
      if rule == "unlocked" { try bench.device(.rearWide).activeColorSpace = .P3_D65 }
      let (device, front, dual) = (
        try bench.locked(.rearWide), try bench.locked(.innerFront), try bench.locked(.rearDualWide)
      )
      switch rule {
      case "hdr while automatic": device.isVideoHDREnabled = true
      case "hdr without support":
        device.automaticallyAdjustsVideoHDREnabled = false
        device.isVideoHDREnabled = true
      case "tone mapping": device.isGlobalToneMappingEnabled = true
      case "colour space": device.activeColorSpace = .appleLog
      case "distortion": device.isGeometricDistortionCorrectionEnabled = true
      case "boost": device.automaticallyEnablesLowLightBoostWhenAvailable = true
      case "auto rate without support":
        device.activeFormat = device.formats[2]
        device.isAutoVideoFrameRateEnabled = true
      case "duration while auto rate":
        device.isAutoVideoFrameRateEnabled = true
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
      case "smooth": front.isSmoothAutoFocusEnabled = true
      case "faces while automatic": device.isFaceDrivenAutoFocusEnabled = false
      case "faces of a fixed lens": front.automaticallyAdjustsFaceDrivenAutoFocusEnabled = false
      case "small region": device.focusRectOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.01, height: 0.1)
      case "region of a fixed lens":
        front.focusRectOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.1, height: 0.1)
      case "fallback": dual.fallbackPrimaryConstituentDevices = [device, front]
      case "centre stage of the user": AVCaptureDevice.isCenterStageEnabled = true
      case "centre stage region": device.centerStageRectOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
      default: break
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("uncaught exception '\(row.name)', reason: '*** "), "\(rule): \(text)")
  }

  @Test func theAppMayTurnCenterStageOn() async {
    await #expect(processExitsWith: .success) {
      AVCaptureDevice.centerStageControlMode = .app
      AVCaptureDevice.isCenterStageEnabled = true
      #expect(AVCaptureDevice.isCenterStageEnabled && AVCaptureDevice.centerStageControlMode == .app)
      #expect(!AVCaptureDevice.isStudioLightEnabled && !AVCaptureDevice.reactionEffectsEnabled)
    }
  }

  // MARK: Connections

  private struct Windows: FrameImager {
    let drawn: @Sendable (FrameWindow) -> Void
    func draw(_ window: FrameWindow, into target: PixelTarget) { drawn(window) }
  }

  /// Stabilisation leaves the middle: any window of what is left, by a plain map of its corners.
  @Test func stabilisationCutsTheMiddle() {
    let seen = Mutex<[FrameWindow]>([])
    let imager = Windows { window in seen.withLock { $0.append(window) } }
    var frame = SensorFrame(
      camera: .rearWide, sequence: 0, time: .zero,
      configuration: StreamConfiguration(
        width: 64, height: 48, fieldOfView: 60, frameDuration: .milliseconds(33)), imager: imager)
    let wish = FrameWindow(x: 0.25, y: 0.5, width: 0.5, height: 0.5, rotation: 1, isMirrored: true)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 4)
    defer { memory.deallocate() }
    let target = PixelTarget(
      layout: .bgra, width: 1, height: 1, planes: [.init(base: memory, bytesPerRow: 4)])
    frame.stabilized(to: 1).imager.draw(wish, into: target)
    frame = frame.stabilized(to: 0.8)
    frame.imager.draw(wish, into: target)
    frame.imager.exposed(.init(bias: 1)).coloured(.displayP3).draw(wish, into: target)
    let windows = seen.withLock { $0 }
    #expect(windows.count == 3 && windows[0] == wish && windows[1] == windows[2])
    let cut = windows[1]
    #expect(abs(cut.x - (0.1 + 0.25 * 0.8)) < 1e-12 && abs(cut.y - (0.1 + 0.5 * 0.8)) < 1e-12)
    #expect(abs(cut.width - 0.4) < 1e-12 && abs(cut.height - 0.4) < 1e-12)
    #expect(cut.rotation == 1 && cut.isMirrored)
  }

  @Test func connectionsKnowWhatIsLeft() throws {
    let bench = CaptureBench()
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.rearWide, output)
    let connection = try #require(output.connection(with: .video))
    let views = bench.device(.rearWide).camera.traits.stabilizedView.value
    #expect(connection.stabilizedView == 1)
    let device = bench.device(.rearWide)
    try device.lockForConfiguration()
    device.activeFormat = try #require(
      device.formats.first { $0.isVideoStabilizationModeSupported(.cinematic) })
    let modes: [AVCaptureVideoStabilizationMode] = [
      .standard, .cinematic, .cinematicExtended, .auto, .lowLatency,
    ]
    let seen = modes.map { mode in
      connection.preferredVideoStabilizationMode = mode
      return connection.stabilizedView
    }
    #expect(seen == [views[0], views[1], views[2], views[0], 1])
    withExtendedLifetime(session) {}
  }
}
