import CaptureFacts
import CheckerRules
import SourceModel
import SourceReading
import Testing

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
}
