import Dispatch
import DuoCoreMedia
import Foundation
import Synchronization
import Testing

@testable import DuoQuartzCore

@Suite(.serialized) @MainActor struct CATransactionTests {
  @Test func completionComesWithTheCommitOfItsTransaction() {
    var order: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("outer") }
    CATransaction.begin()
    CATransaction.setCompletionBlock { order.append("inner") }
    #expect(CATransaction.completionBlock() != nil)
    CATransaction.commit()
    #expect(order == ["inner"])
    CATransaction.setCompletionBlock { order.append("second") }
    #expect(order == ["inner", "outer"])
    CATransaction.commit()
    #expect(order == ["inner", "outer", "second"])
    CATransaction.commit()
    #expect(order.count == 3)
  }

  @Test func withoutATransactionItComesAfterTheTurn() async {
    var order: [String] = []
    CATransaction.setCompletionBlock { order.append("completion") }
    order.append("turn")
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(order == ["turn", "completion"])
    CATransaction.setCompletionBlock { order.append("flushed") }
    CATransaction.flush()
    #expect(order.last == "flushed")
  }

  @Test func disabledActionsBelongToTheirTransaction() {
    #expect(!CATransaction.disableActions())
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.begin()
    #expect(CATransaction.disableActions())
    CATransaction.setDisableActions(false)
    #expect(!CATransaction.disableActions())
    CATransaction.commit()
    #expect(CATransaction.disableActions())
    CATransaction.commit()
    #expect(!CATransaction.disableActions())
  }

  @Test func everyThreadHasItsOwnStack() async {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let other = await Task.detached { CATransaction.disableActions() }.value
    CATransaction.commit()
    #expect(!other)
  }

  /// In a process of its own, since the host clock is one for all.
  @Test func mediaTimeIsTheHostClocks() async {
    await #expect(processExitsWith: .success) {
      let nanoseconds = Mutex<Int64>(2_500_000_000)
      CMClock.readHostTime { nanoseconds.withLock { $0 } }
      #expect(CACurrentMediaTime() == 2.5)
      nanoseconds.withLock { $0 += 17_000_000 }
      #expect(CACurrentMediaTime() == 2.517)
      #expect(CMClock.hostTimeClock.time.seconds == CACurrentMediaTime())
    }
  }
}
