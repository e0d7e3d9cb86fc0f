/// A statement, as small as the rules need it.
public final class Statement: Sendable {
  public let span: Span
  public let kind: Kind

  public enum Kind: Sendable {
    case expression(Expression)
    /// `let a: T = b`, `var (a, b) = c`.
    case bind(Binding)
    case branch(Branch)
    case `guard`([Condition], otherwise: Block)
    case `switch`(Expression, [SwitchCase])
    /// `for names in sequence where filter { }`.
    case loop(names: [String], Expression, filter: Expression?, Block)
    case whileLoop([Condition], Block)
    /// `repeat { } while condition`.
    case repeatLoop(Block, Expression)
    /// `do { } catch { }`; without `catch`, only a scope.
    case scope(Block, catches: [Catch])
    case `defer`(Block)
    case `return`(Expression?)
    case `throw`(Expression)
    /// `break`, `continue`, `fallthrough`, with a label.
    case jump(String, label: String?)
    case function(Function)
    case type(TypeDeclaration)
    /// What this model has no word for.
    case other([Expression])
  }

  public init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// Statements in braces.
public final class Block: Sendable {
  public let span: Span
  public let statements: [Statement]

  public init(_ statements: [Statement], _ span: Span) {
    self.statements = statements
    self.span = span
  }
}

/// `if`, with what follows `else`.
public final class Branch: Sendable {
  public let conditions: [Condition]
  public let then: Block
  public let otherwise: Otherwise?

  public enum Otherwise: Sendable {
    case block(Block)
    /// `else if`.
    case branch(Statement)
  }

  public init(_ conditions: [Condition], then: Block, otherwise: Otherwise?) {
    self.conditions = conditions
    self.then = then
    self.otherwise = otherwise
  }
}

/// One of the conditions between `if`, `guard` or `while` and the block.
public struct Condition: Sendable {
  public var span: Span
  public var kind: Kind

  public enum Kind: Sendable {
    case expression(Expression)
    /// `let a = b`, `case .some(let a) = b`; `let a` alone is `let a = a`.
    case bind(Binding)
    /// `#available(iOS 27.1, *)`: the versions it names, by platform.
    case available([Availability], negated: Bool)
  }

  public init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }
}

/// Names bound to a value.
public struct Binding: Sendable {
  public var span: Span
  /// More than one for a tuple or an enum's payload.
  public var names: [String]
  public var type: TypeName?
  public var value: Expression?
  /// The pattern is one name, so the name is the value (without its optional, in a condition).
  public var isWhole: Bool
  public var isConstant: Bool
  /// `weak`, `unowned`, `async`, `nonisolated(unsafe)`…
  public var modifiers: [String]
  /// The expressions of the pattern, such as `.front` in `case .front = position`.
  public var pattern: [Expression]

  public init(
    span: Span, names: [String], type: TypeName? = nil, value: Expression?, isWhole: Bool, isConstant: Bool,
    modifiers: [String] = [], pattern: [Expression] = []
  ) {
    self.span = span
    self.names = names
    self.type = type
    self.value = value
    self.isWhole = isWhole
    self.isConstant = isConstant
    self.modifiers = modifiers
    self.pattern = pattern
  }
}

/// One `case`, or `default`, with all its patterns.
public struct SwitchCase: Sendable {
  /// Empty for `default`.
  public var patterns: [Expression]
  public var names: [String]
  public var filter: Expression?
  public var block: Block

  public init(patterns: [Expression], names: [String], filter: Expression?, block: Block) {
    self.patterns = patterns
    self.names = names
    self.filter = filter
    self.block = block
  }
}

/// One `catch` with what it matches; no pattern matches everything.
public struct Catch: Sendable {
  public var patterns: [Expression]
  public var block: Block

  public init(patterns: [Expression], block: Block) {
    self.patterns = patterns
    self.block = block
  }
}

/// A platform and the version from which something is there, as `@available` and `#available` name them.
public struct Availability: Hashable, Sendable {
  public var platform: String
  /// `27.1` is `[27, 1]`; empty where the platform is named without one (`unavailable`, `*`).
  public var version: [Int]

  public init(platform: String, version: [Int]) {
    self.platform = platform
    self.version = version
  }
}
