import Foundation

/// A lock for the state of a subscription. Never held while somebody else's code runs.
final class Lock: Sendable {
  private let lock = NSLock()

  func withLock<R>(_ body: () throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

/// A value with a lock. `@unchecked`: the value is reached with the lock held only.
final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Carries what is not `Sendable` to where a scheduler calls it.
///
/// `@unchecked`: Apple's `Scheduler.schedule` takes closures that are not `Sendable`, and leaves it to the caller that they
/// are safe where the scheduler runs them.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
}
