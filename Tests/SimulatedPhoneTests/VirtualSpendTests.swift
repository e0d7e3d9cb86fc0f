import Foundation
import SimulatedPhone
import Synchronization
import Testing

/// Calls that take phone time. Each test runs 200 times in a process of its own.
@Suite struct VirtualSpendTests {
  /// The clock moves three times while the main thread starts the camera; a timer of its run loop that comes due
  /// meanwhile fires after the call.
  @Test func blockedMainThread() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun(resolution: PhoneRun.foundationResolution)
      await run.expect(
        [
          "detached@100.0", "delegate@150.0", "detached@200.0", "camera up@250.0", "timer@250.0",
          "main actor@250.0", "main queue@250.0",
        ], Story.blockedMainThread)
      complain(unless: run.slowLooks == 0, "\(run.slowLooks) slow looks at all threads")
    }
    expectNoComplaint(result)
  }

  /// What fires after the call comes after it in order, too.
  @Test func timerComesAfterTheCall() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun(resolution: PhoneRun.foundationResolution)
      for _ in 0..<PhoneRun.repetitions {
        run.begin()
        Story.callAndTimer(run)
        await run.clock.run(for: .seconds(1))
        let found = run.notesAsTheyCame
        guard found == ["camera up@250.0", "timer@250.0"] else { return complain("\(found)") }
      }
    }
    expectNoComplaint(result)
  }

  @Test func blockedQueueAndTask() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun().expect(
        ["main@100.0", "queue up@250.0", "next on the queue@250.0", "task up@250.0"], Story.blockedQueue)
    }
    expectNoComplaint(result)
  }

  /// Sleeps, a semaphore, a queue that is busy, and time that is spent; nothing of a shorter wait or an idle run loop.
  @Test func waitsOfTheMainThreadAreTold() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      let told = Mutex<[String]>([])
      await MainActor.run {
        run.clock.onMainThreadWait(longerThan: .milliseconds(20)) { since, until in
          told.withLock { $0.append("\(since.nanoseconds / 1_000_000) \(until.nanoseconds / 1_000_000)") }
        }
      }
      run.clock.run()
      await MainActor.run {
        let queue = DispatchQueue(label: "busy")
        let gate = DispatchSemaphore(value: 0)
        Thread.sleep(forTimeInterval: 0.0625)
        Thread.sleep(forTimeInterval: 0.0078125)
        run.clock.spend(.milliseconds(100))
        queue.async {
          run.clock.spend(.milliseconds(50))
          gate.signal()
          run.clock.spend(.milliseconds(30))
        }
        gate.wait()
        queue.sync {}
      }
      try await Task.sleep(for: .seconds(3))
      let lengths = told.withLock { $0 }.map { line in
        let ends = line.split(separator: " ").compactMap { Int($0) }
        return ends[1] - ends[0]
      }
      guard lengths == [62, 100, 50, 30] else { return complain("\(told.withLock { $0 })") }
    }
    expectNoComplaint(result)
  }

  @Test func anActionOfTheAgendaMayNotSpend() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      run.clock.schedule(after: .milliseconds(1)) { run.clock.spend(.milliseconds(1)) }
      await run.clock.run(for: .seconds(1))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("an action of the agenda called something that takes phone time"))
  }

  private enum Story {
    static func blockedMainThread(_ run: PhoneRun) {
      let delegate = DispatchQueue(label: "delegate")
      run.clock.schedule(after: .milliseconds(150)) { delegate.async { run.note("delegate") } }
      Task.detached {
        for _ in 0..<2 {
          try await Task.sleep(for: .milliseconds(100))
          run.note("detached")
        }
      }
      DispatchQueue.main.async {
        _ = Timer.scheduledTimer(withTimeInterval: 0.100, repeats: false) { _ in run.note("timer") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.050) { run.note("main queue") }
        Task { @MainActor in run.note("main actor") }
        run.clock.spend(.milliseconds(250))
        run.note("camera up")
      }
    }

    static func callAndTimer(_ run: PhoneRun) {
      DispatchQueue.main.async {
        _ = Timer.scheduledTimer(withTimeInterval: 0.100, repeats: false) { _ in run.note("timer") }
        run.clock.spend(.milliseconds(250))
        run.note("camera up")
      }
    }

    static func blockedQueue(_ run: PhoneRun) {
      let queue = DispatchQueue(label: "session")
      queue.async {
        run.clock.spend(.milliseconds(250))
        run.note("queue up")
      }
      queue.async { run.note("next on the queue") }
      Task.detached {
        run.clock.spend(.milliseconds(250))
        run.note("task up")
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.100) { run.note("main") }
    }
  }
}
