import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel
import Synchronization

@testable import DuoAVFoundation

/// A clock that stands until a test moves it, or somebody spends time.
final class HandClock: PhoneClock {
  private struct Entry: Sendable {
    var time: PhoneTime
    var number: Int
    var action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = PhoneTime.zero
    var count = 0
    var agenda: [Entry] = []
  }

  private final class Ticket: PhoneObservation {
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    func cancel() { end() }
  }

  private let state = Mutex(State())
  /// Called after each entry of the agenda, at its time, so that other threads can catch up.
  let settle = Mutex<(@Sendable () -> Void)?>(nil)

  var now: PhoneTime { state.withLock { $0.now } }

  func schedule(at time: PhoneTime, _ action: @escaping @Sendable () -> Void) -> any PhoneObservation {
    let number = state.withLock { state in
      state.count += 1
      state.agenda.append(Entry(time: max(time, state.now), number: state.count, action: action))
      return state.count
    }
    return Ticket { [weak self] in self?.state.withLock { $0.agenda.removeAll { $0.number == number } } }
  }

  func spend(_ duration: PhoneDuration) { run(duration) }

  func run(_ duration: PhoneDuration) {
    let end = now + duration
    while let entry = next(until: end) {
      entry.action()
      settle.withLock { $0 }?()
    }
    state.withLock { $0.now = end }
  }

  private func next(until end: PhoneTime) -> Entry? {
    state.withLock { state in
      let due = state.agenda.filter { $0.time <= end }.min { ($0.time, $0.number) < ($1.time, $1.number) }
      guard let due else { return nil }
      state.agenda.removeAll { $0.number == due.number }
      state.now = due.time
      return due
    }
  }
}

/// A phone with the model's own rules and the simplest possible cameras: a frame at the latency, then one every
/// frame duration; two more after it stops.
final class SessionTestPhone: PhoneHardware {
  final class Trace: PhoneTrace {
    func record(_ kind: String, _ fields: KeyValuePairs<String, TraceValue>) {}
  }

  private final class Observation: PhoneObservation {
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    func cancel() { end() }
  }

  let description: PhoneDescription
  let hands = HandClock()
  let trace: any PhoneTrace = Trace()
  private let current: Mutex<PhoneState>
  private let observers = Mutex<[Int: @Sendable (PhoneChange) -> Void]>([:])
  /// `open rear-wide`, `close rear-wide`, in order.
  let log = Mutex<[String]>([])
  /// Cameras that cannot be opened, and why.
  let broken = Mutex<[CameraID: CameraOpenError]>([:])
  let drawings = Mutex<[FrameWindow]>([])
  /// What cameras see from now on; nil: `TestImager`.
  let scene = Mutex<(@Sendable (PhoneTime) -> any FrameImager)?>(nil)

  var clock: any PhoneClock { hands }
  var state: PhoneState { current.withLock { $0 } }

  init(_ description: PhoneDescription = .duo, pose: String = "closed") {
    self.description = description
    current = Mutex(PhoneState.initial(description, pose: pose)!)
  }

  /// Events happen at once: a hinge movement passes all its keyframes.
  @discardableResult
  func send(_ event: PhoneEvent) -> String? {
    let (change, refusal) = current.withLock { state in
      let before = state
      let transition = PhoneRules.next(state, event, at: hands.now, in: description)
      state = transition.state
      for keyframe in state.keyframes(in: description) {
        state = PhoneRules.pass(keyframe, state, in: description).state
      }
      return (PhoneChange(time: hands.now, before: before, after: state, cause: event), transition.refusal)
    }
    for (_, observer) in observers.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { observer(change) }
    return refusal
  }

  func observe(_ handler: @escaping @Sendable (PhoneChange) -> Void) -> any PhoneObservation {
    let key = observers.withLock { observers in
      let key = (observers.keys.max() ?? 0) + 1
      observers[key] = handler
      return key
    }
    return Observation { [weak self] in self?.observers.withLock { $0[key] = nil } }
  }

  func openCamera(
    _ request: StreamRequest, sink: @escaping @Sendable (SensorFrame) -> Void
  ) throws(CameraOpenError) -> any CameraStream {
    if let error = broken.withLock({ $0[request.camera] }) { throw error }
    guard let camera = description.camera(request.camera) else { throw .unknownCamera(request.camera) }
    log.withLock { $0.append("open \(request.camera)") }
    return TestStream(self, camera, request.configuration, sink)
  }
}

final class TestStream: CameraStream {
  private struct State {
    var configuration: StreamConfiguration
    /// Frames still to come after the stop; nil while it runs.
    var rest: Int?
    var sequence = 0
    var nextTime: PhoneTime
  }

