import SourceModel
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// Parses a file and makes its model. Threads may share one.
public struct SourceReader: Sendable {
  /// Flags of the project that `#if` asks for, set by the configuration.
  public var defines: Set<String>
  /// Of which texts the model holds what functions do. Of the others it holds declarations and initial values, which is
  /// what types and calls elsewhere are understood by.
  public var keepsBodies: @Sendable (String) -> Bool
  /// Asked of the declarations of the other files: does the model hold what functions do after all?
  public var needsBodies: @Sendable (SourceFile) -> Bool

  public init(
    defines: Set<String> = [], keepsBodies: @escaping @Sendable (String) -> Bool = { _ in true },
    needsBodies: @escaping @Sendable (SourceFile) -> Bool = { _ in false }
  ) {
    self.defines = defines
    self.keepsBodies = keepsBodies
    self.needsBodies = needsBodies
  }

  /// The model of a text. What does not parse is told in `problems`; the rest of the file is there all the same.
  public func read(path: String, text: String) -> SourceFile {
    if let place = Nesting.tooDeep(text) {
      let problem = SourceFile.Problem(
        "too many brackets inside one another; the file is left out", at: place)
      return SourceFile(path: path, text: text, lines: LineTable(text.utf8), problems: [problem])
    }
    let tree = Parser.parse(source: text)
    let keepsBodies = keepsBodies(text)
    let file = model(of: tree, path, text, keepsBodies: keepsBodies)
    return keepsBodies || !needsBodies(file) ? file : model(of: tree, path, text, keepsBodies: true)
  }

  private func model(of tree: SourceFileSyntax, _ path: String, _ text: String, keepsBodies: Bool)
    -> SourceFile
  {
    var lowering = Lowering(
      answers: BuildAnswers(defines: defines), keepsBodies: keepsBodies, length: text.utf8.count)
    var contents = FileContents()
    lowering.file(tree.statements, into: &contents)
    let lines = LineTable(text.utf8)
    return SourceFile(
      path: path, text: text, lines: lines, imports: contents.imports, types: contents.types,
      functions: contents.functions, properties: contents.properties,
      statements: Block(contents.statements, Span(0, text.utf8.count)),
      suppressions: suppressions(tree, text, lines), problems: tree.hasError ? problems(tree) : [],
      inactive: lowering.inactive, withoutCatalyst: lowering.withoutCatalyst)
  }

  private func problems(_ tree: SourceFileSyntax) -> [SourceFile.Problem] {
    let broken = BrokenPlaces.of(tree)
    if broken.count > BrokenPlaces.limit, let first = broken.first {
      return [SourceFile.Problem("\(broken.count) places are no Swift; this is the first", at: first)]
    }
    return ParseDiagnosticsGenerator.diagnostics(for: tree).filter { $0.diagMessage.severity == .error }.map {
      SourceFile.Problem($0.message, at: $0.position.utf8Offset)
    }
  }

  private static let command = SearchWord("diptych:disable")

  private func suppressions(_ tree: SourceFileSyntax, _ text: String, _ lines: LineTable) -> [SourceFile
    .Suppression]
  {
    guard Self.command.stands(in: text) else { return [] }
    var found: [SourceFile.Suppression] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      var offset = token.position.utf8Offset
      for (pieces, start) in [
        (token.leadingTrivia, offset),
        (token.trailingTrivia, token.endPositionBeforeTrailingTrivia.utf8Offset),
      ] {
        offset = start
        for piece in pieces {
          switch piece {
          case .lineComment(let comment), .blockComment(let comment), .docLineComment(let comment),
            .docBlockComment(let comment):
            if let one = suppression(comment, offset, lines) { found.append(one) }
          default: break
          }
          offset += piece.sourceLength.utf8Length
        }
      }
    }
    return found
  }

  /// `diptych:disable rule-name, other-rule reason`: covers its own line and the next; `diptych:disable-file` the file.
  func suppression(_ comment: String, _ offset: Int, _ lines: LineTable) -> SourceFile.Suppression? {
    var words = comment.split { " \t/*\n".contains($0) }[...]
    guard let command = words.popFirst(), ["diptych:disable", "diptych:disable-file"].contains(command) else {
      return nil
    }
    var rules: [String] = []
    while let word = words.first {
      words.removeFirst()
      rules.append(String(word.hasSuffix(",") ? word.dropLast() : word))
      if !word.hasSuffix(",") { break }
    }
    let end = offset + comment.utf8.count
    let last = lines.place(end).line
    let covered = command.hasSuffix("-file") ? 1...max(1, lines.count) : lines.place(offset).line...(last + 1)
    return SourceFile.Suppression(
      rules: rules, reason: words.joined(separator: " "), lines: covered, span: Span(offset, end))
  }
}

/// What stands at the top of a file.
struct FileContents {
  var imports: [String] = []
  var types: [TypeDeclaration] = []
  var functions: [Function] = []
  var properties: [Property] = []
  var statements: [Statement] = []
}

extension Lowering {
  mutating func file(_ list: CodeBlockItemListSyntax, into contents: inout FileContents) {
    for item in list {
      guard case .decl(let declaration) = item.item else {
        contents.statements += statements(item)
        continue
      }
      switch declaration.as(DeclSyntaxEnum.self) {
      case .importDecl(let node): contents.imports.append(node.path.trimmedDescription)
      case .functionDecl(let node): contents.functions.append(function(node))
      case .variableDecl(let node): contents.properties += properties(node)
      case .ifConfigDecl(let config):
        if case .statements(let inner)? = active(config) { file(inner, into: &contents) }
      case .macroExpansionDecl: contents.statements += statement(declaration)
      default: if let type = typeDeclaration(declaration, inside: "") { contents.types.append(type) }
      }
    }
  }
}
