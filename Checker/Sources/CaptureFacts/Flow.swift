import SourceModel

/// Which code surely runs before which, inside one function, by its structure.
///
/// What is asked of an expression is asked with its site, so that a predicate can look names up. A closure's body counts
/// as run only where the closure is called then and there (`forEach`, `withLock`, a configuration helper that takes a
/// closure last is not known to). What throws or returns in between does not matter: then the later place is not reached.
extension Program {
  /// Has an expression like this surely been evaluated when control comes to the site?
  ///
  /// Looks outward through closures, too: what ran before a closure was made ran before its body.
  public func surelyBefore(_ site: Site, _ predicate: @escaping (Site) -> Bool) -> Bool {
    let query = Query(unit: site.unit, predicate: predicate)
    var around = site.around
    var inner: Node = .expression(site.expression)
    while let here = around.last {
      if query.earlier(than: inner, in: here, around) { return true }
      inner = here
      around.removeLast()
    }
    return false
  }

  /// Does running this node to its end surely evaluate an expression like this?
  public func surely(_ node: Node, around: [Node], in unit: CodeUnit, _ predicate: @escaping (Site) -> Bool)
    -> Bool
  {
    Query(unit: unit, predicate: predicate).surely(node, around)
  }

  /// Does the whole unit hold such an expression, anywhere?
  public func somewhere(in unit: CodeUnit, _ predicate: @escaping (Site) -> Bool) -> Bool {
    var found = false
    unit.forEachExpression { if !found { found = predicate($0) } }
    return found
  }

  /// Does any code of a type, its ancestors in the program or its extensions hold such an expression?
  public func somewhere(inType type: String?, of file: SourceFile, _ predicate: @escaping (Site) -> Bool)
    -> Bool
  {
    units(ofType: type, in: file).contains { somewhere(in: $0, predicate) }
  }

  /// All code of a type and of the types inside and around it; at the top of a file, the file's free functions.
  public func units(ofType type: String?, in file: SourceFile) -> [CodeUnit] {
    guard let type else { return units.filter { $0.type == nil && $0.file === file } }
    return (unitsByOutermost[type.prefix { $0 != "." }] ?? []).map { units[$0] }
  }
}

private struct Query {
  let unit: CodeUnit
  let predicate: (Site) -> Bool
  /// Words that lead from where the query looks to behind it, and not away from it: `break` in a `switch`.
  var staying: Set<String> = []

  /// Inside a node, has such an expression run before control comes to one of its children?
  func earlier(than child: Node, in node: Node, _ around: [Node]) -> Bool {
    switch node {
    case .block(let block):
      return block.statements.contains { $0.span.end <= child.span.start && surely(.statement($0), around) }
    case .statement(let statement): return earlier(than: child, in: statement, around)
    case .expression(let expression):
      if case .statement(let statement) = expression.kind {
        return earlier(than: child, in: statement, around)
      }
      return earlier(than: child, in: expression, around)
    case .function, .type, .property: return false
    }
  }

  private func earlier(than child: Node, in statement: Statement, _ around: [Node]) -> Bool {
    switch statement.kind {
    case .branch(let branch):
      // In the block after `if`, all conditions were looked at; in `else`, the first one was.
      if let otherwise = branch.otherwise, otherwise.span.contains(child.span) {
        return branch.conditions.first.map { surely($0, around) } ?? false
      }
      return held(branch.conditions, child, around)
    case .guard(let conditions, let otherwise):
      if otherwise.span.contains(child.span) { return conditions.first.map { surely($0, around) } ?? false }
      return held(conditions, child, around)
    case .whileLoop(let conditions, _): return held(conditions, child, around)
    case .switch(let value, _):
      return value.span.end <= child.span.start && surely(.expression(value), around)
    case .loop(_, let sequence, _, _):
      return sequence.span.end <= child.span.start && surely(.expression(sequence), around)
    default: return false
    }
  }

  /// Conditions before a place that held when control came to it: all of each was looked at, both sides of `&&`, too.
  private func held(_ conditions: [Condition], _ child: Node, _ around: [Node]) -> Bool {
    conditions.contains { condition in
      guard condition.span.end <= child.span.start else { return false }
      if case .expression(let expression) = condition.kind { return held(expression, around) }
      return surely(condition, around)
    }
  }

  private func held(_ expression: Expression, _ around: [Node]) -> Bool {
    if case .binary(let left, "&&", let right) = expression.kind {
      let inner = around + [.expression(expression)]
      return held(left, inner) || held(right, inner)
    }
    return surely(expression, around)
  }

  private func earlier(than child: Node, in expression: Expression, _ around: [Node]) -> Bool {
    switch expression.kind {
    case .binary(let left, "&&", let right) where right.span.contains(child.span): return held(left, around)
    case .ternary(let condition, let first, _) where first.span.contains(child.span):
      return held(condition, around)
    default:
      return expression.children.contains { $0.span.end <= child.span.start && surely($0, around) }
    }
  }

  private func surely(_ condition: Condition, _ around: [Node]) -> Bool {
    switch condition.kind {
    case .expression(let expression): surely(.expression(expression), around)
    case .bind(let binding): binding.value.map { surely(.expression($0), around) } ?? false
    case .available: false
    }
  }

