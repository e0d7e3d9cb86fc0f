import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Synchronization
import Testing

@testable import DuoAVFoundation

/// The phone's clock as a source of timebases.
private final class PhoneSource: CMSyncProtocol {
  let clock: HandClock
  init(_ clock: HandClock) { self.clock = clock }
  var time: CMTime { CMTime(value: clock.now.nanoseconds, timescale: 1_000_000_000) }
  func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime { time }
  func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double { 1 }
  func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool { false }
}

private func milliseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

private func code(in note: Notification, _ key: String) -> AVError.Code? {
  (note.userInfo?[key] as? NSError).map { AVError(_nsError: $0).code }
}

/// A layer on a phone of its own.
private struct LayerBench {
  let bench = CaptureBench()
  let rendering: SampleRendering
  let layer: AVSampleBufferDisplayLayer

  init() {
    rendering = SampleRendering(phone: bench.phone)
    layer = AVSampleBufferDisplayLayer(renderer: AVSampleBufferVideoRenderer(rendering: rendering))
    layer.bounds = CGRect(x: 0, y: 0, width: 300, height: 400)
  }

  func sample(
    _ width: Int, at time: CMTime, format: OSType = kCVPixelFormatType_32BGRA, isImmediate: Bool = false
  ) throws -> CMSampleBuffer {
    try Self.sample(width, at: time, format: format, isImmediate: isImmediate)
  }

  /// A picture of the app's own; its width names it.
  static func sample(
    _ width: Int, at time: CMTime, format: OSType = kCVPixelFormatType_32BGRA, isImmediate: Bool = false
  ) throws -> CMSampleBuffer {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, width, 40, format, nil, &made)
    let buffer = try #require(made)
    let sample = try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMFormatDescription(describing: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
    if isImmediate { sample.sampleAttachments[0][.displayImmediately] = true }
    return sample
  }

  /// The width of the picture that is shown.
  var shown: Int? { layer.shown(in: layer.bounds).map { $0.frame.configuration.width } }
}

@Suite struct SampleRenderingTests {
  @Test func defaultsAndRawValues() {
    let layer = LayerBench().layer
    #expect(layer.videoGravity == .resizeAspect && layer.controlTimebase == nil)
    #expect(layer.status == .unknown && layer.error == nil && !layer.requiresFlushToResumeDecoding)
    #expect(layer.isReadyForMoreMediaData && !layer.isReadyForDisplay)
    #expect(!layer.hasSufficientMediaDataForReliablePlaybackStart)
    #expect(layer.timebase.rate == 1 && layer.timebase.sourceClock === CMClock.hostTimeClock)
    #expect(abs((layer.timebase.time - CMClock.hostTimeClock.time).seconds) < 5)
    #expect(layer.timebase === layer.sampleBufferRenderer.timebase)
    let raw: [AVQueuedSampleBufferRenderingStatus] = [.unknown, .rendering, .failed]
    #expect(raw.map(\.rawValue) == [0, 1, 2])
    #expect(layer.previewSource == nil && layer.shown(in: layer.bounds) == nil)
    layer.videoGravity = .resizeAspectFill
    #expect(AVSampleBufferDisplayLayer(layer: layer).videoGravity == .resizeAspectFill)
  }

