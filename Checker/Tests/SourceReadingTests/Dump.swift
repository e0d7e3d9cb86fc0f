import SourceModel
import SourceReading

/// The model of a text, read as the check reads it.
func read(_ text: String, defines: Set<String> = []) -> SourceFile {
  SourceReader(defines: defines).read(path: "T.swift", text: text)
}

/// The only statement of a text, written out.
func statements(_ text: String) -> String {
  read(text).statements.statements.map(dump).joined(separator: "; ")
}

// Expressions as Lisp writes them, so that a table shows what a source was understood as.

func dump(_ expression: Expression) -> String {
  switch expression.kind {
  case .name(let name): return name
  case .implicitMember(let name): return "." + name
  case .member(let base, let name): return "(member \(dump(base)) \(name))"
  case .call(let callee, let arguments): return "(call \(dump(callee))\(dump(arguments)))"
  case .index(let base, let arguments): return "(index \(dump(base))\(dump(arguments)))"
  case .literal(let text): return text
  case .string(let text?, _): return "\"\(text)\""
  case .string(nil, let parts): return "(string\(list(parts)))"
  case .array(let elements): return "(array\(list(elements)))"
  case .dictionary(let pairs):
    return "(dictionary\(pairs.map { " \(dump($0.key)):\(dump($0.value))" }.joined()))"
  case .tuple(let arguments): return "(tuple\(dump(arguments)))"
  case .assign(let left, let name, let right): return "(\(name) \(dump(left)) \(dump(right)))"
  case .binary(let left, let name, let right): return "(\(name) \(dump(left)) \(dump(right)))"
  case .prefix(let name, let inner): return "(\(name)_ \(dump(inner)))"
  case .postfix(let inner, let name): return "(_\(name) \(dump(inner)))"
  case .force(let inner): return "(force \(dump(inner)))"
  case .optionalChain(let inner): return "(chain \(dump(inner)))"
  case .attempt(let attempt, let inner): return "(try-\(attempt) \(dump(inner)))"
  case .awaited(let inner): return "(await \(dump(inner)))"
  case .cast(let inner, let cast, let type): return "(\(cast) \(dump(inner)) \(type))"
  case .ternary(let condition, let first, let second):
    return "(if \(dump(condition)) \(dump(first)) \(dump(second)))"
  case .closure(let function): return dump(closure: function)
  case .keyPath(let root, let names): return "(path \(root ?? "")\(names.map { "." + $0 }.joined()))"
  case .macro(let name, let arguments): return "(#\(name)\(dump(arguments)))"
  case .statement(let statement): return "(value \(dump(statement)))"
  case .other(let parts): return "(other\(list(parts)))"
  }
}

private func list(_ expressions: [Expression]) -> String { expressions.map { " " + dump($0) }.joined() }

private func dump(_ arguments: [Argument]) -> String {
  arguments.map { " \($0.label.map { $0 + ":" } ?? "")\($0.isTrailing ? "~" : "")\(dump($0.value))" }.joined()
}

private func dump(closure: Function) -> String {
  let captures = closure.captures.map { capture in
    [capture.strength, capture.name].filter { !$0.isEmpty }.joined(separator: "-")
      + (capture.value.map { "=" + dump($0) } ?? "")
  }
  let parameters = closure.parameters.map { $0.name + ($0.type.map { ":\($0)" } ?? "") }
  let effects = (closure.isAsync ? " async" : "") + (closure.canThrow ? " throws" : "")
  return "{"
    + (captures.isEmpty ? "" : "[\(captures.joined(separator: " "))]")
    + (parameters.isEmpty ? "" : parameters.joined(separator: " ") + effects + " in ")
    + dump(closure.body!) + "}"
}

func dump(_ block: Block) -> String { block.statements.map(dump).joined(separator: "; ") }

func dump(_ statement: Statement) -> String {
  switch statement.kind {
  case .expression(let expression): return dump(expression)
  case .bind(let binding): return dump(binding)
  case .branch(let branch):
    let otherwise =
      switch branch.otherwise {
      case nil: ""
      case .block(let block): " else {\(dump(block))}"
      case .branch(let next): " else \(dump(next))"
      }
    return "if \(dump(branch.conditions)) {\(dump(branch.then))}\(otherwise)"
  case .guard(let conditions, let otherwise): return "guard \(dump(conditions)) {\(dump(otherwise))}"
  case .switch(let value, let cases):
    let written = cases.map { one in
      let patterns = one.patterns.isEmpty ? "" : " " + one.patterns.map(dump).joined(separator: ",")
      let names = one.names.isEmpty ? "" : " let " + one.names.joined(separator: ",")
      return "[\(patterns)\(names)\(one.filter.map { " where " + dump($0) } ?? ""): \(dump(one.block))]"
    }
    return "switch \(dump(value)) \(written.joined(separator: " "))"
  case .loop(let names, let sequence, let filter, let block):
    return
      "for \(names.joined(separator: ",")) in \(dump(sequence))\(filter.map { " where " + dump($0) } ?? "") {\(dump(block))}"
  case .whileLoop(let conditions, let block): return "while \(dump(conditions)) {\(dump(block))}"
  case .repeatLoop(let block, let condition): return "repeat {\(dump(block))} \(dump(condition))"
  case .scope(let block, let catches):
    return "do {\(dump(block))}"
      + catches.map { one in
        " catch\(one.patterns.map { " " + dump($0) }.joined()) {\(dump(one.block))}"
      }.joined()
  case .defer(let block): return "defer {\(dump(block))}"
  case .return(let value): return "return" + (value.map { " " + dump($0) } ?? "")
  case .throw(let value): return "throw \(dump(value))"
  case .jump(let word, let label): return word + (label.map { " " + $0 } ?? "")
  case .function(let function): return "func \(function.fullName) {\(function.body.map(dump) ?? "")}"
  case .type(let type): return "type \(type.name)"
  case .other(let parts): return "other\(list(parts))"
  }
}

private func dump(_ conditions: [Condition]) -> String {
  conditions.map { condition in
    switch condition.kind {
    case .expression(let expression): dump(expression)
    case .bind(let binding): dump(binding)
    case .available(let versions, let negated):
      (negated ? "not-" : "") + "available " + versions.map { "\($0.platform)\($0.version)" }.joined()
    }
  }.joined(separator: ", ")
}

private func dump(_ binding: Binding) -> String {
  (binding.modifiers + [binding.isConstant ? "let" : "var"]).joined(separator: " ") + " "
    + binding.names.joined(separator: ",") + (binding.isWhole ? "" : "*")
    + (binding.type.map { ": \($0)" } ?? "")
    + (binding.pattern.isEmpty ? "" : " ~" + binding.pattern.map(dump).joined(separator: ","))
    + (binding.value.map { " = " + dump($0) } ?? "")
}
