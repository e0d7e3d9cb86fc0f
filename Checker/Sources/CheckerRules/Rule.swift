import CaptureFacts
import SourceModel

/// How bad a finding is. A run fails at or above a severity of the user's choice.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  case note, warning, error

  public static func < (a: Severity, b: Severity) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }
}

/// A change of the source that makes a finding go away and nothing else.
public struct Fix: Hashable, Sendable {
  public var description: String
  public var edits: [Edit]

  /// A piece of the file and what stands there instead.
  public struct Edit: Hashable, Sendable {
    /// What is replaced; empty for an insertion.
    public var span: Span
    public var text: String

    public init(_ span: Span, _ text: String) {
      self.span = span
      self.text = text
    }
  }

  public init(_ description: String, _ edits: [Edit]) {
    self.description = description
    self.edits = edits
  }
}

/// What a rule has to say about a place.
public struct Finding: Sendable {
  public var rule: String
  public var severity: Severity
  public var file: SourceFile
  public var span: Span
  /// One sentence about this place, with the names that it uses.
  public var message: String
  /// Other places that belong to it, such as where the input is replaced.
  public var related: [Related]
  /// Only for changes that cannot do harm.
  public var fix: Fix?

  /// Another place that belongs to a finding, and why.
  public struct Related: Sendable {
    public var file: SourceFile
    public var span: Span
    public var message: String

    public init(_ site: Site, _ message: String) { self.init(in: site.file, site.span, message) }

    public init(in file: SourceFile, _ span: Span, _ message: String) {
      self.file = file
      self.span = span
      self.message = message
    }
  }

  public init(
    _ rule: some Rule, at site: Site, _ message: String, severity: Severity? = nil, related: [Related] = [],
    fix: Fix? = nil
  ) {
    self.init(rule, in: site.file, site.span, message, severity: severity, related: related, fix: fix)
  }

  public init(
    _ rule: some Rule, in file: SourceFile, _ span: Span, _ message: String, severity: Severity? = nil,
    related: [Related] = [], fix: Fix? = nil
  ) {
    self.rule = rule.about.name
    self.severity = severity ?? rule.about.severity
    self.file = file
    self.span = span
    self.message = message
    self.related = related
    self.fix = fix
  }

  public var place: Place { file.place(span.start) }

  /// By path, place and rule.
  public static func isInOrder(_ a: Finding, _ b: Finding) -> Bool {
    (a.file.path, a.span.start, a.rule) < (b.file.path, b.span.start, b.rule)
  }
}

/// A rule: what it says of itself, and how it finds places.
///
/// One file holds a rule with its examples. The examples are its tests and its page in the documentation.
public protocol Rule: Sendable {
  var about: RuleDescription { get }
  /// Looks through a program. Findings may come in any order; the run sorts them.
  func findings(in program: Program, _ settings: RuleSettings) -> [Finding]
}

/// What a user's configuration tells rules about the app.
public struct RuleSettings: Sendable {
  /// The lowest iOS version on which the app runs, such as `[17, 0]`; nil if nobody says.
  public var deploymentTarget: [Int]?
  /// Is the app also built for Mac Catalyst? Nil if nobody says.
  public var buildsForCatalyst: Bool?

  public init(deploymentTarget: [Int]? = nil, buildsForCatalyst: Bool? = nil) {
    self.deploymentTarget = deploymentTarget
    self.buildsForCatalyst = buildsForCatalyst
  }
}

/// What `diptych rules NAME` prints and the documentation shows.
public struct RuleDescription: Sendable {
  /// Words with hyphens, as suppressions and the configuration name it.
  public var name: String
  public var severity: Severity
  /// What is wrong with such code, in one sentence of at most 100 characters.
  public var summary: String
  /// What happens on a Duo and what to write instead: two to five sentences.
  public var reason: String
  /// Where the rule comes from: a document with its section, a header, a field report.
  public var sources: [String]
  /// How to see the bug: a scenario of `diptych run` and what its report says; nil where no scenario shows it.
  public var scenario: Scenario?
  public var examples: [Example]
  /// Code with the mistake that the rule does not see.
  public var knownMisses: [String]
  /// Right code that the rule complains about.
  public var knownFalseAlarms: [String]
  /// Off where the rule was right in fewer than 80 of 100 cases in code bases that others wrote.
  public var isOnByDefault: Bool

  /// A run that makes the bug visible.
  public struct Scenario: Sendable {
    /// A name that `diptych scenarios` lists.
    public var name: String
    /// What a report card names its findings by: numbers of rules, or `app`, `photo`, `movie`; none where a report says
    /// nothing of it.
    public var reportRules: [String]
    public var shows: String

    public init(_ name: String, reportRules: [String] = [], shows: String) {
      self.name = name
      self.reportRules = reportRules
      self.shows = shows
    }

    /// As people read them: `rule 8 and rule 11`; nil where there is none.
    public var reportWords: String? {
      reportRules.isEmpty
        ? nil : reportRules.map { Int($0) == nil ? $0 : "rule " + $0 }.joined(separator: " and ")
    }
  }

  public init(
    name: String, severity: Severity, summary: String, reason: String, sources: [String],
    scenario: Scenario? = nil,
    examples: [Example], knownMisses: [String] = [], knownFalseAlarms: [String] = [],
    isOnByDefault: Bool = true
  ) {
    self.name = name
    self.severity = severity
    self.summary = summary
    self.reason = reason
    self.sources = sources
    self.scenario = scenario
    self.examples = examples
    self.knownMisses = knownMisses
    self.knownFalseAlarms = knownFalseAlarms
    self.isOnByDefault = isOnByDefault
  }
}

/// A piece of source that shows a rule.
///
/// The mark `↓` stands right before each place that the rule must find; a text without one is right and must give nothing.
/// Sources stand alone: they parse, and they would compile against Apple's SDK.
public struct Example: Sendable {
  public var title: String
  public var source: String
  /// What `--fix` must make of it; nil where there is no safe fix.
  public var fixed: String?

  public init(_ title: String, _ source: String, fixed: String? = nil) {
    self.title = title
    self.source = source
    self.fixed = fixed
  }

  public static let mark: Character = "↓"

  public var isGood: Bool { !source.contains(Self.mark) }

  /// The source without marks, and the UTF-8 offsets in it where marks stood.
  public var unmarked: (source: String, offsets: [Int]) {
    var text = ""
    var offsets: [Int] = []
    for character in source {
      if character == Self.mark { offsets.append(text.utf8.count) } else { text.append(character) }
    }
    return (text, offsets)
  }
}
