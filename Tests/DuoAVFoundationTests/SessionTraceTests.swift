import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// What sessions write into the phone's trace.
@Suite struct SessionTraceTests {
  let phone: SimulatedPhone
  let clock: ManualClock
  let system: CaptureSystem

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo)
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  func input(_ camera: CameraID) throws -> AVCaptureDeviceInput {
    try AVCaptureDeviceInput(device: system.device(camera)!)
  }

  /// The lines that a session wrote, without time and number: `input-added device=rear-wide`.
  func lines(_ session: AVCaptureSession) throws -> [String] {
    try phone.log.lines.compactMap { line -> String? in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let number = object["session"] as? Int, number == session.engine.number else { return nil }
      let fields = object.filter { !["t", "kind", "session"].contains($0.key) }.sorted { $0.key < $1.key }
      return (["\(object["kind"]!)"] + fields.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
    }
  }

  @Test func inputsComeAndGo() throws {
    let session = AVCaptureSession(on: phone)
    session.addInput(try input(.outerFront))
    // In one block: the exchange counts when the block ends.
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.beginConfiguration()
    session.addInput(try input(.rearWide))
    session.commitConfiguration()
    #expect(try lines(session) == ["input-added device=outer-front"])
    session.commitConfiguration()
    // Without a block.
    session.removeInput(session.inputs[0])
    session.addInput(try input(.innerFront))
    // Out and in again, or another input of the same camera: nothing was exchanged.
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try input(.innerFront))
    session.commitConfiguration()
    session.sessionPreset = .medium
    #expect(
      try lines(session) == [
        "input-added device=outer-front",
        "input-removed device=outer-front", "input-added device=rear-wide",
        "input-replaced from=outer-front to=rear-wide",
        "input-removed device=rear-wide", "input-added device=inner-front",
        "input-replaced from=rear-wide to=inner-front",
      ])
  }

  @Test func thePersonsDecisionsAreTold() throws {
    system.authorization.set(.denied, for: .audio)
    let lines = phone.log.lines.filter { $0.contains(#""kind":"permission""#) }
    let expected = [
      #""media":"video","status":"authorized"}"#, #""media":"audio","status":"denied"}"#,
    ]
    #expect(lines.count == 2 && zip(lines, expected).allSatisfy { $0.hasSuffix($1) })
  }

  @Test func startsStopsAndInterruptions() throws {
    let session = AVCaptureSession(on: phone)
    session.addInput(try input(.outerFront))
    session.addOutput(AVCaptureVideoDataOutput())
    let other = AVCaptureSession(on: phone)
    session.startRunning()
    session.startRunning()
    phone.send(.background)
    session.engine.queue.sync {}
    phone.send(.foreground)
    session.engine.queue.sync {}
    session.stopRunning()
    session.stopRunning()
    let expected = [
      "input-added device=outer-front", "session-started",
      "session-interrupted reason=videoDeviceNotAvailableInBackground", "session-stopped",
      "session-interruption-ended", "session-started", "session-stopped",
    ]
    #expect(try lines(session).filter { !$0.hasPrefix("main-thread") } == expected)
    #expect(try lines(other) == [])
  }

  @Test func aFailureIsTold() throws {
    let session = AVCaptureSession(on: phone)
    session.addInput(try input(.rearWide))
    session.addOutput(AVCaptureVideoDataOutput())
    session.startRunning()
    phone.send(.plug(.rearWide, connected: false))
    session.engine.queue.sync {}
    let code = AVError.Code.deviceWasDisconnected.rawValue
    #expect(try lines(session).contains("session-failed code=\(code)"))
  }

  /// The trace says how long the main thread stood still; elsewhere a call blocks nobody.
  @Test func theMainThreadsTimeIsTold() async throws {
    let session = AVCaptureSession(on: phone)
    session.addInput(try input(.outerFront))
    session.addOutput(AVCaptureVideoDataOutput())
    let shared = Handover(session)
    func blocked() throws -> [String] { try lines(session).filter { $0.hasPrefix("main-thread") } }
    await Task.detached {
      shared.object.startRunning()
      shared.object.stopRunning()
    }.value
    #expect(try blocked() == [])
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        shared.object.startRunning()
        shared.object.stopRunning()
        done.resume()
      }
    }
    let timing = phone.description.timing
    #expect(
      try blocked() == [
        "main-thread-blocked call=AVCaptureSession.startRunning over=\(timing.startRunningBlocks.value.nanoseconds)",
        "main-thread-blocked call=AVCaptureSession.stopRunning over=\(timing.stopRunningBlocks.value.nanoseconds)",
      ])
  }

  /// The rule alone, for sessions with any number of cameras.
  @Test func whatBecomesOfInputs() {
    let (a, b, c) = (CameraID.outerFront, CameraID.innerFront, CameraID.rearWide)
    let rows: [([[CameraID]], [TracedInputs.Change])] = [
      ([[]], []), ([[a]], [.added(a)]), ([[a], [a]], []), ([[a], []], [.removed(a)]),
      ([[a], [b]], [.removed(a), .added(b), .replaced(from: a, to: b)]),
      ([[a], [], [b]], [.added(b), .replaced(from: a, to: b)]), ([[a], [], [a]], [.added(a)]),
      ([[a], [a, b]], [.added(b)]), ([[a, b], [b]], [.removed(a)]),
      ([[a, b], [a, c]], [.removed(b), .added(c)]),
      ([[a, b], [], [c]], [.added(c)]),
    ]
    let wrong = rows.filter { steps, expected in
      var inputs = TracedInputs()
      var last: [TracedInputs.Change] = []
      for step in steps { last = inputs.become(step) }
      return last != expected || inputs.cameras != steps.last
    }
    #expect(wrong.map { "\($0.0)" } == [])
  }

  /// What the host asks of a layer, with and without a frame.
  @Test func aLayersSource() throws {
    let layer = AVCaptureVideoPreviewLayer()
    #expect(layer.source == PreviewSource(isInterrupted: false, isRunning: false))
    let session = AVCaptureSession(on: phone)
    session.addInput(try input(.outerFront))
    layer.session = session
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let id = system.device(.outerFront)!.uniqueID
    #expect(layer.source == PreviewSource(deviceUniqueID: id, isInterrupted: false, isRunning: false))
    session.startRunning()
    #expect(
      layer.source
        == PreviewSource(deviceUniqueID: id, camera: .outerFront, isInterrupted: false, isRunning: true))
    system.authorization.set(.denied, for: .video)
    clock.advance(by: .seconds(1))
    #expect(layer.shown?.isWithheld == true)
    system.authorization.set(.authorized, for: .video)
    clock.advance(by: .seconds(1))
    #expect(layer.shown?.isWithheld == false)
    phone.send(.background)
    session.engine.queue.sync {}
    #expect(layer.source == PreviewSource(deviceUniqueID: id, isInterrupted: true, isRunning: false))
  }
}
