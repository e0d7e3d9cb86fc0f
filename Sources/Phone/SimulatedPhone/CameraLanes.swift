import PhoneHardware
import PhoneModel

/// The frame timing of all open cameras, as a value.
///
/// A stream is what an app opened. A lane is one run of one physical camera for it: opened, it delivers its first
/// frame after the camera's start latency and then one each frame duration. When the stream stops or its virtual
/// camera switches, the lane still delivers the frames in flight. A switched stream's new lane starts beside it.
struct CameraLanes {
  struct Stream {
    var camera: CameraID
    /// What the stream keeps from others: its camera, or the virtual one that it is a part of.
    var claim: CameraID
    var isPart: Bool
    var configuration: StreamConfiguration
    /// Streaming from now on; frames in flight may still be another's.
    var active: CameraID
    /// The physical cameras that run for it.
    var running: [CameraID]
    var lane: Int
    var sequence = 0
    var delivered = 0
    var isStopped = false
  }

  struct Lane {
    var stream: Int
    var camera: CameraID
    var next: PhoneTime
    /// Frames that are still to come; nil without end.
    var remaining: Int?
    var hasDelivered = false
  }

  /// A frame that falls due, without its picture.
  struct Due {
    var stream: Int
    var camera: CameraID
    var sequence: Int
    var time: PhoneTime
    var configuration: StreamConfiguration
    /// When the lane's next frame comes; nil when this was its last.
    var next: PhoneTime?
  }

  private(set) var streams: [Int: Stream] = [:]
  private(set) var lanes: [Int: Lane] = [:]
  private var number = 0

  mutating func open(
    _ request: StreamRequest, at time: PhoneTime, _ state: PhoneState, in description: PhoneDescription
  ) throws(CameraOpenError) -> (stream: Int, lane: Int) {
    try check(request, state, in: description)
    let active = VirtualCamera.activeConstituent(
      of: request.camera, zoom: request.configuration.zoom, state, in: description)
    let id = number
    let lane = start(active, for: id, at: time, in: description)
    streams[id] = Stream(
      camera: request.camera, claim: request.partOf ?? request.camera, isPart: request.partOf != nil,
      configuration: request.configuration, active: active,
      running: Self.needed(request.camera, active, in: description), lane: lane)
    return (id, lane)
  }

  /// Another client has it, or another stream of this app.
  private func check(
    _ request: StreamRequest, _ state: PhoneState, in description: PhoneDescription
  ) throws(CameraOpenError) {
    let camera = request.camera
    guard description.camera(camera) != nil else { throw .unknownCamera(camera) }
    guard state.isConnected(camera, in: description) else { throw .disconnected(camera) }
    let active = VirtualCamera.activeConstituent(of: camera, state, in: description)
    let needed = Self.needed(camera, active, in: description)
    if needed.contains(where: { state.takenByOthers.contains($0) }) { throw .inUse(camera) }
    let claim = request.partOf ?? camera
    let claimed = streams.values.filter { other in
      let isRelated =
        other.claim == claim && other.camera != camera && (other.isPart || request.partOf != nil)
      return !other.isStopped && !isRelated
    }.flatMap { description.physicalCameras(of: $0.claim) }
    if description.physicalCameras(of: claim).contains(where: claimed.contains) { throw .inUse(camera) }
  }

  /// The physical cameras that run.
  var running: Set<CameraID> { Set(streams.values.filter { !$0.isStopped }.flatMap(\.running)) }

  /// A camera that follows the zoom keeps all its constituents running; any other runs one.
  private static func needed(
    _ camera: CameraID, _ active: CameraID, in description: PhoneDescription
  ) -> [CameraID] {
    description.camera(camera)?.switching == .followsZoom ? description.physicalCameras(of: camera) : [active]
  }

  private mutating func start(
    _ camera: CameraID, for stream: Int, at time: PhoneTime, in description: PhoneDescription
  ) -> Int {
    // Numbers are shared, so a lane never has the number of a stream that is gone.
    let id = number + 1
    number += 2
    let latency = description.camera(camera)?.startLatency.value ?? .zero
    lanes[id] = Lane(stream: stream, camera: camera, next: time + latency)
    return id
  }

  /// Takes effect with the next frame; its time.
  mutating func configure(
    _ id: Int, _ configuration: StreamConfiguration, at time: PhoneTime, _ state: PhoneState,
    in description: PhoneDescription
  ) -> PhoneTime {
    guard var stream = streams[id], !stream.isStopped else { return time }
    stream.configuration = configuration
    if description.camera(stream.camera)?.switching == .followsZoom {
      // All constituents run: the next frame simply comes from the other one.
      stream.active = VirtualCamera.activeConstituent(
        of: stream.camera, zoom: configuration.zoom, state, in: description)
      lanes[stream.lane]?.camera = stream.active
    }
    streams[id] = stream
    return lanes[stream.lane]?.next ?? time
  }

