import Foundation
public import PhoneHardware
public import PhoneModel
import Synchronization

/// A clock that moves only when a test moves it. The process's own clocks stay as they are.
///
/// `advance` runs what is due on the calling thread, in the order of time and, within one instant, of scheduling.
/// Safe on any thread, but only one thread may advance at a time.
public final class ManualClock: PhoneClock {
  /// What `spend` does.
  public enum Spending: Hashable, Sendable {
    /// The spending thread moves the clock itself: for tests on one thread.
    case advances
    /// The spending thread waits until another thread has moved the clock far enough.
    case waits
  }

  private struct State {
    var now = PhoneTime.zero
    var next = 0
    var agenda: [Key: @Sendable () -> Void] = [:]
    var order = Heap()
  }

  struct Key: Hashable, Comparable, Sendable {
    var time: PhoneTime
    var number: Int
    static func < (a: Key, b: Key) -> Bool {
      a.time == b.time ? a.number < b.number : a.time < b.time
    }
  }

  private let spending: Spending
  private let state = Mutex(State())
  /// Guards nothing but the wait of spending threads.
  private let moved = NSCondition()

  public init(spending: Spending = .advances) { self.spending = spending }

  public var now: PhoneTime { state.withLock { $0.now } }

  /// Whether anything is planned.
  public var isIdle: Bool { state.withLock { $0.agenda.isEmpty } }

  @discardableResult
  public func schedule(
    at time: PhoneTime, _ action: @escaping @Sendable () -> Void
  ) -> any PhoneObservation {
    let key = state.withLock { state in
      let key = Key(time: max(time, state.now), number: state.next)
      state.next += 1
      state.agenda[key] = action
      state.order.insert(key)
      return key
    }
    return Cancellation { [weak self] in self?.state.withLock { $0.agenda[key] = nil } }
  }

  public func spend(_ duration: PhoneDuration) {
    switch spending {
    case .advances: advance(by: duration)
    case .waits:
      let end = now + duration
      moved.lock()
      while now < end { moved.wait() }
      moved.unlock()
    }
  }

  public func advance(by duration: PhoneDuration) { advance(to: now + duration) }

  /// Runs everything that is due up to and including `time`, then stands there.
  public func advance(to time: PhoneTime) {
    while let action = takeFirst(upTo: time) {
      tell()
      action()
    }
    state.withLock { $0.now = max($0.now, time) }
    tell()
  }

  private func takeFirst(upTo time: PhoneTime) -> (@Sendable () -> Void)? {
    state.withLock { state in
      while let key = state.order.first, key.time <= time {
        state.order.removeFirst()
        // A cancelled entry is gone from the agenda.
        guard let action = state.agenda.removeValue(forKey: key) else { continue }
        state.now = max(state.now, key.time)
        return action
      }
      return nil
    }
  }

  private func tell() {
    guard spending == .waits else { return }
    moved.lock()
    moved.broadcast()
    moved.unlock()
  }

  /// The keys, smallest first.
  private struct Heap {
    private var keys: [Key] = []

    var first: Key? { keys.first }

    mutating func insert(_ key: Key) {
      keys.append(key)
      var child = keys.count - 1
      while child > 0, keys[child] < keys[(child - 1) / 2] {
        keys.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func removeFirst() {
      keys.swapAt(0, keys.count - 1)
      keys.removeLast()
      var parent = 0
      while true {
        let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < keys.count }
        guard let least = children.min(by: { keys[$0] < keys[$1] }), keys[least] < keys[parent] else {
          return
        }
        keys.swapAt(parent, least)
        parent = least
      }
    }
  }
}

/// Something that ends once: when cancelled, or at the latest when released.
final class Cancellation: PhoneObservation {
  private let action: Mutex<(@Sendable () -> Void)?>
  private let endsWhenReleased: Bool

  init(endsWhenReleased: Bool = false, _ action: @escaping @Sendable () -> Void) {
    self.action = Mutex(action)
    self.endsWhenReleased = endsWhenReleased
  }

  func cancel() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  deinit { if endsWhenReleased { cancel() } }
}
