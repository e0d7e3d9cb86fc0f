import Foundation
import SimulatedPhone
import Synchronization
import Testing

/// Sleeps, conditions and threads in phone time. Each test runs 200 times in a process of its own.
@Suite struct VirtualThreadTests {
  @Test func sleepsOnAnyThread() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        [
          "main Thread.sleep@30.0", "main usleep@50.0", "queue Thread.sleep@30.0", "queue usleep@50.0",
          "thread Thread.sleep@30.0", "thread usleep@50.0", "main nanosleep@60.0", "queue nanosleep@60.0",
          "thread nanosleep@60.0", "main sleep@1060.0", "queue sleep@1060.0", "thread sleep@1060.0",
          "main until@1160.0", "queue until@1160.0", "thread until@1160.0",
        ], within: .seconds(2), Story.sleeps)
    }
    expectNoComplaint(result)
  }

  @Test func conditionsWithDeadline() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["timed out@20.0", "signalled@45.0", "main timed out@80.0"], Story.conditionDeadlines)
    }
    expectNoComplaint(result)
  }

  @Test func conditionsWithoutDeadline() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["one@10.0", "rest 1@20.0", "rest 2@20.0", "rest 3@20.0"], Story.conditions)
    }
    expectNoComplaint(result)
  }

  @Test func operationQueues() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await PhoneRun(resolution: PhoneRun.foundationResolution).expect(
        ["first@20.0", "second@40.0", "dependent@50.0", "all@50.0", "main@55.0"], Story.operations)
    }
    expectNoComplaint(result)
  }

  /// A producer made by hand and a consumer on a queue.
  @Test func threadsMadeByHandAreCounted() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun(resolution: PhoneRun.foundationResolution)
      await run.expect(
        ["consumed 0@10.0", "consumed 1@20.0", "consumed 2@30.0", "ended@30.0"], Story.handMadeThread)
      complain(unless: run.slowLooks == 0, "\(run.slowLooks) slow looks at all threads")
    }
    expectNoComplaint(result)
  }

  @Test func waitingForDescriptors() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      await run.expect(
        [
          "main timed out@30.0", "queue timed out@30.0", "thread timed out@30.0", "queue got 7@50.0",
        ], Story.polls)
      complain(unless: run.slowLooks == 0, "\(run.slowLooks) slow looks at all threads")
    }
    expectNoComplaint(result)
  }

  private enum Story {
    static func polls(_ run: PhoneRun) {
      @Sendable func timeOut(_ name: String) {
        if poll(nil, 0, 30) == 0 { run.note("\(name) timed out") }
      }
      DispatchQueue.main.async { timeOut("main") }
      Thread.detachNewThread { timeOut("thread") }
      let pipe = Pipe()
      DispatchQueue(label: "queue").async {
        timeOut("queue")
        var polled = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 1000) == 1, polled.revents == POLLIN else {
          return run.note("queue got nothing")
        }
        run.note("queue got \(pipe.fileHandleForReading.availableData.first ?? 0)")
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.050) {
        pipe.fileHandleForWriting.write(Data([7]))
      }
    }

    static func sleeps(_ run: PhoneRun) {
      @Sendable func sleeps(_ name: String) {
        Thread.sleep(forTimeInterval: 0.030)
        run.note("\(name) Thread.sleep")
        usleep(20_000)
        run.note("\(name) usleep")
        var time = timespec(tv_sec: 0, tv_nsec: 10_000_000)
        nanosleep(&time, nil)
        run.note("\(name) nanosleep")
        sleep(1)
        run.note("\(name) sleep")
        Thread.sleep(until: Date() + 0.100)
        run.note("\(name) until")
      }
      DispatchQueue.main.async { sleeps("main") }
      DispatchQueue(label: "queue").async { sleeps("queue") }
      Thread.detachNewThread { sleeps("thread") }
    }

    static func conditionDeadlines(_ run: PhoneRun) {
      let condition = NSCondition(), forMain = NSCondition()
      DispatchQueue.global().async {
        condition.lock()
        if !condition.wait(until: Date() + 0.020) { run.note("timed out") }
        if condition.wait(until: Date() + 10) { run.note("signalled") }
        condition.unlock()
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.045) {
        condition.lock()
        condition.signal()
        condition.unlock()
      }
      DispatchQueue.main.async {
        forMain.lock()
        if !forMain.wait(until: Date() + 0.080) { run.note("main timed out") }
        forMain.unlock()
      }
    }

    static func conditions(_ run: PhoneRun) {
      let condition = NSCondition()
      let state = Turn()
      DispatchQueue.global().async {
        condition.lock()
        while state.value < 1 { condition.wait() }
        run.note("one")
        condition.unlock()
      }
      for n in 1...3 {
        Thread.detachNewThread {
          condition.lock()
          while state.value < 2 { condition.wait() }
          run.note("rest \(n)")
          condition.unlock()
        }
      }
      for n in 1...2 {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10 * n)) {
          condition.lock()
          state.value = n
          condition.broadcast()
          condition.unlock()
        }
      }
    }

    static func operations(_ run: PhoneRun) {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      queue.addOperation {
        usleep(20_000)
        run.note("first")
      }
      let second = BlockOperation {
        usleep(20_000)
        run.note("second")
      }
      let dependent = BlockOperation {
        usleep(10_000)
        run.note("dependent")
      }
      dependent.addDependency(second)
      queue.addOperation(second)
      OperationQueue().addOperation(dependent)
      Thread.detachNewThread {
        dependent.waitUntilFinished()
        run.note("all")
        usleep(5000)
        OperationQueue.main.addOperation { run.note("main") }
      }
    }

    static func handMadeThread(_ run: PhoneRun) {
      let filled = DispatchSemaphore(value: 0), taken = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for _ in 0..<3 {
          Thread.sleep(forTimeInterval: 0.010)
          filled.signal()
          taken.wait()
        }
        run.note("ended")
      }
      DispatchQueue(label: "consumer").async {
        for n in 0..<3 {
          filled.wait()
          run.note("consumed \(n)")
          taken.signal()
        }
      }
    }
  }

  private final class Turn: Sendable {
    private let stored = Atomic(0)
    var value: Int {
      get { stored.load(ordering: .acquiring) }
      set { stored.store(newValue, ordering: .releasing) }
    }
  }
}
