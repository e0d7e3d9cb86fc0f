import PhoneModel

/// Rows of tables and what they have in common.
let duo = PhoneDescription.duo

/// The flat or folded phone upright in the hand, its `display` before the holder, after `turn` clockwise quarter
/// turns; the app on that display.
func held(_ hinge: Double, _ display: DisplayID, turn: Int) -> PhoneState {
  let pose = hinge == 0 ? "closed" : display == .inner ? "open-landscape" : "flipped"
  var state = PhoneState.initial(duo, pose: pose)!
  if state.app.display != display { state = after(state, .moveApp(display)) }
  if hinge != state.hinge.to { state = settled(state, .hinge(to: hinge, over: .zero)) }
  if hinge == 120 {
    state.placement = Pose.named("book", for: duo)!.placement
  }
  return after(state, .turn(QuarterTurns(turn)))
}

func after(_ state: PhoneState, _ event: PhoneEvent, at time: PhoneTime = .zero) -> PhoneState {
  PhoneRules.next(state, event, at: time, in: duo).state
}

/// The state when the hinge has come to rest.
func settled(
  _ state: PhoneState, _ event: PhoneEvent, at time: PhoneTime = .zero, in phone: PhoneDescription = duo
) -> PhoneState {
  var state = PhoneRules.next(state, event, at: time, in: phone).state
  var last: HingeKeyframe?
  while let keyframe = state.nextKeyframe(after: last, in: phone) {
    state = PhoneRules.pass(keyframe, state, in: phone).state
    last = keyframe
  }
  return state
}

/// Small seeded generator: the same numbers everywhere.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func rotation() -> Rotation {
    func part() -> Double { Double.random(in: -1...1, using: &self) }
    var axis: Vector3
    repeat { axis = [part(), part(), part()] } while axis.length < 0.1
    return Rotation(about: axis, degrees: Double.random(in: 0..<360, using: &self))
  }
}
