import SourceModel
import SwiftSyntax

/// Operators: the parser gives `a = b ?? c + d` as a flat list; the standard library's precedence makes a tree of it.
///
/// Operators that a project declares itself bind as strongly as `+`: no rule depends on them.
extension Lowering {
  private enum Step {
    case infix(String)
    case ternary(Expression)
    case asType(Expression.Cast, TypeName)
    case isType(TypeName)

    var strength: Int {
      switch self {
      case .ternary: return 2
      case .asType, .isType: return 8
      case .infix(let name):
        switch name {
        case "&&": return 4
        case "||": return 3
        case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "~=", ".==", ".!=", ".<", ".>", ".<=", ".>=":
          return 6
        case "??": return 7
        case "...", "..<": return 9
        case "*", "/", "%", "&*", "&": return 11
        case "<<", ">>", "&<<", "&>>": return 12
        case "->": return 0
        default: return Self.isAssignment(name) ? 1 : 10
        }
      }
    }

    static func isAssignment(_ name: String) -> Bool {
      name == "="
        || (name.hasSuffix("=")
          && !["==", "!=", "<=", ">=", "~=", "===", "!==", ".==", ".!=", ".<=", ".>="].contains(name))
    }

    var bindsRight: Bool {
      switch self {
      case .ternary: true
      case .infix(let name): name == "??" || Self.isAssignment(name)
      default: false
      }
    }
  }

  mutating func sequence(_ elements: [ExprSyntax]) -> Expression.Kind {
    var operands: [Expression] = []
    var steps: [Step] = []
    for element in elements {
      if let node = element.as(BinaryOperatorExprSyntax.self) {
        steps.append(.infix(node.operator.text))
      } else if element.is(AssignmentExprSyntax.self) {
        steps.append(.infix("="))
      } else if element.is(ArrowExprSyntax.self) {
        steps.append(.infix("->"))
      } else if let node = element.as(UnresolvedTernaryExprSyntax.self) {
        steps.append(.ternary(expression(node.thenExpression)))
      } else if let node = element.as(UnresolvedAsExprSyntax.self) {
        switch node.questionOrExclamationMark?.text {
        case "?": steps.append(.asType(.conditional, TypeName("")))
        case "!": steps.append(.asType(.forced, TypeName("")))
        default: steps.append(.asType(.upward, TypeName("")))
        }
      } else if element.is(UnresolvedIsExprSyntax.self) {
        steps.append(.isType(TypeName("")))
      } else if let node = element.as(TypeExprSyntax.self), let last = steps.last,
        steps.count == operands.count
      {
        let named = type(node.type)
        switch last {
        case .asType(let cast, _): steps[steps.count - 1] = .asType(cast, named)
        case .isType: steps[steps.count - 1] = .isType(named)
        default: break
        }
        operands.append(Expression(.name(named.description), span(node)))
      } else {
        operands.append(expression(element))
      }
    }
    guard steps.count + 1 == operands.count else { return .other(operands) }
    return build(operands[...], steps[...]).kind
  }

  /// Splits at the step that binds least.
  private func build(_ operands: ArraySlice<Expression>, _ steps: ArraySlice<Step>) -> Expression {
    guard var split = steps.indices.first else { return operands.first! }
    for index in steps.indices.dropFirst() {
      let (here, best) = (steps[index].strength, steps[split].strength)
      if here < best || (here == best && !steps[index].bindsRight) { split = index }
    }
    let offset = split - steps.startIndex
    let left = build(operands.prefix(offset + 1), steps.prefix(offset))
    let right = build(operands.dropFirst(offset + 1), steps.dropFirst(offset + 1))
    let around = Span(left.span.start, right.span.end)
    switch steps[split] {
    case .infix(let name): return Expression(infix(left, name, right), around)
    case .ternary(let middle): return Expression(.ternary(left, middle, right), around)
    case .asType(let cast, let type): return Expression(.cast(left, cast, type), around)
    case .isType(let type): return Expression(.cast(left, .test, type), around)
    }
  }

  func infix(_ left: Expression, _ name: String, _ right: Expression) -> Expression.Kind {
    // `try a = b` reads as `(try a) = b` in a flat list: the word covers the whole.
    if Step.isAssignment(name) {
      if case .attempt(let attempt, let inner) = left.kind {
        return .attempt(
          attempt, Expression(.assign(inner, operator: name, right), Span(inner.span.start, right.span.end)))
      }
      return .assign(left, operator: name, right)
    }
    return .binary(left, name, right)
  }
}
