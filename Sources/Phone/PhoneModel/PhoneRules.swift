/// The phone's rules: the next state for an event or a keyframe. Pure functions.
public enum PhoneRules {
  /// What an event makes of a state.
  public static func next(
    _ state: PhoneState, _ event: PhoneEvent, at time: PhoneTime, in description: PhoneDescription
  ) -> Transition {
    AccessoryRules.settled(
      change(state, event, at: time, in: description), from: state, at: time, in: description)
  }

  private static func change(
    _ state: PhoneState, _ event: PhoneEvent, at time: PhoneTime, in description: PhoneDescription
  ) -> Transition {
    switch event {
    case .hinge(let angle, let duration):
      return HingeRules.move(state, to: angle, over: duration, at: time, in: description)
    case .pose(let name, let duration):
      return HoldRules.pose(state, name, over: duration, at: time, in: description)
    case .turn(let turns):
      return HoldRules.turn(state, by: turns, at: time, in: description)
    case .moveApp(let display):
      return DisplayRules.person(moves: state, to: display, at: time, in: description)
    case .splitView(let isOn):
      return DisplayRules.splitView(state, isOn)
    case .background:
      return activity(state, isInBackground: true)
    case .foreground:
      return activity(state, isInBackground: false)
    case .call(let isOn):
      return activity(changed(state) { $0.isInCall = isOn }.state)
    case .overlay(let isOn):
      return activity(changed(state) { $0.isOverlayShown = isOn }.state)
    case .otherClient(let camera, let takes):
      return CameraRules.other(state, takes ? .takes : .releases, camera, in: description)
    case .thermal(let level):
      return changed(state) { $0.thermal = level }
    case .plug(let camera, let isConnected):
      return CameraRules.plug(state, camera, isConnected: isConnected, in: description)
    case .withdrawAccessory(let isWithdrawn):
      return changed(state) { $0.isAccessoryWithdrawn = isWithdrawn }
    case .sensitiveContent(let isOn):
      return changed(state) { $0.isContentSensitive = isOn }
    case .mediaServicesReset:
      return Transition(state, [.mediaServicesReset])
    case .cameraControl(let gesture):
      return cameraControl(state, gesture, in: description)
    case .light(let level):
      guard level.isFinite, level >= 0 else { return ignored(state, "light \(level) is below 0") }
      return changed(state, effects: [.worldChanged]) { $0.light = level }
    case .world(let world):
      return changed(state, effects: [.worldChanged]) { $0.world = world }
    case .posters(let posters):
      if let fault = posters.compactMap(\.fault).first { return ignored(state, fault) }
      return changed(state, effects: [.worldChanged]) { $0.posters = posters }
    case .audio(let event):
      return AudioRules.next(state, event)
    case .cameraStarted(let camera, let client):
      return CameraRules.started(state, camera, client, in: description)
    case .cameraStopped(let camera):
      return changed(state) { $0.streaming[camera] = nil }
    case .capturing(let isOn):
      return changed(state) { $0.isCapturing = isOn }
    case .interfaceTurned(let turn):
      return DisplayRules.interface(state, turnedTo: turn, in: description)
    case .accessoryShown(let isOn):
      return AccessoryRules.shown(state, isOn, at: time, in: description)
    }
  }

  /// What a keyframe of the present hinge movement makes of a state.
  public static func pass(
    _ keyframe: HingeKeyframe, _ state: PhoneState, in description: PhoneDescription
  ) -> Transition {
    AccessoryRules.settled(
      change(keyframe, state, in: description), from: state, at: keyframe.time, in: description)
  }

  private static func change(
    _ keyframe: HingeKeyframe, _ state: PhoneState, in description: PhoneDescription
  ) -> Transition {
    switch keyframe.kind {
    case .displays: DisplayRules.pass(keyframe, state, in: description)
    case .direction: HingeRules.tip(keyframe, state)
    case .status: HingeRules.status(keyframe, state, in: description)
    case .end: HingeRules.rest(keyframe, state, in: description)
    }
  }

  static func ignored(_ state: PhoneState, _ reason: String) -> Transition {
    Transition(state, [.ignored(reason)])
  }

  static func changed(
    _ state: PhoneState, effects: [PhoneEffect] = [], _ change: (inout PhoneState) -> Void
  ) -> Transition {
    var next = state
    change(&next)
    return Transition(next, effects)
  }

  private static func cameraControl(
    _ state: PhoneState, _ gesture: CameraControlGesture, in description: PhoneDescription
  ) -> Transition {
    guard description.policy.hasCameraControl.value else {
      return ignored(state, "\(description.name) has no Camera Control")
    }
    if case .slide(let part) = gesture, !(-1...1).contains(part) {
      return ignored(state, "a slide by \(part) is more than the whole range")
    }
    return Transition(state, [.cameraControl(gesture)])
  }

  /// An app in front is inactive while something of the system lies over it (assumed: as on other iPhones).
  private static func activity(_ state: PhoneState, isInBackground: Bool? = nil) -> Transition {
    let isBehind = isInBackground ?? (state.app.activity == .background)
    let isCovered = state.isInCall || state.isOverlayShown
    let activity: AppPlacement.Activity = isBehind ? .background : isCovered ? .inactive : .foreground
    if state.app.activity == activity { return Transition(state) }
    return changed(state, effects: [.activityChanged(activity)]) { $0.app.activity = activity }
  }
}
