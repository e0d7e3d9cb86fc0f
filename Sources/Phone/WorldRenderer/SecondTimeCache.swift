import Synchronization

/// Keeps what is made for a key when that key comes for the second time, so that what is asked for once costs nothing to
/// keep. Holds at most `limit` of what `size` counts; the one that was not used for longest goes first. Any thread may ask.
final class SecondTimeCache<Key: Hashable & Sendable, Value: AnyObject & Sendable>: Sendable {
  private struct Contents {
    /// Asked for lately and not kept, newest last.
    var seen: [Key] = []
    /// Newest use last.
    var entries: [(key: Key, value: Value)] = []
  }

  private enum Answer { case known(Value), make, none }

  private let limit: Int
  private let size: @Sendable (Value) -> Int
  private let contents = Mutex(Contents())

  init(limit: Int, size: @escaping @Sendable (Value) -> Int) {
    self.limit = limit
    self.size = size
  }

  /// What is kept, in units of `size`.
  var total: Int { contents.withLock { total($0) } }
  private func total(_ contents: borrowing Contents) -> Int {
    contents.entries.reduce(0) { $0 + size($1.value) }
  }

  /// As if nobody had asked yet.
  func forget() { contents.withLock { $0 = Contents() } }

  /// What is kept for the key; made by `make`, outside the lock, when the key comes for the second time; nil when it is new.
  func value(for key: Key, make: () -> Value) -> Value? {
    let answer: Answer = contents.withLock { contents in
      if let index = contents.entries.lastIndex(where: { $0.key == key }) {
        let entry = contents.entries.remove(at: index)
        contents.entries.append(entry)
        return .known(entry.value)
      }
      if let index = contents.seen.lastIndex(of: key) {
        contents.seen.remove(at: index)
        return .make
      }
      contents.seen.append(key)
      if contents.seen.count > 8 { contents.seen.removeFirst() }
      return .none
    }
    switch answer {
    case .known(let value): return value
    case .none: return nil
    case .make: break
    }
    let value = make()
    guard size(value) <= limit else { return value }
    contents.withLock { contents in
      contents.entries.removeAll { $0.key == key }
      contents.entries.append((key, value))
      while total(contents) > limit { contents.entries.removeFirst() }
    }
    return value
  }
}
