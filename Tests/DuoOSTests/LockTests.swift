import Foundation
import Testing
import os.lock

@Suite struct LockTests {
  @Test func onlyOneAtATime() {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in lock.withLock { $0 += 1 } }
    #expect(lock.withLock { $0 } == 1000)
  }

  /// The word of C counts as well when threads meet at it.
  @Test func theWordKeepsOthersOut() {
    final class Counter: @unchecked Sendable {
      let word = os_unfair_lock_t.allocate(capacity: 1)
      var count = 0
      init() { word.initialize(to: os_unfair_lock()) }
      deinit { word.deallocate() }
    }
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<5000 {
        os_unfair_lock_lock(counter.word)
        counter.count += 1
        os_unfair_lock_unlock(counter.word)
      }
    }
    #expect(counter.count == 20_000)
    #expect(counter.word.pointee._os_unfair_lock_opaque == 0)
  }

  @Test func tryingDoesNotWait() {
    let lock = OSAllocatedUnfairLock()
    #expect(lock.lockIfAvailable())
    lock.precondition(.owner)
    DispatchQueue.global().sync {}
    let seen = OSAllocatedUnfairLock(initialState: true)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let isFree = lock.lockIfAvailable()
      seen.withLock { $0 = isFree }
    }
    group.wait()
    #expect(!seen.withLock { $0 })
    lock.unlock()
    lock.precondition(.notOwner)
    #expect(lock.withLock { 7 } == 7)
    #expect(seen.withLockIfAvailable { _ in 3 } == 3)
    #expect(
      seen.withLockIfAvailableUnchecked { state in seen.withLockIfAvailableUnchecked { _ in state } }
        == .some(nil))
  }

  @Test func theWordKnowsItsOwner() {
    var word = os_unfair_lock()
    #expect(os_unfair_lock_trylock(&word))
    os_unfair_lock_assert_owner(&word)
    #expect(!os_unfair_lock_trylock(&word))
    os_unfair_lock_unlock(&word)
    os_unfair_lock_assert_not_owner(&word)
  }

  @Test func takingItTwiceStops() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let lock = OSAllocatedUnfairLock(initialState: 0)
      lock.withLock { _ in lock.withLock { $0 = 1 } }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("BUG IN CLIENT OF LIBPLATFORM: Trying to recursively lock an os_unfair_lock"))
  }

  @Test func releasingWhatIsNotHeldStops() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      var word = os_unfair_lock()
      os_unfair_lock_unlock(&word)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Unlock of an os_unfair_lock not owned by current thread"))
  }
}
