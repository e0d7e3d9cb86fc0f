import PhoneModel

/// The side of a scenario that touches the app: implemented by the host. Its members are called on the clock's
/// thread and must not block; the host hops to the main thread, works there, and calls `done` on any thread.
public protocol ScenarioStage: AnyObject, Sendable {
  /// Step `index` begins: transitional pictures may be taken from now on.
  func begin(step index: Int, name: String)

  /// Does with fingers what a person would, in phone time; calls `done` when they are up again.
  func touch(_ gesture: FingerGesture, done: @escaping @Sendable (TouchOutcome) -> Void)

  /// Composes every lit display and writes a `MomentRecord` of `kind` for this step.
  func observe(step index: Int, name: String, kind: MomentRecord.Kind, done: @escaping @Sendable () -> Void)

  /// Writes a record of the player's own (progress, a missed tap, a hang).
  func report(_ record: ObservationRecord)

  /// The scenario is over, or was given up after a hang; the host ends the process when it has written `.end`
  /// (after a whole scenario only).
  func finish(_ outcome: ScenarioOutcome)
}

public enum TouchOutcome: Sendable, Hashable {
  /// A view of such a scene took the first finger.
  case delivered(to: ObservedScene)
  /// No visible view with that identifier, or nothing at that point takes touches.
  case noTarget
}

public enum ScenarioOutcome: Sendable, Hashable {
  case complete
  case hung
}
