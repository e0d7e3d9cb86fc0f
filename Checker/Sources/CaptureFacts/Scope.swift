import SourceModel

/// What a name stands for at a place.
public enum Definition {
  /// A local `let` or `var`, with the site of its value; `unwraps` in `if let` and `guard let`.
  case local(Binding, value: Site?, unwraps: Bool)
  case parameter(Function.Parameter, of: Function, around: [Node])
  /// Of a `for` loop, with the site of the sequence.
  case element(of: Site)
  /// `[camera = self.camera]`, with the site of its value.
  case captured(value: Site)
  case property(Property, of: String?)
  case type(String)
  case localFunction(Function)
}

extension Program {
  /// What a name means at a site, from the inside out as the compiler looks.
  public func definition(of name: String, at site: Site) -> Definition? {
    let around = site.around
    for depth in around.indices.reversed() {
      let outer = around[...depth]
      let inner: Node = depth + 1 < around.count ? around[depth + 1] : .expression(site.expression)
      switch around[depth] {
      case .block(let block):
        if let found = local(name, in: block, before: inner.span, site.unit, outer) { return found }
      case .statement(let statement):
        if let found = local(name, in: statement, seenFrom: inner.span, site.unit, outer) { return found }
      case .function(let function):
        if let found = local(name, in: function, site.unit, outer) { return found }
      case .expression(let expression):
        if case .statement(let statement) = expression.kind,
          let found = local(name, in: statement, seenFrom: inner.span, site.unit, outer)
        {
          return found
        }
      case .type, .property: break
      }
    }
    if let type = site.unit.type, let found = member(name, of: type) { return found }
    if let global = globals[name] { return .property(global, of: nil) }
    if self.type(named: name, inside: site.unit.type) != nil || KnownTypes.isType(name) { return .type(name) }
    return nil
  }

  private func member(_ name: String, of type: String) -> Definition? {
    var scope = type
    while true {
      for ancestor in ancestry(scope) {
        if let property = types[ancestor]?.properties[name] { return .property(property, of: ancestor) }
      }
      guard let dot = scope.lastIndex(of: ".") else { return nil }
      scope = String(scope[..<dot])
    }
  }

  private func local(
    _ name: String, in block: Block, before span: Span, _ unit: CodeUnit, _ outer: ArraySlice<Node>
  ) -> Definition? {
    for statement in block.statements.reversed() where statement.span.start < span.start {
      switch statement.kind {
      case .bind(let binding) where binding.names.contains(name) && statement.span.end <= span.start:
        return definition(binding, unit, outer + [.statement(statement)], unwraps: false)
      case .guard(let conditions, _) where statement.span.end <= span.start:
        for condition in conditions.reversed() {
          if case .bind(let binding) = condition.kind, binding.names.contains(name) {
            return definition(binding, unit, outer + [.statement(statement)], unwraps: true)
          }
        }
      case .function(let function) where function.name == name: return .localFunction(function)
      default: break
      }
    }
    return nil
  }

  private func local(
    _ name: String, in statement: Statement, seenFrom span: Span, _ unit: CodeUnit, _ outer: ArraySlice<Node>
  ) -> Definition? {
    switch statement.kind {
    case .branch(let branch) where branch.otherwise?.span.contains(span) != true:
      return local(name, in: branch.conditions, before: span, unit, outer)
    case .guard(let conditions, let otherwise) where !otherwise.span.contains(span):
      return local(name, in: conditions, before: span, unit, outer)
    case .whileLoop(let conditions, _): return local(name, in: conditions, before: span, unit, outer)
    case .loop(let names, let sequence, _, let block) where names.contains(name) && block.span.contains(span):
      return .element(of: Site(unit: unit, expression: sequence, around: Array(outer)))
    case .switch(_, let cases):
      for one in cases where one.names.contains(name) && one.block.span.contains(span) {
        return .local(
          Binding(span: statement.span, names: [name], value: nil, isWhole: false, isConstant: true),
          value: nil,
          unwraps: false)
      }
      return nil
    default: return nil
    }
  }

  private func local(
    _ name: String, in conditions: [Condition], before span: Span, _ unit: CodeUnit, _ outer: ArraySlice<Node>
  ) -> Definition? {
    for condition in conditions.reversed() where condition.span.end <= span.start {
      if case .bind(let binding) = condition.kind, binding.names.contains(name) {
        return definition(binding, unit, outer, unwraps: true)
      }
    }
    return nil
  }

  private func local(_ name: String, in function: Function, _ unit: CodeUnit, _ outer: ArraySlice<Node>)
    -> Definition?
  {
    for capture in function.captures where capture.name == name {
      if let value = capture.value {
        return .captured(value: Site(unit: unit, expression: value, around: Array(outer)))
      }
    }
    for parameter in function.parameters where parameter.name == name {
      return .parameter(parameter, of: function, around: Array(outer))
    }
    return nil
  }

  private func definition(_ binding: Binding, _ unit: CodeUnit, _ around: ArraySlice<Node>, unwraps: Bool)
    -> Definition
  {
    .local(
      binding, value: binding.value.map { Site(unit: unit, expression: $0, around: Array(around)) },
      unwraps: unwraps && binding.isWhole)
  }
}

extension Branch.Otherwise {
  var span: Span {
    switch self {
    case .block(let block): block.span
    case .branch(let statement): statement.span
    }
  }
}
