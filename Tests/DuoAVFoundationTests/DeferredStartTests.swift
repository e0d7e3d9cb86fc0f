import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite(.serialized) struct DeferredStartTests {
  func sink(_ number: Int, _ isDeferred: Bool, delivers: Bool = true) -> DeferredStart.Sink {
    DeferredStart.Sink(
      id: SessionGraph.ID(integerLiteral: number), isDeferred: isDeferred, delivers: delivers)
  }

  @Test func theSameForAllIsNothing() {
    let deferred = DeferredStart()
    #expect(deferred.waiting([sink(1, true), sink(2, true, delivers: false)]) == [])
    #expect(deferred.waiting([sink(1, false), sink(2, false)]) == [] && deferred.waiting([]) == [])
    let mixed = [sink(1, false), sink(2, true), sink(3, true, delivers: false)]
    #expect(deferred.waiting(mixed).map(\.id) == [2, 3] && deferred.heldBack(mixed) == [2])
  }

  @Test func whatStartedOnceDoesNotWaitAgainUntilTheSessionStops() {
    var deferred = DeferredStart()
    let sinks = [sink(1, false), sink(2, true)]
    deferred.want()
    #expect(deferred.isWanted && deferred.run(sinks) && !deferred.isWanted)
    #expect(!deferred.run(sinks) && deferred.heldBack(sinks) == [])
    #expect(deferred.heldBack(sinks + [sink(3, true)]) == [3], "what is added later waits")
    deferred.forget()
    #expect(deferred == DeferredStart() && deferred.heldBack(sinks) == [2])
  }

  final class Delegate: NSObject, AVCaptureSessionDeferredStartDelegate {
    let notes = Notes()
    func sessionWillRunDeferredStart(_ session: AVCaptureSession) { notes.add("will \(session.isRunning)") }
    func sessionDidRunDeferredStart(_ session: AVCaptureSession) { notes.add("did \(session.isRunning)") }
  }

  /// A session with a preview, and a data output that starts later.
  final class Bench {
    let bench = CaptureBench()
    let output = AVCaptureVideoDataOutput()
    let layer: AVCaptureVideoPreviewLayer
    let session: AVCaptureSession
    let frames = NotingDelegate()
    let delegate = Delegate()
    let queue = DispatchQueue(label: "frames")

    init(isDeferred: Bool = true) throws {
      session = try bench.session(.rearWide, output)
      layer = AVCaptureVideoPreviewLayer(session: session)
      output.setSampleBufferDelegate(frames, queue: queue)
      output.isDeferredStartEnabled = isDeferred
      session.setDeferredStartDelegate(delegate, deferredStartDelegateCallbackQueue: queue)
    }

    /// Frames of 33 ms from 350 ms on; each is settled before the next.
    func run(_ milliseconds: Int) {
      for _ in 0..<milliseconds / 10 {
        bench.run(milliseconds: 10)
        session.engine.queue.sync {}
        queue.sync {}
      }
    }

    var firstFrame: String? { frames.notes.all.first?.split(separator: " ").first.map(String.init) }
  }

  @Test func byItselfAfterTheFirstPreview() throws {
    let bench = try Bench()
    bench.session.startRunning()
    bench.run(90)
    bench.layer.feed.settle()
    #expect(bench.delegate.notes.all == [] && bench.firstFrame == nil)
    bench.run(500)
    bench.layer.feed.settle()
    // The first frame, at 350 ms, was the preview's alone.
    #expect(bench.layer.isPreviewing && bench.delegate.notes.all == ["will true", "did true"])
    #expect(bench.firstFrame != "350" && bench.firstFrame != nil)
    bench.frames.notes.clear()
    bench.session.stopRunning()
    bench.session.startRunning()
    bench.run(900)
    #expect(bench.delegate.notes.all.count == 4, "every start defers anew")
  }

  @Test func whenTheAppSaysSo() throws {
    let bench = try Bench()
    bench.session.automaticallyRunsDeferredStart = false
    bench.session.startRunning()
    bench.run(1000)
    #expect(bench.firstFrame == nil && bench.delegate.notes.all == [])
    bench.session.runDeferredStartWhenNeeded()
    bench.session.runDeferredStartWhenNeeded()
    bench.run(100)
    #expect(bench.delegate.notes.all == ["will true", "did true"] && bench.firstFrame != nil)
  }

  @Test func withoutADifferenceNothingIsDeferred() throws {
    let bench = try Bench(isDeferred: false)
    bench.session.startRunning()
    bench.run(500)
    #expect(bench.firstFrame == "350" && bench.delegate.notes.all == [])
    let all = try Bench()
    all.layer.isDeferredStartEnabled = true
    all.session.startRunning()
    all.run(500)
    #expect(all.firstFrame == "350" && all.delegate.notes.all == [])
  }

  @Test func defaults() {
    let session = CaptureBench().session()
    #expect(session.automaticallyRunsDeferredStart && session.isManualDeferredStartSupported)
    #expect(session.deferredStartDelegate == nil && session.deferredStartDelegateCallbackQueue == nil)
    #expect(
      AVCapturePhotoOutput().isDeferredStartEnabled && !AVCaptureVideoDataOutput().isDeferredStartEnabled)
    #expect(!AVCaptureVideoPreviewLayer().isDeferredStartEnabled)
    #expect(
      AVCapturePhotoOutput().isDeferredStartSupported && AVCaptureVideoPreviewLayer().isDeferredStartSupported
    )
    let photos = AVCapturePhotoOutput()
    photos.isDeferredStartEnabled = false
    #expect(!photos.isDeferredStartEnabled)
  }

  @Test func theDelegateIsHeldWeakly() throws {
    let session = CaptureBench().session()
    do {
      let (delegate, queue) = (Delegate(), DispatchQueue(label: "late"))
      session.setDeferredStartDelegate(delegate, deferredStartDelegateCallbackQueue: queue)
      #expect(session.deferredStartDelegate === delegate)
      #expect(session.deferredStartDelegateCallbackQueue === queue)
    }
    #expect(session.deferredStartDelegate == nil)
  }

  static func rows() -> [String: @Sendable () -> Void] {
    [
      "*** -[AVCaptureSession runDeferredStartWhenNeeded] Cannot be called when automaticallyRunsDeferredStart is YES":
        { CaptureBench().session().runDeferredStartWhenNeeded() },
      "*** -[AVCaptureSession setDeferredStartDelegate:deferredStartDelegateCallbackQueue:] NULL queue passed":
        {
          CaptureBench().session().setDeferredStartDelegate(
            Delegate(), deferredStartDelegateCallbackQueue: nil)
        },
    ]
  }

  @Test(arguments: rows().keys.sorted()) func whatRaises(_ text: String) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [text] in
      DeferredStartTests.rows()[text]!()
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("uncaught exception 'NSInvalidArgumentException'") && error.contains(text))
  }
}
