import CaptureFacts
import CheckerRules
import SourceModel
import SourceReading
import Testing

@testable import Checking

@Suite struct ExamplesTests {
  /// Every example of every rule, through the reader and the rule as a run uses them.
  @Test(arguments: AllRules.list.map(\.about.name)) func examplesGiveWhatTheyMark(_ name: String) throws {
    let rule = try #require(AllRules.rule(named: name))
    for example in rule.about.examples {
      let (source, offsets) = example.unmarked
      let file = SourceReader().read(path: "Example.swift", text: source)
      #expect(file.problems.map(\.message) == [], "\(name): \(example.title)")
      let found = RuleRun(rules: [rule], threads: 1).findings(in: Program([file]))
      #expect(found.map(\.span.start) == offsets, "\(name): \(example.title)")
    }
  }

  /// What `--fix` makes of an example is what the example says, and gives the rule nothing more to find.
  @Test(arguments: AllRules.list.map(\.about.name)) func fixesGiveWhatTheySay(_ name: String) throws {
    let rule = try #require(AllRules.rule(named: name))
    for example in rule.about.examples {
      guard let fixed = example.fixed else { continue }
      let file = SourceReader().read(path: "Example.swift", text: example.unmarked.source)
      let findings = RuleRun(rules: [rule], threads: 1).findings(in: Program([file]))
      #expect(findings.allSatisfy { $0.fix != nil }, "\(name): \(example.title)")
      let text = FixIts.apply(findings.compactMap(\.fix), to: file.text).text
      #expect(text == fixed, "\(name): \(example.title)")
      let again = SourceReader().read(path: "Example.swift", text: text)
      #expect(RuleRun(rules: [rule], threads: 1).findings(in: Program([again])).map(\.message) == [])
    }
  }

  /// A rule has something to show on both sides, and says what a reader of its page needs.
  @Test func rulesDescribeThemselves() {
    var problems: [String] = []
    for about in AllRules.list.map(\.about) {
      if about.examples.count(where: \.isGood) < 3 {
        problems.append("\(about.name): fewer than three right examples")
      }
      if about.examples.count(where: { !$0.isGood }) < 3 {
        problems.append("\(about.name): fewer than three wrong examples")
      }
      if about.summary.count > 100 || about.summary.hasSuffix(".") {
        problems.append("\(about.name): summary")
      }
      if about.sources.isEmpty { problems.append("\(about.name): no source") }
      if about.knownMisses.isEmpty { problems.append("\(about.name): no known miss") }
    }
    #expect(problems == [])
    let names = AllRules.list.map(\.about.name)
    #expect(names == Array(Set(names)).sorted())
  }
}
