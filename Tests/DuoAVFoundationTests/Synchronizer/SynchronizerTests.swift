import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Writes collections down: milliseconds, then `v`, `d`, `m` for what is in them, with `!` for dropped.
private final class SyncNotes: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
  // `@unchecked`: the notes are behind a lock, the closure is set once.
  let notes = Notes()
  let onData: @Sendable (AVCaptureSynchronizedDataCollection) -> Void
  init(onData: @escaping @Sendable (AVCaptureSynchronizedDataCollection) -> Void = { _ in }) {
    self.onData = onData
  }

  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
  ) {
    var line = ""
    var times: Set<Int64> = []
    for output in synchronizedDataCollection {
      let data = synchronizedDataCollection[output]!
      times.insert(data.timestamp.value / 1_000_000)
      switch data {
      case let data as AVCaptureSynchronizedSampleBufferData:
        line += "v" + (data.sampleBufferWasDropped ? "!" : "")
        if data.sampleBufferWasDropped != (data.droppedReason != .none) { line += "?" }
      case let data as AVCaptureSynchronizedDepthData:
        line += "d" + (data.depthDataWasDropped ? "!" : "")
        if data.depthDataWasDropped != (data.droppedReason != .none) { line += "?" }
      case let data as AVCaptureSynchronizedMetadataObjectData: line += "m\(data.metadataObjects.count)"
      default: line += "?"
      }
    }
    notes.add("\(times.sorted().map { "\($0)" }.joined(separator: "/")) \(line)")
    onData(synchronizedDataCollection)
  }
}

private final class FaceNotes: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
  // `@unchecked`: the notes are behind a lock.
  let notes = Notes()
  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) { notes.add("\(metadataObjects.count)") }
}

private struct SyncBench {
  let bench = CaptureBench()
  let video = AVCaptureVideoDataOutput()
  let depth = AVCaptureDepthDataOutput()
  let metadata = AVCaptureMetadataOutput()
  let session: AVCaptureSession
  let queue = DispatchQueue(label: "synchronised")
  let ownVideo = NotingDelegate()
  let ownDepth = DepthNotes(keeps: false)
  let ownMetadata = FaceNotes()

  init(waits: Bool = true) throws {
    session = bench.session()
    session.sessionPreset = .vga640x480
    session.addInput(try bench.input(.outerFront))
    for output in [video, depth, metadata] { session.addOutput(output) }
    metadata.metadataObjectTypes = [.face]
    video.setSampleBufferDelegate(ownVideo, queue: queue)
    depth.setDelegate(ownDepth, callbackQueue: queue)
    metadata.setMetadataObjectsDelegate(ownMetadata, queue: queue)
    let (queue, reading) = (queue, metadata.feed.reading)
    if waits {
      bench.phone.hands.settle.withLock {
        $0 = {
          reading.sync {}
          queue.sync {}
        }
      }
    }
    bench.phone.scene.withLock { $0 = { _ in DepthScene() } }
  }

  func face(_ isSeen: Bool) {
    let box = SeenPerson.Box(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    let person = SeenPerson(figure: .holder, face: isSeen ? box : nil, body: nil, roll: 0, yaw: 0)
    bench.phone.scene.withLock { $0 = { _ in DepthScene(people: [person]) } }
  }

  /// Depth at half the rate of frames.
  func slowDepth() throws {
    let device = bench.device(.outerFront)
    try device.lockForConfiguration()
    device.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 15)
    device.unlockForConfiguration()
  }
}

