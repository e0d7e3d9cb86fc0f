/// Which displays are lit, and where the app's scene is.
enum DisplayRules {
  /// Crossing a display threshold, by direction of travel.
  static func pass(
    _ keyframe: HingeKeyframe, _ state: PhoneState, in description: PhoneDescription
  ) -> Transition {
    guard let hinge = description.hinge else { return Transition(state) }
    let time = keyframe.time
    if keyframe.travel == .opening {
      if keyframe.angle == hinge.openingMovesApp.value {
        return move(state, to: .inner, lit: [.inner], at: time, in: description)
      }
      return light(state, state.litDisplays.union([.inner]))
    }
    if keyframe.angle == hinge.closingMovesApp.value {
      return move(state, to: .outer, lit: [.outer], at: time, in: description)
    }
    // Nearly shut again without ever having moved the app.
    return state.app.display == .inner
      ? Transition(state) : light(state, state.litDisplays.subtracting([.inner]))
  }

  /// The person moves the app by hand; it stays there until the next hinge movement past a threshold.
  static func person(
    moves state: PhoneState, to display: DisplayID, at time: PhoneTime, in description: PhoneDescription
  ) -> Transition {
    guard description.display(display) != nil else {
      return PhoneRules.ignored(state, "\(description.name) has no \(display.rawValue) display")
    }
    if state.app.display == display { return Transition(state) }
    if display == .inner && state.hingeStatus(at: time, in: description) == .closed {
      return PhoneRules.ignored(state, "the inner display is shut")
    }
    var moved = move(state, to: display, lit: [display], at: time, in: description)
    moved.state.app.wasMovedByPerson = display == .outer
    return moved
  }

  static func splitView(_ state: PhoneState, _ isOn: Bool) -> Transition {
    if isOn && state.app.display != .inner {
      return PhoneRules.ignored(state, "Split View needs the inner display")
    }
    return PhoneRules.changed(state) { $0.app.isInSplitView = isOn }
  }

  static func interface(
    _ state: PhoneState, turnedTo turn: QuarterTurns, in description: PhoneDescription
  ) -> Transition {
    let offered = description.display(state.app.display)?.orientations.value ?? []
    guard offered.contains(turn.count) else {
      return PhoneRules.ignored(
        state, "the \(state.app.display.rawValue) display does not offer an interface turn of \(turn.count)")
    }
    return PhoneRules.changed(state) { $0.app.interfaceTurn = turn }
  }

  private static func move(
    _ state: PhoneState, to display: DisplayID, lit: Set<DisplayID>, at time: PhoneTime,
    in description: PhoneDescription
  ) -> Transition {
    let from = state.app.display
    var next = light(state, lit)
    next.state.app.wasMovedByPerson = false
    guard from != display else { return next }
    next.state.app.display = display
    if display == .outer { next.state.app.isInSplitView = false }
    next.state.app.interfaceTurn = interfaceTurn(
      on: display, PlacedPhone(next.state, at: time, in: description))
    next.effects.append(.appMoved(from: from, to: display))
    return next
  }

  /// The turn of an interface that allows everything the display offers, on arriving there.
  static func interfaceTurn(on display: DisplayID, _ phone: PlacedPhone) -> QuarterTurns {
    InterfaceRotation.orientation(
      on: display, phone, supported: Set(InterfaceOrientation.allCases), current: nil)?.interfaceTurn ?? 0
  }

  private static func light(_ state: PhoneState, _ lit: Set<DisplayID>) -> Transition {
    let order = DisplayID.allCases
    let effects =
      order.filter { lit.contains($0) && !state.litDisplays.contains($0) }.map(PhoneEffect.displayLit)
      + order.filter { !lit.contains($0) && state.litDisplays.contains($0) }.map(PhoneEffect.displayDark)
    return PhoneRules.changed(state, effects: effects) { $0.litDisplays = lit }
  }
}
