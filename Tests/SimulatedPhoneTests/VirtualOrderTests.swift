import Foundation
import SimulatedPhone
import Synchronization
import Testing

/// The fixed order within an instant.
@Suite struct VirtualOrderTests {
  /// Everything that happens in 200 runs of one process, and of another, comes in the same order.
  @Test func runsAreIdentical() async {
    let first = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await Story.printOrder()
    }
    let second = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await Story.printOrder()
    }
    let text = String(decoding: first?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.split(separator: "\n").count == 1)
    #expect(text.contains("queue 0@10.0") && text.contains("after sync@20.0"))
    #expect(first?.standardErrorContent == second?.standardErrorContent)
  }

  /// `sync` comes after what was handed to the queue before, also when that is held back.
  @Test func syncFlushesEarlierItems() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun(order: .fixed)
      for _ in 0..<PhoneRun.repetitions {
        run.begin()
        Story.syncAfterAsync(run)
        await run.clock.run(for: .milliseconds(100))
        let found = run.notesAsTheyCame
        guard found == ["1@0.0", "2@0.0", "sync@0.0", "3@0.0", "other@0.0"] else {
          return complain("\(found)")
        }
      }
    }
    expectNoComplaint(result)
  }

  @Test func everythingElseStaysAsItIs() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(order: .fixed).expect(
        ["data 3@5.0", "got@20.0", "task@30.0", "barrier@40.0", "notified@50.0", "main@60.0"], Story.mixture)
    }
    expectNoComplaint(result)
  }

  private enum Story {
    /// Prints the order of one run, and further lines for runs that differ from it.
    static func printOrder() async throws {
      let run = try PhoneRun(order: .fixed)
      var orders: [[String]] = []
      for _ in 0..<PhoneRun.repetitions {
        run.begin()
        race(run)
        await run.clock.run(for: .milliseconds(100))
        let found = run.notesAsTheyCame
        if !orders.contains(found) { orders.append(found) }
      }
      for order in orders { complain("\(order)") }
    }

    /// Six queues, tasks, the main queue and a synchronous call, all due in the same instants.
    static func race(_ run: PhoneRun) {
      for n in 0..<6 {
        DispatchQueue(label: "queue \(n)").asyncAfter(deadline: .now() + 0.010) {
          run.note("queue \(n)")
          DispatchQueue.global().async { run.note("global \(n)") }
          Task.detached {
            run.note("task \(n)")
            await MainActor.run { run.note("main actor \(n)") }
          }
          DispatchQueue.main.async { run.note("main \(n)") }
        }
      }
      let queue = DispatchQueue(label: "synced")
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.020) {
        for n in 0..<3 { queue.async { run.note("before sync \(n)") } }
        queue.sync { run.note("in sync") }
        run.note("after sync")
      }
      for n in 0..<3 {
        run.clock.schedule(after: .milliseconds(20)) {
          run.note("host \(n)")
          queue.async { run.note("frame \(n)") }
        }
      }
    }

    static func syncAfterAsync(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "queue"), other = DispatchQueue(label: "other")
      DispatchQueue.main.async {
        queue.async { run.note("1") }
        other.async { run.note("other") }
        queue.async { run.note("2") }
        queue.sync { run.note("sync") }
        queue.sync { run.note("3") }
      }
    }

    static func mixture(_ run: PhoneRun) {
      let signal = DispatchSemaphore(value: 0), group = DispatchGroup()
      let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
      // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let source = DispatchSource.makeUserDataAddSource(
        queue: DispatchQueue(label: "data"))
      source.setEventHandler {
        run.note("data \(source.data)")
        source.cancel()
      }
      source.activate()
      DispatchQueue(label: "feeder").asyncAfter(deadline: .now() + 0.005) {
        source.add(data: 1)
        source.add(data: 2)
      }
      DispatchQueue.global().async {
        signal.wait()
        run.note("got")
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.020) { signal.signal() }
      Task.detached {
        try await Task.sleep(for: .milliseconds(30))
        run.note("task")
      }
      concurrent.async(group: group) { usleep(40_000) }
      concurrent.async(flags: .barrier) { run.note("barrier") }
      DispatchQueue.global().async(group: group) { usleep(50_000) }
      group.notify(queue: .main) {
        run.note("notified")
        usleep(10_000)
        run.note("main")
      }
    }
  }
}
