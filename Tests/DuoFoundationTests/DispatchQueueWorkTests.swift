import Dispatch
import Synchronization
import Testing

@testable import DuoFoundation

@Suite struct DispatchQueueWorkTests {
  /// The calls that are preferred to the module's own hand over the same work.
  @Test func workIsDoneInOrderAndLater() async {
    let queue = DispatchQueue(label: "work")
    let done = Mutex<[String]>([])
    await withCheckedContinuation { end in
      queue.async { done.withLock { $0.append("first") } }
      queue.async {
        done.withLock { $0.append("second") }
        queue.asyncAfter(deadline: .now() + 0.001) {
          done.withLock { $0.append("later") }
          end.resume()
        }
      }
    }
    #expect(done.withLock { $0 } == ["first", "second", "later"])
  }
}
