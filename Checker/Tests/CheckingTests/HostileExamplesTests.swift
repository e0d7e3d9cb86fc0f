import CaptureFacts
import CheckerRules
import SourceModel
import SourceReading
import Testing

@testable import Checking

/// Every example of every rule again, in texts that change how it is written and not what it says.
@Suite struct HostileExamplesTests {
  private func mismatches(_ change: (String) -> String?, findsNothing: Bool = false) -> [String] {
    var mismatches: [String] = []
    for rule in AllRules.list {
      for example in rule.about.examples where !example.isGood || !findsNothing {
        guard let changed = change(example.source) else { continue }
        let (source, offsets) = Example("", changed).unmarked
        let file = SourceReader().read(path: "Example.swift", text: source)
        let found = RuleRun(rules: [rule], threads: 1).findings(in: Program([file])).map(\.span.start)
        if found != (findsNothing ? [] : offsets) {
          mismatches.append("\(rule.about.name): \(example.title): \(found), not \(offsets)")
        }
      }
    }
    return mismatches
  }

  @Test func samePlacesAfterOtherLetters() {
    #expect(mismatches { "// 👩‍👩‍👧 é ↑\n/* é\t*/ " + $0 } == [])
  }

  @Test func samePlacesWithOtherLineEnds() {
    #expect(mismatches { $0.contains("\"\"\"") ? nil : $0.replacing("\n", with: "\r\n") } == [])
  }

  @Test func samePlacesWithTabs() {
    #expect(mismatches { $0.contains("\"\"\"") ? nil : $0.replacing("  ", with: "\t") } == [])
  }

  @Test func samePlacesUnderAByteOrderMark() {
    #expect(mismatches { "\u{FEFF}" + $0 } == [])
  }

  @Test func nothingInComments() {
    #expect(mismatches({ "/*\n" + $0.filter { $0 != "↓" } + "\n*/\n" }, findsNothing: true) == [])
    #expect(
      mismatches(
        { $0.filter { $0 != "↓" }.split(separator: "\n").map { "// " + $0 }.joined(separator: "\n") },
        findsNothing: true) == [])
  }

  @Test func nothingInStrings() {
    #expect(
      mismatches({ "let text = ##\"\"\"\n" + $0.filter { $0 != "↓" } + "\n\"\"\"##\n" }, findsNothing: true)
        == [])
  }

  @Test func nothingInWhatAnIOSBuildLeavesOut() {
    #expect(
      mismatches({ "#if os(macOS)\n" + $0.filter { $0 != "↓" } + "\n#endif\n" }, findsNothing: true) == [])
  }
}
