import CPhoneTime
import Foundation
import SimulatedPhone
import Synchronization
import Testing

/// What phone time can't see, and what lives outside it.
@Suite struct VirtualEscapeTests {
  /// A thread in a call that nobody knows is found asleep; phone time goes on without it.
  @Test func parkedThreadsDoNotHoldUpTime() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      let pipe = Pipe()
      DispatchQueue(label: "reader").async { _ = pipe.fileHandleForReading.availableData }
      await run.expect(["tick@10.0", "tick@20.0"], within: .milliseconds(50)) { run in
        for n in 1...2 {
          DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10 * n)) { run.note("tick") }
        }
      }
      complain(unless: run.slowLooks > 0, "the reader was not noticed")
      pipe.fileHandleForWriting.write(Data([1]))
    }
    expectNoComplaint(result)
  }

  @Test func suspendedQueuesDoNotHoldUpTime() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      await run.expect(["tick@10.0", "late@30.0"], within: .milliseconds(50)) { run in
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        queue.async { run.note("late") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.010) { run.note("tick") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.030) { queue.resume() }
      }
    }
    expectNoComplaint(result)
  }

  /// Phone time stands still while a counted thread works, however long that takes.
  @Test func workTakesNoPhoneTime() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      await run.expect(["worked@10.0", "next@11.0"], within: .milliseconds(20)) { run in
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.010) {
          Self.waitInMachineTime(microseconds: 3000)
          run.note("worked")
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.011) { run.note("next") }
      }
    }
    expectNoComplaint(result)
  }

  /// A thread without virtual time: it waits really, reads the machine's clocks, and phone time takes no notice.
  @Test func exemptThreads() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      let before = Date()
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        VirtualClock.exemptCurrentThread()
        complain(unless: Date() > before + 3600, "the thread does not read the machine's calendar")
        usleep(1000)
        ended.signal()
      }
      await run.expect(["tick@10.0"], within: .milliseconds(20)) { run in
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.010) { run.note("tick") }
      }
      VirtualClock.withMachineTime { ended.wait() }
    }
    expectNoComplaint(result)
  }

  /// A hundred helpers, each made when the one before has ended: a place in the list is given back when its thread ends.
  @Test func exemptThreadsComeAndGo() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = try PhoneRun()
      for _ in 0..<100 {
        var thread = pthread_t()
        let error = pthread_create(
          &thread, nil,
          { _ in
            VirtualClock.exemptCurrentThread()
            return nil
          }, nil)
        guard error == 0 else { return complain("no thread: \(error)") }
        VirtualClock.withMachineTime { _ = pthread_join(thread, nil) }
      }
    }
    expectNoComplaint(result)
  }

  @Test func queuesCanNotLeave() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      DispatchQueue.global().async { VirtualClock.exemptCurrentThread() }
      await run.clock.run(for: .seconds(1))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("only a thread of one's own can leave phone time"))
  }

  @Test func machineTimeIsRestoredAfterAThrow() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let run = try PhoneRun()
      struct Stop: Error {}
      do {
        try VirtualClock.withMachineTime { throw Stop() }
      } catch {
        await run.clock.run(for: .milliseconds(5))
        complain(unless: run.clock.now.nanoseconds == 5_000_000, "\(run.clock.now)")
      }
    }
    expectNoComplaint(result)
  }

  /// Really waits, outside phone time.
  private static func waitInMachineTime(microseconds: Int64) {
    VirtualClock.withMachineTime { _ = usleep(UInt32(microseconds)) }
  }
}