  /// What ended or began: for the trace and for the phone's own events.
  struct Change {
    var stream: Int
    var device: CameraID
    var stopped: [CameraID] = []
    var started: [CameraID] = []
    var frames = 0
    /// First frame of what began, and the lane that delivers it.
    var first: PhoneTime?
    var lane: Int?
  }

  /// Stops a stream. Frames in flight are still delivered, unless none was delivered yet.
  mutating func stop(_ id: Int, in description: PhoneDescription) -> Change? {
    guard var stream = streams[id], !stream.isStopped else { return nil }
    stream.isStopped = true
    streams[id] = stream
    end(stream.lane, after: description.timing.framesInFlight.value)
    tidy(id)
    return Change(stream: id, device: stream.camera, stopped: stream.running, frames: stream.delivered)
  }

  /// Cuts a stream off: no frame comes any more.
  mutating func cut(_ camera: CameraID, in description: PhoneDescription) -> [Change] {
    let hit = streams.filter { stream in
      !stream.value.isStopped && (stream.value.camera == camera || stream.value.running.contains(camera))
    }
    for id in lanes.filter({ $0.value.camera == camera || hit.keys.contains($0.value.stream) }).keys {
      lanes[id] = nil
    }
    defer { for id in streams.keys { tidy(id) } }
    return hit.sorted { $0.key < $1.key }.map { id, stream in
      streams[id] = nil
      return Change(stream: id, device: stream.camera, stopped: stream.running, frames: stream.delivered)
    }
  }

  /// Switches the virtual cameras whose rule now names another constituent. A constituent that cannot be used is
  /// not switched to: the stream stops.
  mutating func follow(
    _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> [Change] {
    var changes: [Change] = []
    for id in streams.keys.sorted() {
      guard var stream = streams[id], !stream.isStopped,
        description.camera(stream.camera)?.switching == .followsDisplay
      else { continue }
      let wanted = VirtualCamera.activeConstituent(of: stream.camera, state, in: description)
      if wanted == stream.active { continue }
      if state.takenByOthers.contains(wanted) || state.unplugged.contains(wanted) {
        if let change = stop(id, in: description) { changes.append(change) }
        continue
      }
      end(stream.lane, after: description.timing.framesInFlight.value)
      let old = stream.active
      stream.active = wanted
      stream.running = [wanted]
      stream.lane = start(wanted, for: id, at: time, in: description)
      streams[id] = stream
      changes.append(
        Change(
          stream: id, device: stream.camera, stopped: [old], started: [wanted], frames: stream.delivered,
          first: lanes[stream.lane]?.next, lane: stream.lane))
    }
    return changes
  }

  private mutating func end(_ lane: Int, after frames: Int) {
    guard let ending = lanes[lane] else { return }
    lanes[lane]?.remaining = frames
    if !ending.hasDelivered || frames <= 0 { lanes[lane] = nil }
  }

  private mutating func tidy(_ stream: Int) {
    if streams[stream]?.isStopped == true, !lanes.values.contains(where: { $0.stream == stream }) {
      streams[stream] = nil
    }
  }

  /// The lane's frame that is due; nil when the lane has ended. A clock that came late (real time) skips the
  /// frames that are past, which still count.
  mutating func take(_ id: Int, at now: PhoneTime) -> Due? {
    guard var lane = lanes[id], var stream = streams[lane.stream], lane.next <= now else { return nil }
    let period = max(stream.configuration.frameDuration.nanoseconds, 1)
    let missed = Int((now - lane.next).nanoseconds / period)
    lane.next = lane.next + PhoneDuration(nanoseconds: period * Int64(missed))
    stream.sequence += missed
    let due = Due(
      stream: lane.stream, camera: lane.camera, sequence: stream.sequence, time: lane.next,
      configuration: stream.configuration)
    stream.sequence += 1
    stream.delivered += 1
    lane.next = lane.next + PhoneDuration(nanoseconds: period)
    lane.hasDelivered = true
    if let remaining = lane.remaining { lane.remaining = remaining - 1 }
    streams[lane.stream] = stream
    lanes[id] = lane.remaining == 0 ? nil : lane
    if id == stream.lane && lane.remaining == nil {
      // The new camera delivers: what the old one has still in flight is late.
      for other in lanes.filter({ $0.value.stream == lane.stream && $0.key != id }).keys {
        lanes[other] = nil
      }
    }
    tidy(lane.stream)
    var result = due
    result.next = lanes[id]?.next
    return result
  }
}
