import CUnfairLock

/// A lock in one word. It must stay where it is in memory while it is used: a pointer that was allocated, or a C struct.
public struct os_unfair_lock_s: Sendable {
  public var _os_unfair_lock_opaque: UInt32

  /// Free; what Apple calls `OS_UNFAIR_LOCK_INIT`.
  public init() { _os_unfair_lock_opaque = 0 }
}

public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Waits for the lock. Stops the process if the thread has it already. [docs]
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { duo_unfair_lock(word(lock)) }

/// Takes the lock if it is free.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { duo_unfair_try(word(lock)) }

/// Releases the lock. Stops the process if another thread has it. [docs]
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { duo_unfair_unlock(word(lock)) }

/// Stops the process unless this thread has the lock.
public func os_unfair_lock_assert_owner(_ lock: os_unfair_lock_t) {
  precondition(duo_unfair_is_mine(word(lock)), "lock unexpectedly not owned by current thread")
}

/// Stops the process if this thread has the lock.
public func os_unfair_lock_assert_not_owner(_ lock: os_unfair_lock_t) {
  precondition(!duo_unfair_is_mine(word(lock)), "lock unexpectedly owned by current thread")
}

private func word(_ lock: os_unfair_lock_t) -> UnsafeMutablePointer<UInt32> {
  UnsafeMutableRawPointer(lock).assumingMemoryBound(to: UInt32.self)
}