  /// What a preview layer shows through a connection that turns and flips alike.
  @Test func aCamerasFramesAreShownLikeAPreview() throws {
    var wrong: [String] = []
    for (angle, isMirrored) in [(0.0, false), (90, true), (180, true), (270, false)] {
      let layers = LayerBench()
      let (layer, bench) = (Handover(layers.layer), layers.bench)
      let output = AVCaptureVideoDataOutput()
      let session = try bench.session(.rearWide, output)
      session.sessionPreset = .vga640x480
      let preview = AVCaptureVideoPreviewLayer(session: session)
      preview.bounds = layers.layer.bounds
      for connection in [try #require(output.connection(with: .video)), try #require(preview.connection)] {
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
        connection.videoRotationAngle = angle
      }
      let delegate = NotingDelegate { layer.object.enqueue($0) }
      let queue = DispatchQueue(label: "frames")
      output.setSampleBufferDelegate(delegate, queue: queue)
      bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
      session.startRunning()
      bench.run(milliseconds: 500)
      for gravity in [AVLayerVideoGravity.resizeAspect, .resizeAspectFill, .resize] {
        (layers.layer.videoGravity, preview.videoGravity) = (gravity, gravity)
        let (one, other) = (
          try #require(preview.shown), try #require(layers.layer.shown(in: layers.layer.bounds))
        )
        if one.window != other.window || one.visible != other.visible || one.frame.time != other.frame.time
          || one.frame.camera != other.frame.camera || one.deviceUniqueID != other.deviceUniqueID
          || preview.source != layers.layer.previewSource || other.isMadeByApp
          || one.connectedCamera != other.connectedCamera || !other.isRunning
        {
          wrong.append("\(angle) \(isMirrored) \(gravity.rawValue): \(one), not \(other)")
        }
      }
      session.stopRunning()
      if layers.layer.previewSource?.isRunning != false { wrong.append("\(angle): runs after the end") }
    }
    #expect(wrong == [])
  }

  @Test func picturesAreShownAtTheirTimes() throws {
    let bench = LayerBench()
    for (index, time) in [(1, 100), (2, 200), (3, 300)] {
      bench.layer.enqueue(try bench.sample(index * 10, at: milliseconds(Int64(time))))
    }
    var seen: [Int?] = []
    for _ in 0..<7 {
      seen.append(bench.shown)
      bench.bench.run(milliseconds: 50)
    }
    #expect(seen == [nil, nil, 10, 10, 20, 20, 30])
    #expect(bench.layer.status == .rendering && bench.layer.isReadyForDisplay)
    // Late, and late where a later one is shown.
    bench.layer.enqueue(try bench.sample(40, at: milliseconds(310)))
    #expect(bench.shown == 40)
    bench.layer.enqueue(try bench.sample(50, at: milliseconds(305)))
    #expect(bench.shown == 40)
    // The display needs nobody who looks: what was shown before is let go.
    #expect(bench.layer.sampleBufferRenderer.displayedPixelBuffer()?.width == 40)
  }

  @Test func displayImmediatelyReplacesAllBefore() throws {
    let bench = LayerBench()
    bench.layer.enqueue(try bench.sample(10, at: milliseconds(10)))
    bench.layer.enqueue(try bench.sample(20, at: .invalid, isImmediate: true))
    #expect(bench.shown == 20)
    bench.bench.run(milliseconds: 20)
    #expect(bench.shown == 20)
    bench.layer.enqueue(try bench.sample(30, at: milliseconds(1000), isImmediate: true))
    #expect(bench.shown == 30)
    let hidden = try bench.sample(40, at: .zero, isImmediate: true)
    hidden.sampleAttachments[0][.doNotDisplay] = true
    bench.layer.enqueue(hidden)
    // Without a time, and not at once: never.
    bench.layer.enqueue(try bench.sample(50, at: .invalid))
    #expect(bench.shown == 30 && bench.layer.status == .rendering)
    let end = CMSampleBuffer(
      droppedFrame: try CMFormatDescription(videoCodecType: .h264, width: 8, height: 8),
      timing: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: milliseconds(40), decodeTimeStamp: .invalid))
    bench.layer.enqueue(end)
    bench.bench.run(milliseconds: 30)
    #expect(bench.shown == 30)
    CMSetAttachment(
      end, key: kCMSampleBufferAttachmentKey_EmptyMedia, value: true as NSNumber,
      attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    bench.layer.enqueue(end)
    #expect(bench.shown == nil)
  }

