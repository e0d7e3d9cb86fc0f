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
    var found: [Node] = []
    forEachChild { found.append($0) }
    return found
  }

  /// Like `children`, without an array.
  public func forEachChild(_ visit: (Node) -> Void) {
    switch self {
    case .expression(let node): node.forEachChild(visit)
    case .statement(let node): node.forEachChild(visit)
    case .block(let node): for statement in node.statements { visit(.statement(statement)) }
    case .function(let node):
      for parameter in node.parameters { if let value = parameter.value { visit(.expression(value)) } }
      for capture in node.captures { if let value = capture.value { visit(.expression(value)) } }
      if let body = node.body { visit(.block(body)) }
    case .type(let node):
      for member in node.members {
        switch member {
        case .property(let property): visit(.property(property))
        case .function(let function): visit(.function(function))
        case .type(let type): visit(.type(type))
        }
      }
    case .property(let node):
      if let value = node.value { visit(.expression(value)) }
      for accessor in node.accessors { visit(.function(accessor)) }
    }
  }

  /// Visits what is inside, from the outside in, with everything around each (outermost first). A visit that gives false
  /// keeps out of what is inside.
  ///
  /// One array of what is around serves the whole walk; it is copied only where a visit keeps it.
  public func walk(_ around: [Node] = [], _ visit: (Node, [Node]) -> Bool) {
    var around = around
    walk(&around, visit)
  }

  private func walk(_ around: inout [Node], _ visit: (Node, [Node]) -> Bool) {
    guard visit(self, around) else { return }
    around.append(self)
    forEachChild { $0.walk(&around, visit) }
    around.removeLast()
  }
}

extension Statement {
  /// What is directly inside, in the order in which it is written.
  public var children: [Node] { Node.statement(self).children }

  func forEachChild(_ visit: (Node) -> Void) {
    func all(_ list: [Expression]) { for one in list { visit(.expression(one)) } }
    func all(_ list: [Condition]) { for one in list { one.forEachChild(visit) } }
    switch kind {
    case .expression(let expression), .throw(let expression): visit(.expression(expression))
    case .bind(let binding): binding.forEachChild(visit)
    case .branch(let branch):
      all(branch.conditions)
      visit(.block(branch.then))
      switch branch.otherwise {
      case nil: break
      case .block(let block): visit(.block(block))
      case .branch(let statement): visit(.statement(statement))
      }
    case .guard(let conditions, let otherwise):
      all(conditions)
      visit(.block(otherwise))
    case .switch(let value, let cases):
      visit(.expression(value))
      for one in cases {
        all(one.patterns)
        if let filter = one.filter { visit(.expression(filter)) }
        visit(.block(one.block))
      }
    case .loop(_, let sequence, let filter, let block):
      visit(.expression(sequence))
      if let filter { visit(.expression(filter)) }
      visit(.block(block))
    case .whileLoop(let conditions, let block):
      all(conditions)
      visit(.block(block))
    case .repeatLoop(let block, let condition):
      visit(.block(block))
      visit(.expression(condition))
    case .scope(let block, let catches):
      visit(.block(block))
      for one in catches {
        all(one.patterns)
        visit(.block(one.block))
      }
    case .defer(let block): visit(.block(block))
    case .return(let value): if let value { visit(.expression(value)) }
    case .jump: break
    case .function(let function): visit(.function(function))
    case .type(let type): visit(.type(type))
    case .other(let expressions): all(expressions)
    }
  }
}

extension Binding {
  func forEachChild(_ visit: (Node) -> Void) {
    for one in pattern { visit(.expression(one)) }
    if let value { visit(.expression(value)) }
  }
}

extension Condition {
  public var children: [Node] {
    var found: [Node] = []
    forEachChild { found.append($0) }
    return found
  }

  func forEachChild(_ visit: (Node) -> Void) {
    switch kind {
    case .expression(let expression): visit(.expression(expression))
    case .bind(let binding): binding.forEachChild(visit)
    case .available: break
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

  /// Line and column of a UTF-8 offset.
  public func place(_ offset: Int) -> Place { lines.place(offset) }
}
