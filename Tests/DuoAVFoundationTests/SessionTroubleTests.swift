import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// What goes wrong while a session runs.
@Suite struct SessionTroubleTests {
  typealias Witness = SessionRunningTests.Witness
  let phone: SimulatedPhone
  let clock: ManualClock
  let system: CaptureSystem
  let queue = DispatchQueue(label: "frames")

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, pose: "open-landscape")
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  func session(_ camera: CameraID, _ delegate: NotingDelegate = NotingDelegate()) throws -> AVCaptureSession {
    let session = AVCaptureSession(on: phone)
    session.addInput(try AVCaptureDeviceInput(device: system.device(camera)!))
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(delegate, queue: queue)
    session.addOutput(output)
    return session
  }

  func settle(_ sessions: AVCaptureSession...) {
    for session in sessions + sessions { session.engine.queue.sync {} }
  }

  func run(_ milliseconds: Int) {
    for _ in 0..<milliseconds / 10 {
      clock.advance(by: .milliseconds(10))
      queue.sync {}
    }
  }

  // MARK: Media services

  @Test func mediaServicesReset() throws {
    let delegate = NotingDelegate()
    let (session, idle, waiting) = (
      try session(.rearWide, delegate), try session(.innerFront), try session(.innerFront)
    )
    waiting.startRunning()
    session.startRunning()
    settle(session, waiting)
    let witnesses = [session, idle, waiting].map(Witness.init)
    phone.send(.mediaServicesReset)
    settle(session, idle, waiting)
    #expect(witnesses[0].notes.all == ["running false", "runtimeError -11819", "didStop"])
    #expect(witnesses[1].notes.all == [] && phone.state.streaming == [:])
    // The one that waited is told too, and that it waits no more.
    #expect(witnesses[2].notes.all == ["runtimeError -11819", "interrupted false", "interruptionEnded"])
    run(1000)
    #expect(!session.isRunning, "nothing starts by itself")
    delegate.notes.clear()
    session.startRunning()
    run(500)
    #expect(session.isRunning && !delegate.notes.all.isEmpty)
  }

  /// Apps restart in the handler; it may do so, whatever thread it is on.
  @Test func restartedInTheHandler() throws {
    let session = try session(.rearWide)
    session.startRunning()
    let token = NotificationCenter.default.addObserver(
      forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
    ) { note in
      guard (note.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code == .mediaServicesWereReset else {
        return
      }
      (note.object as? AVCaptureSession)?.startRunning()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    for _ in 0..<3 {
      phone.send(.mediaServicesReset)
      settle(session)
      #expect(session.isRunning && phone.state.streaming == [.rearWide: .app])
    }
  }

  /// The camera that is gone is named in the error.
  @Test func theErrorNamesTheCamera() throws {
    let session = try session(.rearWide)
    let device = system.device(.rearWide)!
    session.startRunning()
    let named = Guarded<[AVCaptureDevice?]>([])
    let token = NotificationCenter.default.addObserver(
      forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
    ) { note in
      named.withLock { $0.append((note.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.device) }
    }
    phone.send(.mediaServicesReset)
    settle(session)
    session.startRunning()
    phone.send(.plug(.rearWide, connected: false))
    settle(session)
    NotificationCenter.default.removeObserver(token)
    #expect(named.withLock { $0.map { $0 === device } } == [false, true])
  }

  @Test func theClockHasTwoNames() {
    let session = AVCaptureSession(on: phone)
    #expect(session.masterClock === session.synchronizationClock && session.masterClock != nil)
  }

  // MARK: Duration and order

  /// An interruption of any length ends in the same state. (R137)
  @Test func theLengthOfAnInterruptionDoesNotMatter() throws {
    let pairs: [(PhoneEvent, PhoneEvent)] = [
      (.background, .foreground), (.splitView(true), .splitView(false)),
      (.thermal(.shutdown), .thermal(.fair)), (.sensitiveContent(true), .sensitiveContent(false)),
      (.otherClient(.rearWide, takes: true), .otherClient(.rearWide, takes: false)),
    ]
    var stories: Set<String> = []
    for (begins, ends) in pairs {
      for seconds in [1, 5, 60] {
        let delegate = NotingDelegate()
        let session = try session(.rearWide, delegate)
        session.startRunning()
        run(500)
        phone.send(begins)
        settle(session)
        run(100)
        delegate.notes.clear()
        clock.advance(by: .seconds(Double(seconds)))
        queue.sync {}
        let silent = delegate.notes.all.isEmpty && session.isInterrupted
        phone.send(ends)
        settle(session)
        run(500)
        stories.insert(
          "\(silent) \(session.isRunning) \(session.isInterrupted) \(!delegate.notes.all.isEmpty)")
        session.stopRunning()
      }
    }
    #expect(stories == ["true true false true"])
  }

  /// Ten seconds behind, and frames within one second of coming back. (R139, R130)
  @Test func framesSoonAfterComingBack() throws {
    let delegate = NotingDelegate()
    let session = try session(.rearWide, delegate)
    session.startRunning()
    phone.send(.background)
    settle(session)
    clock.advance(by: .seconds(10))
    delegate.notes.clear()
    phone.send(.foreground)
    settle(session)
    run(1000)
    #expect(session.isRunning && delegate.notes.all.count > 15)
  }

  /// Two causes at once: told once, with the first, and over when the last is gone.
  @Test func twoCausesAreOneInterruption() throws {
    let session = try session(.rearWide)
    session.startRunning()
    let witness = Witness(session)
    for event in [PhoneEvent.splitView(true), .background, .splitView(false)] {
      phone.send(event)
      settle(session)
      #expect(session.isInterrupted && !session.isRunning)
    }
    phone.send(.foreground)
    settle(session)
    #expect(session.isRunning)
    #expect(
      witness.notes.all == [
        "interrupted true", "running false", "wasInterrupted 4", "didStop", "interrupted false",
        "interruptionEnded", "running true", "didStart +",
      ])
  }

  // MARK: Pressure

  /// What an app that lowers its frame rate sees: levels as they come, on the device, and no interruption before the last.
  @Test func pressureComesInLevels() throws {
    let session = try session(.rearWide)
    let device = system.device(.rearWide)!
    session.startRunning()
    let notes = Notes()
    let observation = device.observe(\.systemPressureState, options: [.new]) { device, change in
      notes.add("\(change.newValue!.level.rawValue.dropFirst(28)) \(change.newValue!.factors.rawValue)")
      guard [.serious, .critical].contains(change.newValue!.level) else { return }
      try? device.lockForConfiguration()
      device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 20)
      device.unlockForConfiguration()
    }
    for level in [ThermalLevel.fair, .serious, .critical] {
      phone.send(.thermal(level))
      settle(session)
      #expect(session.isRunning)
    }
    #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 20))
    phone.send(.thermal(.shutdown))
    settle(session)
    #expect(session.isInterrupted)
    #expect(notes.all == ["Fair 1", "Serious 1", "Critical 1", "Shutdown 1"])
    observation.invalidate()
  }

  // MARK: Permission

  /// Black pictures until the person has said yes, and from the moment they say no.
  @Test func picturesFollowThePersonsAnswer() throws {
    system.authorization.set(.notDetermined, for: .video)
    system.authorization.setUsageTexts([.video: "Takes pictures."])
    let session = try session(.rearWide)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 90, height: 160)
    session.startRunning()
    run(400)
    #expect(session.isRunning && layer.shown?.isWithheld == true)
    run(800)
    #expect(system.authorization.status(for: .video) == .authorized && layer.shown?.isWithheld == false)
    system.authorization.set(.denied, for: .video)
    run(100)
    #expect(session.isRunning && layer.shown?.isWithheld == true)
    #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: system.device(.innerFront)!) }
  }

  // MARK: Layers and delegates

  /// One layer that goes from session to session shows whose session it is in.
  @Test func aLayerMovesBetweenSessions() throws {
    let (first, second) = (try session(.rearWide), try session(.innerFront))
    let layer = AVCaptureVideoPreviewLayer(session: first)
    layer.bounds = CGRect(x: 0, y: 0, width: 90, height: 160)
    first.startRunning()
    run(500)
    #expect(layer.shown?.frame.camera == .rearWide && first.connections.count == 2)
    let old = layer.connection
    layer.session = second
    layer.feed.settle()
    #expect(old?.isActive == false && layer.connection !== old && layer.shown == nil && !layer.isPreviewing)
    #expect(first.connections.count == 1 && second.connections.count == 2)
    second.startRunning()
    settle(first, second)
    run(500)
    #expect(layer.shown?.frame.camera == .innerFront && first.isInterrupted)
    layer.session = nil
    #expect(layer.connection == nil && layer.shown == nil)
  }

  /// A session whose last reference goes while it runs stops its camera.
  @Test func releasedWhileItRuns() throws {
    weak var gone: AVCaptureSession?
    let delegate = NotingDelegate()
    do {
      let session = try session(.rearWide, delegate)
      gone = session
      session.startRunning()
      run(500)
    }
    #expect(gone == nil && phone.state.streaming == [:] && !phone.state.isCapturing)
    delegate.notes.clear()
    run(500)
    #expect(delegate.notes.all.isEmpty)
  }

  /// Thirteen buffers kept: nothing more comes until one is given back, then exactly one. (R149)
  @Test func aDelegateThatKeepsEverything() throws {
    let delegate = NotingDelegate(keeps: true)
    let session = try session(.rearWide, delegate)
    session.startRunning()
    run(2000)
    func delivered() -> Int { delegate.kept.withLock { $0.count } }
    func drops() -> [String] { delegate.notes.all.filter { $0.hasPrefix("dropped") } }
    #expect(delivered() == 13 && !drops().isEmpty)
    #expect(Set(drops()) == ["dropped OutOfBuffers true"])
    func told() -> [String] {
      phone.log.lines.filter { $0.contains("frames-d") }.compactMap { line in
        line.range(of: #""session".*"#, options: .regularExpression).map { String(line[$0]) }
      }
    }
    let number = session.engine.number
    #expect(told() == [#""session":\#(number),"reason":"outOfBuffers"}"#])
    let lost = drops().count
    delegate.kept.withLock { _ = $0.removeFirst() }
    delegate.notes.clear()
    run(500)
    #expect(delivered() == 13 && delegate.notes.all.filter { !$0.hasPrefix("dropped") }.count == 1)
    #expect(
      told().dropFirst() == [
        #""session":\#(number),"dropped":\#(lost)}"#, #""session":\#(number),"reason":"outOfBuffers"}"#,
      ])
  }

  /// The delegate blocks for good: the session goes on, and can be stopped.
  @Test func aDelegateThatBlocks() throws {
    let gate = DispatchSemaphore(value: 0)
    let delegate = NotingDelegate { _ in gate.wait() }
    let session = try session(.rearWide, delegate)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 90, height: 160)
    session.startRunning()
    clock.advance(by: .seconds(2))
    let shown = try #require(layer.shown).frame.time
    #expect(shown > PhoneTime(seconds: 2), "the preview does not wait for the delegate")
    session.stopRunning()
    #expect(!session.isRunning && phone.state.streaming == [:])
    gate.signal()
    queue.sync {}
    #expect(delegate.notes.all.filter { !$0.hasPrefix("dropped") }.count == 1)
    #expect(Set(delegate.notes.all.filter { $0.hasPrefix("dropped") }) == ["dropped FrameWasLate true"])
  }
}
