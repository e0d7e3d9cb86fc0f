import CUnfairLock

/// A lock with the state that it guards. Not recursive: taking it twice on one thread stops the process. [docs]
///
/// `@unchecked`: the state is reached with the lock held only.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private let storage: Storage

  private final class Storage {
    let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    var state: State

    init(_ state: State) {
      self.state = state
      word.initialize(to: 0)
    }

    deinit { word.deallocate() }
  }

  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Runs `body` with the lock held.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    duo_unfair_lock(storage.word)
    defer { duo_unfair_unlock(storage.word) }
    return try body(&storage.state)
  }

  /// Runs `body` if the lock is free; nil if it is not.
  public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
    guard duo_unfair_try(storage.word) else { return nil }
    defer { duo_unfair_unlock(storage.word) }
    return try body(&storage.state)
  }

  /// Whose the lock is expected to be.
  public enum Ownership: Hashable, Sendable {
    case owner
    case notOwner
  }

  /// Stops the process if it is otherwise.
  public func precondition(_ condition: Ownership) {
    Swift.precondition(
      duo_unfair_is_mine(storage.word) == (condition == .owner), "lock is not in the expected hands")
  }
}

extension OSAllocatedUnfairLock where State: Sendable {
  public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock {
  /// Runs `body` with the lock held.
  public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
    try withLockUnchecked(body)
  }

  /// Runs `body` if the lock is free; nil if it is not.
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked(body)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  public init() { self.init(uncheckedState: ()) }

  public func lock() { duo_unfair_lock(storage.word) }
  public func unlock() { duo_unfair_unlock(storage.word) }
  public func lockIfAvailable() -> Bool { duo_unfair_try(storage.word) }

  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }
}
