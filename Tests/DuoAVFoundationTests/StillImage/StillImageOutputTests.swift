import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite(.serialized) struct StillImageOutputTests {
  /// A session with the output, whose queue catches up at every entry of the clock.
  private struct Bench {
    let bench: CaptureBench
    let session: AVCaptureSession
    let output = AVCaptureStillImageOutput()
    let results = Guarded<[(buffer: CMSampleBuffer?, error: (any Error)?)]>([])

    init(_ camera: CameraID = .rearWide, runs: Bool = true) throws {
      bench = CaptureBench(.duo, pose: "closed")
      session = bench.session()
      session.sessionPreset = .high
      session.addInput(try bench.input(camera))
      session.addOutput(output)
      let (queue, engine) = (output.feed.queue, session.engine.queue)
      bench.phone.hands.settle.withLock {
        $0 = {
          engine.sync {}
          queue.sync {}
          queue.sync {}
        }
      }
      if runs {
        session.startRunning()
        bench.run(milliseconds: 100)
      }
    }

    var connection: AVCaptureConnection { output.connection(with: .video)! }

    func capture() {
      output.captureStillImageAsynchronously(from: connection) { [results] buffer, error in
        let result = Handover((buffer, error))
        results.withLock { $0.append((buffer: result.object.0, error: result.object.1)) }
      }
    }

    func run(_ milliseconds: Int) {
      bench.run(milliseconds: Double(milliseconds))
      output.feed.queue.sync {}
      output.feed.queue.sync {}
    }

    var codes: [Int] { results.withLock { $0.map { ($0.error as? AVError)?.errorCode ?? 0 } } }
  }

  @Test func noPictureIsStabilised() {
    let output = AVCaptureStillImageOutput()
    #expect(output.automaticallyEnablesStillImageStabilizationWhenAvailable)
    output.automaticallyEnablesStillImageStabilizationWhenAvailable = false
    #expect(!output.automaticallyEnablesStillImageStabilizationWhenAvailable)
    #expect(!output.isStillImageStabilizationSupported && !output.isStillImageStabilizationActive)
    #expect(!output.isLensStabilizationDuringBracketedCaptureSupported)
  }

  @Test func settings() {
    let output = AVCaptureStillImageOutput()
    #expect(output.outputSettings[AVVideoCodecKey] as? AVVideoCodecType == .jpeg)
    output.outputSettings = [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoQualityKey: 0.5]
    #expect(output.outputSettings[AVVideoQualityKey] as? Double == 0.5)
    output.outputSettings = [AVVideoCodecKey: "jpeg"]
    #expect(output.outputSettings[AVVideoCodecKey] as? AVVideoCodecType == .jpeg)
    output.outputSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    let format = output.outputSettings[kCVPixelBufferPixelFormatTypeKey as String] as? NSNumber
    #expect(format?.uint32Value == kCVPixelFormatType_32BGRA)
    #expect(output.availableImageDataCodecTypes == [.jpeg])
    #expect(output.availableImageDataCVPixelFormatTypes.contains(NSNumber(value: kCVPixelFormatType_32BGRA)))
    #expect(!output.isCapturingStillImage && output.connection(with: .video) == nil)
  }

  @Test func aJPEGWithItsOrientation() throws {
    let bench = try Bench()
    bench.connection.videoOrientation = .portrait
    bench.capture()
    #expect(bench.output.isCapturingStillImage)
    bench.run(1000)
    let (buffer, error) = try #require(bench.results.withLock { $0.first })
    #expect(error == nil && bench.results.withLock { $0.count } == 1)
    #expect(!bench.output.isCapturingStillImage)
    let sample = try #require(buffer)
    #expect(sample.formatDescription?.mediaSubType == .jpeg && sample.numSamples == 1)
    #expect(sample.presentationTimeStamp.seconds > 0.1)
    let file = try #require(AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(sample))
    #expect(sample.totalSampleSize == file.count)
    let picture = try PictureFile.decode(file)
    let size = try #require(sample.formatDescription?.dimensions)
    #expect(picture.bitmap.width == Int(size.width) && picture.bitmap.height == Int(size.height))
    let expected = PhotoOrientation(
      angle: bench.connection.current.rotation, isMirrored: false, compensation: 0)
    let tag = CMGetAttachment(sample, key: "Orientation" as CFString, attachmentModeOut: nil) as? NSNumber
    #expect(tag?.uint32Value == expected.tag.rawValue)
  }

  /// Grey, and lighter with a flash.
  private struct FlashedImager: FrameImager {
    var grey: UInt8 = 60
    func draw(_ window: FrameWindow, into target: PixelTarget) {
      for row in 0..<target.height {
        (target.planes[0].base + row * target.planes[0].bytesPerRow).initializeMemory(
          as: UInt8.self, repeating: grey, count: target.width * (target.layout == .bgra ? 4 : 1))
      }
    }
    func exposed(_ photo: PhotoExposure) -> any FrameImager {
      FlashedImager(grey: photo.flash > 0 ? 180 : grey)
    }
  }

  /// The device's own mode counts for this output.
  @Test func theFlashFollowsTheDevicesMode() throws {
    func looks(_ mode: AVCaptureDevice.FlashMode, light: Double) throws -> (grey: UInt8?, exif: Int?) {
      let bench = try Bench()
      bench.bench.phone.scene.withLock { $0 = { _ in FlashedImager() } }
      bench.bench.phone.send(.light(light))
      let device = bench.bench.device(.rearWide)
      try device.lockForConfiguration()
      device.flashMode = mode
      device.unlockForConfiguration()
      bench.output.outputSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
      bench.capture()
      bench.run(1000)
      let buffer = try #require(bench.results.withLock { $0.first?.buffer })
      let exif = CMGetAttachment(buffer, key: "{Exif}" as CFString, attachmentModeOut: nil) as? [String: Any]
      let grey = buffer.imageBuffer?.withPixels { $0[0].base.load(as: UInt8.self) }
      return (grey, exif?["Flash"] as? Int)
    }
    for (mode, light, fires) in [
      (AVCaptureDevice.FlashMode.off, 0.05, false), (.on, 1, true), (.auto, 1, false), (.auto, 0.05, true),
    ] {
      let seen = try looks(mode, light: light)
      #expect(seen.grey == (fires ? 180 : 60) && (seen.exif == 9) == fires, "\(mode) \(light): \(seen)")
    }
  }

  @Test func pixelsOfAFormat() throws {
    let bench = try Bench()
    for format in [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange] {
      bench.output.outputSettings = [kCVPixelBufferPixelFormatTypeKey as String: format]
      bench.capture()
    }
    bench.run(1000)
    let formats = bench.results.withLock { $0.compactMap { $0.buffer?.imageBuffer } }
      .map { CVPixelBufferGetPixelFormatType($0) }
    #expect(formats == [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange])
  }

  @Test func whatComesToNothing() throws {
    let stopped = try Bench(runs: false)
    stopped.capture()
    stopped.run(10)
    #expect(stopped.codes == [AVError.Code.sessionNotRunning.rawValue])
    let bench = try Bench()
    bench.capture()
    bench.session.stopRunning()
    bench.run(10)
    #expect(bench.codes.count == 1 && bench.codes != [0])
    #expect(!bench.output.isCapturingStillImage)
  }

  @Test func capturingIsObserved() throws {
    let bench = try Bench()
    let seen = Guarded<[Bool]>([])
    let observation = bench.output.observe(\.isCapturingStillImage, options: [.new]) { _, change in
      seen.withLock { $0.append(change.newValue!) }
    }
    bench.capture()
    bench.capture()
    bench.run(1000)
    #expect(seen.withLock { $0 } == [true, false])
    observation.invalidate()
  }

  @Test func badCallsRaise() async {
    let connection = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (first, second) = (try Bench(runs: false), try Bench(runs: false))
      first.output.captureStillImageAsynchronously(from: second.connection) { _, _ in }
    }
    #expect(text(connection).contains("inactive/invalid connection passed."))
    let settings = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      AVCaptureStillImageOutput().outputSettings = [AVVideoCodecKey: AVVideoCodecType.hevc]
    }
    #expect(text(settings).contains("Unsupported output settings passed."))
    let buffer = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let image = CVPixelBuffer(width: 4, height: 4, format: kCVPixelFormatType_32BGRA) { _ in }
      let sample = CMSampleBuffer(
        frame: image, format: CMFormatDescription(describing: image), timing: .invalid)
      _ = AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(sample)
    }
    #expect(text(buffer).contains("Not a jpeg sample buffer."))
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}

