/// An attribute, such as `@MainActor`, `@State` or `@available(iOS 27.1, *)`.
public struct Attribute: Sendable {
  public var name: String
  /// What stands in its parentheses, as written.
  public var text: String
  public var span: Span

  public init(name: String, text: String, span: Span) {
    self.name = name
    self.text = text
    self.span = span
  }
}

/// A class, structure, enumeration, actor, protocol or extension.
public final class TypeDeclaration: Sendable {
  public enum Form: String, Sendable { case `class`, `struct`, `enum`, `actor`, `protocol`, `extension` }

  public let form: Form
  /// With its outer types: `Camera.Settings`; of an extension, the type that it extends.
  public let name: String
  public let inherited: [TypeName]
  public let attributes: [Attribute]
  public let modifiers: [String]
  public let members: [Member]
  public let availability: [Availability]
  public let span: Span
  public let nameSpan: Span

  /// What stands in a type's braces.
  public enum Member: Sendable {
    case property(Property)
    case function(Function)
    case type(TypeDeclaration)
  }

  public init(
    form: Form, name: String, inherited: [TypeName], attributes: [Attribute], modifiers: [String],
    members: [Member],
    availability: [Availability], span: Span, nameSpan: Span
  ) {
    self.form = form
    self.name = name
    self.inherited = inherited
    self.attributes = attributes
    self.modifiers = modifiers
    self.members = members
    self.availability = availability
    self.span = span
    self.nameSpan = nameSpan
  }
}

/// A stored or computed property, or a variable at the top of a file.
public final class Property: Sendable {
  public let name: String
  public let type: TypeName?
  public let value: Expression?
  public let attributes: [Attribute]
  public let modifiers: [String]
  public let isConstant: Bool
  /// `get`, `set`, `willSet`, `didSet`; a getter without a word is `get`.
  public let accessors: [Function]
  public let availability: [Availability]
  public let span: Span
  public let nameSpan: Span

  public init(
    name: String, type: TypeName?, value: Expression?, attributes: [Attribute], modifiers: [String],
    isConstant: Bool,
    accessors: [Function], availability: [Availability], span: Span, nameSpan: Span
  ) {
    self.name = name
    self.type = type
    self.value = value
    self.attributes = attributes
    self.modifiers = modifiers
    self.isConstant = isConstant
    self.accessors = accessors
    self.availability = availability
    self.span = span
    self.nameSpan = nameSpan
  }

  /// It has memory of its own: no getter.
  public var isStored: Bool { !accessors.contains { $0.name == "get" } }
  /// Is it marked with this word, such as `weak` or `nonisolated(unsafe)`?
  public func has(_ modifier: String) -> Bool { modifiers.contains(modifier) }
}

/// A function, initialiser, accessor or closure.
public final class Function: Sendable {
  public enum Form: Sendable { case function, initializer, deinitializer, accessor, closure, `subscript` }

  public let form: Form
  /// `start`, `init`, `deinit`, `get`, `closure`.
  public let name: String
  public let parameters: [Parameter]
  public let result: TypeName?
  public let attributes: [Attribute]
  public let modifiers: [String]
  public let isAsync: Bool
  public let canThrow: Bool
  /// Of a closure: `[weak self, camera = self.camera]`.
  public let captures: [Capture]
  public let body: Block?
  public let availability: [Availability]
  public let span: Span
  public let nameSpan: Span

  /// One parameter; the label is what callers write, nil for none.
  public struct Parameter: Sendable {
    public var label: String?
    public var name: String
    public var type: TypeName?
    public var value: Expression?

    public init(label: String?, name: String, type: TypeName?, value: Expression? = nil) {
      self.label = label
      self.name = name
      self.type = type
      self.value = value
    }
  }

  /// One entry of a closure's capture list.
  public struct Capture: Sendable {
    /// `weak`, `unowned`, or empty.
    public var strength: String
    public var name: String
    public var value: Expression?

    public init(strength: String, name: String, value: Expression?) {
      self.strength = strength
      self.name = name
      self.value = value
    }
  }

  public init(
    form: Form, name: String, parameters: [Parameter], result: TypeName?, attributes: [Attribute],
    modifiers: [String],
    isAsync: Bool, canThrow: Bool, captures: [Capture], body: Block?, availability: [Availability],
    span: Span,
    nameSpan: Span
  ) {
    self.form = form
    self.name = name
    self.parameters = parameters
    self.result = result
    self.attributes = attributes
    self.modifiers = modifiers
    self.isAsync = isAsync
    self.canThrow = canThrow
    self.captures = captures
    self.body = body
    self.availability = availability
    self.span = span
    self.nameSpan = nameSpan
  }

  /// As calls and selectors tell functions of one name apart: `metadataOutput(_:didOutput:from:)`.
  public var fullName: String {
    guard form == .function || form == .initializer else { return name }
    return name + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }

  /// Is it marked with this word, such as `weak` or `nonisolated(unsafe)`?
  public func has(_ modifier: String) -> Bool { modifiers.contains(modifier) }
}
