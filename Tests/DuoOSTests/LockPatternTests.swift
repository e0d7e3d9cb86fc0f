import Foundation
import Testing
import os

/// Locks as camera apps use them.
@Suite struct LockPatternTests {
  /// A counter of frames that the camera's queue writes and the main thread reads.
  private final class FrameCounter: Sendable {
    private struct State {
      var frames = 0
      var latest: Date?
    }
    private let state = OSAllocatedUnfairLock(initialState: State())

    func add() {
      state.withLock {
        $0.frames += 1
        $0.latest = Date(timeIntervalSinceReferenceDate: 0)
      }
    }

    var frames: Int { state.withLock { $0.frames } }
    var hasLatest: Bool { state.withLock { $0.latest != nil } }
  }

  @Test func aStateBehindALock() {
    let counter = FrameCounter()
    #expect(counter.frames == 0 && !counter.hasLatest)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 { counter.add() }
    }
    #expect(counter.frames == 1600 && counter.hasLatest)
  }

  @Test func errorsLeaveTheLockOpen() {
    struct Failed: Error {}
    let lock = OSAllocatedUnfairLock(initialState: 1)
    #expect(throws: Failed.self) { try lock.withLock { _ in throw Failed() } }
    #expect(lock.withLock { $0 } == 1)
    let plain = OSAllocatedUnfairLock()
    #expect(throws: Failed.self) { try plain.withLock { throw Failed() } }
    #expect(plain.lockIfAvailable())
    plain.unlock()
  }
}
