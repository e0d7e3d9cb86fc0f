import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@Suite struct ManualClockTests {
  @Test func runsEntriesInOrder() {
    let clock = ManualClock()
    let log = Log<String>()
    clock.schedule(at: PhoneTime(seconds: 2)) { log.add("b at \(clock.now)") }
    clock.schedule(at: PhoneTime(seconds: 1)) {
      log.add("a at \(clock.now)")
      clock.schedule(after: .seconds(1)) { log.add("c at \(clock.now)") }
      clock.schedule(after: .zero) { log.add("at once, \(clock.now)") }
    }
    let cancelled = clock.schedule(at: PhoneTime(seconds: 1.5)) { log.add("never") }
    clock.schedule(at: PhoneTime(seconds: 9)) { log.add("later") }
    cancelled.cancel()
    clock.advance(to: PhoneTime(seconds: 2))
    #expect(log.entries == ["a at 1.0 s", "at once, 1.0 s", "b at 2.0 s", "c at 2.0 s"])
    #expect(clock.now == PhoneTime(seconds: 2) && !clock.isIdle)
  }

  /// Against a sorted list, for shuffled times.
  @Test func manyEntries() {
    let clock = ManualClock()
    let log = Log<Int>()
    let times = (0..<1000).map { ($0 * 7919) % 503 }
    for (number, time) in times.enumerated() {
      clock.schedule(at: PhoneTime(nanoseconds: Int64(time))) { log.add(number) }
    }
    clock.advance(to: PhoneTime(seconds: 1))
    let wanted = times.enumerated().sorted {
      $0.element == $1.element ? $0.offset < $1.offset : $0.element < $1.element
    }
    #expect(log.entries == wanted.map(\.offset))
  }

  @Test func spendingAdvances() {
    let clock = ManualClock()
    let log = Log<PhoneTime>()
    clock.schedule(at: PhoneTime(seconds: 1)) { log.add(clock.now) }
    clock.spend(.seconds(2))
    #expect(clock.now == PhoneTime(seconds: 2) && log.entries == [PhoneTime(seconds: 1)])
  }

  @Test func spendingWaitsForAnotherThread() async {
    let clock = ManualClock(spending: .waits)
    let log = Log<PhoneTime>()
    let started = Log<Int>()
    let thread = Thread {
      started.add(1)
      clock.spend(.seconds(2))
      log.add(clock.now)
    }
    thread.start()
    while log.entries.isEmpty {
      // Moves on until the waiting thread has come through, however late it starts.
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(log.entries[0] >= PhoneTime(seconds: 2))
  }
}
