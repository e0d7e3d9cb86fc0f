import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// How real camera apps went wrong with sessions: the fault is there, and the right way works.
@Suite(.serialized) struct FieldReportSessionTests {
  let bench = CaptureBench(pose: "open-landscape")

  func settle(_ session: AVCaptureSession) { session.engine.queue.sync {} }

  /// R008: before there is an input there is no connection, and what is set on it is lost.
  @Test func noConnectionBeforeTheInput() throws {
    let output = AVCaptureVideoDataOutput()
    let session = bench.session()
    session.addOutput(output)
    output.connection(with: .video)?.automaticallyAdjustsVideoMirroring = false
    output.connection(with: .video)?.isVideoMirrored = true
    session.addInput(try bench.input(.outerFront))
    #expect(output.connection(with: .video)?.isVideoMirrored == false)
    output.connection(with: .video)?.automaticallyAdjustsVideoMirroring = false
    output.connection(with: .video)?.isVideoMirrored = true
    #expect(output.connection(with: .video)?.isVideoMirrored == true)
  }

  /// R154: another stabilisation of a running camera is a gap, two are two, and in one block they are one. Asking costs
  /// nothing, and neither does what is set before the start.
  @Test func everyLiveChangeOfStabilisationIsAGap() throws {
    var description = PhoneDescription.duo
    description.timing.pipelineRebuild.value = .milliseconds(200)
    let bench = CaptureBench(description)
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.rearWide, output)
    let (delegate, queue) = (NotingDelegate(), DispatchQueue(label: "frames"))
    output.setSampleBufferDelegate(delegate, queue: queue)
    // The delegate is not late.
    bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
    let connection = try #require(output.connection(with: .video))
    connection.preferredVideoStabilizationMode = .standard
    try #require(connection.activeVideoStabilizationMode == .standard)
    session.startRunning()
    bench.run(milliseconds: 1000)
    /// The longest time without a frame, in frames.
    func gap(_ changes: () -> Void) -> Int {
      queue.sync {}
      delegate.notes.clear()
      changes()
      bench.run(milliseconds: 1000)
      queue.sync {}
      let times = delegate.notes.all.compactMap { Int($0.split(separator: " ")[0]) }
      let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
      // The gap begins with the first change, which is before the first frame that is noted.
      return (30 - times.count) + (gaps.max() ?? 0) / 50
    }
    func silent(_ changes: () -> Void) -> Bool { (5...7).contains(gap(changes)) }
    #expect(gap {} <= 0)
    #expect(
      gap {
        for mode in [AVCaptureVideoStabilizationMode.off, .standard, .cinematic, .auto] {
          _ = connection.device?.activeFormat.isVideoStabilizationModeSupported(mode)
        }
        connection.preferredVideoStabilizationMode = .auto
      } <= 0, "auto is the same mode")
    #expect(silent { connection.preferredVideoStabilizationMode = .off })
    #expect(
      silent {
        session.beginConfiguration()
        connection.preferredVideoStabilizationMode = .standard
        connection.preferredVideoStabilizationMode = .off
        connection.preferredVideoStabilizationMode = .standard
        session.commitConfiguration()
      })
    let two = gap {
      connection.preferredVideoStabilizationMode = .off
      bench.run(milliseconds: 200)
      connection.preferredVideoStabilizationMode = .standard
    }
    // Twelve frames of 1200 ms are lost.
    #expect(two >= 5)
    session.stopRunning()
    #expect(PhoneDescription.duo.timing.pipelineRebuild.origin == .assumed)
  }

  /// R002, R007: what the person sees is mirrored, what is sent or saved is not.
  @Test func onlyThePreviewIsMirrored() throws {
    let (data, photos) = (AVCaptureVideoDataOutput(), AVCapturePhotoOutput())
    let session = try bench.session(.innerFront, data, photos)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    #expect(layer.connection?.isVideoMirrored == true)
    #expect(data.connection(with: .video)?.isVideoMirrored == false)
    #expect(photos.connection(with: .video)?.isVideoMirrored == false)
  }

  /// R094: the preset of one camera is too much for the next; the way is to lower it first, in the same block.
  @Test func thePresetBeforeTheCamera() throws {
    let session = try bench.session(.outerFront, AVCaptureVideoDataOutput())
    session.sessionPreset = .hd4K3840x2160
    session.startRunning()
    var mismatches: [String] = []
    for camera in [CameraID.innerFront, .virtualFront] {
      let (old, new) = (session.inputs[0], try bench.input(camera))
      session.beginConfiguration()
      session.removeInput(old)
      if session.canAddInput(new) { mismatches.append("\(camera) takes 4K") }
      // The branch that gives up must put the old one back (R095).
      session.addInput(old)
      session.commitConfiguration()
      if session.inputs[0] !== old { mismatches.append("\(camera): the old one is lost") }
      session.beginConfiguration()
      session.sessionPreset = .high
      session.removeInput(old)
      if !session.canAddInput(new) { mismatches.append("\(camera) refuses high") }
      session.addInput(new)
      session.commitConfiguration()
      if !session.isRunning { mismatches.append("\(camera) does not run") }
      session.beginConfiguration()
      session.removeInput(new)
      session.addInput(old)
      session.sessionPreset = .hd4K3840x2160
      session.commitConfiguration()
    }
    #expect(mismatches == [])
  }

  /// R097: a camera that is gone: no device, no input, and the old camera goes on.
  @Test func aCameraThatIsGone() throws {
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    session.startRunning()
    let device = bench.device(.outerFront)
    let uniqueID = device.uniqueID
    bench.phone.send(.plug(.outerFront, connected: false))
    #expect(bench.system.device(uniqueID: uniqueID) == nil)
    let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: device) }
    #expect(error?.code == .deviceNotConnected)
    settle(session)
    #expect(session.isRunning && session.inputs.count == 1)
  }

  /// R101: a ratio belongs to its camera and does not move to the next.
  @Test func theRatioStaysWithItsCamera() throws {
    let session = try bench.session(.outerFront, AVCaptureVideoDataOutput())
    func choose(_ id: CameraID) throws -> AVCaptureDevice {
      let device = bench.device(id)
      try device.lockForConfiguration()
      device.activeFormat = device.formats.first { $0.supportedDynamicAspectRatios.contains(.ratio9x16) }!
      device.unlockForConfiguration()
      return device
    }
    let outer = try choose(.outerFront)
    try outer.lockForConfiguration()
    outer.setDynamicAspectRatio(.ratio9x16)
    outer.unlockForConfiguration()
    session.removeInput(session.inputs[0])
    session.sessionPreset = .inputPriority
    session.addInput(try bench.input(.innerFront))
    let inner = try choose(.innerFront)
    #expect(outer.dynamicAspectRatio == .ratio9x16)
    #expect(inner.dynamicAspectRatio == inner.activeFormat.supportedDynamicAspectRatios.first)
    #expect(inner.dynamicAspectRatio != .ratio9x16)
  }

  /// R121: an early way out leaves the block open: what was asked for never applies, and the old camera goes on.
  @Test func aBlockThatIsNeverEnded() throws {
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    session.startRunning()
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try bench.input(.innerFront))
    bench.run(milliseconds: 500)
    #expect(bench.log() == ["open rear-wide"] && session.isRunning)
    session.commitConfiguration()
    #expect(bench.log() == ["open rear-wide", "close rear-wide", "open inner-front"])
  }

  /// R133: cameras of three kinds of app in Split View.
  @Test func threeKindsOfApp() throws {
    var events: [Int] = []
    for (voip, enables) in [(false, false), (true, false), (true, true)] {
      let stage = try MultitaskingCameraAccessTests.Stage(voip ? ["UIBackgroundModes": ["voip"]] : [:])
      if enables { stage.session.isMultitaskingCameraAccessEnabled = true }
      stage.session.startRunning()
      let witness = SessionRunningTests.Witness(stage.session)
      _ = stage.split(true)
      events.append(witness.notes.all.filter { $0 == "wasInterrupted 4" }.count)
    }
    #expect(events == [1, 1, 0])
  }

  /// R151: a delegate that hands its work on at once is never late, and what it handed on grows.
  @Test func workThatIsHandedOn() throws {
    let backlog = Notes()
    let output = AVCaptureVideoDataOutput()
    let delegate = NotingDelegate { sample in backlog.add("\(sample.presentationTimeStamp.value)") }
    let queue = DispatchQueue(label: "frames")
    output.setSampleBufferDelegate(delegate, queue: queue)
    let session = try bench.session(.rearWide, output)
    session.startRunning()
    for _ in 0..<200 {
      bench.run(milliseconds: 10)
      queue.sync {}
    }
    #expect(backlog.all.count > 50 && !delegate.notes.all.contains { $0.hasPrefix("dropped") })
  }

  /// R155: the rate and the longest gap of a camera that is not disturbed.
  @Test func rateAndGaps() throws {
    let times = Notes()
    let output = AVCaptureVideoDataOutput()
    let delegate = NotingDelegate { sample in times.add("\(sample.presentationTimeStamp.value)") }
    let queue = DispatchQueue(label: "frames")
    output.setSampleBufferDelegate(delegate, queue: queue)
    let session = try bench.session(.rearWide, output)
    let device = bench.device(.rearWide)
    try device.lockForConfiguration()
    device.activeFormat = device.formats.first {
      $0.videoSupportedFrameRateRanges.contains { $0.maxFrameRate == 240 }
    }!
    device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 240)
    device.unlockForConfiguration()
    session.startRunning()
    for _ in 0..<1000 {
      bench.run(milliseconds: 2)
      queue.sync {}
    }
    let values = times.all.compactMap(Double.init)
    let gaps = zip(values.dropFirst(), values).map(-)
    let rate = 1e9 * Double(gaps.count) / (values.last! - values.first!)
    #expect(abs(rate - 240) < 240 * 0.005 && gaps.max()! < 1.05e9 / 240)
  }

  /// R166, R167: the person's answer comes on a thread of its own, never on the main one.
  @Test func theAnswerIsNotOnTheMainThread() {
    let system = CaptureSystem(phone: bench.phone)
    system.authorization.setUsageTexts([.video: "Takes pictures."])
    let answered = DispatchSemaphore(value: 0)
    let threads = Notes()
    for _ in 0..<2 {
      system.authorization.request(.video) { granted in
        threads.add("\(granted) \(Thread.isMainThread)")
        answered.signal()
      }
      bench.run(milliseconds: 1000)
      answered.wait()
    }
    #expect(threads.all == ["true false", "true false"])
  }

  typealias Story = @Sendable () throws -> Void

  static func rows() -> [String: Story] {
    [
      "R001|NSInvalidArgumentException|*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when automaticallyAdjustsVideoMirroring is YES":
        {
          let bench = CaptureBench()
          let session = try bench.session(.outerFront)
          let layer = AVCaptureVideoPreviewLayer(session: session)
          layer.connection?.isVideoMirrored = false
        },
      "R098|NSInvalidArgumentException|*** -[AVCaptureSession addInput:] Multiple audio/video AVCaptureInputs are not currently supported":
        {
          let bench = CaptureBench()
          let session = try bench.session(.outerFront)
          session.beginConfiguration()
          session.addInput(try bench.input(.innerFront))
        },
      "R100|NSInvalidArgumentException|No active and enabled video connection": {
        let bench = CaptureBench()
        let photos = AVCapturePhotoOutput()
        let session = try bench.session(.outerFront, photos)
        session.startRunning()
        session.beginConfiguration()
        session.removeInput(session.inputs[0])
        photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoDelegate())
      },
      "R122|NSGenericException|*** -[AVCaptureSession startRunning] startRunning may not be called between calls to beginConfiguration and commitConfiguration":
        {
          // The handler of a reset starts again while another thread is inside a block.
          let bench = CaptureBench()
          let session = Handover(try bench.session(.outerFront, AVCaptureVideoDataOutput()))
          session.object.startRunning()
          let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: session.object, queue: nil
          ) { _ in session.object.startRunning() }
          session.object.beginConfiguration()
          bench.phone.send(.mediaServicesReset)
          session.object.engine.queue.sync {}
          withExtendedLifetime(token) {}
        },
      "second photo output|NSInvalidArgumentException|*** -[AVCaptureSession addOutput:] Cannot add output <AVCapturePhotoOutput> to capture session <AVCaptureSession> because more than one output of the same type is unsupported.":
        {
          let session = try CaptureBench().session(.outerFront, AVCapturePhotoOutput())
          session.addOutput(AVCapturePhotoOutput())
        },
    ]
  }

  final class PhotoDelegate: NSObject, AVCapturePhotoCaptureDelegate {}

  @Test(arguments: rows().keys.sorted()) func endsTheApp(_ row: String) async {
    let parts = row.split(separator: "|").map(String.init)
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [row] in
      try FieldReportSessionTests.rows()[row]!()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("uncaught exception '\(parts[1])'") && text.contains(parts[2]), "\(text.suffix(400))")
  }
}
