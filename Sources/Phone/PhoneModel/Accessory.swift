/// When the system offers to show a camera app's accessory on the outer display.
public enum Accessory {
  /// Hinge fully open (or partly, if the description allows it), the app alone on the inner display and in
  /// the foreground, with a running capture session, and not withdrawn by the system. Whether the app has an
  /// enabled registration on top is the framework's part of the rule.
  public static func isAvailable(
    _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> Bool { obstacle(state, at: time, in: description) == nil }

  /// What keeps an accessory from the outer display, in one sentence without a full stop; nil when nothing does.
  public static func obstacle(
    _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> String? {
    guard description.display(.outer) != nil, description.display(.inner) != nil,
      let status = state.hingeStatus(at: time, in: description)
    else { return "\(description.name) has no second display" }
    let isOpen =
      status == .fullyOpen
      || (status == .partiallyOpen && description.policy.accessoryWhilePartlyOpen.value)
    if !isOpen { return "the phone is not open" }
    if state.app.display != .inner { return "the app is not on the inner display" }
    if state.app.activity != .foreground { return "the app is not in front" }
    if state.app.isInSplitView { return "another app shares the inner display" }
    if !state.isCapturing { return "no capture session of the app runs" }
    return state.isAccessoryWithdrawn ? "the system has withdrawn it" : nil
  }
}

/// The outer display while it shows an accessory.
enum AccessoryRules {
  static func shown(
    _ state: PhoneState, _ isOn: Bool, at time: PhoneTime, in description: PhoneDescription
  ) -> Transition {
    if isOn, let obstacle = Accessory.obstacle(state, at: time, in: description) {
      return PhoneRules.ignored(state, "no accessory can be shown: \(obstacle)")
    }
    return PhoneRules.changed(state) { $0.isAccessoryShown = isOn }
  }

  /// What a change means for the accessory: it leaves with the last of its conditions, in the same transition, and the
  /// outer display is lit with it and goes dark with it, unless the app itself has come there.
  static func settled(
    _ transition: Transition, from old: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> Transition {
    var next = transition
    guard old.isAccessoryShown || next.state.isAccessoryShown else { return next }
    let isShown =
      next.state.isAccessoryShown && Accessory.isAvailable(next.state, at: time, in: description)
    next.state.isAccessoryShown = isShown
    if isShown {
      next.state.litDisplays.insert(.outer)
    } else if next.state.app.display != .outer {
      next.state.litDisplays.remove(.outer)
    }
    // The display may have been switched more than once on the way; only what came of it is told.
    next.effects.removeAll { $0 == .displayLit(.outer) || $0 == .displayDark(.outer) }
    if isShown != old.isAccessoryShown { next.effects.append(.accessoryShown(isShown)) }
    let (wasLit, isLit) = (old.litDisplays.contains(.outer), next.state.litDisplays.contains(.outer))
    if isLit != wasLit { next.effects.append(isLit ? .displayLit(.outer) : .displayDark(.outer)) }
    return next
  }
}
