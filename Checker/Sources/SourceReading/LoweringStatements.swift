import SourceModel
import SwiftSyntax

extension Lowering {
  mutating func block(_ syntax: CodeBlockSyntax) -> Block {
    outsideChain { lowering in Block(lowering.statements(syntax.statements), lowering.span(syntax)) }
  }

  mutating func statements(_ list: CodeBlockItemListSyntax) -> [Statement] {
    var found: [Statement] = []
    found.reserveCapacity(list.count)
    for item in list { found += statements(item) }
    return found
  }

  mutating func statements(_ item: CodeBlockItemSyntax) -> [Statement] {
    switch item.item {
    case .decl(let declaration): return statement(declaration)
    case .stmt(let one): return [statement(one)]
    case .expr(let one): return [statement(one)]
    @unknown default: return []
    }
  }

  private mutating func statement(_ syntax: ExprSyntax) -> Statement {
    let whole = span(syntax)
    switch syntax.as(ExprSyntaxEnum.self) {
    case .ifExpr(let node): return Statement(.branch(branch(node)), whole)
    case .switchExpr(let node): return Statement(choice(node), whole)
    default: return Statement(.expression(expression(syntax)), whole)
    }
  }

  mutating func statement(_ syntax: DeclSyntax) -> [Statement] {
    let whole = span(syntax)
    if let config = syntax.as(IfConfigDeclSyntax.self) {
      guard case .statements(let list)? = active(config) else { return [] }
      return statements(list)
    }
    if let variable = syntax.as(VariableDeclSyntax.self) {
      let found = bindings(variable)
      return found.map { Statement(.bind($0), $0.span) }
    }
    if let function = syntax.as(FunctionDeclSyntax.self) {
      return [Statement(.function(self.function(function)), whole)]
    }
    if let macro = syntax.as(MacroExpansionDeclSyntax.self) {
      var list = arguments(macro.arguments)
      if let trailing = macro.trailingClosure {
        list.append(Argument(nil, Expression(.closure(closure(trailing)), span(trailing)), isTrailing: true))
      }
      return [Statement(.expression(Expression(.macro(macro.macroName.text, list), whole)), whole)]
    }
    if let type = typeDeclaration(syntax, inside: "") { return [Statement(.type(type), whole)] }
    return []
  }

  private mutating func statement(_ syntax: StmtSyntax) -> Statement {
    let whole = span(syntax)
    switch syntax.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let node): return statement(node.expression)
    case .guardStmt(let node):
      let found = conditions(node.conditions)
      return Statement(.guard(found, otherwise: block(node.body)), whole)
    case .forStmt(let node):
      let sequence = expression(node.sequence)
      let filter = node.whereClause.map { expression($0.condition) }
      return Statement(
        .loop(names: patternNames(node.pattern), sequence, filter: filter, block(node.body)), whole)
    case .whileStmt(let node):
      let found = conditions(node.conditions)
      return Statement(.whileLoop(found, block(node.body)), whole)
    case .repeatStmt(let node):
      let body = block(node.body)
      return Statement(.repeatLoop(body, expression(node.condition)), whole)
    case .doStmt(let node):
      let body = block(node.body)
      return Statement(.scope(body, catches: catches(node.catchClauses)), whole)
    case .deferStmt(let node): return Statement(.defer(block(node.body)), whole)
    case .returnStmt(let node): return Statement(.return(node.expression.map { expression($0) }), whole)
    case .throwStmt(let node): return Statement(.throw(expression(node.expression)), whole)
    case .breakStmt(let node): return Statement(.jump("break", label: node.label?.text), whole)
    case .continueStmt(let node): return Statement(.jump("continue", label: node.label?.text), whole)
    case .fallThroughStmt: return Statement(.jump("fallthrough", label: nil), whole)
    case .labeledStmt(let node): return statement(node.statement)
    default: return Statement(.other(inner(Syntax(syntax))), whole)
    }
  }

  mutating func choice(_ node: SwitchExprSyntax) -> Statement.Kind {
    let subject = expression(node.subject)
    return .switch(subject, cases(node.cases))
  }

  private mutating func cases(_ list: SwitchCaseListSyntax) -> [SwitchCase] {
    var found: [SwitchCase] = []
    for element in list {
      switch element {
      case .switchCase(let one): found.append(switchCase(one))
      case .ifConfigDecl(let config):
        if case .switchCases(let inner)? = active(config) { found += cases(inner) }
      @unknown default: break
      }
    }
    return found
  }

  private mutating func switchCase(_ node: SwitchCaseSyntax) -> SwitchCase {
    var patterns: [Expression] = []
    var names: [String] = []
    var filter: Expression?
    if case .case(let label) = node.label {
      for item in label.caseItems {
        patterns += patternExpressions(item.pattern)
        names += patternNames(item.pattern)
        if let condition = item.whereClause { filter = expression(condition.condition) }
      }
    }
    return SwitchCase(
      patterns: patterns, names: names, filter: filter,
      block: Block(statements(node.statements), span(node.statements)))
  }

  mutating func catches(_ list: CatchClauseListSyntax) -> [Catch] {
    list.map { clause in
      var patterns: [Expression] = []
      for item in clause.catchItems {
        if let pattern = item.pattern { patterns += patternExpressions(pattern) }
      }
      return Catch(patterns: patterns, block: block(clause.body))
    }
  }

  mutating func conditions(_ list: ConditionElementListSyntax) -> [Condition] {
    list.map { element in
      let whole = span(element)
      switch element.condition {
      case .expression(let one): return Condition(.expression(expression(one)), whole)
      case .availability(let node):
        return Condition(
          .available(
            versions(node.availabilityArguments), negated: node.availabilityKeyword.text == "#unavailable"),
          whole)
      case .matchingPattern(let node):
        let value = expression(node.initializer.value)
        return Condition(
          .bind(
            Binding(
              span: whole, names: patternNames(node.pattern), value: value, isWhole: false, isConstant: true,
              pattern: patternExpressions(node.pattern))), whole)
      case .optionalBinding(let node):
        let names = patternNames(node.pattern)
        let value =
          node.initializer.map { expression($0.value) }
          ?? names.first.map { Expression(.name($0), span(node.pattern)) }
        return Condition(
          .bind(
            Binding(
              span: whole, names: names, type: node.typeAnnotation.map { type($0.type) }, value: value,
              isWhole: true,
              isConstant: node.bindingSpecifier.text == "let")), whole)
      @unknown default:
        return Condition(.expression(Expression(.other(inner(Syntax(element))), whole)), whole)
      }
    }
  }

  mutating func bindings(_ node: VariableDeclSyntax) -> [Binding] {
    let words = modifiers(node.modifiers)
    // `let a, b: Int`: a type counts for the names before it that have none.
    var types: [TypeName?] = node.bindings.map { $0.typeAnnotation.map { type($0.type) } }
    for index in types.indices.reversed() where types[index] == nil && index + 1 < types.count {
      let syntax = node.bindings[node.bindings.index(node.bindings.startIndex, offsetBy: index)]
      if syntax.initializer == nil { types[index] = types[index + 1] }
    }
    var found: [Binding] = []
    for (binding, named) in zip(node.bindings, types) {
      let names = patternNames(binding.pattern)
      found.append(
        Binding(
          span: node.bindings.count == 1 ? span(node) : span(binding), names: names, type: named,
          value: binding.initializer.map { expression($0.value).made(as: named) },
          isWhole: binding.pattern.is(IdentifierPatternSyntax.self),
          isConstant: node.bindingSpecifier.text == "let",
          modifiers: words))
    }
    return found
  }
}
