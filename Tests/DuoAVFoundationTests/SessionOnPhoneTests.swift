import DuoCoreMedia
import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Sessions on the simulated phone itself.
@Suite struct SessionOnPhoneTests {
  let phone: SimulatedPhone
  let clock: ManualClock
  let system: CaptureSystem
  let output = AVCaptureVideoDataOutput()
  let queue = DispatchQueue(label: "frames")

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, world: .colour(red: 250, green: 10, blue: 10))
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  func session(_ camera: CameraID) throws -> AVCaptureSession {
    let session = AVCaptureSession(on: phone)
    session.addInput(try AVCaptureDeviceInput(device: system.device(camera)!))
    session.addOutput(output)
    return session
  }

  /// Moves the clock in small steps, so that the other threads catch up within each.
  func run(_ session: AVCaptureSession, milliseconds: Int) {
    for _ in 0..<(milliseconds / 5) {
      clock.advance(by: .milliseconds(5))
      session.engine.queue.sync {}
      queue.sync {}
    }
  }

  @Test func thePhoneKnowsWhoStreams() throws {
    let session = try session(.virtualFront)
    session.startRunning()
    #expect(phone.state.streaming == [.outerFront: .app] && phone.state.isCapturing)
    phone.send(.background)
    session.engine.queue.sync {}
    run(session, milliseconds: 200)
    #expect(phone.state.streaming.isEmpty && !phone.state.isCapturing && session.isInterrupted)
    phone.send(.foreground)
    session.engine.queue.sync {}
    #expect(phone.state.streaming == [.outerFront: .app] && phone.state.isCapturing && session.isRunning)
    session.stopRunning()
    run(session, milliseconds: 200)
    #expect(phone.state.streaming.isEmpty && !phone.state.isCapturing)
  }

  @Test func splitViewInterruptsAndComesBack() throws {
    phone.send(.pose("open-landscape", over: .zero))
    let session = try session(.innerFront)
    session.startRunning()
    phone.send(.splitView(true))
    session.engine.queue.sync {}
    #expect(!session.isRunning && session.isInterrupted)
    phone.send(.splitView(false))
    session.engine.queue.sync {}
    #expect(session.isRunning && !session.isInterrupted)
  }

  @Test func unfoldingSwitchesTheVirtualCamera() throws {
    let session = try session(.virtualFront)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.bounds = CGRect(x: 0, y: 0, width: 400, height: 600)
    let device = system.device(.virtualFront)!
    session.startRunning()
    run(session, milliseconds: 100)
    let connection = layer.connection
    #expect(layer.shown?.frame.camera == .outerFront)
    phone.send(.hinge(to: 180, over: .seconds(1)))
    run(session, milliseconds: 1500)
    #expect(layer.shown?.frame.camera == .innerFront && layer.connection === connection)
    #expect(device.activePrimaryConstituent === system.device(.innerFront))
    #expect(phone.state.streaming == [.innerFront: .app])
  }

  @Test func aSwitchDeliversTheFramesInFlight() throws {
    let session = try session(.outerFront)
    let delegate = NotingDelegate()
    output.setSampleBufferDelegate(delegate, queue: queue)
    session.startRunning()
    run(session, milliseconds: 100)
    let before = delegate.notes.all.count
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(try AVCaptureDeviceInput(device: system.device(.rearWide)!))
    session.commitConfiguration()
    let old = delegate.connections.withLock { $0[0] }
    run(session, milliseconds: 345)
    #expect(delegate.notes.all.count - before == phone.description.timing.framesInFlight.value)
    #expect(delegate.connections.withLock { $0.allSatisfy { $0 === old } })
    run(session, milliseconds: 50)
    #expect(delegate.connections.withLock { $0.last === output.connection(with: .video) })
  }

  @Test func theWorldReachesTheApp() throws {
    let session = try session(.outerFront)
    let pixel = Guarded<[UInt8]>([])
    let delegate = NotingDelegate { sample in
      let buffer = sample.imageBuffer!
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let middle = 320 * CVPixelBufferGetBytesPerRow(buffer) + 180 * 4
      let base = CVPixelBufferGetBaseAddress(buffer)!
      pixel.withLock { $0 = (0..<4).map { base.load(fromByteOffset: middle + $0, as: UInt8.self) } }
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }
    output.connection(with: .video)!.videoRotationAngle = 90
    output.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: 360, kCVPixelBufferHeightKey as String: 640,
    ]
    output.setSampleBufferDelegate(delegate, queue: queue)
    session.startRunning()
    run(session, milliseconds: 10)
    #expect(pixel.withLock { $0 } == [10, 10, 250, 255])
  }

  @Test func anUnplugIsARuntimeError() throws {
    let session = try session(.rearWide)
    session.startRunning()
    let code = Guarded<AVError.Code?>(nil)
    let token = NotificationCenter.default.addObserver(
      forName: .AVCaptureSessionRuntimeError, object: session, queue: nil
    ) { note in code.withLock { $0 = (note.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code } }
    phone.send(.plug(.rearWide, connected: false))
    session.engine.queue.sync {}
    NotificationCenter.default.removeObserver(token)
    #expect(code.withLock { $0 } == .deviceWasDisconnected && !session.isRunning)
  }

  /// Many threads on one session: nothing hangs, and in the end the cameras are as the session says.
  @Test func manyThreads() throws {
    let session = try session(.virtualFront)
    let shared = Handover(session)
    let layer = Handover(AVCaptureVideoPreviewLayer(session: session))
    DispatchQueue.concurrentPerform(iterations: 8) { [phone] thread in
      var random = FixedRandom(state: UInt64(thread))
      for _ in 0..<200 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: shared.object.connections.first?.isEnabled.toggle()
        case 1: phone.send(Bool.random(using: &random) ? .background : .foreground)
        case 2: layer.object.session = Bool.random(using: &random) ? shared.object : nil
        case 3: _ = layer.object.shown
        case 4: shared.object.connections.last?.videoRotationAngle = 90
        default: _ = (shared.object.isRunning, shared.object.outputs.count)
        }
      }
    }
    phone.send(.foreground)
    layer.object.session = session
    for connection in session.connections { connection.isEnabled = true }
    session.engine.queue.sync {}
    session.startRunning()
    #expect(session.isRunning && phone.state.streaming == [.outerFront: .app])
    session.stopRunning()
    run(session, milliseconds: 200)
    #expect(phone.state.streaming.isEmpty)
  }
}

