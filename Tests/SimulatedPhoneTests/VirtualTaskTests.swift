import Foundation
import SimulatedPhone
import Testing

/// Swift Concurrency in phone time. Each test runs 200 times in a process of its own.
@Suite struct VirtualTaskTests {
  @Test func sleepsOfTasks() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["for@100.0", "nanoseconds@200.0", "until@300.0", "suspending@400.0", "tolerance@500.0"], Story.sleeps
      )
    }
    expectNoComplaint(result)
  }

  @Test func mainActorAndActors() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["main@10.0", "actor@30.0", "main again@40.0"], Story.mainActorAndActors)
    }
    expectNoComplaint(result)
  }

  @Test func taskGroups() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["3@30.0", "2@60.0", "1@90.0", "all@90.0"], Story.taskGroups)
    }
    expectNoComplaint(result)
  }

  @Test func timeoutRace() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["first is fast@50.0"], Story.timeoutRace)
    }
    expectNoComplaint(result)
  }

  @Test func cancelledSleepEndsAtOnce() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["cancelled@70.0"], Story.cancelledSleep)
    }
    expectNoComplaint(result)
  }

  @Test func asyncStream() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(["0@20.0", "1@40.0", "2@60.0", "end@60.0"], Story.asyncStream)
    }
    expectNoComplaint(result)
  }

  @Test func clocksMeasure() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["continuous 35.0@35.0", "suspending 15.0@50.0", "date 10.0@60.0", "uptime 10.0@70.0"], Story.measure)
    }
    expectNoComplaint(result)
  }

  private enum Story {
    static func sleeps(_ run: PhoneRun) {
      Task.detached {
        try await Task.sleep(for: .milliseconds(100))
        run.note("for")
        try await Task.sleep(nanoseconds: 100_000_000)
        run.note("nanoseconds")
        try await Task.sleep(until: .now + .milliseconds(100))
        run.note("until")
        try await Task.sleep(until: .now + .milliseconds(100), clock: .suspending)
        run.note("suspending")
        try await Task.sleep(for: .milliseconds(100), tolerance: .milliseconds(20))
        run.note("tolerance")
      }
    }

    static func mainActorAndActors(_ run: PhoneRun) {
      let keeper = Keeper()
      Task { @MainActor in
        try await Task.sleep(for: .milliseconds(10))
        guard Thread.isMainThread else { fatalError("the main actor is not on the main thread") }
        run.note("main")
        try await keeper.keep(for: .milliseconds(20))
        run.note("actor")
        try await Task.sleep(for: .milliseconds(10))
        run.note("main again")
      }
    }

    static func taskGroups(_ run: PhoneRun) {
      Task.detached {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for n in 1...3 {
            group.addTask {
              try await Task.sleep(for: .milliseconds(120 - 30 * n))
              run.note("\(n)")
            }
          }
          try await group.waitForAll()
        }
        run.note("all")
      }
    }

    static func timeoutRace(_ run: PhoneRun) {
      Task.detached {
        let first = try await withThrowingTaskGroup(of: String.self) { group in
          group.addTask {
            try await Task.sleep(for: .seconds(10))
            return "slow"
          }
          group.addTask {
            try await Task.sleep(for: .milliseconds(50))
            return "fast"
          }
          defer { group.cancelAll() }
          return try await group.next() ?? "none"
        }
        run.note("first is \(first)")
      }
    }

    static func cancelledSleep(_ run: PhoneRun) {
      let task = Task.detached {
        do { try await Task.sleep(for: .seconds(3600)) } catch { run.note("cancelled") }
      }
      Task.detached {
        try await Task.sleep(for: .milliseconds(70))
        task.cancel()
      }
    }

    static func asyncStream(_ run: PhoneRun) {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Task.detached {
        for n in 0..<3 {
          try await Task.sleep(for: .milliseconds(20))
          continuation.yield(n)
        }
        continuation.finish()
      }
      Task.detached {
        for await n in stream { run.note("\(n)") }
        run.note("end")
      }
    }

    static func measure(_ run: PhoneRun) {
      Task.detached {
        let continuous = try await ContinuousClock().measure { try await Task.sleep(for: .milliseconds(35)) }
        run.note("continuous \(continuous / .milliseconds(1))")
        let suspending = try await SuspendingClock().measure { try await Task.sleep(for: .milliseconds(15)) }
        run.note("suspending \(suspending / .milliseconds(1))")
        let date = Date()
        try await Task.sleep(for: .milliseconds(10))
        run.note("date \((Date().timeIntervalSince(date) * 1e6).rounded() / 1e3)")
        let uptime = ProcessInfo.processInfo.systemUptime
        try await Task.sleep(for: .milliseconds(10))
        run.note("uptime \(((ProcessInfo.processInfo.systemUptime - uptime) * 1e6).rounded() / 1e3)")
      }
    }
  }

  private actor Keeper {
    func keep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
  }
}
