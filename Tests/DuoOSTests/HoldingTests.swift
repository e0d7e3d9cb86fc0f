import Foundation
import Synchronization
import Testing
import os

/// Locks that several threads want, and states that are kept behind them.
@Suite struct HoldingTests {
  /// Money that goes around between accounts: none is lost, and nobody sees half of a transfer.
  @Test func transfersAreWhole() {
    let accounts = OSAllocatedUnfairLock(initialState: Array(repeating: 100, count: 8))
    let broken = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<500 {
        accounts.withLock { list in
          let (from, to) = ((thread + round) % 8, (thread * 3 + round * 5) % 8)
          list[from] -= round
          list[to] += round
        }
        let sum = accounts.withLock { $0.reduce(0, +) }
        if sum != 800 { broken.add(1, ordering: .relaxed) }
      }
    }
    #expect(broken.load(ordering: .relaxed) == 0)
    // What the same transfers make one after the other.
    var plain = Array(repeating: 100, count: 8)
    for thread in 0..<8 {
      for round in 0..<500 {
        plain[(thread + round) % 8] -= round
        plain[(thread * 3 + round * 5) % 8] += round
      }
    }
    #expect(accounts.withLock { $0 } == plain)
  }

  /// Who only tries does as much as was granted, no more.
  @Test func whoTriesCountsWhatWasGranted() {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    let granted = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      for _ in 0..<1000 {
        let new: Int? = lock.withLockIfAvailable { state in
          state += 1
          return state
        }
        if new != nil { granted.add(1, ordering: .relaxed) }
      }
    }
    #expect(lock.withLock { $0 } == granted.load(ordering: .relaxed))
    // Nobody holds it now.
    #expect(lock.withLockIfAvailable { $0 > 0 } == true)
  }

  /// Copies of a lock are the same lock.
  @Test func aCopyIsTheSameLock() {
    let first = OSAllocatedUnfairLock(initialState: "a")
    let second = first
    first.withLock { $0 += "b" }
    second.withLock { $0 += "c" }
    #expect(first.withLock { $0 } == "abc")
    let plain = OSAllocatedUnfairLock()
    let copy = plain
    plain.lock()
    #expect(!copy.lockIfAvailable())
    copy.unlock()
    #expect(plain.lockIfAvailable())
    plain.unlock()
  }

  @Test func expectationsAboutTheOwnerStop() async {
    await #expect(processExitsWith: .failure) {
      OSAllocatedUnfairLock().precondition(.owner)
    }
    await #expect(processExitsWith: .failure) {
      let lock = OSAllocatedUnfairLock()
      lock.lock()
      lock.precondition(.notOwner)
    }
    await #expect(processExitsWith: .success) {
      let lock = OSAllocatedUnfairLock()
      lock.precondition(.notOwner)
      lock.withLock { lock.precondition(.owner) }
      lock.precondition(.notOwner)
    }
  }

  /// Tasks that wait elsewhere do not hold anything.
  @Test func tasksTakeTurns() async {
    let order = OSAllocatedUnfairLock(initialState: [Int]())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          await Task.yield()
          order.withLock { $0.append(number) }
        }
      }
    }
    #expect(order.withLock { $0.sorted() } == Array(0..<50))
  }
}
