/// What a hinge movement does, apart from the displays.
enum HingeRules {
  static func move(
    _ state: PhoneState, to angle: Double, over duration: PhoneDuration, at time: PhoneTime,
    in description: PhoneDescription
  ) -> Transition {
    guard description.hinge != nil else {
      return PhoneRules.ignored(state, "\(description.name) has no hinge")
    }
    guard (0...180).contains(angle) else {
      return PhoneRules.ignored(state, "a hinge angle of \(angle) is not between 0 and 180")
    }
    guard duration >= .zero else {
      return PhoneRules.ignored(state, "a movement cannot take \(duration.seconds) s")
    }
    let now = state.hinge.angle(at: time)
    var next = state
    next.facingAngle = followed(state.facingAngle, to: now, in: description)
    next.hinge = HingeMotion(from: now, to: angle, start: time, end: time + duration)
    if now == angle { next.hinge = HingeMotion(resting: angle, since: time) }
    return Transition(next, now == angle ? [] : [.hingeStarted(from: now, to: angle)])
  }

  static func tip(_ keyframe: HingeKeyframe, _ state: PhoneState) -> Transition {
    // The threshold itself lies half a hysteresis beyond the tipping angle, so it stands for the new side.
    PhoneRules.changed(state, effects: [.directionChanged(facingAngle: keyframe.angle)]) {
      $0.facingAngle = keyframe.angle
    }
  }

  static func status(
    _ keyframe: HingeKeyframe, _ state: PhoneState, in description: PhoneDescription
  ) -> Transition {
    guard let hinge = description.hinge else { return Transition(state) }
    let status = hinge.status(at: state.hinge.angle(at: keyframe.time))
    // A movement of no duration passes over the status between.
    let entered: HingeStatus =
      keyframe.angle == hinge.closedUpTo.value
      ? (keyframe.travel == .opening ? .partiallyOpen : .closed)
      : (keyframe.travel == .opening ? .fullyOpen : .partiallyOpen)
    return Transition(state, entered == status ? [.hingeStatus(status)] : [])
  }

  static func rest(
    _ keyframe: HingeKeyframe, _ state: PhoneState, in description: PhoneDescription
  ) -> Transition {
    PhoneRules.changed(state, effects: [.hingeRested(state.hinge.to)]) {
      $0.facingAngle = followed($0.facingAngle, to: $0.hinge.to, in: description)
      $0.hinge = HingeMotion(resting: $0.hinge.to, since: keyframe.time)
      $0.keptAngles = RotationAngles.kept($0, angle: $0.hinge.to, flat: nil, in: description)
    }
  }

  /// The facing angle follows the hinge, except over a tipping angle that is nearer than the hysteresis: that
  /// step belongs to a keyframe.
  static func followed(
    _ facing: Double, to angle: Double, in description: PhoneDescription
  ) -> Double {
    let step = description.hinge?.directionHysteresis.value ?? 0
    let holdsBack = Facing.tippingAngles(in: description).contains { tip in
      (facing <= tip) != (angle <= tip) && abs(angle - tip) < step - 1e-9
    }
    return holdsBack ? facing : angle
  }
}
