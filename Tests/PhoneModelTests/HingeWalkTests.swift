import PhoneModel
import Testing

/// Keyframes of random movements against a walk through every moment of a short movement.
@Suite struct HingeWalkTests {
  struct Crossing: Hashable, CustomStringConvertible {
    var kind: HingeKeyframe.Kind
    var nanoseconds: Int64
    var description: String { "\(kind) at \(nanoseconds)" }
  }

  /// Nanosecond by nanosecond: what was passed since the one before.
  static func walk(_ motion: HingeMotion) -> Set<Crossing> {
    var found: Set<Crossing> = []
    var last = motion.from
    let opening = motion.to > motion.from
    for nanosecond in motion.start.nanoseconds...motion.end.nanoseconds {
      let angle = motion.angle(at: PhoneTime(nanoseconds: nanosecond))
      func reached(_ threshold: Double) -> Bool {
        opening ? last < threshold && angle >= threshold : last > threshold && angle <= threshold
      }
      func left(_ threshold: Double) -> Bool {
        opening ? last <= threshold && angle > threshold : last >= threshold && angle < threshold
      }
      func note(_ kind: HingeKeyframe.Kind) { found.insert(Crossing(kind: kind, nanoseconds: nanosecond)) }
      if opening {
        if reached(10) || reached(90) { note(.displays) }
        if reached(92.5) { note(.direction) }
        if left(5) || reached(170) { note(.status) }
      } else {
        if reached(70) || reached(10) { note(.displays) }
        if reached(87.5) { note(.direction) }
        if left(170) || reached(5) { note(.status) }
      }
      last = angle
    }
    found.insert(Crossing(kind: .end, nanoseconds: motion.end.nanoseconds))
    return found
  }

  @Test func keyframesAreWhereTheWalkPassesThem() {
    var random = Seeded(state: 801)
    var mismatches: [String] = []
    for round in 0..<120 {
      // Whole degrees in half of the rounds, so that thresholds are met exactly and movements start on them.
      func angle() -> Double {
        round % 2 == 0
          ? Double(Int.random(in: 0...36, using: &random) * 5) : Double.random(in: 0...180, using: &random)
      }
      let motion = HingeMotion(
        from: angle(), to: angle(), start: PhoneTime(nanoseconds: 1000),
        end: PhoneTime(nanoseconds: 1000 + Int64.random(in: 1...900, using: &random)))
      if motion.from == motion.to { continue }
      var state = PhoneState.initial(duo)
      state.hinge = motion
      let keyframes = state.keyframes(in: duo)
      let got = Set(keyframes.map { Crossing(kind: $0.kind, nanoseconds: $0.time.nanoseconds) })
      let wanted = Self.walk(motion)
      if got != wanted {
        let (more, less) = (got.subtracting(wanted), wanted.subtracting(got))
        mismatches.append("\(motion.from) to \(motion.to): too many \(more), too few \(less)")
      }
      if keyframes != keyframes.sorted() || keyframes.last?.kind != .end {
        mismatches.append("order \(keyframes)")
      }
      if keyframes.contains(where: { $0.travel != motion.travel }) { mismatches.append("travel") }
    }
    #expect(Array(mismatches.prefix(5)) == [])
  }

  /// Wherever the hinge stands and wherever it is sent, its status at rest is that of its angle, and the effects say each
  /// status that was entered on the way exactly once.
  @Test func statusesAreEnteredOnce() {
    var random = Seeded(state: 802)
    var mismatches: [String] = []
    var state = PhoneState.initial(duo)
    var time = PhoneTime.zero
    var known = HingeStatus.closed
    for _ in 0..<80 {
      let goal = Double(Int.random(in: 0...36, using: &random) * 5)
      let length = PhoneDuration.milliseconds(Double(Int.random(in: 1...800, using: &random)))
      state = PhoneRules.next(state, .hinge(to: goal, over: length), at: time, in: duo).state
      var said: [HingeStatus] = []
      for keyframe in state.keyframes(in: duo) {
        let step = PhoneRules.pass(keyframe, state, in: duo)
        state = step.state
        for case .hingeStatus(let status) in step.effects { said.append(status) }
      }
      time = time + length
      let wanted: HingeStatus = goal <= 5 ? .closed : goal >= 170 ? .fullyOpen : .partiallyOpen
      let order: [HingeStatus] = [.closed, .partiallyOpen, .fullyOpen]
      let (a, b) = (order.firstIndex(of: known)!, order.firstIndex(of: wanted)!)
      let path = a < b ? Array(order[(a + 1)...b]) : a > b ? order[b..<a].reversed() : []
      if said != path { mismatches.append("to \(goal) from \(known): \(said), not \(path)") }
      if state.hingeStatus(at: time, in: duo) != wanted { mismatches.append("rests as \(wanted)") }
      known = wanted
    }
    #expect(mismatches == [])
  }
}
