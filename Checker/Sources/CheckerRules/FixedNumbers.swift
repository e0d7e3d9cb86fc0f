import CaptureFacts
import SourceModel

extension Program {
  /// Is the value a number that the sources spell out, whatever it depends on: a literal, a choice between literals, or what
  /// a function or a computed property of the program gives that knows nothing else, as tables of angles do?
  func isFixedNumber(_ site: Site) -> Bool { isFixedNumber(site, 0) }

  private func isFixedNumber(_ site: Site, _ depth: Int) -> Bool {
    guard depth < 6 else { return false }
    let found = value(site)
    let value = Site(unit: found.unit, expression: found.expression.core, around: found.around)
    func isFixed(_ inner: Expression) -> Bool { isFixedNumber(value.inside(inner), depth + 1) }
    switch value.expression.kind {
    case .literal(let text): return text.first?.isNumber == true
    case .prefix("-", let inner): return isFixed(inner)
    case .ternary(_, let first, let second): return isFixed(first) && isFixed(second)
    case .call(let callee, let arguments) where ["CGFloat", "Double"].contains(callee.lastName):
      return arguments.count == 1 && isFixed(arguments[0].value)
    case .call:
      guard let targets = value.call.map({ targets(of: $0) }), !targets.isEmpty else { return false }
      return targets.allSatisfy { gives(.function($0.function), depth) }
    case .name(let name):
      switch definition(of: name, at: value) {
      case .local(let binding, let first, _):
        return isAlwaysSetToNumbers(binding, first, in: value.unit, depth)
      case .property(let property, _): return gives(.property(property), depth)
      default: return false
      }
    case .member(let base, let name):
      guard let owner = type(of: value.inside(base))?.base,
        let property = types[owner]?.properties[name]
      else { return false }
      return gives(.property(property), depth)
    case .statement(let statement):
      return results(of: statement).allSatisfy {
        isFixedNumber(Site(unit: value.unit, expression: $0, around: []), depth + 1)
      }
        && !results(of: statement).isEmpty
    default: return false
    }
  }

  /// A local variable that gets numbers only, in each of its assignments.
  private func isAlwaysSetToNumbers(_ binding: Binding, _ first: Site?, in unit: CodeUnit, _ depth: Int)
    -> Bool
  {
    guard let name = binding.names.first, binding.isWhole else { return false }
    if let first, !isFixedNumber(first, depth + 1) { return false }
    var numbers = 0
    var others = 0
    unit.forEachExpression { other in
      if case .prefix("&", let inner) = other.expression.kind, case .name(name) = inner.kind { others += 1 }
      guard let assignment = other.anyAssignment, assignment.base == nil, assignment.name == name else {
        return
      }
      if other.assignment != nil, isFixedNumber(assignment.value, depth + 1) {
        numbers += 1
      } else {
        others += 1
      }
    }
    return others == 0 && (numbers > 0 || first != nil)
  }

  /// Does everything that a function or a computed property of the program returns spell its number out?
  private func gives(_ root: Node, _ depth: Int) -> Bool {
    let body: Block?
    switch root {
    case .function(let function): body = function.body
    case .property(let property): body = property.accessors.first { $0.name == "get" }?.body
    default: body = nil
    }
    guard let body, let unit = units.first(where: { $0.root.isSame(as: root) }) else { return false }
    var found: [Site] = []
    root.walk { node, around in
      if case .function(let inner) = node, inner.form == .closure || inner.name == "set" { return false }
      if case .statement(let statement) = node, case .return(let value?) = statement.kind {
        found.append(Site(unit: unit, expression: value, around: around + [node]))
      }
      return true
    }
    if found.isEmpty, body.statements.count == 1 {
      found = results(of: body.statements[0]).map {
        Site(unit: unit, expression: $0, around: [root, .block(body), .statement(body.statements[0])])
      }
    }
    return !found.isEmpty && found.allSatisfy { isFixedNumber($0, depth + 1) }
  }

  /// What an `if`, a `switch` or a single expression gives as a value.
  private func results(of statement: Statement) -> [Expression] {
    func last(_ block: Block) -> [Expression] { block.statements.last.map { results(of: $0) } ?? [] }
    switch statement.kind {
    case .expression(let expression):
      if case .statement(let inner) = expression.kind { return results(of: inner) }
      return [expression]
    case .branch(let branch):
      switch branch.otherwise {
      case nil: return []
      case .block(let block): return last(branch.then) + last(block)
      case .branch(let next): return last(branch.then) + results(of: next)
      }
    case .switch(_, let cases): return cases.flatMap { last($0.block) }
    default: return []
    }
  }
}

extension Node {
  /// Is it the very same function or property?
  fileprivate func isSame(as other: Node) -> Bool {
    switch (self, other) {
    case (.function(let one), .function(let two)): one === two
    case (.property(let one), .property(let two)): one === two
    default: false
    }
  }
}
