import PhoneModel
import Scenarios

/// Stretches of phone time in which the main thread did nothing but wait in a call.
struct MainThread: Sendable {
  static let longest = PhoneDuration.milliseconds(250)
  static let noted = PhoneDuration.milliseconds(100)

  private struct Stretch: Sendable {
    var start, end: PhoneTime
    var calls: [String]
    /// How much of it the calls took.
    var inCalls = PhoneDuration.zero
  }

  private var stretch: Stretch?

  /// Takes the next wait; the finding is of the stretch that ended before it.
  mutating func take(_ event: AppEventRecord) -> [Finding] {
    guard event.kind == .mainThreadBlocked, let over = event.over else { return [] }
    let end = event.time + over
    let inCalls = event.detail == nil ? .zero : over
    if var known = stretch, event.time <= known.end {
      known.start = min(known.start, event.time)
      known.end = max(known.end, end)
      known.inCalls = known.inCalls + inCalls
      if let call = event.detail, !known.calls.contains(call) { known.calls.append(call) }
      stretch = known
      return []
    }
    let findings = ended()
    stretch = Stretch(start: event.time, end: end, calls: event.detail.map { [$0] } ?? [], inCalls: inCalls)
    return findings
  }

  /// The stretch is over: a moment was observed, or the step ended.
  mutating func ended() -> [Finding] {
    guard let stretch else { return [] }
    self.stretch = nil
    let length = stretch.end - stretch.start
    guard length >= Self.noted else { return [] }
    let milliseconds = Int((length.seconds * 1000).rounded())
    let isMore = length - stretch.inCalls > .milliseconds(20)
    let calls = (stretch.calls + (isMore ? ["a sleep, a semaphore or the like"] : [])).joined(separator: ", ")
    return [
      Finding(
        .mainThreadBlocked, length >= Self.longest ? .fail : .note,
        "The main thread was blocked for \(milliseconds) ms by \(calls).",
        expected: "such calls on a queue or an actor of their own")
    ]
  }
}
