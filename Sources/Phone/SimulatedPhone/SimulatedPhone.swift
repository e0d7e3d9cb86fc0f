public import PhoneHardware
public import PhoneModel
import Synchronization
public import WorldRenderer

/// A running phone: the only writer of phone state.
///
/// All members are safe on any thread. Observers and frame sinks are called with no lock held: observers on the
/// thread that made the change, sinks on the clock's own thread. Changes that two threads make in one instant may
/// reach an observer in either order; what `state` says is always the newest.
public final class SimulatedPhone: PhoneHardware {
  public let description: PhoneDescription
  public let clock: any PhoneClock
  public var trace: any PhoneTrace { log }
  /// The trace itself, with its lines.
  public let log: TraceLog

  private struct Running {
    var core: PhoneCore
    var world: World
    /// What the world's sound file holds, while one is heard.
    var soundFile: SoundFile?
    var observers: [Int: @Sendable (PhoneChange) -> Void] = [:]
    var nextObserver = 0
    var sinks: [Int: @Sendable (SensorFrame) -> Void] = [:]
    var hingeEntry: (any PhoneObservation)?
    /// What was said about the world that is there now.
    var toldFaults: Set<WorldError> = []
  }

  private let running: Mutex<Running>

  /// A phone at rest.
  ///
  /// - Parameters:
  ///   - state: Where it starts; nil for closed, or held upright without a hinge (`PhoneState.initial`). Its world
  ///     is replaced by `world`.
  ///   - trace: Has to have the same clock.
  /// - Throws: when a picture of the world cannot be read; one line that names the file.
  public init(
    _ description: PhoneDescription, clock: any PhoneClock, world: WorldDescription = .room,
    trace: TraceLog? = nil, state: PhoneState? = nil
  ) throws(WorldError) {
    var start = state ?? .initial(description)
    start.world = world
    self.description = description
    self.clock = clock
    log = trace ?? TraceLog(clock: clock)
    running = Mutex(Running(core: PhoneCore(description, state: start), world: try World.load(world)))
    log.record(
      "phone",
      [("phone", .text(description.name))] + TraceFields.of(world)
        + [
          ("pose", .text(start.placement.pose ?? "")), ("hinge", .number(start.hinge.to)),
          ("display", .text(start.app.display.rawValue)),
        ])
  }

  /// The phone that the frameworks of this process find.
  public func makeCurrent() { CurrentPhone.start(self) }

  public var state: PhoneState { running.withLock { $0.core.state } }

  // MARK: Events

  @discardableResult
  public func send(_ event: PhoneEvent) -> String? {
    if case .world(let world) = event {
      do throws(WorldError) { try change(to: world) } catch {
        refuse(event, "\(error)")
        return "\(error)"
      }
      return nil
    }
    if case .posters(let posters) = event, let fault = posters.compactMap(\.drawingFault).first {
      refuse(event, fault)
      return fault
    }
    if case .audio(.sound(let sound)) = event {
      do throws(WorldError) { try change(to: sound) } catch {
        refuse(event, "\(error)")
        return "\(error)"
      }
      return nil
    }
    return step { $0.core.take(event, at: clock.now) }
  }

  /// Lets the microphone hear something else.
  /// - Throws: when the sound file cannot be read; what was heard before stays.
  private func change(to sound: WorldSound) throws(WorldError) {
    let file: SoundFile?
    if case .file(let path) = sound {
      // Reading a file takes no phone time.
      file = try VirtualClock.withMachineTime { () throws(WorldError) in try SoundFile(path: path) }
    } else {
      file = nil
    }
    step { running in
      running.soundFile = file
      return running.core.take(.audio(.sound(sound)), at: clock.now)
    }
  }

  var heardFile: SoundFile? { running.withLock { $0.soundFile } }

  /// Puts another world before the cameras.
  /// - Throws: when its picture cannot be read; the old world stays.
  public func change(to world: WorldDescription) throws(WorldError) {
    // Reading a picture takes no phone time.
    let loaded = try VirtualClock.withMachineTime { () throws(WorldError) in try World.load(world) }
    step { running in
      running.world = loaded
      running.toldFaults = []
      return running.core.take(.world(world), at: clock.now)
    }
  }

  /// Once for each fault of a world: a movie that is shown again and again has it each time.
  private func tell(_ fault: WorldError, of world: World) {
    let isNew = running.withLock { $0.world === world && $0.toldFaults.insert(fault).inserted }
    guard isNew else { return }
    log.record("world-fault", [("path", .text(fault.path)), ("reason", .text(fault.reason))])
  }

  private func refuse(_ event: PhoneEvent, _ reason: String) {
    for record in [TraceRecord.event(event), .effect(.ignored(reason))] {
      for line in record.lines { log.record(line.kind, line.fields) }
    }
  }

  public func observe(
    _ handler: @escaping @Sendable (PhoneChange) -> Void
  ) -> any PhoneObservation {
    let number = running.withLock { running in
      defer { running.nextObserver += 1 }
      running.observers[running.nextObserver] = handler
      return running.nextObserver
    }
    return Cancellation(endsWhenReleased: true) { [weak self] in
      // Whatever the handler holds is released with no lock held.
      _ = self?.running.withLock { $0.observers.removeValue(forKey: number) }
    }
  }

