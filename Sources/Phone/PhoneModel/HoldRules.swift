/// How the phone is held: poses and turns. The hands are quick: the new hold is there at once, the hinge takes
/// the time that the event gives it.
enum HoldRules {
  static func pose(
    _ state: PhoneState, _ name: String, over duration: PhoneDuration, at time: PhoneTime,
    in description: PhoneDescription
  ) -> Transition {
    guard let pose = Pose.named(name, for: description) else {
      return PhoneRules.ignored(state, "\(description.name) cannot take the pose \(name)")
    }
    var next = Transition(state)
    if description.hinge != nil {
      next = HingeRules.move(state, to: pose.hinge, over: duration, at: time, in: description)
      if next.refusal != nil { return next }
    }
    next.state.placement = pose.placement
    next.state.keptAngles = RotationAngles.kept(
      next.state, angle: pose.hinge, flat: pose.held(in: description), in: description)
    next.effects.append(.placed(pose: name))
    return next
  }

  /// Clockwise quarter turns as the viewer of the app's display sees them: about that display's normal through
  /// its middle, so the eyes stay before it. A phone that is turned is in the hand.
  static func turn(
    _ state: PhoneState, by turns: QuarterTurns, at time: PhoneTime, in description: PhoneDescription
  ) -> Transition {
    let phone = PlacedPhone(state, at: time, in: description)
    guard let display = phone.display(state.app.display) else {
      return PhoneRules.ignored(state, "\(description.name) has no such display")
    }
    let rotation = Rotation(about: display.normal, degrees: -turns.degrees)
    var next = state
    next.placement.attitude = rotation.after(state.placement.attitude).cleaned
    next.placement.position = display.middle + rotation.apply(state.placement.position - display.middle)
    next.placement.tableHeight = nil
    next.placement.pose = nil
    next.keptAngles = RotationAngles.kept(
      next, angle: next.hinge.angle(at: time), flat: nil, in: description)
    return Transition(next, [.placed(pose: nil)])
  }
}

extension Pose {
  /// The phone as it was held flat before it took this pose; nil when nothing is known about that.
  func held(in description: PhoneDescription) -> PlacedPhone? {
    guard let holdTurn else { return nil }
    let flat = Body(description, hinge: viewedDisplay == .inner ? 180 : 0)
    var hold = placement
    hold.attitude = Hold.attitude(of: flat, facing: viewedDisplay, turn: holdTurn)
    return PlacedPhone(flat, at: hold)
  }
}

extension Rotation {
  /// The same rotation without the last bits' noise, so that four quarter turns are none.
  var cleaned: Rotation {
    func clean(_ vector: Vector3) -> Vector3 { (vector * 1e12).rounded(.toNearestOrEven) / 1e12 }
    return Rotation(x: clean(x), y: clean(y), z: clean(z))
  }
}
