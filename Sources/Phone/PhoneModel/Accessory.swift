/// When the system offers to show a camera app's accessory on the outer display.
public enum Accessory {
  /// Hinge fully open (or partly, if the description allows it), the app full screen on the inner display, in
  /// the foreground, with a running capture session, and not withdrawn by the system. Whether the app has an
  /// enabled registration on top is the framework's part of the rule.
  public static func isAvailable(
    _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> Bool {
    guard description.display(.outer) != nil, description.display(.inner) != nil,
      let status = state.hingeStatus(at: time, in: description)
    else { return false }
    let isOpen =
      status == .fullyOpen
      || (status == .partiallyOpen && description.policy.accessoryWhilePartlyOpen.value)
    return isOpen && state.app.display == .inner && state.app.activity == .foreground
      && !state.app.isInSplitView && state.isCapturing && !state.isAccessoryWithdrawn
  }
}
