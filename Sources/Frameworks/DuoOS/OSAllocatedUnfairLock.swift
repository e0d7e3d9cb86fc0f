import Foundation

/// A lock with the state that it guards. Not recursive: taking it twice on one thread stops the process. [docs]
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // `@unchecked`: the state is reached with the lock held only.
  private let storage: Storage

  private final class Storage {
    let lock = NSLock()
    var state: State
    init(_ state: State) { self.state = state }
  }

  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Runs `body` with the lock held.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock where State: Sendable {
  public init(initialState: State) { self.init(uncheckedState: initialState) }

  /// Runs `body` with the lock held.
  public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
    try withLockUnchecked(body)
  }
}
