import Foundation
import Testing

@testable import Checking

@Suite struct DocumentationTests {
  /// `diptych rules --markdown > Documentation/checker-rules.md` makes them the same.
  @Test func thePageOfRulesIsTheRules() throws {
    let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
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
}
