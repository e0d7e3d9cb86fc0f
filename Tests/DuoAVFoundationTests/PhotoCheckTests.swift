import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Takes nothing of what must be there.
private final class EmptyPhotoDelegate: NSObject, AVCapturePhotoCaptureDelegate {}

@Suite(.serialized) struct PhotoCheckTests {
  private static func check(_ change: (inout PhotoCheck, inout PhotoWish) -> Void) -> PhotoCheck.Fault? {
    var check = PhotoCheck()
    check.usedIDs = [5, 6]
    check.can.codecs = ["hvc1", "jpeg"]
    check.can.fileTypes = ["public.jpeg", "public.heic"]
    check.can.pixelFormats = [kCVPixelFormatType_32BGRA]
    check.can.flashModes = [0, 1]
    check.can.dimensions = [.init(width: 1920, height: 1080), .init(width: 3840, height: 2160)]
    check.can.bracketLimit = 3
    check.can.biasRange = -8...8
    check.can.hasManualExposure = true
    check.can.durations = 0.001...1
    check.can.isoRange = 34...3264
    check.can.constituents = ["a", "b", "c"]
    check.wants.maxQuality = 2
    check.maxDimensions = .init(width: 1920, height: 1080)
    var wish = PhotoWish(uniqueID: 7)
    wish.fileType = "public.jpeg"
    change(&check, &wish)
    do throws(PhotoCheck.Fault) {
      try check.check(wish)
      return nil
    } catch {
      return error
    }
  }

  private typealias Change = @Sendable (inout PhotoCheck, inout PhotoWish) -> Void

  /// Each breaks one rule; in the order of the rules.
  private static let breaches: [(PhotoCheck.Fault, Change)] = [
    (.reused, { $1.uniqueID = 6 }), (.noConnection, { check, _ in check.hasActiveConnection = false }),
    (.formatNeedsOneKey, { $1.format = .both }), (.fileTypeUnavailable, { $1.fileType = "public.tiff" }),
    (.quality, { $1.quality = 3 }), (.flash, { $1.flashMode = 2 }),
    (.dimensionsUnsupported, { $1.maxDimensions = .init(width: 1080, height: 1920) }),
    (.depth, { $1.depth = true }), (.livePhoto, { $1.livePhotoURL = URL(fileURLWithPath: "/x.mov") }),
    (.raw, { $1.raw = 0x6267_6734 }),
    (.bracketCount, { $1.bracket = [.bias(0), .bias(1), .bias(2), .bias(3)] }),
    (.shutterSound, { $1.suppressesShutterSound = true }),
    (.constituentsOff, { $1.constituents = ["a", "b"] }), (.calibration, { $1.calibration = true }),
    (.matte, { $1.portraitMatte = true }), (.previewFormat, { $1.preview = .init(format: 5) }),
    (.thumbnailCodec, { $1.thumbnail = .init(codec: "hvc1") }),
    (.highResolution, { $1.highResolution = true }),
    (.distortionCorrection, { $1.distortionCorrection = true }),
    (.constantColor, { $1.constantColor = true }),
  ]

  /// Whatever else is wrong, the first rule speaks.
  @Test func theFirstBrokenRuleIsNamed() {
    var wrong: [String] = []
    for (first, (fault, change)) in Self.breaches.enumerated() {
      for second in Self.breaches[first...] {
        let found = Self.check {
          change(&$0, &$1)
          second.1(&$0, &$1)
        }
        if found != fault { wrong.append("\(fault) and \(second.0): \(found.map { "\($0)" } ?? "-")") }
      }
    }
    #expect(wrong == [])
  }

