import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// A bench whose clock lets the delegate's queue catch up at every frame.
private struct FrameBench {
  let bench: CaptureBench
  let output = AVCaptureVideoDataOutput()
  let session: AVCaptureSession
  let queue = DispatchQueue(label: "frames")
  let delegate: NotingDelegate

  init(
    _ camera: CameraID, pose: String = "closed", delegate: NotingDelegate = NotingDelegate(),
    waits: Bool = true, preset: AVCaptureSession.Preset = .high
  ) throws {
    bench = CaptureBench(pose: pose)
    session = bench.session()
    session.sessionPreset = preset
    session.addInput(try bench.input(camera))
    session.addOutput(output)
    self.delegate = delegate
    output.setSampleBufferDelegate(delegate, queue: queue)
    let queue = queue
    if waits { bench.phone.hands.settle.withLock { $0 = { queue.sync {} } } }
  }

  func catchUp() { queue.sync {} }
}

@Suite struct VideoDataOutputTests {
  @Test func defaults() {
    let output = AVCaptureVideoDataOutput()
    #expect(output.alwaysDiscardsLateVideoFrames)
    #expect(output.sampleBufferDelegate == nil && output.sampleBufferCallbackQueue == nil)
    #expect(
      output.availableVideoPixelFormatTypes == [0x3432_3076, 0x3432_3066, 0x4247_5241])
    #expect(output.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType == 0x3432_3076)
    #expect(output.videoSettings.count == 1)
  }

  @Test func theDelegateIsHeldWeakly() {
    let output = AVCaptureVideoDataOutput()
    let queue = DispatchQueue(label: "frames")
    do {
      let delegate = NotingDelegate()
      output.setSampleBufferDelegate(delegate, queue: queue)
      #expect(output.sampleBufferDelegate === delegate && output.sampleBufferCallbackQueue === queue)
    }
    #expect(output.sampleBufferDelegate == nil)
    output.setSampleBufferDelegate(nil, queue: nil)
    #expect(output.sampleBufferCallbackQueue == nil)
  }

  @Test func framesComeOnPhoneTimeAndAreNotDrawn() throws {
    let frames = try FrameBench(.outerFront)
    frames.session.startRunning()
    frames.bench.run(milliseconds: 100)
    #expect(
      frames.delegate.notes.all == ["250 1920x1080", "283 1920x1080", "316 1920x1080", "349 1920x1080"])
    #expect(frames.bench.phone.drawings.withLock { $0 }.isEmpty)
    let connection = frames.output.connection(with: .video)!
    #expect(frames.delegate.connections.withLock { $0.allSatisfy { $0 === connection } })
    frames.session.stopRunning()
    let count = frames.delegate.notes.all.count
    frames.bench.run(milliseconds: 500)
    #expect(frames.delegate.notes.all.count == count)
  }

  @Test func aFrameIsDrawnOnceWhenSomebodyLooks() throws {
    let seen = Guarded<[UInt8]>([])
    let delegate = NotingDelegate { sample in
      let buffer = sample.imageBuffer!
      for _ in 0..<2 {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!
        seen.withLock { $0.append(base.load(as: UInt8.self)) }
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      }
    }
    let frames = try FrameBench(.rearWide, delegate: delegate)
    let connection = frames.output.connection(with: .video)!
    connection.videoRotationAngle = 90
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = true
    frames.session.startRunning()
    frames.bench.run(milliseconds: 100)
    #expect(frames.delegate.notes.all == ["350 1080x1920"])
    #expect(
      frames.bench.phone.drawings.withLock { $0 } == [FrameWindow(rotation: 1, isMirrored: true)])
    #expect(seen.withLock { $0 } == [200, 200])
  }

  @Test func everyAngleAndMirrorReachesThePixels() throws {
    var mismatches: [String] = []
    for angle in [0, 90, 180, 270] {
      for isMirrored in [false, true] {
        let delegate = NotingDelegate { CVPixelBufferLockBaseAddress($0.imageBuffer!, .readOnly) }
        let frames = try FrameBench(.outerFront, delegate: delegate)
        let connection = frames.output.connection(with: .video)!
        connection.videoRotationAngle = CGFloat(angle)
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
        frames.session.startRunning()
        let size = angle % 180 == 0 ? "1920x1080" : "1080x1920"
        let window = FrameWindow(rotation: QuarterTurns(angle / 90), isMirrored: isMirrored)
        if delegate.notes.all != ["250 \(size)"] || frames.bench.phone.drawings.withLock({ $0 }) != [window] {
          mismatches.append("\(angle) \(isMirrored): \(delegate.notes.all)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func pixelFormatsAndSizes() throws {
    let delegate = NotingDelegate(keeps: true)
    let frames = try FrameBench(.outerFront, delegate: delegate)
    let settings = frames.output.videoSettings!
    #expect(settings[kCVPixelBufferWidthKey as String] as? Int == 1920)
    #expect(settings[kCVPixelBufferHeightKey as String] as? Int == 1080)
    frames.output.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: 640, kCVPixelBufferHeightKey as String: 360,
    ]
    frames.session.startRunning()
    #expect(delegate.notes.all == ["250 640x360"])
    let buffer = delegate.kept.withLock { $0[0].imageBuffer! }
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
    #expect(delegate.kept.withLock { $0[0].formatDescription!.matchesImageBuffer(buffer) })
    #expect(delegate.kept.withLock { !$0[0].duration.isValid && !$0[0].decodeTimeStamp.isValid })
    frames.output.videoSettings = nil
    #expect(frames.output.videoSettings[kCVPixelBufferWidthKey as String] as? Int == 1920)
  }

  /// What apps on iOS give: the key for Metal is left out and told, the rest counts.
  @Test func unknownKeysAreToldAndLeftOut() async {
    let told = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let output = AVCaptureVideoDataOutput()
      output.videoSettings = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferMetalCompatibilityKey as String: true,
      ]
      #expect(output.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType == 0x4247_5241)
      #expect(output.videoSettings.count == 1)
      // Nothing that counts: as nil.
      output.videoSettings = ["Colour": 1, "Codec": "jpeg"]
      #expect(output.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType == 0x3432_3076)
    }
    let text = String(decoding: told?.standardErrorContent ?? [], as: UTF8.self)
    let words = "videoSettings dictionary contains one or more unsupported (ignored) keys: "
    #expect(text.contains(words + "(MetalCompatibility)\n") && text.contains(words + "(Codec, Colour)\n"))
  }

  /// Which settings are refused, beside a camera of 1920 x 1080 turned by 90.
  @Test func refusedSettings() {
    typealias Refusal = VideoBufferSettings.Refusal
    let picture = VideoBufferSettings.Size(width: 1080, height: 1920)
    func refusal(_ format: OSType?, _ width: Int?, _ height: Int?) -> Refusal? {
      let made = Result { () throws(Refusal) in
        try VideoBufferSettings(pixelFormat: format, width: width, height: height, picture: picture)
      }
      if case .failure(let refusal) = made { return refusal }
      return nil
    }
    let rows: [(Refusal?, Refusal?)] = [
      (refusal(nil, nil, nil), nil), (refusal(kCVPixelFormatType_32BGRA, 540, 960), nil),
      (refusal(kCVPixelFormatType_32ARGB, nil, nil), .unsupportedPixelFormat),
      (refusal(nil, 960, 540), .wrongShape), (refusal(nil, 1080, nil), .incomplete),
      (refusal(nil, 2160, 3840), .tooLarge), (refusal(nil, 0, 0), .wrongShape),
      (refusal(nil, 607, 1080), nil), (refusal(nil, 600, 1080), .wrongShape),
    ]
    #expect(rows.filter { $0 != $1 }.map { "\($0)" } == [])
  }

  @Test func aBusyDelegateLosesFrames() throws {
    let gate = DispatchSemaphore(value: 0)
    let delegate = NotingDelegate { _ in gate.wait() }
    let frames = try FrameBench(.outerFront, delegate: delegate, waits: false)
    frames.session.startRunning()
    frames.bench.run(milliseconds: 70)
    gate.signal()
    frames.catchUp()
    #expect(
      delegate.notes.all == ["250 1920x1080", "dropped FrameWasLate true", "dropped FrameWasLate true"])
    frames.bench.run(milliseconds: 33)
    gate.signal()
    frames.catchUp()
    #expect(delegate.notes.all.last == "349 1920x1080")
  }

  @Test func framesWaitWhenAsked() throws {
    let gate = DispatchSemaphore(value: 0)
    let delegate = NotingDelegate { _ in gate.wait() }
    let frames = try FrameBench(.outerFront, delegate: delegate, waits: false)
    frames.output.alwaysDiscardsLateVideoFrames = false
    frames.session.startRunning()
    frames.bench.run(milliseconds: 70)
    for _ in 0..<3 { gate.signal() }
    frames.catchUp()
    #expect(delegate.notes.all == ["250 1920x1080", "283 1920x1080", "316 1920x1080"])
  }

  @Test func keptBuffersStarveTheOutput() throws {
    let delegate = NotingDelegate(keeps: true)
    let frames = try FrameBench(.outerFront, delegate: delegate)
    frames.session.startRunning()
    frames.bench.run(milliseconds: 600)
    let pool = frames.bench.phone.description.policy.videoBuffers.value
    #expect(delegate.notes.all.filter { $0.hasSuffix("1920x1080") }.count == pool)
    #expect(delegate.notes.all.last == "dropped OutOfBuffers true")
    delegate.kept.withLock { $0 = [] }
    frames.bench.run(milliseconds: 40)
    #expect(delegate.notes.all.last?.hasSuffix("1920x1080") == true)
  }

  @Test func blackUntilThePersonAllows() throws {
    let luma = Guarded<[UInt8]>([])
    let delegate = NotingDelegate { sample in
      let buffer = sample.imageBuffer!
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      luma.withLock {
        $0.append(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.load(as: UInt8.self))
        $0.append(CVPixelBufferGetBaseAddressOfPlane(buffer, 1)!.load(as: UInt8.self))
      }
    }
    let frames = try FrameBench(.outerFront, delegate: delegate)
    frames.bench.system.authorization.set(.denied, for: .video)
    frames.session.startRunning()
    #expect(luma.withLock { $0 } == [16, 128])
    frames.bench.system.authorization.set(.authorized, for: .video)
    frames.bench.run(milliseconds: 40)
    #expect(luma.withLock { $0.suffix(2) } == [200, 200])
  }

  @Test func frameRateAndFormatFollowTheDevice() throws {
    let frames = try FrameBench(.innerFront, pose: "open-landscape")
    let device = frames.bench.device(.innerFront)
    let square = device.formats.first {
      !$0.supportedDynamicAspectRatios.isEmpty && $0.formatDescription.dimensions.width == 1280
    }!
    try device.lockForConfiguration()
    device.activeFormat = square
    frames.session.startRunning()
    frames.delegate.notes.clear()
    device.setDynamicAspectRatio(.ratio16x9)
    device.unlockForConfiguration()
    frames.bench.run(milliseconds: 40)
    let dimensions = device.dynamicDimensions
    #expect(frames.delegate.notes.all.last?.hasSuffix(" \(dimensions.width)x\(dimensions.height)") == true)
  }

  /// What `videoSettings` says is what comes.
  @Test func tenBitCamerasDeliverWhatTheSettingsSay() throws {
    let delegate = NotingDelegate(keeps: true)
    let frames = try FrameBench(.rearWide, delegate: delegate)
    let device = frames.bench.device(.rearWide)
    try device.lockForConfiguration()
    device.activeFormat = try #require(
      device.formats.first {
        $0.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
      })
    device.unlockForConfiguration()
    let said = frames.output.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
    #expect(said.map(frames.output.availableVideoPixelFormatTypes.contains) == true)
    frames.session.startRunning()
    frames.bench.run(milliseconds: 110)
    let buffer = try #require(delegate.kept.withLock { $0.first?.imageBuffer })
    #expect(CVPixelBufferGetPixelFormatType(buffer) == said)
  }

  /// A picture cannot come before it is exposed.
  @Test func aLongCustomExposureSpacesTheFrames() throws {
    let frames = try FrameBench(.rearWide)
    let device = frames.bench.device(.rearWide)
    frames.session.startRunning()
    try device.lockForConfiguration()
    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 4), iso: 100)
    device.unlockForConfiguration()
    frames.bench.run(milliseconds: 1100)
    let times = frames.delegate.notes.all.compactMap { Int($0.split(separator: " ")[0]) }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(steps.count >= 3 && steps.suffix(3).allSatisfy { $0 == 250 }, "\(times)")
  }

  @Test func aRemovedOutputGetsNoMore() throws {
    let frames = try FrameBench(.outerFront)
    frames.session.startRunning()
    frames.session.removeOutput(frames.output)
    frames.delegate.notes.clear()
    frames.bench.run(milliseconds: 200)
    #expect(frames.delegate.notes.all.isEmpty)
    #expect(frames.bench.log() == ["open outer-front", "close outer-front"])
  }

  @Test func twoOutputsOneCamera() throws {
    let frames = try FrameBench(.outerFront)
    let second = AVCaptureVideoDataOutput()
    let other = NotingDelegate()
    second.setSampleBufferDelegate(other, queue: frames.queue)
    frames.session.startRunning()
    frames.session.addOutput(second)
    frames.bench.run(milliseconds: 40)
    #expect(other.notes.all == ["283 1920x1080"])
    #expect(frames.delegate.notes.all == ["250 1920x1080", "283 1920x1080"])
    #expect(frames.bench.log() == ["open outer-front"])
  }
}
