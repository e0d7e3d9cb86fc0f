import CheckerRules
import SourceModel

/// SARIF 2.1.0, which code hosts show beside the source. Columns count UTF-16 code units, as the standard's default is.
enum SARIFFormat {
  struct Log: Encodable {
    var version = "2.1.0"
    var schema = "https://json.schemastore.org/sarif-2.1.0.json"
    var runs: [Run]

    enum CodingKeys: String, CodingKey {
      case version, runs
      case schema = "$schema"
    }
  }

  struct Run: Encodable {
    var tool: Tool
    var columnKind = "utf16CodeUnits"
    var results: [Result]
    var invocations: [Invocation]
  }

  struct Tool: Encodable { var driver: Driver }

  struct Driver: Encodable {
    var name = "diptych check"
    var rules: [Rule]
  }

  struct Text: Encodable { var text: String }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Text
    var fullDescription: Text
    var help: Text
    var defaultConfiguration: Configuration
  }

  struct Configuration: Encodable {
    var level: String
    var enabled: Bool
  }

  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Text
    var locations: [Location]
    var relatedLocations: [Location]?
    var partialFingerprints: [String: String]
  }

  struct Location: Encodable {
    var physicalLocation: PhysicalLocation
    var message: Text?
  }

  struct PhysicalLocation: Encodable {
    var artifactLocation: Artifact
    var region: Region?
  }

  struct Artifact: Encodable { var uri: String }

  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int
    var endLine: Int
    var endColumn: Int
  }

  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    var level: String
    var message: Text
    var locations: [Location]
  }

  static func render(_ result: CheckResult) -> String {
    let index = Dictionary(
      uniqueKeysWithValues: result.rules.enumerated().map { ($0.element.name, $0.offset) })
    let run = Run(
      tool: Tool(driver: Driver(rules: result.rules.map(rule))),
      results: result.findings.map { finding in
        Result(
          ruleId: finding.rule, ruleIndex: index[finding.rule] ?? -1, level: level(finding.severity),
          message: Text(text: finding.message), locations: [location(finding.file, finding.span)],
          relatedLocations: related(finding),
          partialFingerprints: ["diptych/v1": Baseline.fingerprint(finding)])
      },
      invocations: [
        Invocation(
          executionSuccessful: !result.problems.contains(where: \.isFailure),
          toolExecutionNotifications: result.problems.map { problem in
            Notification(
              level: problem.isFailure ? "error" : "warning", message: Text(text: problem.message),
              locations: [
                Location(
                  physicalLocation: PhysicalLocation(
                    artifactLocation: Artifact(uri: uri(problem.path)),
                    region: problem.place.map {
                      Region(
                        startLine: $0.line, startColumn: $0.column, endLine: $0.line, endColumn: $0.column)
                    }))
              ])
          })
      ])
    return JSONFormat.encoded(Log(runs: [run]))
  }

  /// The standard wants no location twice.
  private static func related(_ finding: Finding) -> [Location]? {
    var seen: Set<[String]> = []
    let different = finding.related.filter {
      seen.insert([$0.file.path, "\($0.span)", $0.message]).inserted
    }
    return different.isEmpty ? nil : different.map { location($0.file, $0.span, $0.message) }
  }

  private static func rule(_ rule: RuleDescription) -> Rule {
    Rule(
      id: rule.name, shortDescription: Text(text: rule.summary), fullDescription: Text(text: rule.reason),
      help: Text(text: "diptych rules \(rule.name)"),
      defaultConfiguration: Configuration(level: level(rule.severity), enabled: rule.isOnByDefault))
  }

  private static func level(_ severity: Severity) -> String { severity.rawValue }

  private static func location(_ file: SourceFile, _ span: Span, _ message: String? = nil) -> Location {
    let start = file.place(span.start)
    let end = file.place(span.end)
    return Location(
      physicalLocation: PhysicalLocation(
        artifactLocation: Artifact(uri: uri(file.path)),
        region: Region(
          startLine: start.line, startColumn: file.utf16Column(start), endLine: end.line,
          endColumn: file.utf16Column(end))),
      message: message.map { Text(text: $0) })
  }

  /// A path as a reference of a URI: letters that a URI cannot have are written as `%` and their bytes.
  static func uri(_ path: String) -> String {
    let plain = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let encoded = plain.utf8.map { byte -> String in
      let character = Character(UnicodeScalar(byte))
      if byte < 128, character.isLetter || character.isNumber || "-._~/!$&'()*+,;=@".contains(character) {
        return String(character)
      }
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      return "%" + (hexadecimal.count == 1 ? "0" : "") + hexadecimal
    }.joined()
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}

extension SourceFile {
  /// From 1, in UTF-16 code units.
  func utf16Column(_ place: Place) -> Int {
    guard let line = line(place.line) else { return place.column }
    return String(decoding: line.utf8.prefix(place.column - 1), as: UTF8.self).utf16.count + 1
  }
}