  @Test func rules() {
    typealias Size = PhotoCheck.Dimensions
    let rows: [(PhotoCheck.Fault?, PhotoCheck.Fault?)] = [
      (Self.check { _, _ in }, nil),
      (Self.check { $1.format = .codec("jpeg") }, nil),
      (Self.check { $1.format = .codec("avc1") }, .codecUnavailable),
      (Self.check { $1.format = .codec("hvc1") }, .fileTypeUnfit),
      (Self.check { $1.format = .none }, .formatNeedsOneKey),
      (Self.check { $1.format = .pixels(7) }, .pixelFormatUnavailable),
      (Self.check { ($1.format, $1.fileType) = (.pixels(kCVPixelFormatType_32BGRA), nil) }, nil),
      (Self.check { $1.format = .pixels(kCVPixelFormatType_32BGRA) }, .fileTypeUnfit),
      (Self.check { $1.flashMode = 1 }, nil),
      (Self.check { $1.maxDimensions = Size(width: 1920, height: 1080) }, nil),
      (Self.check { $1.maxDimensions = Size(width: 3840, height: 2160) }, .dimensionsTooLarge),
      (Self.check { $1.bracket = [.bias(-9)] }, .bracketBias),
      (Self.check { $1.bracket = [.bias(nil)] }, nil),
      (Self.check { $1.bracket = [.manual(duration: 2, iso: 0)] }, .bracketExposure),
      (Self.check { $1.bracket = [.manual(duration: 0.5, iso: 10)] }, .bracketExposure),
      (Self.check { $1.bracket = [.manual(duration: 0.5, iso: 100)] }, nil),
      (
        Self.check { $1.preview = .init(format: kCVPixelFormatType_32BGRA, size: Size(width: 9, height: 0)) },
        .smallSize
      ),
      (Self.check { $1.thumbnail = .init(codec: "jpeg") }, nil),
      (Self.check { $1.thumbnail = .init(codec: "jpeg", size: Size(width: 0, height: 9)) }, .smallSize),
      (Self.check { $1.lensStabilization = true }, .lensStabilization),
    ]
    #expect(rows.filter { $0 != $1 }.map { "\($0)" } == [])
    func constituents(_ ids: [String]) -> PhotoCheck.Fault? {
      Self.check {
        $0.wants.constituents = true
        $1.constituents = ids
      }
    }
    #expect(
      constituents(["a", "a"]) == .constituentsFew && constituents(["a", "x"]) == .constituentsUnknown)
    #expect(constituents(["c", "a"]) == nil)
    let live = Self.check {
      $0.wants.livePhoto = true
      $1.livePhotoURL = URL(string: "https://example.com/x.mov")
    }
    #expect(live == .livePhotoURL)
    #expect(Set(PhotoCheck.Fault.allCases.map(\.text)).count == PhotoCheck.Fault.allCases.count)
  }

  typealias Story = @Sendable () throws -> Void

  static func stories() -> [String: Story] {
    let place = "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] "
    return [
      "\(place)Settings may not be re-used": {
        let bench = try PhotoBench()
        bench.capture()
        bench.capture()
      },
      "\(place)No active and enabled video connection": {
        AVCapturePhotoOutput().capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoNotes())
      },
      "\(place)No active and enabled video connection'": {
        let bench = try PhotoBench()
        bench.connection.isEnabled = false
        bench.capture()
      },
      "\(place)settings.format must contain exactly one of": {
        try PhotoBench().capture(AVCapturePhotoSettings(format: [:]))
      },
      "\(place)settings.format's AVVideoCodecKey must be present": {
        try PhotoBench().capture(AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.h264]))
      },
      "\(place)settings.format's kCVPixelBufferPixelFormatTypeKey must be present": {
        try PhotoBench().capture(
          AVCapturePhotoSettings(format: [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_24RGB
          ]))
      },
      "\(place)settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization":
        {
          let bench = try PhotoBench()
          bench.settings.photoQualityPrioritization = .quality
          bench.capture()
        },
      "\(place)settings.flashMode must be present in self.supportedFlashModes": {
        let bench = try PhotoBench()
        bench.settings.flashMode = .auto
        bench.capture()
      },
      "\(place)settings.maxPhotoDimensions must be present in": {
        let bench = try PhotoBench()
        bench.settings.maxPhotoDimensions = CMVideoDimensions(width: 10, height: 10)
        bench.capture()
      },
      "\(place)settings.maxPhotoDimensions must not be larger than self.maxPhotoDimensions": {
        let bench = try PhotoBench(.rearWide)
        bench.settings.maxPhotoDimensions =
          bench.bench.device(.rearWide).activeFormat.supportedMaxPhotoDimensions.last!
        bench.capture()
      },
      "\(place)settings.processedFileType must be present in self.availablePhotoFileTypes": {
        try PhotoBench().capture(
          AVCapturePhotoSettings(
            rawPixelFormatType: 0, rawFileType: nil, processedFormat: nil, processedFileType: .dng))
      },
      "\(place)settings.format's AVVideoCodecKey must be present in self.supportedPhotoCodecTypesForFileType:":
        {
          try PhotoBench().capture(
            AVCapturePhotoSettings(
              rawPixelFormatType: 0, rawFileType: nil,
              processedFormat: [AVVideoCodecKey: AVVideoCodecType.hevc], processedFileType: .jpg))
        },
      "\(place)settings.depthDataDeliveryEnabled may not be set to YES unless": {
        let bench = try PhotoBench()
        bench.settings.isDepthDataDeliveryEnabled = true
        bench.capture()
      },
      "\(place)settings.livePhotoMovieFileURL may not be set unless self.livePhotoCaptureEnabled is YES": {
        let bench = try PhotoBench()
        bench.settings.livePhotoMovieFileURL = URL(fileURLWithPath: "/tmp/live.mov")
        bench.capture()
      },
      "\(place)settings.rawPhotoPixelFormatType must be present in self.availableRawPhotoPixelFormatTypes": {
        try PhotoBench().capture(AVCapturePhotoSettings(rawPixelFormatType: 0x6267_6734))
      },
      "\(place)settings.bracketedSettings.count must not be greater than self.maxBracketedCapturePhotoCount":
        {
          try PhotoBench().capture(
            AVCapturePhotoBracketSettings(
              rawPixelFormatType: 0, processedFormat: nil,
              bracketedSettings: (0..<4).map {
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(
                  exposureTargetBias: Float($0))
              }))
        },
      "\(place)settings.shutterSoundSuppressionEnabled may not be set to YES unless self.shutterSoundSuppressionSupported is YES":
        {
          var phone = PhoneDescription.duo
          phone.policy.shutterMayBeSilent.value = false
          let bench = try PhotoBench(.outerFront, phone)
          bench.settings.isShutterSoundSuppressionEnabled = true
          bench.capture()
        },
      "\(place)settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices may not be set unless": {
        let bench = try PhotoBench(.rearDualWide)
        bench.settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices =
          bench.bench.device(.rearDualWide).constituentDevices
        bench.capture()
      },
      "\(place)settings.highResolutionPhotoEnabled may not be set to YES unless": {
        let bench = try PhotoBench()
        bench.settings.isHighResolutionPhotoEnabled = true
        bench.capture()
      },
      "*** -[AVCapturePhotoBracketSettings initWithFormat:bracketedSettings:] bracketedSettings must not be nil or empty":
        {
          _ = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: [])
        },
      "*** -[AVCapturePhotoBracketSettings initWithFormat:bracketedSettings:] bracketedSettings may not mix":
        {
          _ = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0, processedFormat: nil,
            bracketedSettings: [
              AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: 1),
              AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
                exposureDuration: CMTime(value: 1, timescale: 60), iso: 100),
            ])
        },
      "*** -[AVCapturePhotoSettings setMetadata:] {Exif}.Mood is not a key": {
        AVCapturePhotoSettings().metadata = ["{Exif}": ["Mood": "glad"]]
      },
      "*** -[AVCapturePhotoOutput setZeroShutterLagEnabled:] Not supported": {
        try PhotoBench().output.isZeroShutterLagEnabled = true
      },
      "*** -[AVCapturePhotoOutput setResponsiveCaptureEnabled:] Not supported": {
        try PhotoBench().output.isResponsiveCaptureEnabled = true
      },
      "*** -[AVCapturePhotoOutput setFastCapturePrioritizationEnabled:] Not supported": {
        let bench = try PhotoBench(.rearWide, preset: .photo)
        bench.output.isFastCapturePrioritizationEnabled = true
      },
      "*** -[AVCapturePhotoOutput setAutoDeferredPhotoDeliveryEnabled:] Not supported": {
        try PhotoBench().output.isAutoDeferredPhotoDeliveryEnabled = true
      },
      "*** -[AVCapturePhotoOutput setVirtualDeviceConstituentPhotoDeliveryEnabled:] Not supported": {
        try PhotoBench(.rearWide).output.isVirtualDeviceConstituentPhotoDeliveryEnabled = true
      },
      "*** -[AVCapturePhotoOutput setLivePhotoCaptureEnabled:] Not supported": {
        try PhotoBench().output.isLivePhotoCaptureEnabled = true
      },
      "*** -[AVCapturePhotoOutput setLivePhotoCaptureSuspended:] May not be set unless livePhotoCaptureEnabled is YES":
        {
          try PhotoBench().output.isLivePhotoCaptureSuspended = false
        },
      "*** -[AVCapturePhotoOutput setConstantColorEnabled:] Not supported": {
        try PhotoBench().output.isConstantColorEnabled = true
      },
      "*** -[AVCapturePhotoOutput setPhotoSettingsForSceneMonitoring:] settings.flashMode must be present": {
        let settings = AVCapturePhotoSettings()
        settings.flashMode = .auto
        let bench = try PhotoBench()
        bench.output.photoSettingsForSceneMonitoring = settings
      },
      "*** -[AVCapturePhotoOutput setPreparedPhotoSettingsArray:completionHandler:] Settings may not be re-used":
        {
          let bench = try PhotoBench()
          bench.capture()
          bench.output.setPreparedPhotoSettingsArray([bench.settings])
        },
      "\(place)The delegate must implement captureOutput:didFinishCapturingDeferredPhotoProxy:error:": {
        let bench = try PhotoBench(.rearWide, preset: .photo)
        bench.output.isAutoDeferredPhotoDeliveryEnabled = true
        bench.output.maxPhotoQualityPrioritization = .quality
        bench.settings.photoQualityPrioritization = .quality
        bench.capture()
        bench.run(1000)
      },
      "\(place)The delegate must implement photoOutput:didFinishProcessingPhoto:error:": {
        let bench = try PhotoBench()
        let delegate = EmptyPhotoDelegate()
        bench.output.capturePhoto(with: bench.settings, delegate: delegate)
        bench.run(1000)
        withExtendedLifetime(delegate) {}
      },
      "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] 10x10 is not present": {
        try PhotoBench().output.maxPhotoDimensions = CMVideoDimensions(width: 10, height: 10)
      },
      "*** -[AVCapturePhotoOutput setCameraSensorOrientationCompensationEnabled:] Not supported": {
        try PhotoBench(.rearWide).output.isCameraSensorOrientationCompensationEnabled = true
      },
      "*** -[AVCaptureSession addOutput:] Cannot add output <AVCapturePhotoOutput>": {
        try PhotoBench().session.addOutput(AVCapturePhotoOutput())
      },
    ]
  }

  @Test(arguments: stories().keys.sorted()) func endsTheProcess(_ text: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [text] in
      try PhotoCheckTests.stories()[text]!()
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("uncaught exception 'NSInvalidArgumentException', reason: '\(text)"))
  }
}
