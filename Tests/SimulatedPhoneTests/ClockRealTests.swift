import Foundation
import PhoneHardware
import PhoneModel
import Synchronization
import Testing

@testable import SimulatedPhone

/// Real mode: time passes by itself, so only order and lower bounds are checked.
@Suite struct ClockRealTests {
  @Test func agendaAgainstSorting() {
    var state: UInt64 = 3
    func random(_ bound: UInt64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % bound)
    }
    for _ in 0..<50 {
      var agenda = RealAgenda()
      let log = Log()
      let times = (0..<60).map { _ in random(10) }
      let keys = times.enumerated().map { n, time in
        agenda.add(at: PhoneTime(nanoseconds: time)) { _ in log.note(n) }
      }
      let removed = Set((0..<60).filter { _ in random(3) == 0 })
      for n in removed { agenda.remove(keys[n]) }
      #expect(agenda.plannedCount == 60 - removed.count)
      while let action = agenda.takeFirst(upTo: PhoneTime(nanoseconds: 6)) { action() }
      let expected = (0..<60).filter { !removed.contains($0) && times[$0] <= 6 }
        .sorted { (times[$0], $0) < (times[$1], $1) }
      #expect(log.numbers == expected)
      #expect((agenda.firstTime?.nanoseconds ?? 7) > 6)
    }
  }

  @Test func entriesComeInOrderAndNotTooEarly() async throws {
    let clock = VirtualClock(.real)
    let log = Log()
    clock.schedule(at: PhoneTime(seconds: 0.004)) {
      log.note(clock.now >= PhoneTime(seconds: 0.004) ? 2 : -1)
    }
    clock.schedule(at: PhoneTime(seconds: 0.002)) {
      log.note(clock.now >= PhoneTime(seconds: 0.002) ? 1 : -1)
    }
    let cancelled = clock.schedule(at: PhoneTime(seconds: 0.003)) { log.note(-2) }
    cancelled.cancel()
    #expect(clock.now == .zero)
    try clock.start()
    await clock.run(until: PhoneTime(seconds: 0.005))
    #expect(log.numbers == [1, 2])
    #expect(clock.now >= PhoneTime(seconds: 0.005))
    clock.schedule(at: .zero) { log.note(3) }
    await clock.settle(limit: .seconds(60))
    #expect(log.numbers == [1, 2, 3])
  }

  @Test func spendsAndSettles() async throws {
    let clock = VirtualClock(.real, startingAt: PhoneTime(seconds: 10))
    try clock.start()
    let before = clock.now
    clock.spend(.milliseconds(3))
    #expect(before >= PhoneTime(seconds: 10) && clock.now >= before + .milliseconds(3))
    // A stop of somebody else's is nothing planned.
    async let other: Void = clock.run(for: .milliseconds(30))
    #expect(await clock.settle(limit: .seconds(60)))
    clock.schedule(after: .seconds(3600)) {}
    #expect(await !clock.settle(limit: .milliseconds(1)))
    await other
  }

  @Test func reportsWhenNothingIsPlanned() async throws {
    let clock = VirtualClock(.real)
    try clock.start()
    await withCheckedContinuation { done in
      clock.onQuiet { done.resume() }
      clock.schedule(after: .milliseconds(1)) {}
    }
    clock.onQuiet(nil)
    #expect(clock.now >= PhoneTime(seconds: 0.001))
  }

  private final class Log: Sendable {
    private let seen = Mutex<[Int]>([])
    func note(_ number: Int) { seen.withLock { $0.append(number) } }
    var numbers: [Int] { seen.withLock { $0 } }
  }
}