  func surely(_ node: Node, _ around: [Node]) -> Bool {
    switch node {
    case .expression(let expression): return surely(expression, around)
    case .statement(let statement): return surely(statement, around + [node])
    case .block(let block): return block.statements.contains { surely(.statement($0), around + [node]) }
    case .function, .type, .property: return false
    }
  }

  private func surely(_ statement: Statement, _ around: [Node]) -> Bool {
    switch statement.kind {
    case .branch(let branch):
      if branch.conditions.first.map({ surely($0, around) }) ?? false { return true }
      guard surely(.block(branch.then), around) || leaves(branch.then) else { return false }
      switch branch.otherwise {
      case nil: return false
      case .block(let block): return surely(.block(block), around) || leaves(block)
      case .branch(let next): return surely(.statement(next), around)
      }
    case .guard(let conditions, let otherwise):
      if !staying.isEmpty, otherwise.statements.contains(where: { $0.mayLead(out: staying) }) {
        return conditions.first.map { surely($0, around) } ?? false
      }
      return conditions.contains { condition in
        if case .expression(let expression) = condition.kind { return held(expression, around) }
        return surely(condition, around)
      }
    case .switch(let value, let cases):
      return surely(.expression(value), around)
        || (!cases.isEmpty && cases.allSatisfy { surely($0.block, around, despite: ["break"]) })
    case .loop(_, let sequence, _, _): return surely(.expression(sequence), around)
    case .whileLoop(let conditions, _): return conditions.first.map { surely($0, around) } ?? false
    case .repeatLoop(let block, _): return surely(block, around, despite: ["break", "continue"])
    case .scope(let block, _): return surely(.block(block), around)
    case .defer, .function, .type: return false
    default: return statement.children.contains { surely($0, around) }
    }
  }

  /// Does control never come to the block's end, nor to what follows the statement that it belongs to?
  private func leaves(_ block: Block) -> Bool {
    switch block.statements.last?.kind {
    case .return: !staying.contains("return")
    case .throw: true
    case .jump(let word, let label): label != nil || !staying.contains(word)
    case .expression(let expression):
      ["fatalError", "preconditionFailure", "abort", "exit"].contains(expression.lastName)
    default: false
    }
  }

  /// Does a block that these words lead out of surely evaluate it, or lead away?
  private func surely(_ block: Block, _ around: [Node], despite words: Set<String>) -> Bool {
    var query = self
    query.staying = words
    let inner = around + [.block(block)]
    for statement in block.statements {
      if query.surely(.statement(statement), inner) { return true }
      if statement.mayLead(out: words) { return false }
    }
    return query.leaves(block)
  }

  private func surely(_ expression: Expression, _ around: [Node]) -> Bool {
    if predicate(Site(unit: unit, expression: expression, around: around)) { return true }
    let inner = around + [.expression(expression)]
    switch expression.kind {
    case .ternary(let condition, let first, let second):
      return surely(condition, inner) || (surely(first, inner) && surely(second, inner))
    case .binary(let left, "&&", _), .binary(let left, "||", _), .binary(let left, "??", _):
      return surely(left, inner)
    case .closure: return false
    case .call(let callee, let arguments):
      if surely(callee, inner) { return true }
      return arguments.contains { argument in
        if case .closure(let function) = argument.value.kind {
          guard Self.callsAtOnce(callee), let body = function.body else { return false }
          return surely(
            body, inner + [.expression(argument.value), .function(function)], despite: ["return"])
        }
        return surely(argument.value, inner)
      }
    case .statement(let statement): return surely(statement, inner)
    default: return expression.children.contains { surely($0, inner) }
    }
  }

  /// Functions that call the closure they are given before they return.
  static func callsAtOnce(_ callee: Expression) -> Bool {
    guard let name = callee.lastName else {
      if case .closure = callee.core.kind { return true }
      return false
    }
    return [
      "sync", "withLock", "run", "assumeIsolated", "withUnsafePointer", "autoreleasepool",
      "performWithoutAnimation",
    ]
    .contains(name)
  }
}

extension Statement {
  /// May it jump to behind what is around it, by one of these words?
  fileprivate func mayLead(out words: Set<String>) -> Bool {
    func any(_ block: Block, _ words: Set<String>) -> Bool {
      block.statements.contains { $0.mayLead(out: words) }
    }
    switch kind {
    case .return: return words.contains("return")
    case .jump(let word, let label): return label != nil || words.contains(word)
    case .branch(let branch):
      switch branch.otherwise {
      case nil: return any(branch.then, words)
      case .block(let block): return any(branch.then, words) || any(block, words)
      case .branch(let next): return any(branch.then, words) || next.mayLead(out: words)
      }
    case .guard(_, let otherwise): return any(otherwise, words)
    case .switch(_, let cases): return cases.contains { any($0.block, words.subtracting(["break"])) }
    case .loop(_, _, _, let block), .whileLoop(_, let block), .repeatLoop(let block, _):
      return any(block, words.intersection(["return"]))
    case .scope(let block, let catches): return any(block, words) || catches.contains { any($0.block, words) }
    default: return false
    }
  }
}
