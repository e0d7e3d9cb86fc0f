import Foundation

/// A class that tells observers when its properties change.
///
/// Apple finds observable properties through the Objective-C runtime. Here a class says so itself, in one
/// extension, and its subclasses inherit it:
///
///     extension AVCaptureSession: KeyValueObservable {
///       public typealias ObservedRoot = AVCaptureSession
///       public static var observableKeyPaths: [PartialKeyPath<AVCaptureSession>] {
///         [\.isRunning, \.isInterrupted]
///       }
///     }
///
/// and after every change of a listed property it calls `announce(_:old:new:)`, with no lock held.
///
/// `ObservedRoot` is the class that declares the properties. Key paths are compared by root as well as by
/// property, so `\Sub.isRunning` and `\Base.isRunning` differ; as `observe` takes key paths rooted in
/// `ObservedRoot`, observing through a subclass finds the same property. A main-actor class conforms with
/// `extension UIWindowScene: @MainActor KeyValueObservable`.
public protocol KeyValueObservable: NSObject {
  /// The class that declares the observable properties.
  associatedtype ObservedRoot: NSObject
  /// Every property whose changes are announced. Observing any other property stops the process with a message.
  static var observableKeyPaths: [PartialKeyPath<ObservedRoot>] { get }
}

/// Which values a change carries, and when the handler is called. Raw values are Apple's. [header]
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change carries the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The change carries the old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The handler is also called once before `observe` returns; that change has no old value.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// The handler is also called before each change; that call has no new value.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change. Diptych's frameworks only set values. Raw values are Apple's. [header]
public enum NSKeyValueChange: UInt, Sendable {
  case setting = 1
  case insertion = 2
  case removal = 3
  case replacement = 4
}

/// What an observer learns about one change.
public struct NSKeyValueObservedChange<Value> {
  public typealias Kind = NSKeyValueChange
  public let kind: Kind
  /// The new value, if `.new` was asked for; nil in the call before a change.
  public let newValue: Value?
  /// The old value, if `.old` was asked for; nil in the initial call.
  public let oldValue: Value?
  /// Only for changes inside a collection, so always nil here.
  public let indexes: IndexSet?
  /// True in the call before a change, which `.prior` asks for.
  public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}

/// An observation. It ends when `invalidate()` is called or when its last reference goes. Safe on any thread.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let entry: KeyValueRegistry.Entry

  init(_ entry: KeyValueRegistry.Entry) { self.entry = entry }

  /// Ends the observation. A call that another thread is making at this moment is not waited for.
  public func invalidate() { KeyValueRegistry.shared.remove(entry) }

  deinit { invalidate() }
}

extension KeyValueObservable {
  /// Calls `changeHandler` at every change of a property, on the thread that makes the change.
  ///
  /// The observation does not keep the object alive, and the object does not keep the observation alive:
  /// it ends with the returned value. Handlers run in the order of their registration.
  /// - Parameters:
  ///   - keyPath: One of the class's observable properties; any other stops the process.
  ///   - options: Which values the change carries, and the extra calls `.initial` and `.prior`.
  ///   - file: Where the call stands, for that message.
  ///   - line: Where the call stands, for that message.
  ///   - changeHandler: Receives the object and the change.
  @preconcurrency
  public func observe<Value>(
    _ keyPath: KeyPath<ObservedRoot, Value>, options: NSKeyValueObservingOptions = [],
    file: StaticString = #fileID, line: UInt = #line,
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    guard Self.observableKeyPaths.contains(keyPath) else {
      fatalError(
        "Diptych does not announce changes of the property of \(ObservedRoot.self), a \(Value.self), that is observed "
          + "here: observableKeyPaths of \(ObservedRoot.self) lists those that it announces.",
        file: file, line: line)
    }
    let entry = KeyValueRegistry.Entry(object: self, keyPath: keyPath) { object, moment, old, new in
      guard let object = object as? Self, let change = options.change(moment, old: old, new: new, Value.self)
      else { return }
      changeHandler(object, change)
    }
    KeyValueRegistry.shared.add(entry)
    if options.contains(.initial) {
      let value = (self as! ObservedRoot)[keyPath: keyPath]
      entry.deliver(self, .initial, nil, value)
    }
    return NSKeyValueObservation(entry)
  }

  /// Tells every observer of `keyPath` that it changed, on the calling thread. Call it after the change,
  /// with no lock held.
  ///
  /// Observers with `.prior` get both calls now, so during the first the property already reads as new;
  /// where that matters, use `changing(_:_:)`. Equal values are announced too, as a setter does on Apple's
  /// systems: announce only what is a change.
  package func announce<Value>(_ keyPath: KeyPath<ObservedRoot, Value>, old: Value, new: Value) {
    let entries = KeyValueRegistry.shared.entries(of: self, keyPath)
    for entry in entries { entry.deliver(self, .before, old, nil) }
    for entry in entries { entry.deliver(self, .after, old, new) }
  }

  /// Whether anybody observes the property: for values that are not kept, but found out.
  package func isObserved(_ keyPath: PartialKeyPath<ObservedRoot>) -> Bool {
    !KeyValueRegistry.shared.entries(of: self, keyPath).isEmpty
  }

  /// Makes a change between the two calls that observers expect: `.prior` before `change`, the rest after.
  package func changing<Value, Result>(
    _ keyPath: KeyPath<ObservedRoot, Value>, _ change: () throws -> Result
  ) rethrows -> Result {
    let entries = KeyValueRegistry.shared.entries(of: self, keyPath)
    guard !entries.isEmpty, let root = self as? ObservedRoot else { return try change() }
    let old = root[keyPath: keyPath]
    for entry in entries { entry.deliver(self, .before, old, nil) }
    let result = try change()
    let new = root[keyPath: keyPath]
    for entry in entries { entry.deliver(self, .after, old, new) }
    return result
  }
}

extension NSKeyValueObservingOptions {
  /// The change that an observer with these options gets at a moment; nil when it gets none.
  func change<Value>(
    _ moment: KeyValueRegistry.Moment, old: Any?, new: Any?, _: Value.Type
  ) -> NSKeyValueObservedChange<Value>? {
    let isPrior = moment == .before
    if isPrior && !contains(.prior) { return nil }
    return NSKeyValueObservedChange(
      kind: .setting,
      newValue: contains(.new) ? new.map { $0 as! Value } : nil,
      oldValue: contains(.old) ? old.map { $0 as! Value } : nil,
      indexes: nil, isPrior: isPrior)
  }
}
