import SourceModel
import SwiftSyntax

/// Chains that no one wrote by hand: `a.b().c()…`, `try try try…`, `if … else if … else if …`.
///
/// Each link of a chain lies inside the one after it, and whoever looks at a link looks at all that is around it. So that
/// this takes no longer for each of ten thousand links than for each of ten, the model goes down a limited number of links
/// and holds what lies deeper side by side.
extension Lowering {
  static let longestChain = 256

  /// What a link of a chain hangs on.
  mutating func link(_ syntax: ExprSyntax) -> Expression {
    openLinks += 1
    defer { openLinks -= 1 }
    guard openLinks > Self.longestChain else { return expression(syntax) }
    return Expression(.other(rest(of: syntax)), span(syntax))
  }

  /// Arguments and bodies begin chains of their own.
  mutating func outsideChain<Value>(_ lower: (inout Lowering) -> Value) -> Value {
    let outer = openLinks
    openLinks = 0
    defer { openLinks = outer }
    return lower(&self)
  }

  /// What is given to the further links, and what the first one hangs on.
  private mutating func rest(of syntax: ExprSyntax) -> [Expression] {
    var found: [Expression] = []
    var next: ExprSyntax? = syntax
    while let link = next {
      switch link.as(ExprSyntaxEnum.self) {
      case .memberAccessExpr(let node): next = node.base
      case .functionCallExpr(let node):
        found += allArguments(node).map(\.value)
        next = node.calledExpression
      case .subscriptCallExpr(let node):
        found += arguments(node.arguments).map(\.value)
        next = node.calledExpression
      case .forceUnwrapExpr(let node): next = node.expression
      case .optionalChainingExpr(let node): next = node.expression
      case .prefixOperatorExpr(let node): next = node.expression
      case .postfixOperatorExpr(let node): next = node.expression
      case .inOutExpr(let node): next = node.expression
      case .tryExpr(let node): next = node.expression
      case .awaitExpr(let node): next = node.expression
      case .genericSpecializationExpr(let node): next = node.expression
      default:
        found.append(outsideChain { $0.expression(link) })
        next = nil
      }
    }
    return found
  }

  /// `if` with all its `else if`. Behind the limit each is a statement of its own, one after the other: they still hold all
  /// that is written, and only the order in which they are asked is lost.
  mutating func branch(_ node: IfExprSyntax) -> Branch {
    var nodes = [node]
    while case .ifExpr(let next)? = nodes.last?.elseBody { nodes.append(next) }
    var last: Branch.Otherwise?
    if case .codeBlock(let body)? = nodes.last?.elseBody { last = .block(block(body)) }
    var lowered: [(conditions: [Condition], then: Block, span: Span)] = []
    for one in nodes {
      let found = conditions(one.conditions)
      lowered.append((found, block(one.body), span(one)))
    }
    if lowered.count > Self.longestChain {
      let rest = lowered[Self.longestChain...]
      var statements = rest.map { one in
        Statement(.branch(Branch(one.conditions, then: one.then, otherwise: nil)), one.span)
      }
      if case .block(let body)? = last { statements.append(Statement(.scope(body, catches: []), body.span)) }
      last = .block(Block(statements, rest.first!.span))
      lowered.removeLast(rest.count)
    }
    for one in lowered.dropFirst().reversed() {
      last = .branch(
        Statement(.branch(Branch(one.conditions, then: one.then, otherwise: last)), one.span))
    }
    return Branch(lowered[0].conditions, then: lowered[0].then, otherwise: last)
  }
}
