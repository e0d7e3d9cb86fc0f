import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Another delegate on another queue while data waits on the queue of the one before: each hears on its own queue, and the
/// old one nothing any more.
@Suite struct DelegateChangeTests {
  /// A serial queue that knows itself.
  private struct Place {
    let queue: DispatchQueue
    private let key = DispatchSpecificKey<Bool>()

    init(_ name: String) {
      queue = DispatchQueue(label: name)
      queue.setSpecific(key: key, value: true)
    }

    var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
  }

  /// Notes who heard something, and whether on the right queue.
  private final class Ear: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureDepthDataOutputDelegate, AVCaptureMetadataOutputObjectsDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, AVCaptureDataOutputSynchronizerDelegate, Sendable
  {
    let notes = Notes()
    private let place: Place
    init(_ place: Place) { self.place = place }

    private func hear(_ what: String) { notes.add(place.isHere ? what : "\(what) elsewhere") }

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { hear(sampleBuffer.imageBuffer == nil ? "sound" : "frame") }
    func captureOutput(
      _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { hear("drop") }
    func depthDataOutput(
      _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
      connection: AVCaptureConnection
    ) { hear("depth") }
    func depthDataOutput(
      _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
      connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
    ) { hear("drop") }
    func metadataOutput(
      _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
      from connection: AVCaptureConnection
    ) { hear("objects") }
    func dataOutputSynchronizer(
      _ synchronizer: AVCaptureDataOutputSynchronizer,
      didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) { hear("collection") }
  }

  private struct Case {
    var name: String
    var output: AVCaptureOutput
    /// Gives the output's data to somebody; nil takes it away.
    var set: (Ear?, DispatchQueue?) -> Void
    var hears: String
  }

  private static func cases(_ bench: CaptureBench) -> [Case] {
    let (video, depth) = (AVCaptureVideoDataOutput(), AVCaptureDepthDataOutput())
    let (metadata, together) = (AVCaptureMetadataOutput(), AVCaptureVideoDataOutput())
    return [
      Case(
        name: "video", output: video, set: { video.setSampleBufferDelegate($0, queue: $1) }, hears: "frame"),
      Case(
        name: "depth", output: depth, set: { depth.setDelegate($0, callbackQueue: $1) }, hears: "depth"),
      Case(
        name: "metadata", output: metadata,
        set: {
          metadata.metadataObjectTypes = [.face]
          metadata.setMetadataObjectsDelegate($0, queue: $1)
        }, hears: "objects"),
      Case(
        name: "synchroniser", output: together,
        set: { [box = Guarded<AVCaptureDataOutputSynchronizer?>(nil)] ear, queue in
          let synchronizer = box.withLock { box in
            if box == nil { box = AVCaptureDataOutputSynchronizer(dataOutputs: [together]) }
            return box!
          }
          synchronizer.setDelegate(ear, queue: queue)
        }, hears: "collection"),
    ]
  }

