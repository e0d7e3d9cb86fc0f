import Foundation

/// How a table holds what is in it. Raw values are Apple's. [header]
public struct NSPointerFunctions {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let strongMemory: Options = []
    public static let weakMemory = Options(rawValue: 5)
    /// Keys are equal if they are the same object.
    public static let objectPointerPersonality = Options(rawValue: 0x0200)
  }
}

/// A dictionary of objects that may be held weakly: an entry goes with its key or its value. As Apple's, for one thread.
public final class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  private struct Entry {
    weak var weakKey: KeyType?
    var strongKey: KeyType?
    weak var weakValue: ObjectType?
    var strongValue: ObjectType?
    var key: KeyType? { strongKey ?? weakKey }
    var value: ObjectType? { strongValue ?? weakValue }
  }

  private let keyOptions, valueOptions: NSPointerFunctions.Options
  private var buckets: [Int: [Entry]] = [:]

  /// - Parameter capacity: not used.
  public init(
    keyOptions: NSPointerFunctions.Options = [], valueOptions: NSPointerFunctions.Options = [],
    capacity: Int = 0
  ) {
    (self.keyOptions, self.valueOptions) = (keyOptions, valueOptions)
  }

  public class func strongToStrongObjects() -> NSMapTable { NSMapTable() }
  public class func weakToStrongObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory) }
  public class func strongToWeakObjects() -> NSMapTable { NSMapTable(valueOptions: .weakMemory) }
  public class func weakToWeakObjects() -> NSMapTable {
    NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
  }

  /// Equal as Foundation's objects are, other objects if they are the same.
  private func areSame(_ a: KeyType, _ b: KeyType) -> Bool {
    if a === b { return true }
    guard !keyOptions.contains(.objectPointerPersonality), let a = a as? NSObject else { return false }
    return a.isEqual(b)
  }

  private func hash(_ key: KeyType) -> Int {
    if !keyOptions.contains(.objectPointerPersonality), let key = key as? NSObject { return key.hash }
    return ObjectIdentifier(key).hashValue
  }

  /// What is still there.
  private var entries: [Entry] { buckets.values.joined().filter { $0.key != nil && $0.value != nil } }

  public func object(forKey aKey: KeyType?) -> ObjectType? {
    guard let aKey else { return nil }
    return buckets[hash(aKey)]?.first { entry in entry.key.map { areSame($0, aKey) } ?? false }?.value
  }

  /// Without an object nothing is changed. [docs]
  public func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
    guard let anObject, let aKey else { return }
    removeObject(forKey: aKey)
    let (holdsKey, holdsValue) = (!keyOptions.contains(.weakMemory), !valueOptions.contains(.weakMemory))
    buckets[hash(aKey), default: []].append(
      Entry(
        weakKey: aKey, strongKey: holdsKey ? aKey : nil, weakValue: anObject,
        strongValue: holdsValue ? anObject : nil))
  }

  public func removeObject(forKey aKey: KeyType?) {
    guard let aKey else { return }
    buckets[hash(aKey)]?.removeAll { entry in
      // Entries of objects that are gone go along.
      entry.key.map { areSame($0, aKey) } ?? true
    }
  }

  public func removeAllObjects() { buckets = [:] }
  public var count: Int { entries.count }
  public func keyEnumerator() -> AnyIterator<KeyType> {
    AnyIterator(entries.compactMap(\.key).makeIterator())
  }
  public func objectEnumerator() -> AnyIterator<ObjectType>? {
    AnyIterator(entries.compactMap(\.value).makeIterator())
  }
}
