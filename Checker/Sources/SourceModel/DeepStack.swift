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

  /// Calls a function for each index below `count`, on several such threads at once, and waits for all. The results are in
  /// the order of the indices, whatever thread was first.
  public static func map<Value: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let next = Mutex(0)
    let results = Mutex([Value?](repeating: nil, count: count))
    let done = DispatchGroup()
    for _ in 0..<min(threads, count) {
      done.enter()
      let thread = Thread {
        while true {
          let index = next.withLock { value in
            defer { value += 1 }
            return value
          }
          guard index < count else { break }
          let result = body(index)
          results.withLock { $0[index] = result }
        }
        done.leave()
      }
      thread.stackSize = size
      thread.start()
    }
    done.wait()
    return results.withLock { $0.map { $0! } }
  }
}
