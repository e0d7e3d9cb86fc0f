import CPhoneTime
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization
import Testing

/// `VirtualClock`'s own rules in stepped mode.
@Suite struct ClockTests {
  @Test func startsAtTheFixedMoment() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock()
      complain(unless: clock.now == .zero, "before the start it is \(clock.now)")
      try clock.start()
      complain(unless: clock.now == .zero, "at the start it is \(clock.now)")
      complain(unless: Date() == VirtualClock.calendarAtZero, "the calendar reads \(Date())")
      complain(unless: "\(Date())" == "2026-01-01 09:41:00 +0000", "the calendar reads \(Date())")
      complain(unless: DispatchTime.now().uptimeNanoseconds == 1, "uptime is \(DispatchTime.now())")
    }
    expectNoComplaint(result)
  }

  @Test func startsWhereItIsTold() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock(startingAt: PhoneTime(seconds: 100))
      try clock.start()
      complain(unless: clock.now == PhoneTime(seconds: 100), "\(clock.now)")
      complain(unless: Date() == VirtualClock.calendarAtZero + 100, "\(Date())")
    }
    expectNoComplaint(result)
  }

  @Test func secondStartStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try VirtualClock().start()
      try VirtualClock().start()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("This process already has a stepped clock"))
  }

  /// Entries of one instant run in the order of their making; those in the past at once, in their turn.
  @Test func agendaOrder() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock()
      try clock.start()
      var random = Generator(state: 7)
      for repetition in 0..<200 {
        let box = Log()
        let start = clock.now
        let times = (0..<100).map { _ in Int64(random.next() % 10) - 2 }
        let cancelled = Set((0..<100).filter { _ in random.next() % 4 == 0 })
        // On the clock's own thread, so that nothing runs before everything is made.
        clock.schedule(at: start) {
          var entries: [any PhoneObservation] = []
          for (n, time) in times.enumerated() {
            let time = PhoneTime(nanoseconds: start.nanoseconds + time * 1_000_000)
            entries.append(clock.schedule(at: time) { box.note(n, at: clock.now) })
          }
          for n in cancelled {
            entries[n].cancel()
            entries[n].cancel()
          }
        }
        // The plain reference: sort by time, keep the order of making.
        let expected = (0..<100).filter { !cancelled.contains($0) }
          .sorted { (max(0, times[$0]), $0) < (max(0, times[$1]), $1) }
        await clock.run(for: .milliseconds(20))
        complain(unless: box.numbers == expected, "repetition \(repetition): \(box.numbers)")
        complain(unless: box.times == box.times.sorted(), "time went back")
      }
      complain(unless: phone_time_agenda_count() == 0, "\(phone_time_agenda_count()) entries are left")
    }
    expectNoComplaint(result)
  }

  /// Time moves only as far as somebody lets it.
  @Test func horizon() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock()
      try clock.start()
      let log = Log()
      for n in 1...10 { clock.schedule(at: PhoneTime(seconds: Double(n))) { log.note(n, at: clock.now) } }
      await clock.run(until: PhoneTime(seconds: 3))
      complain(unless: log.numbers == [1, 2, 3] && clock.now == PhoneTime(seconds: 3), "\(log.numbers)")
      await clock.run(for: .milliseconds(500))
      complain(unless: log.numbers == [1, 2, 3] && clock.now == PhoneTime(seconds: 3.5), "\(clock.now)")
      // In the past: only what is due now.
      await clock.run(until: .zero)
      complain(unless: clock.now == PhoneTime(seconds: 3.5), "\(clock.now)")
      // Two at once, the later one first.
      async let late: Void = clock.run(until: PhoneTime(seconds: 6))
      async let early: Void = clock.run(until: PhoneTime(seconds: 5))
      _ = await (late, early)
      complain(
        unless: log.numbers == [1, 2, 3, 4, 5, 6] && clock.now == PhoneTime(seconds: 6), "\(clock.now)")
      let reached = Log()
      clock.run(until: PhoneTime(seconds: 8)) { reached.note(0, at: clock.now) }
      await clock.run(until: PhoneTime(seconds: 9))
      complain(unless: reached.times == [PhoneTime(seconds: 8)], "\(reached.times)")
    }
    expectNoComplaint(result)
  }

  @Test func settle() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock()
      try clock.start()
      let log = Log()
      let empty = await clock.settle()
      complain(unless: empty && clock.now == .zero, "an empty clock does not settle at once")
      clock.schedule(at: PhoneTime(seconds: 2)) {
        log.note(1, at: clock.now)
        Task.detached {
          try await Task.sleep(for: .seconds(1))
          log.note(2, at: clock.now)
        }
      }
      let early = await clock.settle(limit: .seconds(1))
      complain(unless: !early && clock.now == PhoneTime(seconds: 1), "at the limit: \(early), \(clock.now)")
      let late = await clock.settle(limit: .seconds(100))
      complain(unless: late && clock.now == PhoneTime(seconds: 3), "settled: \(late), \(clock.now)")
      complain(unless: log.numbers == [1, 2], "\(log.numbers)")
    }
    expectNoComplaint(result)
  }

  @Test func runsWithoutLimitUntilStopped() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock()
      try clock.start()
      let count = await withCheckedContinuation { (done: CheckedContinuation<Int, Never>) in
        let frames = Log()
        @Sendable func frame(_ n: Int) {
          frames.note(n, at: clock.now)
          if n == 1000 {
            clock.stop()
            done.resume(returning: frames.numbers.count)
          } else {
            clock.schedule(after: .milliseconds(10)) { frame(n + 1) }
          }
        }
        clock.schedule(at: .zero) { frame(0) }
        clock.run()
      }
      complain(unless: count == 1001 && clock.now == PhoneTime(seconds: 10), "\(count) \(clock.now)")
      // It stands still again.
      clock.schedule(after: .seconds(1)) { complain("the clock went on") }
      await clock.settle()
      complain(unless: clock.now == PhoneTime(seconds: 10), "\(clock.now)")
    }
    expectNoComplaint(result)
  }

  @Test func restIsReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock()
      try clock.start()
      let rests = AsyncStream<PhoneTime>.makeStream()
      clock.onQuiet { rests.continuation.yield(clock.now) }
      clock.schedule(at: PhoneTime(seconds: 5)) {
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {}
      }
      clock.run()
      var iterator = rests.stream.makeAsyncIterator()
      let first = await iterator.next()
      complain(unless: first == PhoneTime(seconds: 6), "\(String(describing: first))")
      clock.schedule(after: .seconds(1)) {}
      let second = await iterator.next()
      complain(unless: second == PhoneTime(seconds: 7), "\(String(describing: second))")
      clock.onQuiet(nil)
    }
    expectNoComplaint(result)
  }

  /// Ten minutes of frames, tasks, timers and queues need no more memory than one.
  @Test(.disabled(if: hasAddressSanitizer, "the address sanitizer keeps freed memory in quarantine"))
  func memoryDoesNotGrowWithPhoneTime() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let clock = VirtualClock()
      try clock.start()
      let queue = DispatchQueue(label: "delegate")
      @Sendable func frame() {
        queue.async { Task { @MainActor in } }
        clock.schedule(after: .milliseconds(100), frame)
      }
      clock.schedule(at: .zero, frame)
      Task.detached {
        while true { try await Task.sleep(for: .milliseconds(250), tolerance: .milliseconds(1)) }
      }
      await clock.run(for: .seconds(60))
      let before = Self.residentKilobytes()
      await clock.run(for: .seconds(540))
      let after = Self.residentKilobytes()
      complain(unless: before > 0 && after <= before * 11 / 10, "\(before) KB, then \(after) KB")
    }
    expectNoComplaint(result)
  }

  private static func residentKilobytes() -> Int {
    let status = VirtualClock.withMachineTime { FileManager.default.contents(atPath: "/proc/self/status") }
    let line = String(decoding: status ?? Data(), as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix("VmRSS:")
    }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  private struct Generator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  private final class Log: Sendable {
    private let seen = Mutex<[(Int, PhoneTime)]>([])
    func note(_ number: Int, at time: PhoneTime) { seen.withLock { $0.append((number, time)) } }
    var numbers: [Int] { seen.withLock { $0.map(\.0) } }
    var times: [PhoneTime] { seen.withLock { $0.map(\.1) } }
  }
}
