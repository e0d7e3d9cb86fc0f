/// An expression, as small as the rules need it: what is written, where, and what is around it.
///
/// Trees are built by the reader and never change. What is around an expression is told by the walk that finds it.
public final class Expression: Sendable {
  public let span: Span
  public let kind: Kind

  public enum Kind: Sendable {
    /// `camera`, `self`, `super`, `$0`, `Int`.
    case name(String)
    /// `.front`.
    case implicitMember(String)
    /// `camera.position`.
    case member(Expression, String)
    /// `f(a, b: c) { … }`; a trailing closure is the last argument, with the label it is written with.
    case call(Expression, [Argument])
    /// `devices[0]`.
    case index(Expression, [Argument])
    /// A number, `true`, `false`, `nil` or a regular expression, as written.
    case literal(String)
    /// A string: its text if nothing is put into it, and what is.
    case string(String?, [Expression])
    /// `[a, b]`.
    case array([Expression])
    /// `[a: b]`.
    case dictionary([(key: Expression, value: Expression)])
    /// `(a, b: c)`; parentheses around one expression are left out.
    case tuple([Argument])
    /// `a = b`, or with an operator `a += b`.
    case assign(Expression, operator: String, Expression)
    /// `a + b`, `a ?? b`, `a == b`.
    case binary(Expression, String, Expression)
    /// `!a`, `-a`, `&a`.
    case prefix(String, Expression)
    case postfix(Expression, String)
    case force(Expression)
    case optionalChain(Expression)
    case attempt(Attempt, Expression)
    case awaited(Expression)
    /// `a as T`, `a as? T`, `a as! T`, `a is T`.
    case cast(Expression, Cast, TypeName)
    case ternary(Expression, Expression, Expression)
    case closure(Function)
    /// `\.isRunning`, `\Camera.session`: the names along it.
    case keyPath(root: String?, [String])
    /// `#selector(shoot)`, `#keyPath(a.b)`, `#Preview { }` and other macros: name and what is given to it.
    case macro(String, [Argument])
    /// `if` or `switch` that gives a value.
    case statement(Statement)
    /// What this model has no word for: the expressions in it.
    case other([Expression])
  }

  public enum Attempt: Sendable { case plain, optional, forced }
  public enum Cast: Sendable { case upward, conditional, forced, test }

  public init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }

  /// What is directly inside, in the order in which it is written.
  public var children: [Node] { Node.expression(self).children }

  func forEachChild(_ visit: (Node) -> Void) {
    switch kind {
    case .name, .implicitMember, .literal, .keyPath: break
    case .member(let base, _), .prefix(_, let base), .postfix(let base, _), .force(let base),
      .optionalChain(let base), .attempt(_, let base), .awaited(let base), .cast(let base, _, _):
      visit(.expression(base))
    case .call(let callee, let arguments), .index(let callee, let arguments):
      visit(.expression(callee))
      for argument in arguments { visit(.expression(argument.value)) }
    case .tuple(let arguments), .macro(_, let arguments):
      for argument in arguments { visit(.expression(argument.value)) }
    case .string(_, let parts), .array(let parts), .other(let parts):
      for part in parts { visit(.expression(part)) }
    case .dictionary(let pairs):
      for pair in pairs {
        visit(.expression(pair.key))
        visit(.expression(pair.value))
      }
    case .assign(let left, _, let right), .binary(let left, _, let right):
      visit(.expression(left))
      visit(.expression(right))
    case .ternary(let condition, let first, let second):
      visit(.expression(condition))
      visit(.expression(first))
      visit(.expression(second))
    case .closure(let function): visit(.function(function))
    case .statement(let statement): visit(.statement(statement))
    }
  }
}

/// An argument of a call, or an element of a tuple.
public struct Argument: Sendable {
  public var label: String?
  public var value: Expression
  /// Written after the parentheses.
  public var isTrailing: Bool

  public init(_ label: String?, _ value: Expression, isTrailing: Bool = false) {
    self.label = label
    self.value = value
    self.isTrailing = isTrailing
  }
}
