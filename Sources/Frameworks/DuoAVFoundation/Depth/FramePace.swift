import PhoneModel

/// Which frames of a camera bring something that comes at most so often: a depth map, a look for codes. A value.
struct FramePace: Equatable, Sendable {
  private var next: PhoneTime?

  /// Whether a frame brings it. A frame that is early by less than a hundredth of the interval counts, since rates are
  /// rounded to nanoseconds.
  mutating func takes(_ time: PhoneTime, interval: PhoneDuration) -> Bool {
    let slack = PhoneDuration.seconds(interval.seconds / 100)
    if let next, time + slack < next { return false }
    // In step with what came before, unless that is long ago.
    if let next, time < next + interval { self.next = next + interval } else { next = time + interval }
    return true
  }

  mutating func reset() { next = nil }
}
