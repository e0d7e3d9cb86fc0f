import Foundation
import Synchronization

/// Deeply nested sources recurse deeply, so whoever goes through them runs on a thread with more stack than others have.
public enum DeepStack {
  public static let size = 256 << 20

  /// Runs a function on such a thread, and waits for it.
  public static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let value = Mutex<Value?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let result = body()
      value.withLock { $0 = result }
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    return value.withLock { $0! }
  }
}
