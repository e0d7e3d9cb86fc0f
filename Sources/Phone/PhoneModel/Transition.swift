/// The next state and what the shell has to tell or do because of it.
public struct Transition: Hashable, Sendable {
  public var state: PhoneState
  public var effects: [PhoneEffect]

  public init(_ state: PhoneState, _ effects: [PhoneEffect] = []) {
    self.state = state
    self.effects = effects
  }
}

/// What follows from a change of state, in the order in which it happened.
public enum PhoneEffect: Hashable, Sendable {
  case displayLit(DisplayID)
  case displayDark(DisplayID)
  /// The app's accessory came to the outer display, or left it.
  case accessoryShown(Bool)
  case appMoved(from: DisplayID, to: DisplayID)
  case activityChanged(AppPlacement.Activity)
  /// A movement began: the agenda of keyframes is a new one.
  case hingeStarted(from: Double, to: Double)
  case hingeRested(Double)
  case hingeStatus(HingeStatus)
  /// A direction changed; the angle that directions are computed from from now on.
  case directionChanged(facingAngle: Double)
  case placed(pose: String?)
  /// A camera that the app streams from was lost: another client took it, or it was unplugged.
  case cameraLost(CameraID, CameraLoss)
  case cameraReturned(CameraID)
  case worldChanged
  case mediaServicesReset
  case cameraControl(CameraControlGesture)
  /// The event could not happen to this phone in this state; nothing changed.
  case ignored(String)
}

extension Transition {
  /// Why the event could not happen; nil when it did.
  public var refusal: String? {
    for case .ignored(let reason) in effects { return reason }
    return nil
  }
}

public enum CameraLoss: String, Hashable, Codable, Sendable { case taken, unplugged }
