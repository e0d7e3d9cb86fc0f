import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite(.serialized) struct PhotoFeatureTests {
  // MARK: What the camera can do

  @Test func capabilitiesFollowSessionAndFormat() throws {
    let bench = try PhotoBench(.rearWide, preset: .photo, runs: false)
    let output = bench.output
    #expect(output.isZeroShutterLagSupported && output.isZeroShutterLagEnabled)
    #expect(output.isResponsiveCaptureSupported && !output.isResponsiveCaptureEnabled)
    #expect(!output.isFastCapturePrioritizationSupported && output.isAutoDeferredPhotoDeliverySupported)
    #expect(
      !output.isVirtualDeviceConstituentPhotoDeliverySupported && output.isShutterSoundSuppressionSupported)
    #expect(output.isAutoRedEyeReductionSupported && output.maxBracketedCapturePhotoCount == 3)
    #expect(output.availableRawPhotoPixelFormatTypes.isEmpty && output.availableRawPhotoFileTypes.isEmpty)
    #expect(
      !output.isLivePhotoCaptureSupported && !output.isConstantColorSupported
        && !output.isAppleProRAWSupported)
    output.isResponsiveCaptureEnabled = true
    output.isFastCapturePrioritizationEnabled = true
    output.isAutoDeferredPhotoDeliveryEnabled = true
    #expect(output.isFastCapturePrioritizationEnabled && output.isFastCapturePrioritizationSupported)
    let notes = Notes()
    let watches = [
      output.observe(\.isResponsiveCaptureEnabled, options: .new) { _, change in
        notes.add("responsive \(change.newValue!)")
      },
      output.observe(\.isZeroShutterLagSupported, options: .new) { _, change in
        notes.add("lag \(change.newValue!)")
      },
      output.observe(\.supportedFlashModes, options: .new) { _, change in
        notes.add("flash \(change.newValue!.count)")
      },
      output.observe(\.availablePhotoCodecTypes, options: .new) { _, change in
        notes.add("codecs \(change.newValue!.count)")
      },
    ]
    // A format that is not for the best photos takes all of it away, for good.
    bench.session.sessionPreset = .hd1280x720
    #expect(!output.isResponsiveCaptureEnabled && !output.isAutoDeferredPhotoDeliveryEnabled)
    bench.session.sessionPreset = .photo
    #expect(!output.isResponsiveCaptureEnabled && output.isZeroShutterLagEnabled)
    #expect(notes.all.sorted() == ["lag false", "lag true", "responsive false"])
    notes.clear()
    // Without responsive capture there is no fast capture; without zero shutter lag neither.
    output.isResponsiveCaptureEnabled = true
    output.isZeroShutterLagEnabled = false
    #expect(!output.isResponsiveCaptureSupported && !output.isResponsiveCaptureEnabled)
    #expect(notes.all == ["responsive true", "responsive false"])
    notes.clear()
    // In one block a camera takes another's place: told once, at its end.
    bench.session.beginConfiguration()
    bench.session.removeInput(bench.session.inputs[0])
    bench.session.addInput(try bench.bench.input(.outerFront))
    #expect(output.supportedFlashModes == [.off] && notes.all.isEmpty)
    bench.session.commitConfiguration()
    #expect(notes.all.contains("flash 1") && !notes.all.contains { $0.hasPrefix("codecs") })
    bench.session.removeOutput(output)
    #expect(notes.all.contains("codecs 0") && output.availablePhotoCodecTypes.isEmpty)
    for watch in watches { watch.invalidate() }
  }

  @Test func settingsStartAsApplesDo() throws {
    let settings = AVCapturePhotoSettings()
    #expect(settings.isAutoRedEyeReductionEnabled && settings.isAutoVirtualDeviceFusionEnabled)
    #expect(
      !settings.isDepthDataDeliveryEnabled && settings.embedsDepthDataInPhoto && settings.isDepthDataFiltered)
    #expect(
      settings.metadata.isEmpty && settings.previewPhotoFormat == nil && settings.livePhotoMovieFileURL == nil
    )
    #expect(settings.embeddedThumbnailPhotoFormat == nil && settings.rawPhotoPixelFormatType == 0)
    #expect(settings.availableEmbeddedThumbnailPhotoCodecTypes == [.jpeg] && settings.rawFileType == nil)
    #expect(settings.availablePreviewPhotoPixelFormatTypes.count == 3)
    #expect(
      settings.__availablePreviewPhotoPixelFormatTypes[0].uint32Value
        == settings.availablePreviewPhotoPixelFormatTypes[0])
    #expect(!settings.isShutterSoundSuppressionEnabled && !settings.isConstantColorEnabled)
    let raw = AVCapturePhotoSettings(rawPixelFormatType: 5)
    #expect(raw.format == nil && raw.processedFileType == nil && raw.rawFileType == .dng)
    #expect(!raw.isAutoVirtualDeviceFusionEnabled)
    let bracket = AVCapturePhotoBracketSettings(
      rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.hevc],
      bracketedSettings: [.biased(-1), .biased(1)])
    bracket.flashMode = .off
    let copy = AVCapturePhotoBracketSettings(from: bracket)
    #expect(
      copy.uniqueID != bracket.uniqueID && copy.bracketedSettings.count == 2
        && copy.processedFileType == .heic)
    settings.metadata = [kCGImagePropertyTIFFDictionary as String: ["Artist": "A"]]
    settings.livePhotoMovieFileURL = URL(fileURLWithPath: "/tmp/a.mov")
    settings.isDepthDataFiltered = false
    var wish = AVCapturePhotoSettings(from: settings).wish
    wish.uniqueID = settings.uniqueID
    #expect(wish == settings.wish && wish.metadata["{TIFF}", "Artist"] == .text("A"))
  }

  // MARK: Shutter lag, overlap

  @Test func zeroShutterLagTakesThePictureBefore() throws {
    let bench = try PhotoBench(.rearWide, preset: .photo)
    bench.run(400)
    let asked = bench.bench.phone.hands.now
    bench.capture()
    bench.output.settle()
    #expect(bench.notes == ["0 begin", "0 will", "0 did"])
    bench.output.isZeroShutterLagEnabled = false
    bench.capture(bench.another())
    bench.run(1000)
    let times = bench.delegate.photos.withLock { $0.map { $0.timestamp.seconds - asked.seconds } }
    #expect(times[0] <= 0 && times[0] > -0.04 && times[1] > 0)
    #expect(bench.notes.filter { $0.hasSuffix("finish") }.count == 2)
  }

  @Test func responsiveRequestsOverlapAndArriveInOrder() throws {
    let bench = try PhotoBench(.rearWide, preset: .photo)
    bench.run(400)
    bench.output.isResponsiveCaptureEnabled = true
    bench.output.maxPhotoQualityPrioritization = .quality
    bench.settings.photoQualityPrioritization = .quality
    let quick = bench.another()
    quick.photoQualityPrioritization = .speed
    bench.capture()
    bench.output.settle()
    bench.capture(quick)
    bench.output.settle()
    #expect(bench.notes == ["0 begin", "0 will", "0 did", "1 begin", "1 will", "1 did"])
    // The quick one is ready, and waits for its turn.
    bench.run(300)
    #expect(bench.notes.count == 6)
    bench.run(400)
    #expect(bench.notes.suffix(4) == ["0 photo", "0 finish", "1 photo", "1 finish"])
  }

  @Test func fastCaptureTakesLessTimeWhenHurried() throws {
    let bench = try PhotoBench(.rearWide, preset: .photo)
    bench.run(400)
    bench.output.isResponsiveCaptureEnabled = true
    bench.output.isFastCapturePrioritizationEnabled = true
    bench.capture()
    bench.capture(bench.another())
    bench.run(600)
    let photos = bench.delegate.photos.withLock { $0.map(\.resolvedSettings) }
    #expect(photos.map(\.isFastCapturePrioritizationEnabled) == [false, true])
    #expect(photos[1].photoProcessingTimeRange.start < photos[0].photoProcessingTimeRange.start)
  }

  @Test func readinessFollowsTheRequests() throws {
    let bench = try PhotoBench(.rearWide, preset: .photo, runs: false)
    let notes = Notes()
    let watch = bench.output.observe(\.captureReadiness, options: .new) { _, change in
      notes.add("\(change.newValue!)")
    }
    #expect(bench.output.captureReadiness == .sessionNotRunning)
    bench.session.startRunning()
    bench.run(600)
    bench.output.isZeroShutterLagEnabled = false
    bench.capture()
    #expect(bench.output.captureReadiness == .notReadyWaitingForCapture)
    bench.run(40)
    #expect(bench.output.captureReadiness == .notReadyWaitingForProcessing)
    bench.run(400)
    bench.session.stopRunning()
    #expect(
      notes.all == [
        "ready", "notReadyWaitingForCapture", "notReadyWaitingForProcessing", "ready", "sessionNotRunning",
      ])
    watch.invalidate()
  }

  @Test func preparationWaitsForTheSessionAndEndsWithTheNext() throws {
    let bench = try PhotoBench(runs: false)
    let notes = Notes()
    bench.output.setPreparedPhotoSettingsArray([bench.settings]) { done, error in
      notes.add("first \(done) \(error == nil)")
    }
    bench.output.settle()
    #expect(
      notes.all.isEmpty
        && bench.output.preparedPhotoSettingsArray.map(\.uniqueID) == [bench.settings.uniqueID])
    bench.output.setPreparedPhotoSettingsArray([bench.another()]) { done, _ in notes.add("second \(done)") }
    bench.output.settle()
    #expect(notes.all == ["first false true"])
    bench.session.startRunning()
    bench.output.settle()
    #expect(notes.all == ["first false true", "second true"])
    // What was prepared has not been used.
    bench.run(100)
    bench.capture()
    bench.run(400)
    #expect(bench.notes == PhotoNotes.whole(0))
  }

  // MARK: Several photos of one request

  @Test func bracketsTakeAPictureForEach() throws {
    let bench = try PhotoBench(.rearWide)
    let settings = AVCapturePhotoBracketSettings(
      rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: [.biased(-2), .biased(0), .biased(2)])
    bench.capture(settings)
    bench.run(600)
    #expect(bench.notes == ["0 begin", "0 will", "0 did", "0 photo", "0 photo", "0 photo", "0 finish"])
    let photos = bench.delegate.photos.withLock { $0 }
    #expect(photos.map(\.photoCount) == [1, 2, 3] && photos.map(\.sequenceCount) == [1, 2, 3])
    #expect(Set(photos.map(\.timestamp.value)).count == 3)
    #expect(
      photos[0].bracketSettings === settings.bracketedSettings[0]
        && photos[0].resolvedSettings.expectedPhotoCount == 3)
    let biases = photos.map {
      ($0.metadata["{Exif}"] as? [String: Any])?["ExposureBiasValue"] as? Double
    }
    #expect(biases == [-2, 0, 2])
    // Stopped in the middle: every photo comes, with the error.
    bench.capture(AVCapturePhotoBracketSettings(from: settings))
    bench.run(40)
    bench.session.stopRunning()
    bench.run(400)
    let code = AVError.Code.sessionNotRunning.rawValue
    #expect(bench.notes.filter { $0.hasPrefix("1 photo \(code)") }.count == 3)
    #expect(
      bench.notes.filter { $0 == "1 will" }.count == 1 && bench.notes.filter { $0 == "1 did" }.count == 1)
    #expect(bench.notes.last == "1 finish \(code)")
  }

  @Test func constituentsGiveAPhotoEach() throws {
    let bench = try PhotoBench(.rearDualWide)
    bench.output.isVirtualDeviceConstituentPhotoDeliveryEnabled = true
    let parts = bench.bench.device(.rearDualWide).constituentDevices
    bench.settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices = parts
    bench.capture()
    bench.run(600)
    let photos = bench.delegate.photos.withLock { $0 }
    #expect(photos.map(\.sourceDeviceType) == parts.map(\.deviceType) && photos.map(\.photoCount) == [1, 2])
    #expect(
      photos[0].timestamp == photos[1].timestamp && photos[0].resolvedSettings === photos[1].resolvedSettings)
  }

  // MARK: Deferred

  @Test func deferredPhotosComeAsProxies() throws {
    let bench = try PhotoBench(.rearWide, preset: .photo)
    let most = bench.bench.device(.rearWide).activeFormat.supportedMaxPhotoDimensions.last!
    bench.output.isAutoDeferredPhotoDeliveryEnabled = true
    bench.output.maxPhotoQualityPrioritization = .quality
    bench.output.maxPhotoDimensions = most
    let delegate = ProxyTaker()
    bench.settings.photoQualityPrioritization = .quality
    bench.settings.maxPhotoDimensions = most
    bench.output.capturePhoto(with: bench.settings, delegate: delegate)
    bench.run(900)
    // Others come as ever.
    bench.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
    bench.run(900)
    #expect(delegate.notes.all == ["proxy", "finish", "photo", "finish"])
    let proxy = try #require(delegate.proxy.withLock { $0 })
    let resolved = proxy.resolvedSettings
    #expect(resolved.photoDimensions.width == most.width && resolved.deferredPhotoProxyDimensions.width > 0)
    let file = try #require(proxy.fileDataRepresentation())
    #expect(try PictureFile.decode(file).width == Int(resolved.deferredPhotoProxyDimensions.width))
  }

  @Test func twentyFourMillionPixelsComeDeferredOnly() {
    typealias Size = PhotoSize.Size
    let sizes = [(1920, 1440), (4032, 3024), (5712, 4284)].map { Size(width: $0.0, height: $0.1) }
    #expect(PhotoSize.allowed(sizes[2], of: sizes, isDeferred: true) == sizes[2])
    #expect(PhotoSize.allowed(sizes[2], of: sizes, isDeferred: false) == sizes[1])
    #expect(PhotoSize.allowed(sizes[1], of: sizes, isDeferred: false) == sizes[1])
    #expect(PhotoSize.within(Size(width: 160, height: 160), shape: sizes[1]) == Size(width: 160, height: 120))
    #expect(PhotoSize.within(Size(width: 9000, height: 9000), shape: sizes[1]) == sizes[1])
  }

  // MARK: Light, old spellings

  @Test func flashScenesFollowTheLight() throws {
    let bench = try PhotoBench(.rearWide)
    let notes = Notes()
    let watch = bench.output.observe(\.isFlashScene, options: .new) { _, change in
      notes.add("\(change.newValue!)")
    }
    bench.bench.phone.send(.light(0.05))
    #expect(!bench.output.isFlashScene)
    let settings = AVCapturePhotoSettings()
    settings.flashMode = .auto
    bench.output.photoSettingsForSceneMonitoring = settings
    #expect(bench.output.isFlashScene && bench.output.photoSettingsForSceneMonitoring?.flashMode == .auto)
    bench.bench.phone.send(.light(1))
    bench.output.settle()
    #expect(!bench.output.isFlashScene && notes.all == ["true", "false"])
    bench.output.photoSettingsForSceneMonitoring = nil
    bench.bench.phone.send(.light(0.05))
    bench.output.settle()
    #expect(notes.all.count == 2 && bench.output.photoSettingsForSceneMonitoring == nil)
    watch.invalidate()
  }

  @Test func highResolutionIsTheLargestSize() throws {
    let bench = try PhotoBench(.rearWide)
    let most = bench.bench.device(.rearWide).activeFormat.supportedMaxPhotoDimensions.last!
    bench.output.isHighResolutionCaptureEnabled = true
    #expect(
      bench.output.isHighResolutionCaptureEnabled && bench.output.maxPhotoDimensions.width == most.width)
    bench.settings.isHighResolutionPhotoEnabled = true
    bench.capture()
    bench.capture(AVCapturePhotoSettings())
    bench.run(1000)
    let widths = bench.delegate.photos.withLock { $0.map(\.resolvedSettings.photoDimensions.width) }
    #expect(widths[0] == most.width && widths[1] < most.width)
  }

  /// The old flag is another name of the quality.
  @Test func theOldFlagIsAQuality() {
    let settings = AVCapturePhotoSettings()
    #expect(settings.isAutoStillImageStabilizationEnabled && settings.photoQualityPrioritization == .balanced)
    settings.isAutoStillImageStabilizationEnabled = false
    #expect(!settings.isAutoStillImageStabilizationEnabled && settings.photoQualityPrioritization == .speed)
    #expect(!AVCapturePhotoSettings(from: settings).isAutoStillImageStabilizationEnabled)
    settings.isAutoStillImageStabilizationEnabled = true
    #expect(settings.isAutoStillImageStabilizationEnabled && settings.photoQualityPrioritization == .balanced)
    settings.photoQualityPrioritization = .quality
    #expect(settings.isAutoStillImageStabilizationEnabled)
    settings.photoQualityPrioritization = .speed
    #expect(!settings.isAutoStillImageStabilizationEnabled)
  }

  /// The old flag beside a priority: every callback, with the number of the crash reports.
  @Test func oldAndNewQualityTogetherFail() throws {
    let bench = try PhotoBench()
    bench.settings.isAutoStillImageStabilizationEnabled = true
    bench.settings.photoQualityPrioritization = .speed
    let delegate = ProxyTaker()
    bench.output.capturePhoto(with: bench.settings, delegate: delegate)
    bench.run(600)
    let error = delegate.error.withLock { $0 } as? AVError
    #expect((error?.errorUserInfo[NSUnderlyingErrorKey] as? NSError)?.code == -17281)
    #expect(delegate.notes.all == ["photo", "finish"])
    // Either alone is fine.
    let old = AVCapturePhotoSettings()
    old.isAutoStillImageStabilizationEnabled = true
    bench.output.capturePhoto(with: old, delegate: delegate)
    bench.run(600)
    #expect(delegate.error.withLock { $0 } == nil)
  }
}

extension AVCaptureBracketedStillImageSettings {
  static func biased(_ stops: Float) -> AVCaptureBracketedStillImageSettings {
    AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: stops)
  }
}

private final class ProxyTaker: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
  let notes = Notes()
  let proxy = Guarded<AVCaptureDeferredPhotoProxy?>(nil)
  let error = Guarded<(any Error)?>(nil)

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?,
    error: (any Error)?
  ) {
    notes.add("proxy")
    proxy.withLock { $0 = deferredPhotoProxy }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) { notes.add("photo") }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {
    notes.add("finish")
    self.error.withLock { $0 = error }
  }
}
