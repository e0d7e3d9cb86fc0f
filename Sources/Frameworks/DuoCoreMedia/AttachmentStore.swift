import DuoFoundation
import Synchronization

/// Values by name that travel with a buffer. Every key is in one of two groups: those that are handed on to
/// buffers made from this one, and those that are not.
final class AttachmentStore: Sendable {
  struct Attachment: @unchecked Sendable {
    // `@unchecked` because attached values are shared by design, as on Apple's systems, and not changed.
    var value: AnyObject
    var propagates: Bool
  }

  private let entries = Mutex<[String: Attachment]>([:])

  subscript(key: CFString) -> Attachment? {
    get { entries.withLock { $0[key as String] } }
    set { entries.withLock { $0[key as String] = newValue } }
  }

  /// One of the two groups.
  func group(propagating: Bool) -> [String: Any] {
    entries.withLock { $0.filter { $0.value.propagates == propagating }.mapValues(\.value) }
  }

  /// One of the two groups; nil when it is empty.
  func dictionary(propagating: Bool) -> CFDictionary? {
    let group = entries.withLock { $0.filter { $0.value.propagates == propagating } }
    if group.isEmpty { return nil }
    let result = NSMutableDictionary()
    for (key, attachment) in group { result.setObject(attachment.value, forKey: key as NSString) }
    return result.copy() as? CFDictionary
  }

  /// Attaches every pair of a dictionary with text keys.
  func set(_ dictionary: CFDictionary, propagates: Bool) {
    for (key, value) in dictionary {
      guard let key = key as? String else { continue }
      self[key as CFString] = Attachment(value: value as AnyObject, propagates: propagates)
    }
  }

  func removeAll() { entries.withLock { $0 = [:] } }

  /// Hands the propagating group on.
  func propagate(to other: AttachmentStore) {
    let group = entries.withLock { $0.filter(\.value.propagates) }
    other.entries.withLock { $0.merge(group) { $1 } }
  }
}
