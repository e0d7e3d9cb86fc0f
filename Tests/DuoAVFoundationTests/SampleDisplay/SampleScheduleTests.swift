import DuoCoreMedia
import Testing

@testable import DuoAVFoundation

/// Told plainly: everything that was ever enqueued, looked at anew.
private struct PlainSchedule {
  var all: [(time: Int, picture: Int?)] = []
  var now = Int.min
  /// What is shown whatever its time.
  var fixed: Int?

  /// What comes late is left out where something later is shown already.
  mutating func add(_ picture: Int?, at time: Int) {
    let shown = all.filter { $0.time <= now }.map(\.time).max()
    if let shown, time < shown { return }
    all.append((time, picture))
  }

  var shown: Int? {
    let due = all.filter { $0.time <= now }
    guard let time = due.map(\.time).max() else { return fixed }
    return due.last { $0.time == time }!.picture
  }
}

@Suite struct SampleScheduleTests {
  private func time(_ value: Int) -> CMTime { CMTime(value: Int64(value), timescale: 30) }

  @Test func itShowsWhatAPlainListShows() {
    var random = SystemLikeRandom(seed: 7)
    var wrong: [String] = []
    for run in 0..<300 {
      var schedule = SampleSchedule<Int>()
      var plain = PlainSchedule()
      var now = 0
      for step in 0..<40 {
        switch random.next(upTo: 8) {
        case 0...3:
          let (at, picture) = (now + random.next(upTo: 9) - 3, random.next(upTo: 6) == 0 ? nil : step)
          schedule.advance(to: time(now))
          schedule.add(picture, at: time(at))
          plain.add(picture, at: at)
        case 4:
          schedule.showNow(step)
          plain.all = []
          plain.fixed = step
        case 5 where random.next(upTo: 3) == 0:
          let removes = random.next(upTo: 2) == 0
          let shown = plain.shown
          schedule.flush(removesPicture: removes)
          plain.all = []
          plain.fixed = removes ? nil : shown
        default: now += random.next(upTo: 4)
        }
        plain.now = now
        schedule.advance(to: time(now))
        if schedule.shown != plain.shown {
          wrong.append("run \(run), step \(step): \(schedule.shown ?? -1), not \(plain.shown ?? -1)")
        }
      }
    }
    #expect(wrong.prefix(3) == [])
  }

  @Test func whatWaitsIsCounted() {
    var schedule = SampleSchedule<Int>()
    for index in [3, 1, 2] { schedule.add(index, at: time(index)) }
    #expect(schedule.count == 3 && schedule.nextTime == time(1) && schedule.shown == nil)
    schedule.advance(to: time(2))
    #expect(schedule.count == 1 && schedule.shown == 2 && schedule.nextTime == time(3))
    schedule.showNow(9)
    #expect(schedule.count == 0 && schedule.nextTime == nil && schedule.shown == 9)
  }
}

/// The same numbers in every run.
private struct SystemLikeRandom {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next(upTo count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
