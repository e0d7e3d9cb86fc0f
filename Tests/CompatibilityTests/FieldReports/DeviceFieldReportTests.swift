import AVFoundation
import DuoTesting
import Synchronization
import Testing

/// How real camera apps went wrong with devices: the fault is there, and the right way works.
@Suite struct DeviceFieldReportTests {
  private static func device(
    _ type: AVCaptureDevice.DeviceType, _ position: AVCaptureDevice.Position
  ) throws -> AVCaptureDevice { try camera(type, position) }

  /// R043: before a ratio is asked for, outputs have the device's ratio now; afterwards all have the new one.
  @Test func everyOutputHasTheRatioThatWasSet() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let device = try Self.device(.builtInOuterUltraWideCamera, .front)
        let format = try #require(
          device.formats.first { $0.supportedDynamicAspectRatios.contains(.ratio1x1) })
        let session = try session(device)
        let output = AVCaptureVideoDataOutput()
        session.addOutput(output)
        try device.lockForConfiguration()
        device.activeFormat = format
        func ratios() -> [Double] {
          let now = device.dynamicDimensions
          let port = session.inputs[0].ports.first { $0.mediaType == .video }?.formatDescription?.dimensions
          return [now, port ?? now].map { Double($0.width) / Double($0.height) }
        }
        #expect(device.dynamicAspectRatio == format.supportedDynamicAspectRatios.first)
        let first = ratios()
        #expect(first[0] == first[1])
        session.startRunning()
        try await phone.settle()
        for (ratio, value) in [
          (AVCaptureDevice.AspectRatio.ratio1x1, 1.0), (.ratio16x9, 16.0 / 9), (.ratio9x16, 9.0 / 16),
        ] where format.supportedDynamicAspectRatios.contains(ratio) {
          _ = try await device.setDynamicAspectRatio(ratio)
          #expect(ratios().allSatisfy { abs($0 - value) < 0.01 }, "\(ratio)")
        }
        session.stopRunning()
      }
    }
  }

  /// R101: the ratio is the device's own; the other camera starts with its own.
  @Test func aRatioStaysWithItsCamera() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let outer = try Self.device(.builtInOuterUltraWideCamera, .front)
        let inner = try Self.device(.builtInInnerUltraWideCamera, .front)
        func choose(_ device: AVCaptureDevice) throws {
          try device.lockForConfiguration()
          device.activeFormat = try #require(
            device.formats.first { $0.supportedDynamicAspectRatios.contains(.ratio9x16) })
        }
        try choose(outer)
        try choose(inner)
        outer.setDynamicAspectRatio(.ratio9x16)
        #expect(outer.dynamicAspectRatio == .ratio9x16)
        #expect(inner.dynamicAspectRatio == inner.activeFormat.supportedDynamicAspectRatios.first)
        #expect(inner.dynamicAspectRatio != .ratio9x16)
      }
    }
  }

  /// R106, R107: factor 1 of the dual wide camera is the ultra wide's; people's 1x is the first switch-over factor, and one
  /// over the display multiplier.
  @Test func peoplesOneIsTheSwitchOverFactor() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let device = try #require(
          AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back))
        let neutral = CGFloat(device.virtualDeviceSwitchOverVideoZoomFactors[0].doubleValue)
        #expect(neutral == 2 && 1 / device.displayVideoZoomFactorMultiplier == neutral)
        let wide = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        #expect(wide.displayVideoZoomFactorMultiplier == 1)
      }
    }
  }

  /// R064: across the switch-over the angles stay, and so does the picture's way up: both cameras are mounted alike.
  @Test func thePictureKeepsItsWayUpAcrossTheSwitchOver() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let device = try #require(
          AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back))
        let session = try session(device)
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.frame = CGRect(x: 0, y: 0, width: 466, height: 678)
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        session.startRunning()
        try await phone.settle()
        layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
        let angle = coordinator.videoRotationAngleForHorizonLevelPreview
        try device.lockForConfiguration()
        let before = try phone.reading(of: layer).isUpright
        for factor in [1.9, 2.1] {
          device.videoZoomFactor = factor
          try await phone.settle()
          #expect(coordinator.videoRotationAngleForHorizonLevelPreview == angle)
          #expect(try phone.reading(of: layer).isUpright == before)
          #expect(
            device.activePrimaryConstituent?.deviceType
              == (factor < 2 ? .builtInUltraWideCamera : .builtInWideAngleCamera))
        }
        session.stopRunning()
      }
    }
  }

  /// R109: a virtual camera, the pair of front cameras too, has no custom exposure; asked anyway it raises.
  @Test func virtualCamerasHaveNoCustomExposure() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let front = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        try #require(front.isVirtualDevice && !front.isExposureModeSupported(.custom))
        try front.lockForConfiguration()
        front.setExposureModeCustom(duration: CMTime(value: 1, timescale: 60), iso: 100)
      }
    }
    #expect(Self.text(result).contains("'NSInvalidArgumentException'"))
  }

  /// R110: a factor is legal or not by the format of now.
  @Test func zoomIsCheckedAgainstTheFormatOfNow() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSRangeException") { _ in
        let device = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        try device.lockForConfiguration()
        let most = device.formats.map(\.videoMaxZoomFactor)
        let (far, near) = (most.firstIndex(of: most.max()!)!, most.firstIndex(of: most.min()!)!)
        device.activeFormat = device.formats[far]
        device.videoZoomFactor = most.max()!
        device.activeFormat = device.formats[near]
        // Clamped against the new format: right.
        device.videoZoomFactor = min(most.max()!, device.activeFormat.videoMaxZoomFactor)
        try #require(device.videoZoomFactor == most.min()!)
        device.videoZoomFactor = most.max()!
      }
    }
    #expect(Self.text(result).contains("'NSRangeException'") && Self.text(result).contains("out of range"))
  }

  /// R112: 120 a second on the inner camera, and on the pair, is more than any of their formats has.
  @Test(arguments: [true, false])
  func ratesAreThoseOfTheActiveFormat(isPair: Bool) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [isPair] in
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let device =
          isPair
          ? try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
          : try Self.device(.builtInInnerUltraWideCamera, .front)
        try device.lockForConfiguration()
        for range in device.activeFormat.videoSupportedFrameRateRanges {
          device.activeVideoMinFrameDuration = range.minFrameDuration
        }
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
      }
    }
    #expect(Self.text(result).contains("'NSInvalidArgumentException'"))
    #expect(Self.text(result).contains("activeFrameDuration 1:120 is not supported"))
  }

  /// R113: the format first, then the duration; the other way round raises.
  @Test func theFormatComesBeforeTheRate() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let device = try Self.device(.builtInOuterUltraWideCamera, .front)
        let fast = try #require(
          device.formats.first { $0.videoSupportedFrameRateRanges.contains { $0.maxFrameRate >= 120 } })
        let slow = try #require(
          device.formats.first { $0.videoSupportedFrameRateRanges.allSatisfy { $0.maxFrameRate < 120 } })
        let rate = CMTime(value: 1, timescale: 120)
        try device.lockForConfiguration()
        device.activeFormat = fast
        device.activeVideoMinFrameDuration = rate
        try #require(device.activeVideoMinFrameDuration == rate)
        device.activeFormat = slow
        device.activeVideoMinFrameDuration = rate
      }
    }
    #expect(Self.text(result).contains("activeFrameDuration 1:120 is not supported"))
  }

  /// R115: the taller format of the same width sees more, and the wide one is a cut of it.
  @Test func tallFormatsSeeMore() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let device = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        func view(_ width: Int32, _ height: Int32) -> Float? {
          device.formats.filter {
            let size = $0.formatDescription.dimensions
            return size.width == width && size.height == height && !$0.isVideoBinned
          }.map(\.videoFieldOfView).max()
        }
        // Width for width, 4:3 sees more above and below.
        let (tall, wide) = (try #require(view(1920, 1440)), try #require(view(1920, 1080)))
        func up(_ across: Float, _ part: Double) -> Double { tan(Double(across) * .pi / 360) * part }
        #expect(up(tall, 3.0 / 4) > up(wide, 9.0 / 16) * 1.2)
      }
    }
  }

  /// R116: the smallest format that holds 640 x 480 is 640 x 480, and no square one comes before it.
  @Test func aSmallSizeIsNotTakenForASquare() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        var mismatches: [String] = []
        for position in [AVCaptureDevice.Position.back, .front] {
          let device = try #require(
            AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position))
          let sizes = device.formats.map(\.formatDescription.dimensions)
            .filter { $0.width >= 640 && $0.height >= 480 }
          let exact = sizes.contains { $0.width == 640 && $0.height == 480 }
          let best = try #require(sizes.min { $0.width * $0.height < $1.width * $1.height })
          if exact, best.width != 640 || best.height != 480 { mismatches.append("\(position): \(best)") }
        }
        #expect(mismatches == [])
      }
    }
  }

  /// R118: several formats share a size and differ in their rates: all of them have to be looked at.
  @Test func oneSizeHasSeveralFormats() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let device = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        let formats = device.formats.filter {
          $0.formatDescription.dimensions.width == 1920 && $0.formatDescription.dimensions.height == 1080
        }
        let most = formats.map { $0.videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 0 }
        #expect(most.contains(30) && most.contains(60) && most.contains { $0 > 60 })
      }
    }
  }

  /// R163: what a front camera with a fixed lens can do, and what asking anyway gives.
  @Test(arguments: ["ask", "mode", "point", "faces"])
  func frontCamerasHaveAFixedLens(_ call: String) async {
    let result = await #expect(
      processExitsWith: call == "ask" ? .success : .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [call] in
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let front = try Self.device(.builtInOuterUltraWideCamera, .front)
        #expect(!front.isFocusModeSupported(.autoFocus) && !front.isFocusModeSupported(.continuousAutoFocus))
        #expect(!front.isFocusPointOfInterestSupported && !front.isFaceDrivenAutoFocusEnabled)
        #expect(front.isExposurePointOfInterestSupported && front.isWhiteBalanceModeSupported(.locked))
        try front.lockForConfiguration()
        switch call {
        case "mode": front.focusMode = .continuousAutoFocus
        case "point": front.focusPointOfInterest = CGPoint(x: 0.2, y: 0.2)
        case "faces": front.automaticallyAdjustsFaceDrivenAutoFocusEnabled = false
        default: break
        }
      }
    }
    if call != "ask" { #expect(Self.text(result).contains("'NSInvalidArgumentException'")) }
  }

  /// R164: a torch that was lit before the session runs goes out, and flipping to the front and back leaves it out.
  @Test func theTorchGoesOutWithTheSession() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let rear = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        let front = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        let session = try session(rear)
        session.addOutput(AVCaptureVideoDataOutput())
        try rear.lockForConfiguration()
        rear.torchMode = .on
        #expect(rear.isTorchActive)
        session.startRunning()
        try await phone.settle()
        #expect(rear.torchMode == .off && !rear.isTorchActive)
        rear.torchMode = .on
        #expect(rear.isTorchActive)
        func use(_ device: AVCaptureDevice) throws {
          session.beginConfiguration()
          session.removeInput(session.inputs[0])
          session.addInput(try AVCaptureDeviceInput(device: device))
          session.commitConfiguration()
        }
        try use(front)
        #expect(!front.hasTorch && !front.isTorchModeSupported(.on))
        try use(rear)
        try await phone.settle()
        #expect(rear.torchMode == .off && !rear.isTorchActive)
        session.stopRunning()
      }
    }
  }

  /// R164: a camera without a torch raises.
  @Test func aCameraWithoutATorchRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await PhoneTest.run(stopsWith: "NSInvalidArgumentException") { _ in
        let front = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        try front.lockForConfiguration()
        front.torchMode = .on
      }
    }
    #expect(Self.text(result).contains("the passed torchMode 1 is not supported"))
  }

  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}
