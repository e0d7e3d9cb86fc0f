public import PhoneModel
public import SimulatedPhone

extension SimulatedPhone {
  /// Puts events through the phone's one door, one after the other, and lets each one's time pass: a hinge movement or a
  /// pose with a duration is over when this returns. `send(_:)` returns at once instead.
  /// - Throws: `PhoneTestFailure` when the phone could not do one of them, with the phone's reason.
  public func play(
    _ events: PhoneEvent..., fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws {
    for event in events {
      try await play(event, at: PhoneTestFailure.Place(fileID, filePath, line, column))
    }
  }

  /// Moves the phone into a pose, hinge and attitude together, and lets the time of the movement pass.
  /// - Throws: `PhoneTestFailure` when the phone cannot take the pose.
  public func move(
    to pose: PhonePose, over duration: PhoneDuration = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws {
    let place = PhoneTestFailure.Place(fileID, filePath, line, column)
    guard Pose.named(pose.rawValue, for: description) != nil else {
      throw PhoneTestFailure(PoseRules.refusal(of: pose, on: description), at: place)
    }
    try await play(.pose(pose.rawValue, over: duration), at: place)
  }

  private func play(_ event: PhoneEvent, at place: PhoneTestFailure.Place) async throws {
    if let reason = send(event) {
      throw PhoneTestFailure("The phone did not take the event \(event): \(reason)", at: place)
    }
    switch event {
    case .hinge(_, let duration), .pose(_, let duration): await run(for: duration)
    default: await run(for: .zero)
    }
  }
}
