import Dispatch
import Foundation
import SimulatedPhone
import Testing

/// Queues, work items, groups and semaphores in phone time. Each test runs 200 times in a process of its own.
@Suite struct VirtualDispatchTests {
  @Test func asyncAfter() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["now@0.0", "main@10.0", "global@20.0", "queue@30.0", "wall@40.0", "item@50.0"], Story.asyncAfter)
    }
    expectNoComplaint(result)
  }

  @Test func workItems() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["item@20.0", "notified@20.0", "waited@20.0", "timed out@130.0", "late@220.0"], Story.workItems)
    }
    expectNoComplaint(result)
  }

  @Test func groups() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["timed out@10.0", "a@30.0", "b@50.0", "notified@50.0", "waited@50.0"], Story.groups)
    }
    expectNoComplaint(result)
  }

  @Test func semaphores() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["timed out@15.0", "got@40.0"], Story.semaphores)
    }
    expectNoComplaint(result)
  }

  @Test func semaphoresOnTheMainThread() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["main timed out@60.0", "main got@100.0", "detached@50.0", "main queue@100.0"], Story.mainSemaphores)
    }
    expectNoComplaint(result)
  }

  @Test func handingOverTakesNoTime() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["done@0.0"], Story.pingPong)
    }
    expectNoComplaint(result)
  }

  @Test func barriers() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["a@20.0", "b@20.0", "c@20.0", "d@20.0", "barrier@50.0", "e@60.0", "item barrier@70.0", "f@80.0"],
        Story.barriers)
    }
    expectNoComplaint(result)
  }

  /// The waiting thread is not in any list: the slow look finds that it sleeps.
  @Test func syncWaitsForASleepingQueue() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["tick@10.0", "tick@20.0", "async@30.0", "synced@30.0"], within: .milliseconds(100), Story.sync)
    }
    expectNoComplaint(result)
  }

  /// Global queues have as many threads as there are cores; twenty sleeping items must not starve the rest.
  @Test func manySleepersStarveNobody() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["task@5.0", "item@10.0", "concurrent@15.0"] + (0..<20).map { "sleeper \($0)@50.0" },
        Story.manySleepers)
    }
    expectNoComplaint(result)
  }

  @Test func concurrentPerformTakesNoTime() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["sum 4950@10.0"], Story.concurrentPerform)
    }
    expectNoComplaint(result)
  }

  private enum Story {
    static func asyncAfter(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "serial")
      queue.asyncAfter(deadline: .now()) { run.note("now") }
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10)) { run.note("main") }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { run.note("global") }
      queue.asyncAfter(deadline: .now() + 0.030) { run.note("queue") }
      queue.asyncAfter(wallDeadline: .now() + .milliseconds(40)) { run.note("wall") }
      queue.asyncAfter(deadline: .now() + 0.050, execute: DispatchWorkItem { run.note("item") })
      queue.asyncAfter(deadline: .distantFuture) { run.note("never") }
    }

    static func workItems(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "serial")
      // Work items may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let item = DispatchWorkItem {
        usleep(20_000)
        run.note("item")
      }
      item.notify(queue: DispatchQueue(label: "other")) { run.note("notified") }
      // Work items may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let cancelled = DispatchWorkItem { run.note("cancelled") }
      queue.async(execute: item)
      queue.asyncAfter(deadline: .now() + 0.050, execute: cancelled)
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.040) { cancelled.cancel() }
      // Work items may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let late = DispatchWorkItem {
        usleep(100_000)
        run.note("late")
      }
      DispatchQueue.global().async {
        item.wait()
        run.note("waited")
        usleep(100_000)
        DispatchQueue(label: "late").async(execute: late)
        if late.wait(timeout: .now() + 0.010) == .timedOut { run.note("timed out") }
      }
    }

    static func groups(_ run: PhoneRun) {
      let group = DispatchGroup()
      DispatchQueue(label: "serial").async(group: group) {
        usleep(30_000)
        run.note("a")
      }
      group.enter()
      Task.detached {
        try await Task.sleep(for: .milliseconds(50))
        run.note("b")
        group.leave()
      }
      group.notify(queue: .main) { run.note("notified") }
      DispatchQueue.global().async {
        if group.wait(timeout: .now() + 0.010) == .timedOut { run.note("timed out") }
        group.wait()
        run.note("waited")
      }
    }

    static func semaphores(_ run: PhoneRun) {
      let signal = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        if signal.wait(timeout: .now() + 0.015) == .timedOut { run.note("timed out") }
        signal.wait()
        run.note("got")
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.040) { signal.signal() }
    }

    static func mainSemaphores(_ run: PhoneRun) {
      let signal = DispatchSemaphore(value: 0)
      DispatchQueue.main.async {
        if signal.wait(timeout: .now() + 0.060) == .timedOut { run.note("main timed out") }
        signal.wait()
        run.note("main got")
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.020) { run.note("main queue") }
      Task.detached {
        try await Task.sleep(for: .milliseconds(50))
        run.note("detached")
        try await Task.sleep(for: .milliseconds(50))
        signal.signal()
      }
    }

    static func pingPong(_ run: PhoneRun) {
      let ping = DispatchSemaphore(value: 0)
      let pong = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        for _ in 0..<100 {
          ping.wait()
          pong.signal()
        }
      }
      DispatchQueue.global().async {
        for _ in 0..<100 {
          ping.signal()
          pong.wait()
        }
        run.note("done")
      }
    }

    static func barriers(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      func add(_ name: String, _ milliseconds: UInt32, _ flags: DispatchWorkItemFlags = []) {
        queue.async(flags: flags) {
          usleep(milliseconds * 1000)
          run.note(name)
        }
      }
      for name in ["a", "b", "c", "d"] { add(name, 20) }
      add("barrier", 30, .barrier)
      add("e", 10)
      let item = DispatchWorkItem(flags: .barrier) {
        usleep(10_000)
        run.note("item barrier")
      }
      queue.async(execute: item)
      add("f", 10)
    }

    static func sync(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "serial")
      queue.async {
        usleep(30_000)
        run.note("async")
      }
      DispatchQueue.main.async { queue.sync { run.note("synced") } }
      for n in 1...2 {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10 * n)) { run.note("tick") }
      }
    }

    static func manySleepers(_ run: PhoneRun) {
      let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
      for n in 0..<20 {
        (n < 10 ? DispatchQueue.global() : concurrent).async {
          usleep(50_000)
          run.note("sleeper \(n)")
        }
      }
      Task.detached {
        try await Task.sleep(for: .milliseconds(5))
        run.note("task")
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.010) { run.note("item") }
      concurrent.asyncAfter(deadline: .now() + 0.015) { run.note("concurrent") }
    }

    static func concurrentPerform(_ run: PhoneRun) {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.010) {
        // Each iteration writes an element of its own.
        nonisolated(unsafe) let squares = UnsafeMutablePointer<Int>.allocate(capacity: 100)
        defer { squares.deallocate() }
        DispatchQueue.concurrentPerform(iterations: 100) { squares[$0] = $0 }
        run.note("sum \((0..<100).reduce(0) { $0 + squares[$1] })")
      }
    }
  }
}
