import CheckerRules
import Foundation
import Testing

@testable import Checking

@Suite struct DocumentationTests {
  private let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// `diptych rules --markdown > Documentation/checker-rules.md` makes them the same.
  @Test func thePageOfRulesIsTheRules() throws {
    let page = try String(
      contentsOf: repository.appendingPathComponent("Documentation/checker-rules.md"), encoding: .utf8)
    let made = RulePages.markdown()
    let lines = (
      page.split(separator: "\n", omittingEmptySubsequences: false),
      made.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let different = zip(lines.0, lines.1).first { $0 != $1 }.map { "\($0)" }
    #expect(different == nil && lines.0.count == lines.1.count)
  }

  /// The page tells the counts of findings in public code, and a rule that is wrong too often there is off by default.
  @Test func countsOfPublicCodeAreToldAndHeeded() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
    }
    let rows = try text("Checker/Tests/real-code.tsv").split(separator: "\n")
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("rule\t") }.map {
        $0.split(separator: "\t").map(String.init)
      }
    let told = try text("Documentation/checker.md").components(separatedBy: "## How often it is right")[1]
      .components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }.map(
        String.init)
    #expect(told == rows.map { "| `\($0[0])` | \($0[1]) | \($0[2]) | \($0[3]) |" })
    #expect(rows.count > 10)
    var wrong: [String] = []
    for row in rows {
      let counts = row[1...].compactMap(Int.init)
      guard counts.count == 3, let rule = AllRules.rule(named: row[0]) else {
        wrong.append(row.joined(separator: " "))
        continue
      }
      if counts[0] * 5 < counts.reduce(0, +) * 4, rule.about.isOnByDefault { wrong.append(row[0]) }
    }
    #expect(wrong == [])
  }
}
