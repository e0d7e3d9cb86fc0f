import CPhoneTime
import Foundation
import Testing

/// Without a virtual clock everything is as it was, except that the main thread runs its run loop. This process has none.
@Suite struct ClockPassThroughTests {
  @Test func clocksAreTheMachines() {
    // The machine's calendar is later than the phone's first day, and does not stand still.
    #expect(Date() > Date(timeIntervalSince1970: 1_735_689_600))
    let start = ContinuousClock.now
    var now = start
    for _ in 0..<1_000_000 where now == start { now = .now }
    #expect(now > start)
    #expect(phone_time_step_count() == 0)
  }

  /// Everything that waits ends, and not too early.
  @Test func waitsEnd() async throws {
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(2))
    try await Task.sleep(for: .milliseconds(2), tolerance: .milliseconds(1))
    await withCheckedContinuation { done in
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(2)) { done.resume() }
    }
    await withCheckedContinuation { done in
      let timer = DispatchSource.makeTimerSource(queue: .global())
      // Dispatch sources may be used on any thread; on Linux they are not declared Sendable.
      nonisolated(unsafe) let source = timer
      timer.schedule(deadline: .now() + .milliseconds(2))
      timer.setEventHandler {
        source.cancel()
        done.resume()
      }
      timer.activate()
    }
    await withCheckedContinuation { done in
      DispatchQueue.main.async {
        _ = Timer.scheduledTimer(withTimeInterval: 0.002, repeats: false) { _ in done.resume() }
      }
    }
    #expect(start.duration(to: .now) >= .milliseconds(10))
  }

  @Test func blockingWaitsEnd() async {
    let elapsed = await withCheckedContinuation { done in
      Thread.detachNewThread {
        let start = ContinuousClock.now
        usleep(2000)
        Thread.sleep(forTimeInterval: 0.002)
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(2))
        let condition = NSCondition()
        condition.lock()
        _ = condition.wait(until: Date() + 0.002)
        condition.unlock()
        let group = DispatchGroup()
        group.enter()
        _ = group.wait(timeout: .now() + .milliseconds(2))
        group.leave()
        done.resume(returning: start.duration(to: .now))
      }
    }
    #expect(elapsed >= .milliseconds(9))
  }

  @Test func queuesRunEverything() async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let group = DispatchGroup()
    // The barrier keeps the two blocks apart.
    nonisolated(unsafe) let order = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    defer { order.deallocate() }
    order[0] = 0
    for _ in 0..<50 { queue.async(group: group) {} }
    queue.async(group: group, execute: DispatchWorkItem(flags: .barrier) { order[0] = 1 })
    queue.async(group: group) { order[1] = order[0] }
    await withCheckedContinuation { done in group.notify(queue: .main) { done.resume() } }
    #expect(order[1] == 1)
  }

  @Test func mainThreadRunsItsRunLoop() async {
    let isMain = await withCheckedContinuation { done in
      RunLoop.main.perform { done.resume(returning: Thread.isMainThread) }
    }
    #expect(isMain)
  }
}
