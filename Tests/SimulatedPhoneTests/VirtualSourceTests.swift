import Dispatch
import Foundation
import SimulatedPhone
import Synchronization
import Testing

/// Dispatch sources in phone time. Each test runs 200 times in a process of its own.
@Suite struct VirtualSourceTests {
  @Test func repeatingTimerAndCancel() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["tick@10.0", "tick@30.0", "tick@50.0", "cancelled@50.0"], Story.repeating)
    }
    expectNoComplaint(result)
  }

  @Test func timersFireOnce() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["queue@25.0", "main@40.0", "late start@70.0", "wall@80.0", "moved@90.0"], Story.once)
    }
    expectNoComplaint(result)
  }

  @Test func suspendedTimerReportsWhatItMissed() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["missed 3@70.0", "1@80.0"], Story.suspended)
    }
    expectNoComplaint(result)
  }

  @Test func droppedTimersLeaveNothingBehind() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      await run.expect([], Story.dropped)
      let isEmpty = await run.clock.settle()
      complain(unless: isEmpty, "a dropped timer is still in the agenda")
    }
    expectNoComplaint(result)
  }

  @Test func userData() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["add 3@10.0", "or 5@20.0", "replace 9@30.0", "over@40.0"], Story.userData)
    }
    expectNoComplaint(result)
  }

  private enum Story {
    static func repeating(_ run: PhoneRun) {
      // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      let count = Count()
      timer.schedule(deadline: .now() + .milliseconds(10), repeating: .milliseconds(20))
      timer.setEventHandler {
        run.note("tick")
        if count.next() == 3 { timer.cancel() }
      }
      timer.setCancelHandler { run.note("cancelled") }
      timer.activate()
    }

    static func once(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "timers")
      @discardableResult
      func timer(
        _ name: String, on queue: DispatchQueue, after milliseconds: Int, activate: Bool = true
      ) -> any DispatchSourceTimer {
        // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(milliseconds))
        timer.setEventHandler {
          run.note(name)
          timer.cancel()
        }
        if activate { timer.activate() }
        return timer
      }
      timer("queue", on: queue, after: 25)
      timer("main", on: .main, after: 40)
      // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let late = timer("late start", on: queue, after: 5, activate: false)
      queue.asyncAfter(deadline: .now() + 0.070) { late.activate() }
      let wall = timer("wall", on: queue, after: 5, activate: false)
      wall.schedule(wallDeadline: .now() + .milliseconds(80))
      wall.resume()
      // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let moved = timer("moved", on: queue, after: 10)
      queue.asyncAfter(deadline: .now() + 0.005) {
        moved.schedule(deadline: .now() + .milliseconds(85))
      }
    }

    static func suspended(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "timer")
      // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
      let count = Count()
      timer.schedule(deadline: .now() + .milliseconds(20), repeating: .milliseconds(20))
      timer.setEventHandler {
        let isFirst = count.next() == 1
        run.note(isFirst ? "missed \(timer.data)" : "\(timer.data)")
        if !isFirst { timer.cancel() }
      }
      timer.activate()
      timer.suspend()
      queue.asyncAfter(deadline: .now() + 0.070) { timer.resume() }
    }

    static func dropped(_ run: PhoneRun) {
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + .milliseconds(30), repeating: .milliseconds(1))
      timer.setEventHandler { run.note("dropped") }
      timer.activate()
    }

    /// Merged from the sources' own queues, so that both values are there before the handler runs.
    static func userData(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "sources")
      // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let add = DispatchSource.makeUserDataAddSource(queue: queue)
      nonisolated(unsafe) let or = DispatchSource.makeUserDataOrSource(queue: .main)
      nonisolated(unsafe) let replace = DispatchSource.makeUserDataReplaceSource(queue: queue)
      add.setEventHandler { run.note("add \(add.data)") }
      add.setCancelHandler { run.note("over") }
      or.setEventHandler { run.note("or \(or.data)") }
      replace.setEventHandler { run.note("replace \(replace.data)") }
      add.activate()
      or.activate()
      replace.activate()
      queue.asyncAfter(deadline: .now() + 0.010) {
        add.add(data: 1)
        add.add(data: 2)
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.020) {
        or.or(data: 1)
        or.or(data: 4)
      }
      queue.asyncAfter(deadline: .now() + 0.030) {
        replace.replace(data: 2)
        replace.replace(data: 9)
      }
      queue.asyncAfter(deadline: .now() + 0.040) {
        add.cancel()
        or.cancel()
        replace.cancel()
      }
    }
  }

  private final class Count: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }
}
