import CaptureFacts
import SourceModel

extension SourceFile {
  /// The text of a piece of the file.
  public func text(_ span: Span) -> String {
    let bytes = text.utf8
    let from = bytes.index(bytes.startIndex, offsetBy: span.start)
    let to = bytes.index(bytes.startIndex, offsetBy: span.end)
    return String(decoding: bytes[from..<to], as: UTF8.self)
  }

  /// The white space at the start of the line that holds a place.
  func indentation(_ offset: Int) -> String {
    guard let start = lines.start(ofLine: place(offset).line) else { return "" }
    return String(text(Span(start, offset)).prefix { $0 == " " || $0 == "\t" })
  }

  /// A statement inside `if condition { … }`, indented as its file is.
  func wrapped(_ statement: Span, if condition: String) -> Fix.Edit {
    let indentation = indentation(statement.start)
    let step = indentation.contains("\t") ? "\t" : String(repeating: " ", count: indentsByTwo ? 2 : 4)
    return Fix.Edit(
      statement, "if \(condition) {\n\(indentation)\(step)\(text(statement))\n\(indentation)}")
  }

  /// Does a line of it begin with two spaces and no more?
  private var indentsByTwo: Bool {
    text.utf8.split(separator: UInt8(ascii: "\n")).contains { line in
      line.starts(with: [32, 32]) && line.count > 2 && line[line.index(line.startIndex, offsetBy: 2)] != 32
    }
  }

  /// Does nothing but white space stand before the place in its line?
  func startsLine(_ offset: Int) -> Bool {
    guard let start = lines.start(ofLine: place(offset).line) else { return false }
    return text(Span(start, offset)).allSatisfy { $0 == " " || $0 == "\t" }
  }
}

extension Site {
  var text: String { file.text(span) }

  /// The statement that this expression is, if it is one by itself, alone at the start of its line.
  var ownStatement: Statement? {
    guard case .statement(let statement)? = around.last, case .expression(let whole) = statement.kind,
      whole === expression, file.startsLine(statement.span.start)
    else { return nil }
    return statement
  }

  /// The block that holds this expression's own statement, and where in it.
  var placeInBlock: (block: Block, index: Int)? {
    guard let statement = ownStatement, case .block(let block)? = around.dropLast().last,
      let index = block.statements.firstIndex(where: { $0 === statement })
    else { return nil }
    return (block, index)
  }
}

extension Assignment {
  /// What stands before the last name of the target, with its dot: `layer.connection?.`, for a fix that writes it once more.
  ///
  /// Nil where it is written over several lines or in parentheses, and where saying it twice might do something twice.
  var prefix: String? {
    guard let base, base.span.start == target.span.start, base.expression.canBeRepeated else { return nil }
    let text = site.file.text(target.span)
    guard text.hasSuffix("." + name), !text.contains(where: \.isNewline) else { return nil }
    return String(text.dropLast(name.count))
  }

  /// Is a property that is read through the same chain an optional?
  var isOptional: Bool {
    var walk: Expression? = base?.expression
    while let here = walk {
      switch here.kind {
      case .optionalChain: return true
      case .member(let inner, _), .force(let inner), .index(let inner, _), .call(let inner, _): walk = inner
      default: walk = nil
      }
    }
    return target.expression.isChained
  }
}

extension Expression {
  /// Names, members, and asking an output for its connection: nothing that makes or removes anything.
  fileprivate var canBeRepeated: Bool {
    switch kind {
    case .name, .literal, .implicitMember: return true
    case .member(let base, let name): return name != "init" && base.canBeRepeated
    case .force(let inner), .optionalChain(let inner): return inner.canBeRepeated
    case .index(let base, let arguments):
      return base.canBeRepeated && arguments.allSatisfy { $0.value.canBeRepeated }
    case .call(let callee, let arguments):
      guard case .member(let base, "connection") = callee.core.kind else { return false }
      return base.canBeRepeated && arguments.allSatisfy { $0.value.canBeRepeated }
    default: return false
    }
  }

  /// `connection?.isVideoMirrored`: the mark stands between what the target belongs to and its name.
  fileprivate var isChained: Bool {
    switch kind {
    case .optionalChain: return true
    case .force(let inner): return inner.isChained
    case .member(let base, _):
      if case .optionalChain = base.kind { return true }
      return false
    default: return false
    }
  }
}