  /// One step of the value under the lock, then everything that follows from it outside.
  @discardableResult
  private func step(_ body: (inout sending Running) -> PhoneCore.Outcome) -> String? {
    let (outcome, ended) = running.withLock { running in
      let outcome = body(&running)
      let ended = running.sinks.filter { running.core.cameras.streams[$0.key] == nil }
      for stream in ended.keys { running.sinks[stream] = nil }
      return (outcome, ended)
    }
    // What the sinks of ended streams hold is released with no lock held.
    _ = ended
    carryOut(outcome)
    return outcome.refusal
  }

  /// Tells, then plans what comes next. No lock is held.
  private func carryOut(_ outcome: PhoneCore.Outcome) {
    for line in outcome.records.flatMap(\.lines) { log.record(line.kind, line.fields) }
    if outcome.replansHinge { planHinge() }
    for lane in outcome.lanes { plan(lane.id, at: lane.time) }
    for change in outcome.changes {
      let handlers = running.withLock { running in
        running.observers.sorted { $0.key < $1.key }.map(\.value)
      }
      for handler in handlers { handler(change) }
    }
  }

  private func planHinge() {
    let (movement, time, old) = running.withLock { running in
      defer { running.hingeEntry = nil }
      return (running.core.movement, running.core.nextKeyframeTime, running.hingeEntry)
    }
    old?.cancel()
    guard let time else { return }
    let entry = clock.schedule(at: time) { [weak self] in self?.passKeyframes(ofMovement: movement) }
    running.withLock { if $0.core.movement == movement { $0.hingeEntry = entry } }
  }

  private func passKeyframes(ofMovement movement: Int) {
    step { $0.core.passDueKeyframes(ofMovement: movement, at: clock.now) }
  }

  // MARK: Cameras

  public func openCamera(
    _ request: StreamRequest, sink: @escaping @Sendable (SensorFrame) -> Void
  ) throws(CameraOpenError) -> any CameraStream {
    let (stream, outcome) = try running.withLock { running throws(CameraOpenError) in
      let opened = try running.core.open(request, at: clock.now)
      running.sinks[opened.stream] = sink
      return opened
    }
    carryOut(outcome)
    return PhoneCameraStream(phone: self, number: stream, camera: request.camera)
  }

  private func plan(_ lane: Int, at time: PhoneTime) {
    clock.schedule(at: time) { [weak self] in self?.deliver(lane) }
  }

  private func deliver(_ lane: Int) {
    let due = running.withLock {
      running -> (CameraLanes.Due, WorldImager, (@Sendable (SensorFrame) -> Void)?)? in
      guard let due = running.core.cameras.take(lane, at: clock.now) else { return nil }
      let imager = WorldImager(
        world: running.world, description: description, state: running.core.state, camera: due.camera,
        configuration: due.configuration, time: due.time
      ) { [weak self, world = running.world] in self?.tell($0, of: world) }
      let sink = running.sinks[due.stream]
      if running.core.cameras.streams[due.stream] == nil { running.sinks[due.stream] = nil }
      return (due, imager, sink)
    }
    guard let (frame, imager, sink) = due else { return }
    if let next = frame.next { plan(lane, at: next) }
    if log.recordsFrames {
      log.record(
        "frame",
        [
          ("stream", .integer(frame.stream)), ("camera", .text(frame.camera.rawValue)),
          ("sequence", .integer(frame.sequence)), ("time", .integer(Int(frame.time.nanoseconds))),
        ])
    }
    sink?(
      SensorFrame(
        camera: frame.camera, sequence: frame.sequence, time: frame.time, configuration: frame.configuration,
        imager: imager))
  }

  /// What a physical camera, or the one that a virtual camera would take, sees now; nil for a camera that is not there.
  func imager(of camera: CameraID, _ configuration: StreamConfiguration) -> WorldImager? {
    guard description.camera(camera) != nil else { return nil }
    let now = clock.now
    return running.withLock { running in
      WorldImager(
        world: running.world, description: description, state: running.core.state,
        camera: VirtualCamera.activeConstituent(
          of: camera, zoom: configuration.zoom, running.core.state, in: description),
        configuration: configuration, time: now
      ) { [weak self, world = running.world] in self?.tell($0, of: world) }
    }
  }

  fileprivate func stop(_ stream: Int) {
    step { $0.core.stop(stream, at: clock.now) }
  }

  fileprivate func configure(_ stream: Int, _ configuration: StreamConfiguration) -> PhoneTime {
    running.withLock { $0.core.configure(stream, configuration, at: clock.now) }
  }

  fileprivate func active(_ stream: Int) -> CameraID? {
    running.withLock { $0.core.cameras.streams[stream]?.active }
  }
}

/// A camera opened on a simulated phone. Keeps the phone alive; releasing it does not stop the camera.
private final class PhoneCameraStream: CameraStream {
  let camera: CameraID
  private let phone: SimulatedPhone
  private let number: Int
  /// What delivered last, for a stream that has ended.
  private let last: Mutex<CameraID>

  init(phone: SimulatedPhone, number: Int, camera: CameraID) {
    self.phone = phone
    self.number = number
    self.camera = camera
    last = Mutex(phone.active(number) ?? camera)
  }

  var activeConstituent: CameraID {
    let now = phone.active(number)
    return last.withLock { last in
      if let now { last = now }
      return last
    }
  }

  func configure(_ configuration: StreamConfiguration) -> PhoneTime { phone.configure(number, configuration) }

  func stop() { phone.stop(number) }
}
