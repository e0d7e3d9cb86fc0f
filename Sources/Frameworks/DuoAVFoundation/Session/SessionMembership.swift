import Foundation

/// Which session an input, output, layer or connection is in. An object is in one session at most.
///
/// Kept here rather than in the objects, since a session must be able to tell that an object is in another.
enum SessionMembership {
  private static let table = Guarded<[ObjectIdentifier: WeakReference<SessionEngine>]>([:])

  static func session(of object: AnyObject) -> SessionEngine? {
    table.withLock { $0[ObjectIdentifier(object)] }?.object
  }

  static func join(_ object: AnyObject, _ session: SessionEngine) {
    table.withLock { $0[ObjectIdentifier(object)] = WeakReference(session) }
  }

  /// Must be called before the object is released.
  static func leave(_ object: AnyObject) { table.withLock { $0[ObjectIdentifier(object)] = nil } }
}