@Suite struct SynchronizerTests {
  @Test func framesAndDepthOfOneTimeComeTogether() throws {
    let sync = try SyncBench()
    try sync.slowDepth()
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.depth])
    let delegate = SyncNotes()
    synchronizer.setDelegate(delegate, queue: sync.queue)
    sync.session.startRunning()
    sync.bench.run(milliseconds: 140)
    #expect(delegate.notes.all == ["250 vd", "283 v", "316 vd", "349 v", "383 vd"])
    #expect(synchronizer.delegate === delegate && synchronizer.delegateCallbackQueue === sync.queue)
    #expect(synchronizer.dataOutputs == [sync.video, sync.depth])
  }

  @Test func ownDelegatesAreSilentMeanwhile() throws {
    let sync = try SyncBench()
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.depth])
    let delegate = SyncNotes()
    let told = Notes()
    let observation = synchronizer.observe(\.delegate, options: [.new]) { synchronizer, _ in
      told.add(synchronizer.delegate == nil ? "nil" : "set")
    }
    defer { observation.invalidate() }
    synchronizer.setDelegate(delegate, queue: sync.queue)
    sync.session.startRunning()
    sync.bench.run(milliseconds: 10)
    #expect(sync.ownVideo.notes.all == [] && sync.ownDepth.notes.all == [])
    synchronizer.setDelegate(nil, queue: nil)
    #expect(synchronizer.delegateCallbackQueue == nil)
    sync.bench.run(milliseconds: 33)
    #expect(delegate.notes.all == ["250 vd"])
    #expect(sync.ownVideo.notes.all == ["283 640x480"] && sync.ownDepth.notes.all == ["283 320x240"])
    #expect(told.all == ["set", "nil"])
  }

  @Test func aSynchronizerThatGoesGivesTheOutputsBack() throws {
    let sync = try SyncBench()
    let delegate = SyncNotes()
    do {
      let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.depth])
      synchronizer.setDelegate(delegate, queue: sync.queue)
    }
    sync.session.startRunning()
    sync.bench.run(milliseconds: 10)
    #expect(delegate.notes.all == [] && sync.ownVideo.notes.all == ["250 640x480"])
  }

  @Test func metadataComesWithItsFrame() throws {
    let sync = try SyncBench()
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.metadata, sync.depth])
    let delegate = SyncNotes()
    synchronizer.setDelegate(delegate, queue: sync.queue)
    sync.face(true)
    sync.session.startRunning()
    sync.bench.run(milliseconds: 110)
    sync.face(false)
    sync.bench.run(milliseconds: 200)
    // A look every 100 ms: a face, then once that it has gone.
    #expect(
      delegate.notes.all == [
        "250 vm1d", "283 vd", "316 vd", "349 vm1d", "383 vd", "416 vd", "449 vm0d", "483 vd", "516 vd",
        "549 vd",
      ])
    #expect(sync.ownMetadata.notes.all == [])
  }

  @Test func lateDataIsDroppedByTheOutputsOwnRule() throws {
    let sync = try SyncBench(waits: false)
    let gate = DispatchSemaphore(value: 0)
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.depth])
    let delegate = SyncNotes { _ in gate.wait() }
    sync.depth.alwaysDiscardsLateDepthData = false
    synchronizer.setDelegate(delegate, queue: sync.queue)
    sync.session.startRunning()
    sync.bench.run(milliseconds: 40)
    for _ in 0..<2 { gate.signal() }
    sync.queue.sync {}
    #expect(delegate.notes.all == ["250 vd", "283 v!d"])
  }

  @Test func nobodyWaitsForAnOutputThatIsOff() throws {
    let sync = try SyncBench()
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.depth])
    let delegate = SyncNotes()
    synchronizer.setDelegate(delegate, queue: sync.queue)
    sync.depth.connections[0].isEnabled = false
    sync.session.startRunning()
    sync.bench.run(milliseconds: 40)
    #expect(delegate.notes.all == ["250 v", "283 v"])
  }

  @Test func collectionsNameTheirOutputs() throws {
    let sync = try SyncBench()
    let seen = Guarded<[AVCaptureSynchronizedDataCollection]>([])
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.depth])
    let delegate = SyncNotes { collection in seen.withLock { $0.append(collection) } }
    synchronizer.setDelegate(delegate, queue: sync.queue)
    sync.session.startRunning()
    sync.bench.run(milliseconds: 10)
    let collection = try #require(seen.withLock { $0.first })
    #expect(collection.count == 2 && Array(collection) == [sync.video, sync.depth])
    #expect(collection.synchronizedData(for: sync.depth) === collection[sync.depth])
    #expect(collection[sync.metadata] == nil)
    let frame = try #require(collection[sync.video] as? AVCaptureSynchronizedSampleBufferData)
    #expect(frame.sampleBuffer.presentationTimeStamp == frame.timestamp && frame.droppedReason == .none)
    let depth = try #require(collection[sync.depth] as? AVCaptureSynchronizedDepthData)
    #expect(CVPixelBufferGetWidth(depth.depthData.depthDataMap) == 320)
  }

  @Test func whatCannotBeSynchronizedRaises() async {
    func text(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    let nothing = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = AVCaptureDataOutputSynchronizer(dataOutputs: [])
    }
    #expect(text(nothing).contains("NSInvalidArgumentException"))
    let homeless = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = AVCaptureDataOutputSynchronizer(dataOutputs: [AVCaptureVideoDataOutput()])
    }
    #expect(text(homeless).contains("must be in one session"))
    let twice = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let sync = try SyncBench()
      _ = AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video, sync.video])
    }
    #expect(text(twice).contains("twice"))
    let photo = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let output = AVCapturePhotoOutput()
      let session = try CaptureBench().session(.outerFront, output)
      _ = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
      _ = session
    }
    #expect(text(photo).contains("Unsupported data output"))
    let queue = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let sync = try SyncBench()
      AVCaptureDataOutputSynchronizer(dataOutputs: [sync.video]).setDelegate(SyncNotes(), queue: nil)
    }
    #expect(text(queue).contains("NULL queue"))
  }
}
