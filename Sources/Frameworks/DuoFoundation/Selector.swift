import Foundation

/// The name of a method, and where it is known what calling it means, the call itself.
///
/// On Apple's systems the Objective-C runtime finds the method by its name. Linux has no such runtime: a selector that was
/// made from a name alone can be compared and printed, and stops the process when it is performed, as a method that the
/// target does not have does. One that was made with a body calls it. Two selectors with one name are equal. [docs]
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// What performing means. `target` is the object that was registered with the selector.
  public typealias Body = @MainActor (_ target: AnyObject, _ sender: Any?, _ event: Any?) -> Void

  private let name: String
  private let body: Body?

  /// As `Selector("tap:")`. [docs]
  public init(_ str: String) {
    name = str
    body = nil
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// A selector that calls `body` with the target, the sender and the event, the last two nil where its user passes none.
  public init(_ name: String, _ body: @escaping Body) {
    self.name = name
    self.body = body
  }

  /// A selector that calls `body` with the sender, whatever the target is.
  public init(_ name: String, _ body: @escaping @MainActor (_ sender: Any?) -> Void) {
    self.init(name) { _, sender, _ in body(sender) }
  }

  public var description: String { name }

  public static func == (a: Selector, b: Selector) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Whether performing calls something.
  package var canBePerformed: Bool { body != nil }

  /// Calls the method. Without a body raises `NSInvalidArgumentException`, as an unknown method does.
  @MainActor
  package func perform(on target: AnyObject, _ sender: Any? = nil, _ event: Any? = nil) {
    guard let body else {
      let address = UInt(bitPattern: Unmanaged.passUnretained(target).toOpaque())
      raise(
        .invalidArgument,
        "-[\(type(of: target)) \(name)]: unrecognized selector sent to instance 0x\(String(address, radix: 16))"
      )
    }
    body(target, sender, event)
  }
}

/// Apple's function: the selector's name.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }

/// Apple's function: as `Selector(_:)`.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }
