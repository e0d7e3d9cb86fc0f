import PhoneModel
import Testing

/// Random stories of events on every phone, against what must always hold and against plain re-tellings.
@Suite struct PhonePropertyTests {
  struct Story {
    var random: Seeded
    let phone: PhoneDescription
    var state: PhoneState
    var time = PhoneTime.zero
    var last: HingeKeyframe?

    init(_ seed: UInt64, _ phone: PhoneDescription) {
      random = Seeded(state: seed)
      self.phone = phone
      state = PhoneState.initial(phone)
    }

    mutating func event() -> PhoneEvent {
      let camera = phone.cameras.randomElement(using: &random)?.id ?? .front
      let duration = PhoneDuration(nanoseconds: Int64.random(in: 0...2_000_000_000, using: &random))
      switch Int.random(in: 0..<15, using: &random) {
      case 13: return .accessoryShown(true)
      case 0...3: return .hinge(to: Double.random(in: 0...180, using: &random), over: duration)
      case 4: return .pose(Pose.names(for: phone).randomElement(using: &random)!, over: duration)
      case 5: return .turn(QuarterTurns(Int.random(in: 1...3, using: &random)))
      case 6: return .moveApp(Bool.random(using: &random) ? .outer : .inner)
      case 7: return .splitView(Bool.random(using: &random))
      case 8: return Bool.random(using: &random) ? .background : .foreground
      case 9: return .otherClient(camera, takes: Bool.random(using: &random))
      case 10: return .plug(camera, connected: Bool.random(using: &random))
      case 11: return .thermal(ThermalLevel.allCases.randomElement(using: &random)!)
      case 12: return .capturing(Bool.random(using: &random))
      default: return .interfaceTurned(QuarterTurns(Int.random(in: 0...3, using: &random)))
      }
    }

    /// Everything that falls due up to `time`; each step is shown.
    mutating func run(to time: PhoneTime, _ step: (PhoneState, PhoneState, PhoneTime) -> Void) {
      while let keyframe = state.nextKeyframe(after: last, in: phone), keyframe.time <= time {
        let before = state
        state = PhoneRules.pass(keyframe, state, in: phone).state
        last = keyframe
        step(before, state, keyframe.time)
      }
      self.time = time
    }

    mutating func send(_ event: PhoneEvent) -> Transition {
      let before = state.hinge
      let transition = PhoneRules.next(state, event, at: time, in: phone)
      state = transition.state
      if state.hinge != before { last = nil }
      return transition
    }
  }

  static func tell(
    _ seeds: ClosedRange<UInt64>, _ check: (Story, PhoneState, PhoneState, PhoneTime) -> String?
  ) -> [String] {
    var found: [String] = []
    for seed in seeds {
      for phone in [PhoneDescription.duo, .single] {
        var story = Story(seed, phone)
        for _ in 0..<25 {
          let pause = PhoneDuration(nanoseconds: Int64.random(in: 0...900_000_000, using: &story.random))
          let snapshot = story
          story.run(to: story.time + pause) { before, after, time in
            if let problem = check(snapshot, before, after, time) { found.append("seed \(seed): \(problem)") }
          }
          let before = story.state
          let event = story.event()
          _ = story.send(event)
          if let problem = check(story, before, story.state, story.time) {
            found.append("seed \(seed), \(event): \(problem)")
          }
        }
      }
    }
    return Array(found.prefix(5))
  }

  @Test func whatAlwaysHolds() {
    let problems = Self.tell(1...30) { story, _, state, time in
      let offered = story.phone.display(state.app.display)?.orientations.value ?? []
      let angle = state.hinge.angle(at: time)
      if !state.litDisplays.contains(state.app.display) { return "the app is on a dark display" }
      if state.litDisplays.contains(where: { story.phone.display($0) == nil }) { return "no such display" }
      if state.isAccessoryShown {
        if !Accessory.isAvailable(state, at: time, in: story.phone) {
          return "an accessory without its conditions"
        }
        if !state.litDisplays.contains(.outer) { return "an accessory on a dark display" }
      }
      if state.app.isInSplitView && state.app.display != .inner { return "Split View on the outer display" }
      if state.app.wasMovedByPerson && state.app.display != .outer {
        return "moved by the person, yet inside"
      }
      if !offered.contains(state.app.interfaceTurn.count) { return "turn \(state.app.interfaceTurn)" }
      if !(0...180).contains(angle) || !(0...180).contains(state.facingAngle) { return "angle \(angle)" }
      if state.streaming.contains(where: { $0.value == .other && !state.takenByOthers.contains($0.key) }) {
        return "another client streams from what it has not"
      }
      if state.streaming.keys.contains(where: { state.unplugged.contains($0) }) {
        return "unplugged, yet streaming"
      }
      let axes = state.placement.attitude
      let lengths = [axes.x.length, axes.y.length, axes.z.length, axes.x.cross(axes.y).dot(axes.z)]
      if lengths.contains(where: { abs($0 - 1) > 1e-9 }) { return "no rotation: \(axes)" }
      return nil
    }
    #expect(problems == [])
  }

  /// At rest beyond the hysteresis there is one answer; between, only an older answer may stay.
  @Test func directionsAtRest() {
    let problems = Self.tell(31...60) { story, before, state, time in
      guard story.phone.hinge != nil else { return nil }
      func isForward(_ state: PhoneState) -> Bool {
        Facing.direction(of: .rearWide, for: .outer, state, in: story.phone) == .forward
      }
      let angle = state.hinge.angle(at: time)
      if state.hinge.travel == .resting, angle >= 92.5, !isForward(state) { return "backward at \(angle)" }
      if state.hinge.travel == .resting, angle <= 87.5, isForward(state) { return "forward at \(angle)" }
      if isForward(before) != isForward(state), abs(angle - 90) < 2.5 - 1e-5 { return "tipped at \(angle)" }
      return nil
    }
    #expect(problems == [])
  }

  /// A movement cut into pieces ends as the whole one does: displays, app, direction and angle.
  @Test func interruptedMovementsEndAlike() {
    var random = Seeded(state: 7)
    var mismatches: [String] = []
    for _ in 0..<60 {
      let goal = Double.random(in: 0...180, using: &random)
      let start = PhoneState.initial(duo, pose: Bool.random(using: &random) ? "closed" : "open-landscape")!
      let whole = settled(start, .hinge(to: goal, over: .seconds(1)))
      var state = start
      var stops = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }.sorted() + [1]
      if Bool.random(using: &random) { stops.insert(0, at: 0) }
      for part in stops {
        let angle = start.hinge.to + (goal - start.hinge.to) * part
        state = settled(state, .hinge(to: part == 1 ? goal : angle, over: .seconds(1)))
      }
      let same =
        state.litDisplays == whole.litDisplays && state.app == whole.app && state.hinge.to == whole.hinge.to
        && Facing.direction(of: .rearWide, for: .outer, state, in: duo)
          == Facing.direction(of: .rearWide, for: .outer, whole, in: duo)
      if !same { mismatches.append("to \(goal) by \(stops)") }
    }
    #expect(mismatches == [])
  }

  /// Angles do not depend on where the phone is, nor on a turn about the vertical.
  @Test func anglesDependOnTheVerticalOnly() {
    var random = Seeded(state: 9)
    let cameras: [CameraID] = [.outerFront, .innerFront, .rearWide]
    var mismatches: [String] = []
    for _ in 0..<300 {
      var state = PhoneState.initial(duo)
      state.hinge = HingeMotion(resting: Double.random(in: 0...180, using: &random))
      state.placement.attitude = random.rotation()
      let before = cameras.map { RotationAngles.capture($0, state, at: .zero, in: duo) }
      let turn = Rotation(about: [0, 1, 0], degrees: Double.random(in: 0..<360, using: &random))
      state.placement.attitude = turn.after(state.placement.attitude)
      state.placement.position += [3, 1, -2]
      let after = cameras.map { RotationAngles.capture($0, state, at: .zero, in: duo) }
      if before != after { mismatches.append("\(before) became \(after)") }
    }
    #expect(mismatches == [])
  }

  /// Whatever the hold, the capture angle brings the world's up to within an eighth of a turn of the picture's top.
  @Test func capturedPicturesAreUpright() {
    var random = Seeded(state: 11)
    var mismatches: [String] = []
    for _ in 0..<500 {
      var state = PhoneState.initial(duo)
      state.hinge = HingeMotion(resting: Double.random(in: 0...180, using: &random))
      state.placement.attitude = random.rotation()
      let phone = PlacedPhone(state, at: .zero, in: duo)
      for camera in [CameraID.outerFront, .innerFront, .rearWide] {
        let view = phone.camera(camera)!
        if abs(view.axis.y) > 0.866 { continue }
        // Up in the picture once it is turned clockwise by the angle: the native up turned back.
        let angle = RotationAngles.capture(camera, state, at: .zero, in: duo)
        let top = Rotation(about: view.axis, degrees: -angle.degrees).apply(view.nativeUp)
        let vertical: Vector3 = [0, 1, 0]
        let flat: Vector3 = vertical - view.axis * view.axis.y
        let off = top.angle(to: flat)
        if off > 45.001 { mismatches.append("\(camera): \(off) degrees off") }
      }
    }
    #expect(mismatches == [])
  }
}
