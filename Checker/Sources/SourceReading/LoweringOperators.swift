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
        case "&&", ".&": return 4
        case "||", ".|", ".^": return 3
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

    var isCast: Bool {
      switch self {
      case .asType, .isType: true
      default: false
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
    // A long sum, as generators write them, is a list: as a tree it would be as deep as it is long.
    guard steps.count + 1 == operands.count, steps.count <= Self.longestChain else { return .other(operands) }
    return build(operands, steps).kind
  }

  /// Takes operands and steps from the left, and joins what binds more strongly first. As many joins as steps, whatever
  /// they are.
  private func build(_ operands: [Expression], _ steps: [Step]) -> Expression {
    var done = [operands[0]]
    var open: [Step] = []
    func join() {
      let right = done.removeLast()
      let left = done.removeLast()
      done.append(joined(left, open.removeLast(), right))
    }
    for (step, operand) in zip(steps, operands.dropFirst()) {
      while let last = open.last,
        last.strength > step.strength || (last.strength == step.strength && !step.bindsRight)
      {
        join()
      }
      open.append(step)
      done.append(operand)
      // A type is no operand of what follows it: `a as T * b` is `(a as T) * b`.
      if step.isCast { join() }
    }
    while !open.isEmpty { join() }
    return done[0]
  }

  private func joined(_ left: Expression, _ step: Step, _ right: Expression) -> Expression {
    let around = Span(left.span.start, right.span.end)
    switch step {
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
          attempt,
          Expression(
            .assign(inner, operator: name, right.made(as: nil)), Span(inner.span.start, right.span.end)))
      }
      return .assign(left, operator: name, right.made(as: nil))
    }
    return .binary(left, name, right)
  }
}
