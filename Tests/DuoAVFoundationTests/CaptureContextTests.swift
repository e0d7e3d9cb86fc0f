import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Calls that work here and can hang on a phone are told.
@Suite struct CaptureContextTests {
  let phone: SimulatedPhone
  let clock: ManualClock
  let system: CaptureSystem

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, pose: "open-landscape")
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  func told(_ kind: String) -> [String] {
    phone.log.lines.filter { $0.contains(#""kind":"\#(kind)""#) }.compactMap { line in
      line.range(of: #""call":"[A-Za-z.]*""#, options: .regularExpression).map {
        String(line[$0].dropFirst(8).dropLast())
      }
    }
  }

  func session(_ output: AVCaptureVideoDataOutput) throws -> AVCaptureSession {
    let session = AVCaptureSession(on: phone)
    session.addInput(try AVCaptureDeviceInput(device: system.device(.rearWide)!))
    session.addOutput(output)
    return session
  }

  func elsewhere(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "elsewhere").sync(execute: body)
  }

  /// Opens a block on another thread and closes it again, with what happens here between.
  func configureElsewhere(_ session: Handover<AVCaptureSession>, during body: () throws -> Void) rethrows {
    let open = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      session.object.beginConfiguration()
      session.object.beginConfiguration()
      open.signal()
      done.wait()
      session.object.commitConfiguration()
      session.object.commitConfiguration()
      open.signal()
    }
    open.wait()
    try body()
    done.signal()
    open.wait()
  }

  /// A preview layer that is attached on one thread while another configures.
  @Test func twoThreadsConfigure() throws {
    let session = Handover(try session(AVCaptureVideoDataOutput()))
    let layer = AVCaptureVideoPreviewLayer()
    configureElsewhere(session) {
      clock.advance(by: .milliseconds(1))
      layer.session = session.object
      session.object.beginConfiguration()
      session.object.commitConfiguration()
      clock.advance(by: .milliseconds(1))
      #expect(told("configuration-race") == [], "it is told when the block is over")
    }
    #expect(
      told("configuration-race") == [
        "AVCaptureVideoPreviewLayer.session", "AVCaptureSession.beginConfiguration",
      ])
    layer.session = nil
    layer.session = session.object
    #expect(told("configuration-race").count == 2, "no block is open any more")
  }

  /// Which of two threads is first in one moment of the phone's time is the machine's affair.
  @Test func withinOneMomentNobodyWaits() throws {
    var mismatches: [String] = []
    for (before, after) in [(0, 0), (0, 5), (5, 0), (5, 5)] {
      let session = Handover(try session(AVCaptureVideoDataOutput()))
      let count = told("configuration-race").count
      configureElsewhere(session) {
        clock.advance(by: .milliseconds(Double(before)))
        AVCaptureVideoPreviewLayer().session = session.object
        clock.advance(by: .milliseconds(Double(after)))
      }
      let new = told("configuration-race").count - count
      if new != (before > 0 && after > 0 ? 1 : 0) { mismatches.append("\(before) ms, \(after) ms: \(new)") }
    }
    #expect(mismatches == [])
  }

  /// A serial queue may go on on another thread.
  @Test func oneQueueIsOneContext() throws {
    let session = Handover(try session(AVCaptureVideoDataOutput()))
    let queue = DispatchQueue(label: "session queue")
    queue.sync { session.object.beginConfiguration() }
    clock.advance(by: .milliseconds(1))
    let hop = DispatchSemaphore(value: 0)
    queue.async {
      session.object.beginConfiguration()
      session.object.commitConfiguration()
      hop.signal()
    }
    hop.wait()
    clock.advance(by: .milliseconds(1))
    queue.sync { session.object.commitConfiguration() }
    #expect(told("configuration-race") == [])
  }

  @Test func startingOnTheDelegatesQueue() throws {
    let output = AVCaptureVideoDataOutput()
    let session = Handover(try session(output))
    let other = Handover(try self.session(AVCaptureVideoDataOutput()))
    let queue = DispatchQueue(label: "frames")
    let delegate = NotingDelegate()
    queue.sync { session.object.startRunning() }
    #expect(told("possible-deadlock") == [], "it has no delegate yet")
    output.setSampleBufferDelegate(delegate, queue: queue)
    elsewhere { session.object.stopRunning() }
    queue.sync { other.object.startRunning() }
    #expect(told("possible-deadlock") == [], "another queue, another session")
    queue.sync { session.object.startRunning() }
    // A queue that runs on the delegate's is it, too.
    DispatchQueue(label: "on it", target: queue).sync { session.object.stopRunning() }
    #expect(told("possible-deadlock") == ["AVCaptureSession.startRunning", "AVCaptureSession.stopRunning"])
  }

  /// What counts is where data comes now, not where it came once.
  @Test func anOutputThatMovedLeavesNoMark() throws {
    let output = AVCaptureVideoDataOutput()
    let session = Handover(try session(output))
    let (old, new, shared) = (
      DispatchQueue(label: "old"), DispatchQueue(label: "new"), DispatchQueue(label: "shared")
    )
    let (delegate, together) = (NotingDelegate(), Together())
    var seen: [[String]] = []
    /// Starts or stops on each queue, and keeps which of them were told.
    func turn() {
      let before = told("possible-deadlock").count
      var told: [String] = []
      for (name, queue) in [("old", old), ("new", new), ("shared", shared)] {
        let count = self.told("possible-deadlock").count
        queue.sync { session.object.startRunning() }
        if self.told("possible-deadlock").count > count { told.append(name) }
      }
      seen.append(told)
      elsewhere { session.object.stopRunning() }
      #expect(self.told("possible-deadlock").count == before + told.count)
    }
    output.setSampleBufferDelegate(delegate, queue: old)
    turn()
    output.setSampleBufferDelegate(delegate, queue: new)
    turn()
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
    synchronizer.setDelegate(together, queue: shared)
    turn()
    synchronizer.setDelegate(nil, queue: nil)
    turn()
    output.setSampleBufferDelegate(nil, queue: nil)
    turn()
    output.setSampleBufferDelegate(delegate, queue: old)
    turn()
    #expect(seen == [["old"], ["new"], ["shared"], ["new"], [], ["old"]])
  }
}

private final class Together: NSObject, AVCaptureDataOutputSynchronizerDelegate {
  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
  ) {}
}
