import Foundation
import Synchronization

/// All observations of the process, by object and property.
final class KeyValueRegistry: Sendable {
  static let shared = KeyValueRegistry()

  enum Moment: Sendable { case initial, before, after }

  /// One observation.
  final class Entry: Sendable {
    fileprivate let key: Key
    /// Keeps an entry from serving a later object at the same address.
    fileprivate let object: WeakObject
    private let isActive = Mutex(true)
    private let handler: @Sendable (AnyObject, Moment, _ old: Any?, _ new: Any?) -> Void

    init(
      object: AnyObject, keyPath: AnyKeyPath,
      handler: @escaping @Sendable (AnyObject, Moment, _ old: Any?, _ new: Any?) -> Void
    ) {
      key = Key(object: ObjectIdentifier(object), keyPath: keyPath)
      self.object = WeakObject(object)
      self.handler = handler
    }

    /// Calls the handler, unless the observation ended while earlier handlers of the same change ran.
    func deliver(_ object: AnyObject, _ moment: Moment, _ old: Any?, _ new: Any?) {
      guard isActive.withLock({ $0 }) else { return }
      handler(object, moment, old, new)
    }

    fileprivate func end() { isActive.withLock { $0 = false } }
  }

  private let table = Mutex<[Key: [Entry]]>([:])

  func add(_ entry: Entry) { table.withLock { $0[entry.key, default: []].append(entry) } }

  func remove(_ entry: Entry) {
    entry.end()
    table.withLock { table in
      guard var entries = table[entry.key] else { return }
      entries.removeAll { $0 === entry }
      table[entry.key] = entries.isEmpty ? nil : entries
    }
  }

  /// The observations of one property, oldest first.
  func entries(of object: AnyObject, _ keyPath: AnyKeyPath) -> [Entry] {
    let key = Key(object: ObjectIdentifier(object), keyPath: keyPath)
    return table.withLock { $0[key] ?? [] }.filter { $0.object.isSame(as: object) }
  }

  /// The number of observations that have not ended.
  var count: Int { table.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}

extension KeyValueRegistry {
  /// `@unchecked` because key paths are immutable, yet not declared `Sendable`.
  fileprivate struct Key: Hashable, @unchecked Sendable {
    let object: ObjectIdentifier
    let keyPath: AnyKeyPath
  }

  /// `@unchecked` because the reference is written once, and reading a weak reference is atomic.
  fileprivate final class WeakObject: @unchecked Sendable {
    private weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
    func isSame(as other: AnyObject) -> Bool { object === other }
  }
}