@Suite struct OldNamesTests {
  @Test func theOlderClock() {
    let session = CaptureBench(.duo, pose: "closed").session()
    #expect(session.masterClock === session.synchronizationClock)
  }

  @Test func theLargestRectangleOfAShape() {
    let inside = CGRect(x: 10, y: 20, width: 100, height: 50)
    let cases: [(shape: CGSize, expected: CGRect)] = [
      (CGSize(width: 4, height: 3), CGRect(x: 60 - 100.0 / 3, y: 20, width: 200.0 / 3, height: 50)),
      (CGSize(width: 400, height: 100), CGRect(x: 10, y: 32.5, width: 100, height: 25)),
      (CGSize(width: 1, height: 1), CGRect(x: 35, y: 20, width: 50, height: 50)),
      (CGSize(width: 2, height: 1), inside),
    ]
    var mismatches: [String] = []
    for (shape, expected) in cases {
      let rect = AVMakeRect(aspectRatio: shape, insideRect: inside)
      let difference = max(
        abs(rect.minX - expected.minX), abs(rect.minY - expected.minY), abs(rect.width - expected.width),
        abs(rect.height - expected.height))
      if difference > 1e-9 { mismatches.append("\(shape): \(rect)") }
    }
    #expect(mismatches == [])
    #expect(AVMakeRect(aspectRatio: .zero, insideRect: inside).size == .zero)
  }
}
