/// Anything in a tree that contains other things.
public enum Node: Sendable {
  case expression(Expression)
  case statement(Statement)
  case block(Block)
  case function(Function)
  case type(TypeDeclaration)
  case property(Property)

  public var span: Span {
    switch self {
    case .expression(let node): node.span
    case .statement(let node): node.span
    case .block(let node): node.span
    case .function(let node): node.span
    case .type(let node): node.span
    case .property(let node): node.span
    }
  }

  /// Is it the same piece of the same tree?
  public static func === (a: Node, b: Node) -> Bool { a.identity == b.identity }

  public var identity: ObjectIdentifier {
    switch self {
    case .expression(let node): ObjectIdentifier(node)
    case .statement(let node): ObjectIdentifier(node)
    case .block(let node): ObjectIdentifier(node)
    case .function(let node): ObjectIdentifier(node)
    case .type(let node): ObjectIdentifier(node)
    case .property(let node): ObjectIdentifier(node)
    }
  }

  /// What is directly inside, in the order in which it is written.
  public var children: [Node] {
    switch self {
    case .expression(let node): node.children
    case .statement(let node): node.children
    case .block(let node): node.statements.map { .statement($0) }
    case .function(let node):
      node.parameters.compactMap { $0.value.map { .expression($0) } }
        + node.captures.compactMap { $0.value.map { .expression($0) } }
        + (node.body.map { [.block($0)] } ?? [])
    case .type(let node):
      node.members.map { member in
        switch member {
        case .property(let property): .property(property)
        case .function(let function): .function(function)
        case .type(let type): .type(type)
        }
      }
    case .property(let node):
      (node.value.map { [.expression($0)] } ?? []) + node.accessors.map { .function($0) }
    }
  }

  /// Visits what is inside, from the outside in, with everything around each (outermost first). A visit that gives false
  /// keeps out of what is inside.
  public func walk(_ around: [Node] = [], _ visit: (Node, [Node]) -> Bool) {
    guard visit(self, around) else { return }
    let inner = around + [self]
    for child in children { child.walk(inner, visit) }
  }
}

extension Statement {
  /// What is directly inside, in the order in which it is written.
  public var children: [Node] {
    switch kind {
    case .expression(let expression), .throw(let expression): return [.expression(expression)]
    case .bind(let binding): return binding.children
    case .branch(let branch):
      let rest: [Node] =
        switch branch.otherwise {
        case nil: []
        case .block(let block): [.block(block)]
        case .branch(let statement): [.statement(statement)]
        }
      return branch.conditions.flatMap(\.children) + [.block(branch.then)] + rest
    case .guard(let conditions, let otherwise): return conditions.flatMap(\.children) + [.block(otherwise)]
    case .switch(let value, let cases):
      return [.expression(value)]
        + cases.flatMap { one in
          one.patterns.map { .expression($0) } + (one.filter.map { [.expression($0)] } ?? []) + [
            .block(one.block)
          ]
        }
    case .loop(_, let sequence, let filter, let block):
      return [.expression(sequence)] + (filter.map { [.expression($0)] } ?? []) + [.block(block)]
    case .whileLoop(let conditions, let block): return conditions.flatMap(\.children) + [.block(block)]
    case .repeatLoop(let block, let condition): return [.block(block), .expression(condition)]
    case .scope(let block, let catches):
      return [.block(block)]
        + catches.flatMap { one in one.patterns.map { .expression($0) } + [.block(one.block)] }
    case .defer(let block): return [.block(block)]
    case .return(let value): return value.map { [.expression($0)] } ?? []
    case .jump: return []
    case .function(let function): return [.function(function)]
    case .type(let type): return [.type(type)]
    case .other(let expressions): return expressions.map { .expression($0) }
    }
  }
}

extension Binding {
  public var children: [Node] {
    pattern.map { .expression($0) } + (value.map { [.expression($0)] } ?? [])
  }
}

extension Condition {
  public var children: [Node] {
    switch kind {
    case .expression(let expression): [.expression(expression)]
    case .bind(let binding): binding.children
    case .available: []
    }
  }
}

extension SourceFile {
  /// Everything in the file that contains code, from the top.
  public var nodes: [Node] {
    types.map { .type($0) } + functions.map { .function($0) } + properties.map { .property($0) } + [
      .block(statements)
    ]
  }

  public func place(_ offset: Int) -> Place { lines.place(offset) }
}