  let camera: CameraID
  private let phone: SessionTestPhone
  private let sink: @Sendable (SensorFrame) -> Void
  private let state: Mutex<State>

  init(
    _ phone: SessionTestPhone, _ camera: CameraDescription, _ configuration: StreamConfiguration,
    _ sink: @escaping @Sendable (SensorFrame) -> Void
  ) {
    self.phone = phone
    self.camera = camera.id
    self.sink = sink
    let first = phone.hands.now + camera.startLatency.value
    state = Mutex(State(configuration: configuration, nextTime: first))
    schedule(first)
  }

  var activeConstituent: CameraID {
    VirtualCamera.activeConstituent(of: camera, phone.state, in: phone.description)
  }

  func configure(_ configuration: StreamConfiguration) -> PhoneTime {
    phone.log.withLock { $0.append("configure \(camera) \(configuration.width)x\(configuration.height)") }
    return state.withLock { state in
      state.configuration = configuration
      return state.nextTime
    }
  }

  func stop() {
    phone.log.withLock { $0.append("close \(camera)") }
    state.withLock { $0.rest = phone.description.timing.framesInFlight.value }
  }

  private func schedule(_ time: PhoneTime) { _ = phone.hands.schedule(at: time) { [self] in expose(time) } }

  private func expose(_ time: PhoneTime) {
    let frame = state.withLock { state -> SensorFrame? in
      if let rest = state.rest {
        guard rest > 0, state.sequence > 0 else { return nil }
        state.rest = rest - 1
      }
      state.sequence += 1
      state.nextTime = time + state.configuration.frameDuration
      return SensorFrame(
        camera: activeConstituent, sequence: state.sequence, time: time, configuration: state.configuration,
        imager: phone.scene.withLock { $0 }?(time) ?? TestImager(phone: phone))
    }
    guard let frame else { return }
    sink(frame)
    schedule(time + frame.configuration.frameDuration)
  }
}

/// Notes what is drawn, and fills everything with 200.
struct TestImager: FrameImager {
  let phone: SessionTestPhone

  func draw(_ window: FrameWindow, into target: PixelTarget) {
    phone.drawings.withLock { $0.append(window) }
    for (index, plane) in target.planes.enumerated() {
      let rows = target.layout == .bgra || index == 0 ? target.height : (target.height + 1) / 2
      for row in 0..<rows {
        (plane.base + row * plane.bytesPerRow).initializeMemory(
          as: UInt8.self, repeating: 200, count: target.width)
      }
    }
  }
}

/// A phone with its devices, ready for sessions; the person has allowed the camera.
struct CaptureBench {
  let phone: SessionTestPhone
  let system: CaptureSystem

  init(_ description: PhoneDescription = .duo, pose: String = "closed") {
    phone = SessionTestPhone(description, pose: pose)
    system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
  }

  func device(_ id: CameraID) -> AVCaptureDevice { system.device(id)! }
  func input(_ id: CameraID) throws -> AVCaptureDeviceInput { try AVCaptureDeviceInput(device: device(id)) }
  func session() -> AVCaptureSession { AVCaptureSession(on: phone) }

  /// A session with one camera and outputs.
  func session(_ camera: CameraID, _ outputs: AVCaptureOutput...) throws -> AVCaptureSession {
    let session = session()
    session.addInput(try input(camera))
    for output in outputs { session.addOutput(output) }
    return session
  }

  func run(milliseconds: Double) { phone.hands.run(.milliseconds(milliseconds)) }
  func log() -> [String] { phone.log.withLock { $0 } }
}

/// Collects what happens, in order, from any thread.
final class Notes: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
  func clear() { lines.withLock { $0 = [] } }
}

/// A delegate that writes down its frames: milliseconds and size, or the reason of a drop.
final class NotingDelegate: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  let notes = Notes()
  let kept = Guarded<[CMSampleBuffer]>([])
  let connections = Guarded<[AVCaptureConnection]>([])
  let onFrame: @Sendable (CMSampleBuffer) -> Void
  let keeps: Bool

  init(keeps: Bool = false, onFrame: @escaping @Sendable (CMSampleBuffer) -> Void = { _ in }) {
    self.keeps = keeps
    self.onFrame = onFrame
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let time = sampleBuffer.presentationTimeStamp
    let size = sampleBuffer.formatDescription!.dimensions
    notes.add("\(time.value / 1_000_000) \(size.width)x\(size.height)")
    connections.withLock { $0.append(connection) }
    if keeps { kept.withLock { $0.append(sampleBuffer) } }
    onFrame(sampleBuffer)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let reason = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
    notes.add("dropped \(reason.map { "\($0)" } ?? "-") \(sampleBuffer.imageBuffer == nil)")
  }
}
