import ReportCard
import Testing

@testable import diptych

/// The same words are one line, however often they hold.
@Suite struct RepeatedFindingsTests {
  private let blank = Finding(42, .fail, "Nothing to see.", expected: "a window")
  private let late = Finding(14, .note, "The picture is late.")
  private let open = Finding(16, .notJudged, "Nobody looks.")

  private func lines(_ parts: [(String?, String, [Finding])]) -> [String] {
    var found = RepeatedFindings()
    for (step, place, findings) in parts { found.add(findings, at: place, step: step) }
    return found.lines
  }

  @Test func whatHoldsOnceIsALineOfItsOwn() {
    #expect(
      lines([(nil, "run", [late]), ("a", "a", [blank, open])]) == [
        "run: note, rule 14: The picture is late.",
        "a: fail, rule 42: Nothing to see. Expected: a window.",
      ])
  }

  @Test func whatHoldsInManyStepsStandsWhereItBegan() {
    let many = (1...5).map { ("\($0)" as String?, "\($0), outer", [blank] + ($0 == 2 ? [late] : [])) }
    #expect(
      lines(many) == [
        "1, outer and 4 more steps: fail, rule 42: Nothing to see. Expected: a window.",
        "2, outer: note, rule 14: The picture is late.",
      ])
    #expect(
      lines([("a", "a, inner", [late]), ("b", "b, outer", [late])]) == [
        "a, inner and 1 more step: note, rule 14: The picture is late."
      ])
    // Two previews of one step; and a step in which it holds twice is one step.
    #expect(
      lines([("a", "a, inner", [late, late])]) == ["a, inner, 2 times: note, rule 14: The picture is late."])
    #expect(
      lines([("a", "a", [late]), ("b", "b", [late, late])]) == [
        "a and 1 more step: note, rule 14: The picture is late."
      ])
  }

  /// Other words, another verdict or another wish are something else.
  @Test func differentFindingsStayApart() {
    let other = Finding(42, .note, "Nothing to see.", expected: "a window")
    let wish = Finding(42, .fail, "Nothing to see.")
    let assumed = Finding(42, .fail, "Nothing to see.", expected: "a window", assumed: "a hinge")
    let all = lines([("a", "a", [blank]), ("b", "b", [other]), ("c", "c", [wish]), ("d", "d", [assumed])])
    #expect(all.map { $0.prefix(2) } == ["a:", "b:", "c:", "d:"])
    #expect(all[3].hasSuffix("[assumed: a hinge]"))
  }
}
