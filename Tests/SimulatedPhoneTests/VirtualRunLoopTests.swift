import Foundation
import SimulatedPhone
import Synchronization
import Testing

/// Run loops in phone time, and the main thread. Each test runs 200 times in a process of its own.
@Suite struct VirtualRunLoopTests {
  @Test func timersOnTheMainRunLoop() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["scheduled@10.0", "tick@20.0", "tick@40.0", "tick@60.0", "at a date@70.0"], Story.timers)
    }
    expectNoComplaint(result)
  }

  /// On Linux a `Timer` made by `Timer(timeInterval:repeats:block:)` fires as soon as it is added, and then by its
  /// interval; on Apple's systems first after the interval.
  @Test func plainTimerInitialiserFiresAtOnce() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["tick@0.0", "tick@20.0", "tick@40.0"], Story.plainTimer)
    }
    expectNoComplaint(result)
  }

  @Test func performOnTheMainRunLoop() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["from a queue@10.0", "from main@10.0", "again@30.0"], Story.perform)
    }
    expectNoComplaint(result)
  }

  @Test func nestedMainRunLoop() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["inner@20.0", "outer@50.0", "queued@50.0", "after@60.0"], within: .milliseconds(200), Story.nested)
    }
    expectNoComplaint(result)
  }

  @Test func runLoopsOfOtherThreads() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["tick@10.0", "host@15.0", "tick@20.0", "host@25.0", "tick@30.0", "over@30.0"], Story.otherThread)
    }
    expectNoComplaint(result)
  }

  @Test func mainActorIsOnTheMainThread() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let isMain = await MainActor.run { Thread.isMainThread }
      complain(unless: isMain, "the main actor runs on another thread")
    }
    expectNoComplaint(result)
  }

  private enum Story {
    static func timers(_ run: PhoneRun) {
      DispatchQueue.main.async {
        _ = Timer.scheduledTimer(withTimeInterval: 0.010, repeats: false) { _ in run.note("scheduled") }
        let count = Count()
        _ = Timer.scheduledTimer(withTimeInterval: 0.020, repeats: true) { timer in
          run.note("tick")
          if count.next() == 3 { timer.invalidate() }
        }
        let dated = Timer(fire: Date() + 0.070, interval: 0, repeats: false) { _ in run.note("at a date") }
        RunLoop.main.add(dated, forMode: .common)
      }
    }

    static func plainTimer(_ run: PhoneRun) {
      DispatchQueue.main.async {
        let count = Count()
        let timer = Timer(timeInterval: 0.020, repeats: true) { timer in
          run.note("tick")
          if count.next() == 3 { timer.invalidate() }
        }
        RunLoop.main.add(timer, forMode: .common)
      }
    }

    static func perform(_ run: PhoneRun) {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.010) {
        RunLoop.main.perform { run.note("from a queue") }
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.010) {
        RunLoop.main.perform {
          run.note("from main")
          DispatchQueue.main.asyncAfter(deadline: .now() + 0.020) { run.note("again") }
        }
      }
    }

    /// While an item of the main queue runs a run loop of its own, timers fire and the main queue waits.
    static func nested(_ run: PhoneRun) {
      DispatchQueue.main.async {
        _ = Timer.scheduledTimer(withTimeInterval: 0.020, repeats: false) { _ in run.note("inner") }
        _ = Timer.scheduledTimer(withTimeInterval: 0.060, repeats: false) { _ in run.note("after") }
        RunLoop.main.run(until: Date() + 0.050)
        run.note("outer")
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.030) { run.note("queued") }
    }

    static func otherThread(_ run: PhoneRun) {
      for milliseconds in [15.0, 25.0] {
        run.clock.schedule(after: .milliseconds(milliseconds)) { run.note("host") }
      }
      Thread.detachNewThread {
        let count = Count()
        let timer = Timer(fire: Date() + 0.010, interval: 0.010, repeats: true) { timer in
          run.note("tick")
          if count.next() == 3 { timer.invalidate() }
        }
        RunLoop.current.add(timer, forMode: .default)
        while timer.isValid, RunLoop.current.run(mode: .default, before: .distantFuture) {}
        run.note("over")
      }
    }
  }

  private final class Count: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }
}
