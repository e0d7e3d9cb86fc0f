import CheckerRules
import Foundation
import SourceModel

/// One object with findings, problems and the summary, for programs. The schema is in `Schemas/check.schema.json`.
enum JSONFormat {
  struct Report: Encodable {
    var version = 1
    var findings: [Item]
    var problems: [Problem]
    var summary: Summary
  }

  struct Item: Encodable {
    var rule: String
    var severity: String
    var path: String
    var line: Int
    var column: Int
    var endLine: Int
    var endColumn: Int
    var message: String
    var fixable: Bool
    var related: [Related]
    var reportRules: [String]
  }

  struct Related: Encodable {
    var path: String
    var line: Int
    var column: Int
    var message: String
  }

  struct Problem: Encodable {
    var path: String
    var line: Int?
    var column: Int?
    var message: String
    var fails: Bool
  }

  struct Summary: Encodable {
    var files: Int
    var leftOut: [String: Int]
    var errors: Int
    var warnings: Int
    var notes: Int
    var suppressed: Int
    var inBaseline: Int
    var fixed: Int
    var strategies: [String]
    var poses: [String: String]
    var scenarios: [String]
  }

  static func render(_ result: CheckResult) -> String {
    let seen = Dictionary(
      result.rules.map { ($0.name, $0.scenario?.reportRules ?? []) }, uniquingKeysWith: { $1 })
    let report = Report(
      findings: result.findings.map { item($0, seen[$0.rule] ?? []) },
      problems: result.problems.map {
        Problem(
          path: $0.path, line: $0.place?.line, column: $0.place?.column, message: $0.message,
          fails: $0.isFailure)
      },
      summary: Summary(
        files: result.filesRead, leftOut: result.leftOut, errors: result.count(.error),
        warnings: result.count(.warning), notes: result.count(.note), suppressed: result.suppressed,
        inBaseline: result.inBaseline, fixed: result.fixed, strategies: result.readiness.strategies,
        poses: Dictionary(result.readiness.poses.map { ($0.pose, $0.meaning) }, uniquingKeysWith: { $1 }),
        scenarios: result.readiness.scenarios))
    return encoded(report)
  }

  private static func item(_ finding: Finding, _ reportRules: [String]) -> Item {
    let start = finding.place
    let end = finding.file.place(finding.span.end)
    return Item(
      rule: finding.rule, severity: finding.severity.rawValue, path: finding.file.path, line: start.line,
      column: start.column, endLine: end.line, endColumn: end.column, message: finding.message,
      fixable: finding.fix != nil,
      related: finding.related.map { related in
        let place = related.file.place(related.span.start)
        return Related(
          path: related.file.path, line: place.line, column: place.column, message: related.message)
      }, reportRules: reportRules)
  }

  static func encoded(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      preconditionFailure("numbers and strings always encode: \(error)")
    }
  }
}