  @Test func eachHearsOnItsOwnQueue() throws {
    var mismatches: [String] = []
    for index in 0..<4 {
      for isTakenAway in [false, true] {
        let bench = CaptureBench()
        let box = SeenPerson.Box(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
        let person = SeenPerson(figure: .holder, face: box, body: nil, roll: 0, yaw: 0)
        bench.phone.scene.withLock { $0 = { _ in DepthScene(people: [person]) } }
        let one = Self.cases(bench)[index]
        let session = bench.session()
        session.sessionPreset = .vga640x480
        session.addInput(try bench.input(.outerFront))
        session.addOutput(one.output)
        let (old, new) = (Place("old"), Place("new"))
        let (first, second) = (Ear(old), Ear(new))
        if let metadata = one.output as? AVCaptureMetadataOutput {
          let reading = metadata.feed.reading
          bench.phone.hands.settle.withLock { $0 = { reading.sync {} } }
        }
        one.set(first, old.queue)
        old.queue.suspend()
        session.startRunning()
        bench.run(milliseconds: 400)
        one.set(isTakenAway ? nil : second, isTakenAway ? nil : new.queue)
        old.queue.resume()
        old.queue.sync {}
        bench.run(milliseconds: 400)
        old.queue.sync {}
        new.queue.sync {}
        session.stopRunning()
        if first.notes.all != [] { mismatches.append("\(one.name): the old one hears \(first.notes.all)") }
        let heard = Set(second.notes.all).subtracting(["drop"])
        if heard != (isTakenAway ? [] : [one.hears]) { mismatches.append("\(one.name): \(heard)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func soundToo() throws {
    let bench = try SoundBench()
    let output = AVCaptureAudioDataOutput()
    let session = try bench.session(output)
    let (old, new) = (Place("old"), Place("new"))
    let (first, second) = (Ear(old), Ear(new))
    output.setSampleBufferDelegate(first, queue: old.queue)
    old.queue.suspend()
    session.startRunning()
    bench.advance(200)
    output.setSampleBufferDelegate(second, queue: new.queue)
    old.queue.resume()
    old.queue.sync {}
    bench.advance(200)
    new.queue.sync {}
    #expect(first.notes.all == [] && Set(second.notes.all) == ["sound"])
    session.stopRunning()
  }

  /// The queue before is stuck for good: who comes after hears all the same.
  @Test func aStuckQueueHoldsUpNobodyElse() throws {
    let bench = CaptureBench()
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.outerFront, output)
    let (old, new) = (Place("old"), Place("new"))
    let (first, second) = (Ear(old), Ear(new))
    output.setSampleBufferDelegate(first, queue: old.queue)
    old.queue.suspend()
    session.startRunning()
    bench.run(milliseconds: 100)
    output.setSampleBufferDelegate(second, queue: new.queue)
    bench.phone.hands.settle.withLock { $0 = { new.queue.sync {} } }
    bench.run(milliseconds: 300)
    #expect(second.notes.all.count >= 8 && Set(second.notes.all) == ["frame"])
    old.queue.resume()
    old.queue.sync {}
    #expect(first.notes.all == [])
  }

  /// Two synchronisers of one output: the one whose delegate was set last has it, and keeps it when the other goes.
  @Test func anOlderSynchronizerTakesNothingAway() throws {
    let bench = CaptureBench()
    let (video, depth) = (AVCaptureVideoDataOutput(), AVCaptureDepthDataOutput())
    let session = bench.session()
    session.sessionPreset = .vga640x480
    session.addInput(try bench.input(.outerFront))
    for output in [video, depth] { session.addOutput(output) }
    let place = Place("both")
    let (first, second) = (Ear(place), Ear(place))
    bench.phone.hands.settle.withLock { $0 = { place.queue.sync {} } }
    bench.phone.scene.withLock { $0 = { _ in DepthScene() } }
    var older: AVCaptureDataOutputSynchronizer? = AVCaptureDataOutputSynchronizer(dataOutputs: [video, depth])
    older?.setDelegate(first, queue: place.queue)
    session.startRunning()
    bench.run(milliseconds: 100)
    let newer = AVCaptureDataOutputSynchronizer(dataOutputs: [depth])
    newer.setDelegate(second, queue: place.queue)
    first.notes.clear()
    bench.run(milliseconds: 100)
    // Nobody waits for an output that is elsewhere.
    #expect(first.notes.all.count == 3 && second.notes.all.count == 3)
    older?.setDelegate(nil, queue: nil)
    older = nil
    second.notes.clear()
    bench.run(milliseconds: 100)
    #expect(second.notes.all.count == 3)
    newer.setDelegate(nil, queue: nil)
    let own = Ear(place)
    depth.setDelegate(own, callbackQueue: place.queue)
    bench.run(milliseconds: 100)
    #expect(own.notes.all == ["depth", "depth", "depth"])
  }
}