  @Test func timesAreThoseOfTheControlTimebase() throws {
    let bench = LayerBench()
    let timebase = CMTimebase(source: PhoneSource(bench.bench.phone.hands))
    bench.layer.controlTimebase = timebase
    #expect(bench.layer.timebase === timebase)
    for index in 0..<4 {
      bench.layer.enqueue(try bench.sample(10 + index, at: milliseconds(Int64(index) * 100)))
    }
    bench.bench.run(milliseconds: 500)
    #expect(bench.shown == 10)
    try timebase.setRate(2)
    bench.bench.run(milliseconds: 60)
    #expect(bench.shown == 11)
    try timebase.setRate(0)
    bench.bench.run(milliseconds: 500)
    #expect(bench.shown == 11)
    try timebase.setTime(milliseconds(250))
    #expect(bench.shown == 12)
    bench.layer.controlTimebase = nil
    // The host clock is past all of them.
    #expect(bench.shown == 13)
  }

  @Test func aWaitingPictureIsTakenAtItsTimeThoughNobodyLooks() throws {
    let bench = LayerBench()
    let timebase = CMTimebase(source: PhoneSource(bench.bench.phone.hands))
    try timebase.setRate(1)
    bench.layer.controlTimebase = timebase
    for index in 1...SampleRendering.most {
      bench.layer.enqueue(try bench.sample(10, at: milliseconds(Int64(index))))
    }
    #expect(
      !bench.layer.isReadyForMoreMediaData && bench.layer.hasSufficientMediaDataForReliablePlaybackStart)
    bench.bench.run(milliseconds: 3)
    #expect(bench.layer.isReadyForMoreMediaData)
  }

  @Test func flushingKeepsThePictureOrTakesIt() async throws {
    let bench = LayerBench()
    let news = Notes()
    let layer = bench.layer
    let observer = NotificationCenter.default.addObserver(
      forName: AVSampleBufferDisplayLayer.readyForDisplayDidChangeNotification, object: layer, queue: nil
    ) { _ in news.add("ready changed") }
    layer.enqueue(try bench.sample(10, at: .zero))
    layer.enqueue(try bench.sample(20, at: milliseconds(50)))
    layer.flush()
    bench.bench.run(milliseconds: 100)
    #expect(bench.shown == 10 && layer.isReadyForDisplay && layer.status == .unknown)
    // After a flush times may begin anew.
    layer.enqueue(try bench.sample(30, at: .zero))
    #expect(bench.shown == 30)
    layer.flushAndRemoveImage()
    #expect(bench.shown == nil && !layer.isReadyForDisplay && layer.previewSource == nil)
    layer.enqueue(try bench.sample(40, at: .zero))
    await withCheckedContinuation { done in
      layer.sampleBufferRenderer.flush(removingDisplayedImage: true) { done.resume() }
    }
    #expect(bench.shown == nil)
    bench.rendering.settle()
    #expect(news.all == ["ready changed", "ready changed", "ready changed", "ready changed"])
    NotificationCenter.default.removeObserver(observer)
  }

  @Test func whatCannotBeShownFailsUntilTheNextFlush() throws {
    let bench = LayerBench()
    let (layer, notes) = (bench.layer, Notes())
    let states = layer.observe(\.status, options: [.new]) { _, change in
      notes.add("\(change.newValue.map { "\($0)" } ?? "")")
    }
    let observers = [
      NotificationCenter.default.addObserver(
        forName: .AVSampleBufferDisplayLayerFailedToDecode, object: layer, queue: nil
      ) {
        let code = code(in: $0, AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey)
        notes.add(code == .decodeFailed ? "layer told" : "layer?")
      },
      NotificationCenter.default.addObserver(
        forName: AVSampleBufferVideoRenderer.didFailToDecodeNotification, object: layer.sampleBufferRenderer,
        queue: nil
      ) {
        let code = code(in: $0, AVSampleBufferVideoRenderer.didFailToDecodeNotificationErrorKey)
        notes.add(code == .decodeFailed ? "renderer told" : "renderer?")
      },
    ]
    let bad: [CMSampleBuffer] = [
      CMSampleBuffer(
        file: Data([1, 2, 3]), format: try CMFormatDescription(videoCodecType: .h264, width: 8, height: 8),
        timing: .invalid),
      try bench.sample(10, at: .zero, format: kCVPixelFormatType_OneComponent8),
      try {
        let sample = try bench.sample(10, at: .zero); try sample.invalidate(); return sample
      }(),
    ]
    for sample in bad {
      layer.enqueue(sample)
      #expect(layer.status == .failed && (layer.error as? AVError)?.code == .decodeFailed)
      #expect(!layer.isReadyForMoreMediaData)
      layer.enqueue(try bench.sample(20, at: .zero))
      #expect(bench.shown == nil)
      layer.flush()
      #expect(layer.status == .unknown && layer.error == nil && layer.isReadyForMoreMediaData)
      bench.rendering.settle()
    }
    #expect(
      notes.all.filter { $0.hasSuffix("told") }.sorted() == [
        "layer told", "layer told", "layer told", "renderer told", "renderer told", "renderer told",
      ])
    #expect(
      notes.all.filter { !$0.contains("told") } == [
        "failed", "unknown", "failed", "unknown", "failed", "unknown",
      ])
    states.invalidate()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  @Test func theBackgroundAsksForAFlush() throws {
    let bench = LayerBench()
    let (layer, notes) = (bench.layer, Notes())
    let observer = NotificationCenter.default.addObserver(
      forName: .AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange, object: layer, queue: nil
    ) { notes.add("\(($0.object as? AVSampleBufferDisplayLayer)?.requiresFlushToResumeDecoding == true)") }
    bench.bench.phone.send(.background)
    bench.bench.phone.send(.foreground)
    #expect(!layer.requiresFlushToResumeDecoding)
    layer.enqueue(try bench.sample(10, at: .zero))
    bench.bench.phone.send(.background)
    #expect(layer.requiresFlushToResumeDecoding && layer.status == .failed)
    #expect((layer.error as? AVError)?.code == .operationInterrupted)
    bench.rendering.settle()
    // A flush there helps until the next sample.
    layer.flush()
    bench.rendering.settle()
    #expect(!layer.requiresFlushToResumeDecoding && layer.status == .unknown)
    layer.enqueue(try bench.sample(15, at: .zero))
    bench.rendering.settle()
    #expect(layer.requiresFlushToResumeDecoding && layer.status == .failed)
    bench.bench.phone.send(.foreground)
    layer.enqueue(try bench.sample(20, at: .zero))
    #expect(bench.shown == 10)
    layer.flush()
    bench.rendering.settle()
    layer.enqueue(try bench.sample(30, at: .zero))
    #expect(
      bench.shown == 30 && layer.status == .rendering && notes.all == ["true", "false", "true", "false"])
    NotificationCenter.default.removeObserver(observer)
  }

  @Test func theBlockIsCalledWhenMoreCanCome() throws {
    let bench = LayerBench()
    let timebase = CMTimebase(source: PhoneSource(bench.bench.phone.hands))
    try timebase.setRate(1)
    bench.layer.controlTimebase = timebase
    let queue = DispatchQueue(label: "samples")
    bench.bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
    let (layer, notes) = (Handover(bench.layer), Notes())
    let count = Mutex<Int64>(0)
    bench.layer.requestMediaDataWhenReady(on: queue) {
      var given = 0
      while layer.object.isReadyForMoreMediaData, count.withLock({ $0 }) < 12 {
        let number = count.withLock { count in
          count += 1
          return count
        }
        if let sample = try? LayerBench.sample(10, at: milliseconds(number * 10)) {
          layer.object.enqueue(sample)
        }
        given += 1
      }
      notes.add("\(given)")
    }
    queue.sync {}
    queue.sync {}
    #expect(notes.all.first == "8" && count.withLock { $0 } == 8)
    bench.bench.run(milliseconds: 200)
    #expect(count.withLock { $0 } == 12 && notes.all.filter { $0 == "1" }.count == 4)
    // It has nothing more to give, and is asked once for each frame of a display.
    let before = notes.all.count
    bench.bench.run(milliseconds: 100)
    #expect((5...7).contains(notes.all.count - before))
    bench.layer.stopRequestingMediaData()
    queue.sync {}
    let stopped = notes.all.count
    bench.bench.run(milliseconds: 100)
    #expect(notes.all.count == stopped)
    // Of several requests the last counts.
    bench.layer.requestMediaDataWhenReady(on: queue) { notes.add("first") }
    bench.layer.requestMediaDataWhenReady(on: queue) { notes.add("second") }
    queue.sync {}
    queue.sync {}
    bench.bench.run(milliseconds: 50)
    #expect(!notes.all.dropFirst(stopped + 1).contains("first") && notes.all.last == "second")
    bench.layer.stopRequestingMediaData()
  }

  /// A picture of another size is another picture, and shown as one.
  @Test func sizesMayChange() throws {
    let bench = LayerBench()
    bench.layer.enqueue(try bench.sample(40, at: .zero))
    #expect(
      bench.layer.shown(in: bench.layer.bounds)?.visible == CGRect(x: 0, y: 50, width: 300, height: 300))
    bench.layer.enqueue(
      try bench.sample(80, at: .zero, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
    #expect(
      bench.layer.shown(in: bench.layer.bounds)?.visible == CGRect(x: 0, y: 125, width: 300, height: 150))
    #expect(bench.layer.shown(in: bench.layer.bounds)?.isMadeByApp == true)
    #expect(bench.layer.shown(in: .zero) == nil)
  }

  @Test func anyThreadMayEnqueueAndFlush() throws {
    let bench = LayerBench()
    let layer = Handover(bench.layer)
    let samples = try (1...8).map { Handover(try bench.sample($0 * 10, at: milliseconds(Int64($0)))) }
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      switch index % 10 {
      case 8: layer.object.flush()
      case 9: _ = layer.object.shown(in: CGRect(x: 0, y: 0, width: 10, height: 10))
      default: layer.object.enqueue(samples[index % 10].object)
      }
    }
    bench.bench.run(milliseconds: 20)
    layer.object.flushAndRemoveImage()
    #expect(bench.shown == nil)
    layer.object.enqueue(samples[3].object)
    #expect(bench.shown == 40)
  }

  /// Pictures that wait are the camera's buffers, of which there are few.
  @Test func framesThatWaitAreMissingToTheCamera() throws {
    let layers = LayerBench()
    let timebase = CMTimebase(source: PhoneSource(layers.bench.phone.hands))
    // Runs from zero, while frames carry the time of the host clock.
    layers.layer.controlTimebase = timebase
    let output = AVCaptureVideoDataOutput()
    let session = try layers.bench.session(.rearWide, output)
    let layer = Handover(layers.layer)
    let delegate = NotingDelegate { layer.object.enqueue($0) }
    let queue = DispatchQueue(label: "frames")
    output.setSampleBufferDelegate(delegate, queue: queue)
    layers.bench.phone.hands.settle.withLock { $0 = { queue.sync {} } }
    session.startRunning()
    layers.bench.run(milliseconds: 1500)
    #expect(delegate.notes.all.contains { $0.contains("OutOfBuffers") })
    #expect(layers.layer.shown(in: layers.layer.bounds) == nil)
    layers.layer.flush()
    delegate.notes.clear()
    layers.bench.run(milliseconds: 100)
    #expect(delegate.notes.all.first?.contains("OutOfBuffers") == false)
  }
}
