import PhoneHardware
import PhoneModel

/// The running phone as a value: state, hinge agenda and open cameras. `SimulatedPhone` keeps the one copy.
struct PhoneCore {
  let description: PhoneDescription
  private(set) var state: PhoneState
  var cameras = CameraLanes()
  private var lastKeyframe: HingeKeyframe?
  /// Counts hinge movements, so that an agenda entry of an older one is recognised.
  private(set) var movement = 0

  /// What the shell has to tell and plan after a step.
  struct Outcome {
    var changes: [PhoneChange] = []
    var records: [TraceRecord] = []
    /// Lanes whose first frame must be planned.
    var lanes: [(id: Int, time: PhoneTime)] = []
    /// Why the event could not happen; nil when it did.
    var refusal: String?
    /// The next keyframe of the hinge must be planned anew.
    var replansHinge = false
  }

  init(_ description: PhoneDescription, state: PhoneState) {
    self.description = description
    self.state = state
  }

  /// An event, then the keyframes that fall due with it.
  mutating func take(_ event: PhoneEvent, at time: PhoneTime) -> Outcome {
    var outcome = Outcome()
    outcome.records.append(.event(event))
    let transition = PhoneRules.next(state, event, at: time, in: description)
    outcome.refusal = transition.refusal
    apply(transition, event, at: time, &outcome)
    passKeyframes(at: time, &outcome)
    return outcome
  }

  /// The keyframes that are due.
  mutating func passDueKeyframes(ofMovement number: Int, at time: PhoneTime) -> Outcome {
    var outcome = Outcome()
    guard number == movement else { return outcome }
    passKeyframes(at: time, &outcome)
    outcome.replansHinge = true
    return outcome
  }

  /// When the next keyframe falls due; nil at rest.
  var nextKeyframeTime: PhoneTime? { state.nextKeyframe(after: lastKeyframe, in: description)?.time }

  private mutating func passKeyframes(at time: PhoneTime, _ outcome: inout Outcome) {
    while let keyframe = state.nextKeyframe(after: lastKeyframe, in: description), keyframe.time <= time {
      lastKeyframe = keyframe
      apply(PhoneRules.pass(keyframe, state, in: description), nil, at: keyframe.time, &outcome)
    }
  }

  private mutating func apply(
    _ transition: Transition, _ cause: PhoneEvent?, at time: PhoneTime, _ outcome: inout Outcome
  ) {
    let before = state
    state = transition.state
    if state.hinge != before.hinge, cause != nil {
      lastKeyframe = nil
      movement += 1
      outcome.replansHinge = true
    }
    outcome.records += transition.effects.map(TraceRecord.effect)
    let isNews = transition.effects.contains { if case .ignored = $0 { false } else { true } }
    if before != state || isNews {
      outcome.changes.append(PhoneChange(time: time, before: before, after: state, cause: cause))
    }
    for effect in transition.effects {
      guard case .cameraLost(let camera, _) = effect else { continue }
      for change in cameras.cut(camera, in: description) { note(change, at: time, &outcome) }
    }
    for change in cameras.follow(state, at: time, in: description) { note(change, at: time, &outcome) }
  }

  // MARK: Cameras

  mutating func open(
    _ request: StreamRequest, at time: PhoneTime
  ) throws(CameraOpenError) -> (stream: Int, outcome: Outcome) {
    let (stream, lane) = try cameras.open(request, at: time, state, in: description)
    var outcome = Outcome()
    guard let opened = cameras.streams[stream] else { return (stream, outcome) }
    note(
      CameraLanes.Change(
        stream: stream, device: opened.camera, started: opened.running, first: cameras.lanes[lane]?.next,
        lane: lane),
      at: time, &outcome)
    return (stream, outcome)
  }

  mutating func stop(_ stream: Int, at time: PhoneTime) -> Outcome {
    var outcome = Outcome()
    if let change = cameras.stop(stream, in: description) { note(change, at: time, &outcome) }
    return outcome
  }

  mutating func configure(
    _ stream: Int, _ configuration: StreamConfiguration, at time: PhoneTime
  ) -> PhoneTime {
    cameras.configure(stream, configuration, at: time, state, in: description)
  }

  /// Tells the phone's rules, through their one door, what began and ended.
  private mutating func note(
    _ change: CameraLanes.Change, at time: PhoneTime, _ outcome: inout Outcome
  ) {
    outcome.records.append(.cameras(change))
    if let lane = change.lane, let first = change.first { outcome.lanes.append((lane, first)) }
    let running = cameras.running
    let ended = change.stopped.filter { state.streaming[$0] == .app && !running.contains($0) }
      .map(PhoneEvent.cameraStopped)
    let began = change.started.map { PhoneEvent.cameraStarted($0, .app) }
    for event in ended + began {
      apply(PhoneRules.next(state, event, at: time, in: description), event, at: time, &outcome)
    }
  }
}
