/// How far the hinge is open, in Apple's three words.
public enum HingeStatus: String, Hashable, Codable, Sendable, CaseIterable {
  case closed, partiallyOpen, fullyOpen
}

extension HingeDescription {
  public func status(at angle: Double) -> HingeStatus {
    if angle <= closedUpTo.value { return .closed }
    return angle >= fullyOpenFrom.value ? .fullyOpen : .partiallyOpen
  }
}

extension PhoneState {
  /// Nil for a phone without a hinge.
  public func hingeStatus(at time: PhoneTime, in description: PhoneDescription) -> HingeStatus? {
    description.hinge?.status(at: hinge.angle(at: time))
  }
}
