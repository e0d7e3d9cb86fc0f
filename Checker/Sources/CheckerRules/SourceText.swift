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
  /// What stands before the last name of the target, with its dot: `layer.connection?.`.
  var prefix: String {
    guard let base else { return "" }
    let whole = target.span
    let start = base.span.start
    let text = site.file.text(Span(start, whole.end))
    return String(text.dropLast(name.count))
  }

  /// The text of what the property belongs to, as a condition needs it: `layer.connection?` or `connection`.
  var holder: String { String(prefix.dropLast()) }
}
