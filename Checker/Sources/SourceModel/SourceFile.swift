/// A source file as the rules see it.
public final class SourceFile: Sendable {
  /// As the user gave it, or under the folder that the user gave.
  public let path: String
  public let lines: LineTable
  /// The file's bytes, for fixes and for the hash of a finding's line in a baseline.
  public let text: String
  public let imports: [String]
  public let types: [TypeDeclaration]
  public let functions: [Function]
  /// Variables at the top of the file.
  public let properties: [Property]
  /// Statements at the top of a `main.swift` or a script.
  public let statements: Block
  public let suppressions: [Suppression]
  public let problems: [Problem]
  /// What an iOS build leaves out.
  public let inactive: [Span]
  /// Regions under a `#if` about Mac Catalyst that a Catalyst build leaves out.
  public let withoutCatalyst: [Span]

  /// A comment `// diptych:disable rule-name reason`.
  public struct Suppression: Sendable {
    public var rules: [String]
    public var reason: String
    /// The lines it covers, from 1: its own and the next, or the whole file for `diptych:disable-file`.
    public var lines: ClosedRange<Int>
    public var span: Span

    public init(rules: [String], reason: String, lines: ClosedRange<Int>, span: Span) {
      self.rules = rules
      self.reason = reason
      self.lines = lines
      self.span = span
    }
  }

  /// Something about the file itself, such as a place that does not parse.
  public struct Problem: Sendable {
    public var message: String
    public var offset: Int

    public init(_ message: String, at offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  public init(
    path: String, text: String, lines: LineTable, imports: [String] = [], types: [TypeDeclaration] = [],
    functions: [Function] = [], properties: [Property] = [], statements: Block = Block([], Span(0, 0)),
    suppressions: [Suppression] = [], problems: [Problem] = [], inactive: [Span] = [],
    withoutCatalyst: [Span] = []
  ) {
    self.path = path
    self.text = text
    self.lines = lines
    self.imports = imports
    self.types = types
    self.functions = functions
    self.properties = properties
    self.statements = statements
    self.suppressions = suppressions
    self.problems = problems
    self.inactive = inactive
    self.withoutCatalyst = withoutCatalyst
  }
}
