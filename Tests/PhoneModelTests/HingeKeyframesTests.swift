import PhoneModel
import Testing

@Suite struct HingeKeyframesTests {
  /// What happens on the way, as "angle kind".
  static func way(_ from: Double, _ to: Double, over seconds: Double = 1.8, in phone: PhoneDescription = duo)
    -> [String]
  {
    var state = PhoneState.initial(phone)
    state.hinge = HingeMotion(
      from: from, to: to, start: .zero, end: PhoneTime(seconds: seconds))
    return state.keyframes(in: phone).map { "\($0.angle) \($0.kind)" }
  }

  @Test func openingAndClosing() {
    #expect(
      Self.way(0, 180) == [
        "5.0 status", "10.0 displays", "90.0 displays", "92.5 direction", "170.0 status", "180.0 end",
      ])
    #expect(
      Self.way(180, 0) == [
        "170.0 status", "87.5 direction", "70.0 displays", "10.0 displays", "5.0 status", "0.0 end",
      ])
    #expect(Self.way(120, 130) == ["130.0 end"])
    #expect(Self.way(90, 180) == ["92.5 direction", "170.0 status", "180.0 end"])
    #expect(Self.way(80, 90) == ["90.0 displays", "90.0 end"])
    #expect(Self.way(30, 30) == [])
  }

  /// A keyframe's time is the first whole nanosecond at which the threshold is passed.
  @Test func exactTimes() {
    var state = PhoneState.initial(duo)
    state.hinge = HingeMotion(from: 0, to: 180, start: PhoneTime(seconds: 2), end: PhoneTime(seconds: 2.0001))
    var mismatches: [String] = []
    for keyframe in state.keyframes(in: duo) {
      let now = state.hinge.angle(at: keyframe.time)
      let before = state.hinge.angle(at: keyframe.time + PhoneDuration(nanoseconds: -1))
      let isStrict = keyframe.angle == 5
      if isStrict ? now <= 5 || before > 5 : now < keyframe.angle || before >= keyframe.angle {
        mismatches.append("\(keyframe): \(before), \(now)")
      }
    }
    #expect(mismatches == [])
    let moves = state.keyframes(in: duo).first { $0.angle == 90 }!
    #expect(moves.time == PhoneTime(nanoseconds: 2_000_050_000))
  }

  /// Due together, the display move comes first; the direction the app then learns is the new display's.
  @Test func theMoveComesFirst() {
    var phone = duo
    phone.hinge!.directionHysteresis.value = 0
    #expect(
      Self.way(80, 100, in: phone) == ["90.0 displays", "90.0 direction", "100.0 end"])
    phone.hinge!.closingMovesApp.value = 90
    #expect(
      Self.way(100, 80, in: phone) == ["90.0 displays", "90.0 direction", "80.0 end"])
  }

  /// A direction that tips before the app moves is told before; in one instant the move comes first all the same.
  @Test func inOneInstantTheMoveComesFirst() {
    var phone = duo
    phone.hinge!.openingMovesApp.value = 95
    #expect(Self.way(80, 100, in: phone) == ["92.5 direction", "95.0 displays", "100.0 end"])
    #expect(Self.way(80, 100, over: 0, in: phone) == ["95.0 displays", "92.5 direction", "100.0 end"])
    phone.hinge!.closingMovesApp.value = 85
    #expect(Self.way(100, 80, in: phone) == ["87.5 direction", "85.0 displays", "80.0 end"])
    #expect(Self.way(100, 80, over: 0, in: phone) == ["85.0 displays", "87.5 direction", "80.0 end"])
    // Two angles in one nanosecond are one instant.
    #expect(Self.way(80, 100, over: 1e-9, in: phone) == ["95.0 displays", "92.5 direction", "100.0 end"])
    // What is told: the app is on the inner display before a direction changes.
    phone.hinge!.openingMovesApp.value = 95
    let start = PhoneState.initial(phone)
    var state = PhoneRules.next(start, .hinge(to: 180, over: .zero), at: .zero, in: phone).state
    var told: [PhoneEffect] = []
    var last: HingeKeyframe?
    while let keyframe = state.nextKeyframe(after: last, in: phone) {
      let step = PhoneRules.pass(keyframe, state, in: phone)
      (state, last) = (step.state, keyframe)
      told += step.effects
    }
    #expect(
      told == [
        .displayLit(.inner), .displayDark(.outer), .appMoved(from: .outer, to: .inner),
        .directionChanged(facingAngle: 92.5), .hingeStatus(.fullyOpen), .hingeRested(180),
      ])
  }

  @Test func nextAfterEach() {
    var state = PhoneState.initial(duo)
    state.hinge = HingeMotion(from: 0, to: 180, start: .zero, end: .zero)
    var found: [Double] = []
    var last: HingeKeyframe?
    while let next = state.nextKeyframe(after: last, in: duo) {
      found.append(next.angle)
      last = next
    }
    #expect(found == [10, 90, 5, 92.5, 170, 180], "at once: displays first, then in order")
  }

  @Test func withoutAHinge() {
    #expect(Self.way(0, 180, in: .single) == [])
  }
}
