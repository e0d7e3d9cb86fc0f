import DuoFoundation
import Synchronization

/// What a pool remembers: how many of its buffers are in use, and the memory of those that are gone.
///
/// The buffers hold it, so memory finds its way back also when the pool itself is gone.
final class PixelMemoryRecycler: Sendable {
  private let minimumBufferCount: Int
  private let maximumAge: Int64
  private let state = Mutex(State())

  private struct State: Sendable {
    var inUse = 0
    /// Oldest first, with the time since when each is unused, in nanoseconds of the host clock.
    var idle: [(memory: PixelMemory, since: Int64)] = []

    /// Takes out what is past its age, as long as the pool keeps its minimum.
    mutating func expired(now: Int64, age: Int64, minimum: Int) -> [PixelMemory] {
      guard age > 0 else { return [] }
      let old = idle.prefix { now - $0.since > age }.count
      let count = min(old, max(0, inUse + idle.count - minimum))
      defer { idle.removeFirst(count) }
      return idle.prefix(count).map(\.memory)
    }
  }

  /// - Parameter maximumAge: Seconds; 0 keeps unused memory for ever.
  init(minimumBufferCount: Int, maximumAge: Double) {
    self.minimumBufferCount = minimumBufferCount
    self.maximumAge = Int64(min(maximumAge * 1e9, 1e18))
  }

  var counts: (inUse: Int, idle: Int) { state.withLock { ($0.inUse, $0.idle.count) } }

  /// Counts one more buffer in use, unless there are `limit` already.
  func takeSlot(limit: Int) -> Bool {
    state.withLock { state in
      guard state.inUse < limit else { return false }
      state.inUse += 1
      return true
    }
  }

  /// What a buffer that is to have memory at once gets.
  enum Slot: Sendable {
    case used(PixelMemory)
    /// The buffer makes memory of its own when it needs it.
    case new
  }

  /// Counts one more buffer in use, with used memory if there is any. Nil when that would need new memory, and there are
  /// `threshold` buffers already.
  func takeSlot(threshold: Int) -> Slot? {
    state.withLock { state in
      let used = state.idle.popLast()?.memory
      guard used != nil || state.inUse < threshold else { return nil }
      state.inUse += 1
      return used.map(Slot.used) ?? .new
    }
  }

  /// The memory that was used last, if any is left.
  func takeMemory() -> PixelMemory? { state.withLock { $0.idle.popLast()?.memory } }

  /// A buffer is gone, and with it the memory it had, if it had any.
  func giveBack(_ memory: PixelMemory?) {
    let now = CMClock.hostNanoseconds
    let expired = state.withLock { state in
      state.inUse -= 1
      if let memory { state.idle.append((memory, now)) }
      return state.expired(now: now, age: maximumAge, minimum: minimumBufferCount)
    }
    withExtendedLifetime(expired) {}
  }

  /// Frees unused memory: all of it, or what is past its age.
  func flush(all: Bool) {
    let now = CMClock.hostNanoseconds
    let freed = state.withLock { state in
      guard all else { return state.expired(now: now, age: maximumAge, minimum: minimumBufferCount) }
      defer { state.idle = [] }
      return state.idle.map(\.memory)
    }
    withExtendedLifetime(freed) {}
  }
}
