import DuoFoundation

/// A stretch of time from `start` on, `duration` long. Its end does not belong to it.
public struct CMTimeRange: Hashable, Sendable {
  public var start: CMTime
  public var duration: CMTime

  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  public static let invalid = CMTimeRange()

  /// The invalid range.
  public init() { (start, duration) = (.invalid, .invalid) }

  /// Invalid when the duration has an epoch of its own. [header]
  public init(start: CMTime, duration: CMTime) {
    self = .init()
    guard duration.epoch == 0 else { return }
    (self.start, self.duration) = (start, duration)
  }

  /// Invalid when the end comes before the start. [header]
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// The first time after the range. [header]
  public var end: CMTime { start + duration }

  /// Both times are valid, and the duration has epoch 0 and is not negative. [header]
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
  }
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Valid, with a duration of zero. [header]
  public var isEmpty: Bool { isValid && duration == .zero }
  public var hasBeenRounded: Bool { isValid && (start.hasBeenRounded || duration.hasBeenRounded) }

  /// Whether a time is at or after the start and before the end.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time >= start && time < end }

  /// Whether every time of the other range is in this one.
  public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
    isValid && otherRange.isValid && otherRange.start >= start && otherRange.end <= end
  }

  /// The smallest range with both: from the earlier start to the later end, empty ranges included [inferred].
  /// Invalid if one of them is.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid && otherRange.isValid else { return .invalid }
    return CMTimeRange(
      start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
  }

  /// What both ranges have in common; the zero range when that is nothing (assumed). Invalid if one of them is.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid && otherRange.isValid else { return .invalid }
    let (first, last) = (CMTimeMaximum(start, otherRange.start), CMTimeMinimum(end, otherRange.end))
    return first <= last ? CMTimeRange(start: first, end: last) : .zero
  }
}

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.containsTimeRange(otherRange)
}
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.intersection(otherRange)
}

/// The time of the range that is nearest to `time`, its end included; invalid for an empty range. [header]
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Maps a time as one range lies over another: start to start, end to end, straight between and beyond.
/// Invalid when one of the ranges is empty or invalid. [header]
public func CMTimeMapTimeFromRangeToRange(
  _ time: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  let offset = time - fromRange.start
  return toRange.start + CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange)
}

/// Scales a duration as one range lies over another. Invalid when one of the ranges is empty or invalid. [header]
public func CMTimeMapDurationFromRangeToRange(
  _ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  let (from, to) = (fromRange.duration, toRange.duration)
  guard dur.meaning == .number, from.meaning == .number, to.meaning == .number else {
    return from == to ? dur : CMTimeMultiplyByFloat64(dur, multiplier: to.seconds / from.seconds)
  }
  let numerator = Int128(to.value) * Int128(from.timescale)
  let denominator = Int128(to.timescale) * Int128(from.value)
  let divisor = Int128(greatestCommonDivisor(numerator, denominator))
  let (upper, upperOverflows) = (numerator / divisor).multipliedReportingOverflow(by: Int128(dur.value))
  let (lower, lowerOverflows) = (denominator / divisor).multipliedReportingOverflow(by: Int128(dur.timescale))
  // The exact path multiplies once more by a timescale of 31 bits.
  guard !upperOverflows, !lowerOverflows, upper.magnitude < 1 << 96 else {
    return CMTimeMultiplyByFloat64(dur, multiplier: to.seconds / from.seconds)
  }
  return .closest(upper, over: lower, like: dur)
}
