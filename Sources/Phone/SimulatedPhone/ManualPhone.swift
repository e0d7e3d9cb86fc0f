public import PhoneModel
public import WorldRenderer

extension SimulatedPhone {
  /// A phone on a clock that only the test moves, before one colour. For tests that need no app time of their own.
  ///
  /// The phone's frames, hinge and latencies follow the clock; `Task.sleep` and its kin do not.
  /// - Throws: when a picture of the world cannot be read.
  public static func manual(
    _ description: PhoneDescription = .duo, pose: String = "closed",
    world: WorldDescription = .colour(red: 128, green: 128, blue: 128),
    spending: ManualClock.Spending = .advances, recordsFrames: Bool = false
  ) throws(WorldError) -> (phone: SimulatedPhone, clock: ManualClock) {
    guard let state = PhoneState.initial(description, pose: pose) else {
      fatalError("\(description.name) cannot take the pose \(pose)")
    }
    let clock = ManualClock(spending: spending)
    let trace = TraceLog(clock: clock, recordsFrames: recordsFrames)
    let phone = try SimulatedPhone(description, clock: clock, world: world, trace: trace, state: state)
    return (phone, clock)
  }
}
