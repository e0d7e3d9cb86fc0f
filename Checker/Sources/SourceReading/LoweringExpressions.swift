import SourceModel
import SwiftSyntax

extension Lowering {
  mutating func expression(_ syntax: ExprSyntax) -> Expression {
    if let parenthesised = syntax.as(TupleExprSyntax.self), parenthesised.elements.count == 1,
      let only = parenthesised.elements.first, only.label == nil
    {
      return expression(only.expression)
    }
    return Expression(kind(syntax), span(syntax))
  }

  private mutating func kind(_ syntax: ExprSyntax) -> Expression.Kind {
    switch syntax.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): return .name(node.baseName.text)
    case .superExpr: return .name("super")
    case .memberAccessExpr(let node):
      let name = node.declName.baseName.text
      guard let base = node.base else { return .implicitMember(name) }
      return .member(link(base), name)
    case .functionCallExpr(let node): return call(node)
    case .subscriptCallExpr(let node):
      let list = arguments(node.arguments)
      return .index(link(node.calledExpression), list)
    case .integerLiteralExpr(let node): return .literal(node.literal.text)
    case .floatLiteralExpr(let node): return .literal(node.literal.text)
    case .booleanLiteralExpr(let node): return .literal(node.literal.text)
    case .nilLiteralExpr: return .literal("nil")
    case .regexLiteralExpr(let node): return .literal(node.trimmedDescription)
    case .stringLiteralExpr(let node): return string(node)
    case .simpleStringLiteralExpr(let node): return .string(node.segments.map(\.content.text).joined(), [])
    case .arrayExpr(let node): return .array(node.elements.map { expression($0.expression) })
    case .dictionaryExpr(let node):
      guard case .elements(let elements) = node.content else { return .dictionary([]) }
      return .dictionary(elements.map { (key: expression($0.key), value: expression($0.value)) })
    case .tupleExpr(let node): return .tuple(arguments(node.elements))
    case .sequenceExpr(let node): return sequence(Array(node.elements))
    case .infixOperatorExpr(let node):
      return infix(
        expression(node.leftOperand), node.operator.trimmedDescription, expression(node.rightOperand))
    case .prefixOperatorExpr(let node): return .prefix(node.operator.text, link(node.expression))
    case .postfixOperatorExpr(let node): return .postfix(link(node.expression), node.operator.text)
    case .inOutExpr(let node): return .prefix("&", link(node.expression))
    case .forceUnwrapExpr(let node): return .force(link(node.expression))
    case .optionalChainingExpr(let node): return .optionalChain(link(node.expression))
    case .tryExpr(let node):
      return .attempt(attempt(node.questionOrExclamationMark), link(node.expression))
    case .awaitExpr(let node): return .awaited(link(node.expression))
    case .consumeExpr(let node): return kind(node.expression)
    case .copyExpr(let node): return kind(node.expression)
    case .borrowExpr(let node): return kind(node.expression)
    case .unsafeExpr(let node): return kind(node.expression)
    case .asExpr(let node):
      return .cast(expression(node.expression), cast(node.questionOrExclamationMark), type(node.type))
    case .isExpr(let node): return .cast(expression(node.expression), .test, type(node.type))
    case .ternaryExpr(let node):
      return .ternary(
        expression(node.condition), expression(node.thenExpression), expression(node.elseExpression))
    case .closureExpr(let node): return .closure(closure(node))
    case .keyPathExpr(let node): return keyPath(node)
    case .macroExpansionExpr(let node): return macro(node)
    case .ifExpr(let node): return .statement(Statement(.branch(branch(node)), span(node)))
    case .switchExpr(let node): return .statement(Statement(choice(node), span(node)))
    case .postfixIfConfigExpr(let node): return postfixConfiguration(node)
    case .genericSpecializationExpr(let node): return kind(node.expression)
    case .typeExpr(let node): return .name(type(node.type).description)
    case .patternExpr(let node): return .other(patternExpressions(node.pattern))
    case .discardAssignmentExpr: return .name("_")
    default: return .other(inner(Syntax(syntax)))
    }
  }

  private mutating func call(_ node: FunctionCallExprSyntax) -> Expression.Kind {
    let list = allArguments(node)
    return .call(link(node.calledExpression), list)
  }

  /// With the closures after the parentheses.
  mutating func allArguments(_ node: FunctionCallExprSyntax) -> [Argument] {
    var list = arguments(node.arguments)
    if let trailing = node.trailingClosure {
      list.append(Argument(nil, Expression(.closure(closure(trailing)), span(trailing)), isTrailing: true))
    }
    for more in node.additionalTrailingClosures {
      list.append(
        Argument(
          more.label.text, Expression(.closure(closure(more.closure)), span(more.closure)), isTrailing: true))
    }
    return list
  }

  mutating func arguments(_ list: LabeledExprListSyntax) -> [Argument] {
    outsideChain { lowering in list.map { Argument($0.label?.text, lowering.expression($0.expression)) } }
  }

  private mutating func string(_ node: StringLiteralExprSyntax) -> Expression.Kind {
    var text: String? = ""
    var parts: [Expression] = []
    for segment in node.segments {
      switch segment {
      case .stringSegment(let plain): text? += plain.content.text
      case .expressionSegment(let inserted):
        text = nil
        for part in inserted.expressions { parts.append(expression(part.expression)) }
      @unknown default: text = nil
      }
    }
    return .string(text, parts)
  }

  private func attempt(_ mark: TokenSyntax?) -> Expression.Attempt {
    switch mark?.text {
    case "?": .optional
    case "!": .forced
    default: .plain
    }
  }

  private func cast(_ mark: TokenSyntax?) -> Expression.Cast {
    switch mark?.text {
    case "?": .conditional
    case "!": .forced
    default: .upward
    }
  }

  private mutating func keyPath(_ node: KeyPathExprSyntax) -> Expression.Kind {
    var names: [String] = []
    for component in node.components {
      if case .property(let property) = component.component { names.append(property.declName.baseName.text) }
    }
    return .keyPath(root: node.root.map { type($0).description }, names)
  }

  mutating func macro(_ node: MacroExpansionExprSyntax) -> Expression.Kind {
    var list = arguments(node.arguments)
    if let trailing = node.trailingClosure {
      list.append(Argument(nil, Expression(.closure(closure(trailing)), span(trailing)), isTrailing: true))
    }
    return .macro(node.macroName.text, list)
  }

  private mutating func postfixConfiguration(_ node: PostfixIfConfigExprSyntax) -> Expression.Kind {
    let base = node.base.map { expression($0) }
    guard case .postfixExpression(let chosen)? = active(node.config) else {
      return .other(base.map { [$0] } ?? [])
    }
    return .other((base.map { [$0] } ?? []) + [expression(chosen)])
  }

  /// The expressions anywhere inside a piece of syntax that the model has no word for.
  mutating func inner(_ syntax: Syntax) -> [Expression] {
    var found: [Expression] = []
    for child in syntax.children(viewMode: .sourceAccurate) {
      if let one = child.as(ExprSyntax.self) {
        found.append(expression(one))
      } else if !child.is(TokenSyntax.self) {
        found += inner(child)
      }
    }
    return found
  }

  func patternNames(_ syntax: PatternSyntax) -> [String] {
    if let name = syntax.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
    if let tuple = syntax.as(TuplePatternSyntax.self) {
      return tuple.elements.flatMap { patternNames($0.pattern) }
    }
    if let bound = syntax.as(ValueBindingPatternSyntax.self) { return patternNames(bound.pattern) }
    if let expression = syntax.as(ExpressionPatternSyntax.self) {
      return boundNames(Syntax(expression.expression))
    }
    return []
  }

  /// Names that a pattern such as `.some(let camera)` binds.
  func boundNames(_ syntax: Syntax) -> [String] {
    var names: [String] = []
    for child in syntax.children(viewMode: .sourceAccurate) {
      if let pattern = child.as(PatternExprSyntax.self) {
        names += patternNames(pattern.pattern)
      } else if let identifier = child.as(IdentifierPatternSyntax.self) {
        names.append(identifier.identifier.text)
      } else if !child.is(TokenSyntax.self) {
        names += boundNames(child)
      }
    }
    return names
  }

  mutating func patternExpressions(_ syntax: PatternSyntax) -> [Expression] {
    if let one = syntax.as(ExpressionPatternSyntax.self) { return [expression(one.expression)] }
    return inner(Syntax(syntax))
  }
}
