import Dispatch
import Testing
import os.lock

@Suite struct LockTests {
  @Test func onlyOneAtATime() {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in lock.withLock { $0 += 1 } }
    #expect(lock.withLock { $0 } == 1000)
  }
}
