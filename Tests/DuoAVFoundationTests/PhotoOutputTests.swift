import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite(.serialized) struct PhotoOutputTests {
  @Test func defaults() throws {
    let output = AVCapturePhotoOutput()
    #expect(output.availablePhotoCodecTypes.isEmpty && output.availablePhotoFileTypes.isEmpty)
    #expect(output.supportedFlashModes.isEmpty && output.maxPhotoQualityPrioritization == .balanced)
    #expect(output.maxPhotoDimensions.width == 0 && output.connection(with: .video) == nil)
    #expect(!output.isCameraSensorOrientationCompensationSupported)
    #expect(!output.isCameraSensorOrientationCompensationEnabled)
    let settings = AVCapturePhotoSettings()
    #expect(settings.format?[AVVideoCodecKey] as? AVVideoCodecType == .jpeg)
    #expect(settings.processedFileType == .jpg && settings.flashMode == .off)
    #expect(settings.photoQualityPrioritization == .balanced && settings.maxPhotoDimensions.width == 0)
    #expect(
      AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc]).processedFileType == .heic)
    let bench = try PhotoBench(runs: false)
    #expect(
      bench.output.availablePhotoCodecTypes == [.hevc, .jpeg]
        && bench.output.availablePhotoFileTypes == [.heic, .jpg, .tif])
    #expect(bench.output.supportedPhotoCodecTypes(for: .jpg) == [.jpeg])
    #expect(bench.output.supportedPhotoCodecTypes(for: .heic) == [.hevc])
    #expect(bench.output.supportedFlashModes == [.off])
    let rear = try PhotoBench(.rearWide, runs: false)
    #expect(rear.output.supportedFlashModes == [.off, .on, .auto])
    withExtendedLifetime((bench.session, rear.session)) {}
  }

  @Test func aCopyOfSettingsHasItsOwnID() {
    let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.jpeg])
    settings.flashMode = .on
    settings.photoQualityPrioritization = .speed
    settings.maxPhotoDimensions = CMVideoDimensions(width: 40, height: 30)
    let copy = AVCapturePhotoSettings(from: settings)
    #expect(copy.uniqueID > settings.uniqueID)
    var wish = copy.wish
    wish.uniqueID = settings.uniqueID
    #expect(wish == settings.wish && wish.format == .codec("jpeg") && wish.flashMode == 1)
  }

  @Test func callbacksComeOnceInAppleOrder() throws {
    let bench = try PhotoBench()
    bench.capture()
    bench.output.feed.queue.sync {}
    #expect(bench.notes == ["0 begin"])
    #expect(bench.bench.phone.drawings.withLock { $0 }.isEmpty)
    bench.run(40)
    #expect(bench.notes == ["0 begin", "0 will", "0 did"])
    bench.run(400)
    #expect(bench.notes == PhotoNotes.whole(0))
    let resolved = bench.delegate.resolved.withLock { $0 }
    #expect(resolved.allSatisfy { $0 === resolved[0] } && resolved[0].uniqueID == bench.settings.uniqueID)
    #expect(resolved[0].expectedPhotoCount == 1 && !resolved[0].isFlashEnabled)
    // 2 million pixels are turned on their way.
    #expect(abs(resolved[0].photoProcessingTimeRange.start.seconds - 0.2083) < 0.001)
    bench.run(1000)
    #expect(bench.notes.count == 5)
  }

  @Test func aPhotoCostsNothingUntilItIsTaken() throws {
    let bench = try PhotoBench()
    bench.run(2000)
    #expect(bench.bench.phone.drawings.withLock { $0 }.isEmpty)
    bench.capture()
    bench.run(400)
    #expect(bench.bench.phone.drawings.withLock { $0 } == [FrameWindow(rotation: 3)])
  }

  /// The first frame that is exposed after the call, on the session's clock.
  @Test func timestampsAreThoseOfTheNextFrame() throws {
    let bench = try PhotoBench()
    let asked = bench.bench.phone.hands.now
    bench.capture()
    bench.run(400)
    let photo = bench.delegate.photos.withLock { $0[0] }
    let wait = photo.timestamp.seconds - asked.seconds
    #expect(wait >= 0 && wait <= 1.0 / 30)
    #expect(photo.photoCount == 1 && !photo.isRawPhoto && photo.pixelBuffer == nil)
    #expect(photo.sourceDeviceType == .builtInOuterUltraWideCamera)
    #expect(photo.fileDataRepresentation()?.starts(with: [0xff, 0xd8]) == true)
  }

  @Test func requestsAreWorkedOffInTheirOrder() throws {
    let bench = try PhotoBench()
    for settings in [bench.settings, bench.another(), bench.another()] { bench.capture(settings) }
    bench.run(2000)
    #expect(bench.notes == [0, 1, 2].flatMap { PhotoNotes.whole($0) })
    let times = bench.delegate.photos.withLock { $0.map(\.timestamp.seconds) }
    #expect(times == times.sorted() && Set(times).count == 3)
  }

  @Test func priorityDecidesHowLongItTakes() throws {
    var ready: [Int] = []
    for quality in [AVCapturePhotoOutput.QualityPrioritization.speed, .balanced, .quality] {
      let bench = try PhotoBench()
      bench.output.maxPhotoQualityPrioritization = .quality
      bench.settings.photoQualityPrioritization = quality
      bench.capture()
      var milliseconds = 0
      while bench.notes.count < 5, milliseconds < 2000 {
        bench.run(10)
        milliseconds += 10
      }
      ready.append(milliseconds)
    }
    #expect(
      (100...150).contains(ready[0]) && (200...250).contains(ready[1]) && (500...550).contains(ready[2]))
  }

  /// Times and the flash's light are the phone's, so users can change them.
  @Test func assumedValuesComeFromTheDescription() throws {
    var phone = PhoneDescription.duo
    phone.timing.photoBalanced.value = .milliseconds(900)
    phone.policy.flashBelow.value = 3
    #expect(phone.timing.photoSpeed.origin == .assumed && phone.policy.flashBelow.origin == .assumed)
    let bench = try PhotoBench(.rearWide, phone)
    bench.settings.flashMode = .auto
    bench.capture()
    bench.run(800)
    #expect(bench.notes == ["0 begin", "0 will", "0 did"])
    bench.run(200)
    #expect(bench.notes == PhotoNotes.whole(0))
    #expect(bench.delegate.resolved.withLock { $0[0].isFlashEnabled })
  }

  @Test func theDelegateIsHeldWeakly() throws {
    let bench = try PhotoBench()
    weak var gone: PhotoNotes?
    let notes: Notes
    do {
      let delegate = PhotoNotes()
      gone = delegate
      notes = delegate.notes
      bench.output.capturePhoto(with: bench.settings, delegate: delegate)
      bench.output.feed.queue.sync {}
    }
    #expect(gone == nil)
    bench.run(400)
    #expect(notes.all == ["0 begin"])
  }

  // MARK: Errors

  /// What happens after the call, and the error that every expected callback carries.
  @Test func whateverEndsItEveryCallbackComesOnce() throws {
    let stories: [(String, AVError.Code, (PhotoBench) throws -> Void)] = [
      ("stop", .sessionNotRunning, { $0.session.stopRunning() }),
      ("background", .sessionWasInterrupted, { $0.bench.phone.send(.background) }),
      ("input removed", .sessionConfigurationChanged, { $0.session.removeInput($0.session.inputs[0]) }),
      ("output removed", .sessionConfigurationChanged, { $0.session.removeOutput($0.output) }),
      ("connection disabled", .sessionConfigurationChanged, { $0.connection.isEnabled = false }),
      ("connection removed", .sessionConfigurationChanged, { $0.session.removeConnection($0.connection) }),
      (
        "camera exchanged", .sessionConfigurationChanged,
        {
          $0.session.beginConfiguration()
          $0.session.removeInput($0.session.inputs[0])
          $0.session.addInput(try $0.bench.input(.rearWide))
          $0.session.commitConfiguration()
        }
      ),
      ("preset", .sessionConfigurationChanged, { $0.session.sessionPreset = .photo }),
      ("unplugged", .deviceWasDisconnected, { $0.bench.phone.send(.plug(.outerFront, connected: false)) }),
    ]
    var wrong: [String] = []
    for (name, code, story) in stories {
      let bench = try PhotoBench()
      bench.capture()
      bench.capture(bench.another())
      try story(bench)
      bench.session.engine.queue.sync {}
      bench.run(1500)
      let wanted = [0, 1].flatMap { PhotoNotes.whole($0, code.rawValue) }
      if bench.notes != wanted { wrong.append("\(name): \(bench.notes)") }
      let photos = bench.delegate.photos.withLock { $0 }
      if !photos.allSatisfy({
        $0.fileDataRepresentation() == nil && !$0.timestamp.isValid && $0.metadata.isEmpty
      }) {
        wrong.append("\(name): a photo")
      }
    }
    #expect(wrong == [])
  }

  @Test func whatIsExposedIsFinished() throws {
    let bench = try PhotoBench()
    bench.capture()
    bench.capture(bench.another())
    bench.run(40)
    bench.session.stopRunning()
    bench.run(400)
    let code = AVError.Code.sessionNotRunning.rawValue
    #expect(bench.notes == PhotoNotes.whole(0) + PhotoNotes.whole(1, code))
  }

  @Test func aSessionThatDoesNotRunIsAnError() throws {
    let bench = try PhotoBench(runs: false)
    bench.capture()
    bench.run(10)
    #expect(bench.notes == PhotoNotes.whole(0, AVError.Code.sessionNotRunning.rawValue))
    bench.session.startRunning()
    bench.bench.phone.send(.background)
    bench.session.engine.queue.sync {}
    bench.capture(bench.another())
    bench.run(10)
    #expect(bench.notes.suffix(5) == PhotoNotes.whole(1, AVError.Code.sessionWasInterrupted.rawValue)[...])
    bench.bench.phone.send(.foreground)
    bench.run(400)
    bench.capture(bench.another())
    bench.run(400)
    #expect(bench.notes.suffix(5) == PhotoNotes.whole(2)[...])
  }

  // MARK: In the session

  @Test func onePhotoOutputInASession() throws {
    let bench = try PhotoBench(runs: false)
    #expect(!bench.session.canAddOutput(bench.output) && !bench.session.canAddOutput(AVCapturePhotoOutput()))
    #expect(bench.session.canAddOutput(AVCaptureVideoDataOutput()))
    #expect(bench.session.connections.map { $0.output === bench.output } == [true])
    bench.session.removeOutput(bench.output)
    #expect(bench.session.canAddOutput(bench.output))
  }

  @Test func connectionsStartUprightForPortraitAndUnmirrored() throws {
    var seen: [CGFloat] = []
    for camera in [CameraID.outerFront, .innerFront, .rearWide] {
      let connection = try PhotoBench(camera, pose: "open-landscape", runs: false).connection
      seen.append(connection.videoRotationAngle)
      #expect(!connection.isVideoMirrored && connection.isVideoMirroringSupported)
      #expect(connection.automaticallyAdjustsVideoMirroring && !connection.isVideoStabilizationSupported)
      #expect(connection.isVideoRotationAngleSupported(270) && connection.videoOrientation == .portrait)
    }
    #expect(seen == [0, 0, 90])
  }

  @Test func dimensionsFollowTheFormat() throws {
    let bench = try PhotoBench(.rearWide, preset: .photo)
    func list() -> [Int32] {
      bench.bench.device(.rearWide).activeFormat.supportedMaxPhotoDimensions.map(\.width)
    }
    #expect(bench.output.maxPhotoDimensions.width == list()[0])
    let most = bench.bench.device(.rearWide).activeFormat.supportedMaxPhotoDimensions.last!
    bench.output.maxPhotoDimensions = most
    #expect(bench.output.maxPhotoDimensions.width == most.width)
    bench.session.sessionPreset = .hd1280x720
    #expect(bench.output.maxPhotoDimensions.width == list()[0] && !list().contains(most.width))
    bench.session.sessionPreset = .photo
    #expect(bench.output.maxPhotoDimensions.width == most.width)
  }

  @Test func aPhotoHasTheSizeThatWasAsked() throws {
    let bench = try PhotoBench(.rearWide)
    let sizes = bench.bench.device(.rearWide).activeFormat.supportedMaxPhotoDimensions
    #expect(sizes.count == 2)
    bench.output.maxPhotoDimensions = sizes[1]
    bench.settings.maxPhotoDimensions = sizes[1]
    bench.capture()
    bench.capture(AVCapturePhotoSettings())
    bench.run(1000)
    let resolved = bench.delegate.photos.withLock { $0.map(\.resolvedSettings.photoDimensions) }
    #expect(resolved.map(\.width) == [sizes[1].width, sizes[0].width])
    let metadata = bench.delegate.photos.withLock { $0[0].metadata }
    #expect(metadata[kCGImagePropertyPixelWidth as String] as? Int == Int(sizes[1].width))
  }

  @Test func flashFollowsTheModeTheLightAndTheHeat() throws {
    func isFlashing(_ mode: AVCaptureDevice.FlashMode, light: Double, hot: Bool = false) throws -> Bool {
      let bench = try PhotoBench(.rearWide)
      bench.bench.phone.send(.light(light))
      if hot { bench.bench.phone.send(.thermal(.serious)) }
      bench.settings.flashMode = mode
      bench.capture()
      bench.run(400)
      let metadata = bench.delegate.photos.withLock { $0[0].metadata }
      let exif = metadata[kCGImagePropertyExifDictionary as String] as? [String: Any]
      let fired = exif?[kCGImagePropertyExifFlash as String] as? Int == 9
      #expect(fired == bench.delegate.resolved.withLock { $0[0].isFlashEnabled })
      return fired
    }
    #expect(try !isFlashing(.off, light: 0.05) && isFlashing(.on, light: 1) && !isFlashing(.auto, light: 1))
    #expect(try isFlashing(.auto, light: 0.05) && !isFlashing(.on, light: 0.05, hot: true))
  }

  @Test func metadataCarriesTheOrientation() throws {
    let bench = try PhotoBench()
    bench.connection.videoRotationAngle = 90
    bench.connection.automaticallyAdjustsVideoMirroring = false
    bench.connection.isVideoMirrored = true
    bench.capture()
    // What comes after the call belongs to the next photo.
    bench.connection.videoRotationAngle = 0
    bench.output.isCameraSensorOrientationCompensationEnabled = false
    bench.run(400)
    let next = bench.another()
    bench.capture(next)
    bench.run(400)
    let metadata = bench.delegate.photos.withLock { $0.map(\.metadata) }
    // Compensated by 270: another 90 + 90 to go.
    #expect(metadata.map { $0[kCGImagePropertyOrientation as String] as? UInt32 } == [4, 2])
    let tiff = metadata[0][kCGImagePropertyTIFFDictionary as String] as? [String: Any]
    #expect(tiff?[kCGImagePropertyTIFFMake as String] as? String == "Apple")
    #expect(tiff?[kCGImagePropertyTIFFModel as String] as? String == "iPhone Duo")
    let sizes = bench.delegate.photos.withLock { $0.map(\.resolvedSettings.photoDimensions) }
    #expect(sizes.map(\.width) == [1080, 1920])
    #expect(
      bench.bench.phone.drawings.withLock { $0 } == [FrameWindow(rotation: 3), FrameWindow(rotation: 0)])
  }

  @Test func theWatcherHearsOfEveryFinishedPhoto() throws {
    let heard = Guarded<[FinishedPhoto]>([])
    let bench = try PhotoBench()
    PhotoWatch.set(on: bench.bench.phone) { photo in heard.withLock { $0.append(photo) } }
    bench.connection.videoRotationAngle = 180
    bench.capture()
    bench.run(400)
    bench.capture(bench.another())
    bench.session.stopRunning()
    bench.run(400)
    PhotoWatch.set(on: bench.bench.phone, nil)
    let photos = heard.withLock { $0 }
    #expect(photos.count == 1 && photos[0].camera == .outerFront && photos[0].angle == 2)
    #expect(photos[0].file == bench.delegate.photos.withLock { $0[0].fileDataRepresentation() })
    #expect(photos[0].orientation == .left && photos[0].width == 1080 && photos[0].height == 1920)
    #expect(photos[0].state.app.display == .outer && !photos[0].isMirrored)
  }

  /// The phone is turned between the exposure and the delivery: whoever judges the photo has to know how it was held.
  @Test func theWatcherHearsOfThePhoneAsItWasExposed() throws {
    let heard = Guarded<[FinishedPhoto]>([])
    let bench = try PhotoBench()
    let phone = bench.bench.phone
    var then = phone.state
    then.light = 0.125
    phone.scene.withLock { [then] in
      $0 = { _ in MomentImager(test: TestImager(phone: phone), phoneState: then) }
    }
    PhotoWatch.set(on: phone) { photo in heard.withLock { $0.append(photo) } }
    bench.run(200)
    bench.capture()
    bench.run(400)
    PhotoWatch.set(on: phone, nil)
    #expect(phone.state.light != 0.125)
    #expect(heard.withLock { $0.map(\.state.light) } == [0.125])
    // Also where only the middle of the picture is left.
    #expect(
      StabilizedImager(imager: MomentImager(test: TestImager(phone: phone), phoneState: then), view: 0.9)
        .phoneState == then)
  }
}

/// A picture that knows how the phone was at its exposure.
private struct MomentImager: FrameImager {
  let test: TestImager
  let phoneState: PhoneState?
  func draw(_ window: FrameWindow, into target: PixelTarget) { test.draw(window, into: target) }
}
