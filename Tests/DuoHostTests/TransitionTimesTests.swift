import PhoneModel
import Testing

@testable import DuoHost

private func time(_ milliseconds: Int) -> PhoneTime {
  PhoneTime(nanoseconds: Int64(milliseconds) * 1_000_000)
}

/// The times at which pictures are taken, in milliseconds, when the phone is disturbed at these times in a step that begins
/// at `begins` and is observed at `ends`; composing takes `late` milliseconds of waiting for the main thread.
private func played(
  _ disturbances: [Int], begins: Int = 0, ends: Int = 10_000, late: Int = 0
) -> [Int] {
  var times = TransitionTimes(every: .milliseconds(50), lasting: .milliseconds(950))
  var taken: [Int] = []
  var due: PhoneTime?
  var composing: PhoneTime?
  for now in 0...12_000 {
    func plan(_ next: PhoneTime?) {
      guard let next else { return }
      #expect(due == nil && composing == nil, "two pictures are planned at once")
      due = next
    }
    if now == begins { plan(times.begin(TransitionTimes.Step(index: 0, name: "a"), at: time(now))) }
    if disturbances.contains(now) { plan(times.disturbed(at: time(now))) }
    if now == ends { times.end() }
    if due == time(now) {
      due = nil
      composing = time(now + late)
    }
    if composing == time(now) {
      composing = nil
      if times.due(at: time(now)) != nil {
        taken.append(now)
        plan(times.composed(at: time(now)))
      }
    }
  }
  return taken
}

@Test func picturesComeEveryFiftyMillisecondsUntilShortlyBeforeTheStepIsJudged() {
  let rows: [(String, [Int], [Int])] = [
    ("nothing happens", played([]), []),
    ("one event", played([100]), Array(stride(from: 150, through: 1050, by: 50))),
    ("a second one prolongs", played([100, 730]), Array(stride(from: 150, through: 1650, by: 50))),
    (
      "a late one begins anew", played([0, 2010]),
      Array(stride(from: 50, through: 950, by: 50)) + Array(stride(from: 2060, through: 2960, by: 50))
    ),
    ("before the step", played([100], begins: 300), Array(stride(from: 350, through: 1050, by: 50))),
    ("long before the step", played([100], begins: 1100), []),
    ("the step is observed", played([100], ends: 320), [150, 200, 250, 300]),
    ("a busy main thread", played([0], late: 30), Array(stride(from: 80, through: 950, by: 80))),
  ]
  #expect(rows.filter { $0.1 != $0.2 }.map { "\($0.0): \($0.1)" } == [])
}

/// Whatever happens: never closer than 50 ms, never later than 950 ms after the last event, none missing.
@Test func picturesKeepTheirDistanceWhateverHappens() {
  var random = FixedRandom(state: 7)
  for _ in 0..<40 {
    let events = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      Int.random(in: 0...4000, using: &random)
    }
    let taken = played(events)
    let gaps = zip(taken, taken.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= 50 })
    for moment in taken {
      #expect(events.contains { $0 < moment && moment <= $0 + 950 })
    }
    for event in events where !taken.contains(where: { $0 > event && $0 <= event + 50 }) {
      Issue.record("no picture follows the event at \(event) among \(events)")
    }
  }
}

/// The same numbers in every run.
private struct FixedRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
