import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Several sessions of one app that want one camera, on the simulated phone.
@Suite struct SharedCamerasTests {
  let phone: SimulatedPhone
  let clock: ManualClock
  let system: CaptureSystem

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, pose: "open-landscape")
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  func session(_ camera: CameraID, _ output: AVCaptureVideoDataOutput = AVCaptureVideoDataOutput()) throws
    -> AVCaptureSession
  {
    let session = AVCaptureSession(on: phone)
    session.addInput(try AVCaptureDeviceInput(device: system.device(camera)!))
    session.addOutput(output)
    return session
  }

  func settle(_ sessions: AVCaptureSession...) {
    // Twice, since what one session does may concern another.
    for session in sessions + sessions { session.engine.queue.sync {} }
  }

  /// R: runs, I: interrupted, -: neither.
  func states(_ sessions: AVCaptureSession...) -> String {
    sessions.map { $0.isRunning ? "R" : $0.isInterrupted ? "I" : "-" }.joined()
  }

  @Test func theSecondSessionTakesTheCameraAndGivesItBack() throws {
    let (first, second) = (try session(.rearWide), try session(.rearWide))
    first.startRunning()
    let (lost, won) = (SessionRunningTests.Witness(first), SessionRunningTests.Witness(second))
    second.startRunning()
    settle(first, second)
    #expect(states(first, second) == "IR")
    second.stopRunning()
    settle(first, second)
    #expect(states(first, second) == "R-")
    #expect(
      lost.notes.all == [
        "interrupted true", "running false", "wasInterrupted 3", "didStop", "interrupted false",
        "interruptionEnded", "running true", "didStart +",
      ])
    #expect(won.notes.all == ["running true", "didStart +", "running false", "didStop"])
    #expect(phone.state.streaming == [.rearWide: .app])
    first.stopRunning()
    #expect(phone.state.streaming == [:])
  }

  @Test func framesGoToTheOneThatHasTheCamera() throws {
    let outputs = [AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput()]
    let delegates = [NotingDelegate(), NotingDelegate()]
    let queue = DispatchQueue(label: "frames")
    for (output, delegate) in zip(outputs, delegates) {
      output.setSampleBufferDelegate(delegate, queue: queue)
    }
    let sessions = [try session(.rearWide, outputs[0]), try session(.rearWide, outputs[1])]
    func framesMeanwhile() -> [Bool] {
      for delegate in delegates { delegate.notes.clear() }
      for _ in 0..<60 {
        clock.advance(by: .milliseconds(10))
        queue.sync {}
      }
      return delegates.map { !$0.notes.all.isEmpty }
    }
    sessions[0].startRunning()
    #expect(framesMeanwhile() == [true, false])
    sessions[1].startRunning()
    settle(sessions[0], sessions[1])
    _ = framesMeanwhile()
    #expect(framesMeanwhile() == [false, true])
    sessions[1].stopRunning()
    settle(sessions[0], sessions[1])
    _ = framesMeanwhile()
    #expect(framesMeanwhile() == [true, false])
  }

  @Test func aStoppedSessionIsNotGivenTheCameraBack() throws {
    let (first, second) = (try session(.rearWide), try session(.rearWide))
    first.startRunning()
    second.startRunning()
    settle(first, second)
    first.stopRunning()
    second.stopRunning()
    settle(first, second)
    #expect(states(first, second) == "--" && phone.state.streaming == [:])
  }

  @Test func theMostRecentWaitingIsNext() throws {
    let (a, b, c) = (try session(.rearWide), try session(.rearWide), try session(.rearWide))
    a.startRunning()
    b.startRunning()
    c.startRunning()
    settle(a, b, c)
    #expect(states(a, b, c) == "IIR")
    c.stopRunning()
    settle(a, b, c)
    #expect(states(a, b, c) == "IR-")
    c.startRunning()
    b.stopRunning()
    settle(a, b, c)
    #expect(states(a, b, c) == "I-R")
    c.stopRunning()
    settle(a, b, c)
    #expect(states(a, b, c) == "R--")
  }

  /// Whatever the cameras are: two sessions of one app do not run beside each other.
  @Test func otherCamerasAreNoWayOut() throws {
    let pairs: [(CameraID, CameraID)] = [
      (.virtualFront, .innerFront), (.outerFront, .virtualFront), (.rearDualWide, .rearUltraWide),
      (.outerFront, .innerFront), (.virtualFront, .rearWide),
    ]
    var mismatches: [String] = []
    for (one, other) in pairs {
      let (first, second) = (try session(one), try session(other))
      first.startRunning()
      second.startRunning()
      settle(first, second)
      if states(first, second) != "IR" { mismatches.append("\(one), \(other): \(states(first, second))") }
      second.stopRunning()
      settle(first, second)
      if states(first, second) != "R-" {
        mismatches.append("\(one), \(other) after: \(states(first, second))")
      }
      first.stopRunning()
    }
    #expect(mismatches == [])
  }

  @Test func aReplacedInputChangesNoPlace() throws {
    let (first, second) = (try session(.rearWide), try session(.outerFront))
    first.startRunning()
    second.startRunning()
    settle(first, second)
    #expect(states(first, second) == "IR" && phone.state.streaming == [.outerFront: .app])
    func replace(_ camera: CameraID, in session: AVCaptureSession) throws {
      session.beginConfiguration()
      session.removeInput(session.inputs[0])
      session.addInput(try AVCaptureDeviceInput(device: system.device(camera)!))
      session.commitConfiguration()
      settle(first, second)
    }
    try replace(.rearWide, in: second)
    #expect(states(first, second) == "IR" && phone.state.streaming == [.rearWide: .app])
    try replace(.innerFront, in: first)
    #expect(states(first, second) == "IR" && phone.state.streaming == [.rearWide: .app])
    // Without a camera a session keeps no other from going on.
    second.removeInput(second.inputs[0])
    settle(first, second)
    #expect(first.isRunning && phone.state.streaming == [.innerFront: .app])
  }

  @Test func placesAreKeptWhileThePhoneHoldsAllBack() throws {
    let (first, second) = (try session(.rearWide), try session(.rearWide))
    first.startRunning()
    second.startRunning()
    settle(first, second)
    let witness = SessionRunningTests.Witness(first)
    phone.send(.background)
    settle(first, second)
    #expect(states(first, second) == "II" && phone.state.streaming == [:])
    phone.send(.foreground)
    settle(first, second)
    #expect(states(first, second) == "IR" && witness.notes.all == [])
  }

  @Test func aReleasedSessionGivesItsCameraBack() throws {
    let first = try session(.rearWide)
    first.startRunning()
    do {
      let second = try session(.rearWide)
      second.startRunning()
      settle(first, second)
      #expect(states(first, second) == "IR")
    }
    settle(first)
    #expect(states(first) == "R" && phone.state.streaming == [.rearWide: .app])
  }

  @Test func anotherAppComesFirst() throws {
    let (first, second) = (try session(.rearWide), try session(.rearWide))
    first.startRunning()
    second.startRunning()
    settle(first, second)
    phone.send(.otherClient(.rearWide, takes: true))
    settle(first, second)
    #expect(states(first, second) == "II")
    second.stopRunning()
    phone.send(.otherClient(.rearWide, takes: false))
    settle(first, second)
    #expect(states(first, second) == "R-")
  }

  /// Two threads that start and stop: in the end one runs, and has the camera.
  @Test func manyThreads() throws {
    let sessions = Handover([try session(.rearWide), try session(.rearDualWide), try session(.rearWide)])
    DispatchQueue.concurrentPerform(iterations: 3) { number in
      for round in 0..<40 {
        sessions.object[number].startRunning()
        if round < 39 || number == 2 { sessions.object[number].stopRunning() }
      }
    }
    settle(sessions.object[0], sessions.object[1], sessions.object[2])
    settle(sessions.object[0], sessions.object[1], sessions.object[2])
    let text = states(sessions.object[0], sessions.object[1], sessions.object[2])
    #expect(text == "RI-" || text == "IR-", "\(text)")
    #expect(phone.state.streaming.count == (text == "RI-" ? 1 : 2))
    for session in sessions.object { session.stopRunning() }
    settle(sessions.object[0], sessions.object[1], sessions.object[2])
    #expect(phone.state.streaming == [:])
  }
}

extension SharedCamerasTests {
  @Test func theConstituentIsKnownFromTheFirstRunOn() throws {
    let session = try session(.virtualFront)
    let device = system.device(.virtualFront)!
    let shared = Handover((session, device))
    let notes = Notes()
    let running = session.observe(\.isRunning) { session, _ in
      notes.add(
        "running \(session.isRunning) \(shared.object.1.activePrimaryConstituent?.camera.id.rawValue ?? "nil")"
      )
    }
    let active = device.observe(\.activePrimaryConstituent) { device, _ in
      notes.add(
        "active \(device.activePrimaryConstituent?.camera.id.rawValue ?? "nil") \(shared.object.0.isRunning)")
    }
    session.startRunning()
    session.stopRunning()
    #expect(device.activePrimaryConstituent === system.device(.innerFront))
    session.startRunning()
    session.stopRunning()
    session.removeInput(session.inputs[0])
    #expect(
      notes.all == [
        "active inner-front true", "running true inner-front", "running false inner-front",
        "running true inner-front", "running false inner-front", "active nil false",
      ])
    running.invalidate()
    active.invalidate()
  }
}
