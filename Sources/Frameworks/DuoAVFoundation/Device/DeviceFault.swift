import DuoFoundation

/// A rule that was broken: the exception that Apple raises, as a value, until the shell raises it.
struct DeviceFault: Error, Hashable {
  var name: ExceptionName
  /// What follows `*** -[AVCaptureDevice setter] `.
  var reason: String

  static func invalidArgument(_ reason: String) -> DeviceFault {
    DeviceFault(name: .invalidArgument, reason: reason)
  }

  static func outOfRange(_ reason: String) -> DeviceFault { DeviceFault(name: .range, reason: reason) }

  /// A setter without the configuration lock. [forum] for the text
  static let notLocked = DeviceFault(
    name: .generic,
    reason: "May not be called without first successfully gaining exclusive ownership of the device "
      + "using -lockForConfiguration:")

  func raised(by selector: String, of className: String = "AVCaptureDevice") -> Never {
    raise(name, "*** -[\(className) \(selector)] \(reason)")
  }
}

/// Carries a reference to another thread.
///
/// `@unchecked` because it is only used for classes of this framework that guard their state with a mutex
/// and are kept non-`Sendable` in public because Apple's are.
package struct Handed<Value>: @unchecked Sendable {
  package let value: Value
  package init(_ value: Value) { self.value = value }
}
