import Foundation
import PhoneModel
import SimulatedPhone
import Testing

/// A main thread that waits for its own queue: libdispatch stops the process, and says why only to a debugger.
@Suite struct MainQueueDeadlockTests {
  private static let words =
    "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread: "
    + "DispatchQueue.main.sync on the main thread"

  @Test func syncOnTheMainQueueSaysWhyItStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try VirtualClock(.stepped).start()
      await MainActor.run { DispatchQueue.main.sync {} }
    }
    let said = words(result)
    #expect(said.contains(Self.words))
  }

  @Test func barriersAndItemsToo() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try VirtualClock(.stepped).start()
      await MainActor.run { DispatchQueue.main.sync(flags: .barrier) {} }
    }
    let said = words(result)
    #expect(said.contains(Self.words))
  }

  /// Other queues from the main thread, and the main queue from other threads, are nothing to speak of.
  @Test func othersMayWait() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try VirtualClock(.stepped).start()
      let queue = DispatchQueue(label: "test")
      let sum = await MainActor.run { queue.sync { 2 } }
      let more = await withCheckedContinuation { done in
        queue.async { done.resume(returning: DispatchQueue.main.sync { sum + 3 }) }
      }
      guard more == 5 else { exit(9) }
    }
    let said = words(result)
    #expect(!said.contains("BUG IN CLIENT"))
  }

  private func words(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}
