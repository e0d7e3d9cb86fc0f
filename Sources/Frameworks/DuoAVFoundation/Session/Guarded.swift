import Foundation

/// A value behind a lock, readable from any thread. Unlike a mutex it may hold references to objects that
/// are not `Sendable` themselves.
///
/// `@unchecked` because the value is touched only inside `withLock`, and what it refers to guards its own state.
final class Guarded<Value>: @unchecked Sendable {
  private let gate = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    gate.lock()
    defer { gate.unlock() }
    return try body(&value)
  }
}

/// Carries a reference to another thread.
///
/// `@unchecked` because it is used only for the framework's own classes, whose state lies behind locks.
struct Handover<Object>: @unchecked Sendable {
  let object: Object
  init(_ object: Object) { self.object = object }
}

/// A weak reference that any thread may read.
///
/// `@unchecked` because reading and clearing a weak reference is atomic, and it is set once.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  private(set) weak var object: Object?
  init(_ object: Object?) { self.object = object }
}