extension SessionOnPhoneTests {
  /// Layers and delegates that go away while frames come, on another thread.
  @Test func thingsGoAwayWhileFramesCome() throws {
    let session = try session(.outerFront)
    session.startRunning()
    let shared = Handover((session, output))
    let ends = DispatchSemaphore(value: 0)
    let done = Guarded(false)
    let queue = queue
    DispatchQueue.global().async {
      for _ in 0..<500 {
        let layer = AVCaptureVideoPreviewLayer(session: shared.object.0)
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        let delegate = QuittingDelegate(shared.object.1)
        shared.object.1.setSampleBufferDelegate(delegate, queue: queue)
        _ = layer.shown
      }
      done.withLock { $0 = true }
      ends.signal()
    }
    while !done.withLock({ $0 }) {
      clock.advance(by: .milliseconds(33))
      shared.object.0.connections.first?.isEnabled.toggle()
    }
    ends.wait()
    #expect(session.connections.count == 1 && output.sampleBufferDelegate == nil)
  }
}

/// Takes itself out of the output when it goes.
private final class QuittingDelegate: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  let output: AVCaptureVideoDataOutput
  init(_ output: AVCaptureVideoDataOutput) { self.output = output }
  deinit { output.setSampleBufferDelegate(nil, queue: nil) }
}
