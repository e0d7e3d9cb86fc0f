import Combine
import Foundation
import PhoneModel
import SimulatedPhone
import Synchronization
import Testing

/// Schedulers of Dispatch and Foundation, in phone time: each test in a process of its own.
@Suite struct SchedulerTests {
  /// What happened at which tenth of a second.
  private final class Log: Sendable {
    let clock: VirtualClock
    private let origin: PhoneTime
    private let lines = Mutex<[String]>([])

    init() throws {
      clock = VirtualClock(.stepped, order: .racing)
      try clock.start()
      origin = clock.now
    }

    func note(_ text: String) {
      let tenths = ((clock.now - origin).seconds * 10).rounded()
      lines.withLock { $0.append("\(text)@\(Int(tenths))") }
    }

    func expect(_ expected: [String], within seconds: Double = 10) async {
      await clock.run(for: .milliseconds(seconds * 1000))
      let found = lines.withLock { $0 }
      if found.sorted() != expected.sorted() { complain("\(found), expected \(expected)") }
    }
  }

  private static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  private static func expectSilence(_ result: ExitTest.Result?) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text == "")
  }

  @Test func queues() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let log = try Log()
      let queue = DispatchQueue(label: "test")
      queue.schedule { log.note("now") }
      queue.schedule(after: queue.now.advanced(by: .seconds(1))) { log.note("later") }
      let timer = queue.schedule(after: queue.now.advanced(by: .milliseconds(500)), interval: .seconds(2)) {
        log.note("tick")
      }
      queue.schedule(after: queue.now.advanced(by: .seconds(5))) { timer.cancel() }
      await log.expect(["now@0", "tick@5", "later@10", "tick@25", "tick@45"])
    }
    Self.expectSilence(result)
  }

  @Test func runLoopsAndOperations() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let log = try Log()
      let main = Mutex(false)
      let operations = OperationQueue()
      await MainActor.run {
        let loop = RunLoop.main
        loop.schedule {
          main.withLock { $0 = Thread.isMainThread }
          log.note("main")
        }
        loop.schedule(after: loop.now.advanced(by: .seconds(2))) { log.note("timer") }
        let ticks = loop.schedule(after: loop.now.advanced(by: 1), interval: 1.5) { log.note("tick") }
        loop.schedule(after: loop.now.advanced(by: .seconds(3))) { ticks.cancel() }
      }
      operations.schedule { log.note("operation") }
      operations.schedule(after: operations.now.advanced(by: .milliseconds(700))) {
        log.note("late operation")
      }
      await log.expect(["main@0", "operation@0", "late operation@7", "tick@10", "timer@20", "tick@25"])
      if !main.withLock({ $0 }) { SchedulerTests.complain("not on the main thread") }
    }
    Self.expectSilence(result)
  }

  @Test func timers() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let log = try Log()
      let timer = await MainActor.run {
        Timer.publish(every: 0.5, tolerance: 0, on: .main, in: .common).autoconnect()
          .prefix(3).sink { _ in log.note("fired") }
      }
      await log.expect(["fired@5", "fired@10", "fired@15"])
      timer.cancel()
    }
    Self.expectSilence(result)
  }

  @Test func searchTextSettles() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let log = try Log()
      let subject = PassthroughSubject<String, Never>()
      let settled = subject.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).sink {
        log.note($0)
      }
      let paced = subject.throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: true)
        .sink { log.note("paced \($0)") }
      let late = subject.delay(for: .seconds(2), scheduler: DispatchQueue.main).receive(
        on: DispatchQueue.global()
      )
      .sink { log.note("late \($0)") }
      for (index, text) in ["a", "ab", "abc"].enumerated() {
        DispatchQueue.main.asyncAfter(deadline: .now() + Double(index) / 5) { subject.send(text) }
      }
      await log.expect(["paced a@0", "abc@7", "paced abc@10", "late a@20", "late ab@22", "late abc@24"])
      withExtendedLifetime((settled, paced, late)) {}
    }
    Self.expectSilence(result)
  }

  @Test func lengthsOfTime() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    let lengths: [(Stride, Int)] = [
      (.seconds(2), 2_000_000_000),
      (.seconds(0.25), 250_000_000),
      (.milliseconds(3), 3_000_000),
      (.microseconds(4), 4000),
      (.nanoseconds(5), 5),
      (1, 1_000_000_000),
      (0.5, 500_000_000),
      (Stride(.milliseconds(7)), 7_000_000),
      (.seconds(1) + .milliseconds(1), 1_001_000_000),
      (.seconds(1) - .milliseconds(1), 999_000_000),
    ]
    var mismatches: [String] = []
    for (stride, nanoseconds) in lengths where stride.magnitude != nanoseconds {
      mismatches.append("\(stride), expected \(nanoseconds)")
    }
    #expect(mismatches == [])
    #expect(Stride.seconds(1) < .seconds(2))
    #expect(Stride(exactly: 3)?.magnitude == 3)
    let time = DispatchQueue.SchedulerTimeType(.init(uptimeNanoseconds: 1000))
    #expect(time.distance(to: time.advanced(by: .nanoseconds(500))) == .nanoseconds(500))
    let date = RunLoop.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 10))
    #expect(date.advanced(by: .seconds(1.5)).date == Date(timeIntervalSinceReferenceDate: 11.5))
    #expect(date.distance(to: date.advanced(by: 2)).timeInterval == 2)
  }

  @Test func theImmediateSchedulerDoesNotWait() {
    var notes: [String] = []
    let scheduler = ImmediateScheduler.shared
    scheduler.schedule { notes.append("a") }
    scheduler.schedule(after: scheduler.now.advanced(by: .init(0))) { notes.append("b") }
    scheduler.schedule(after: scheduler.now, interval: .init(0)) { notes.append("c") }.cancel()
    #expect(notes == ["a", "b", "c"])
    #expect(Just(1).delay(for: .init(0), scheduler: scheduler).notes == ["subscription", "1", "finished"])
    #expect(Just(1).delay(for: .seconds(3), scheduler: scheduler).notes == ["subscription", "1", "finished"])
    let lengths: [ImmediateScheduler.SchedulerTimeType.Stride] = [
      0, 2, 1.5, .seconds(1), .seconds(0.5), .milliseconds(2), .microseconds(3), .nanoseconds(4),
      scheduler.now.distance(to: scheduler.now.advanced(by: .seconds(9))),
    ]
    #expect(lengths.map(\.magnitude) == Array(repeating: 0, count: 9))
  }
}
