import SourceModel
import Testing

@testable import SourceReading

/// `diptych:disable` in every kind of comment, and where it is only text.
@Suite struct SuppressionsTests {
  private func found(_ text: String) -> [String] {
    read(text).suppressions.map {
      "\($0.rules.joined(separator: "+")) \($0.lines.lowerBound)-\($0.lines.upperBound): \($0.reason)"
    }
  }

  @Test func commentsThatSilence() {
    var mismatches: [String] = []
    for (text, expected) in [
      ("// diptych:disable start-on-main it is a tool\na()", ["start-on-main 1-2: it is a tool"]),
      ("a() // diptych:disable start-on-main why", ["start-on-main 1-2: why"]),
      ("/* diptych:disable start-on-main why */ a()", ["start-on-main 1-2: why"]),
      ("/*\n diptych:disable start-on-main\n two lines\n */\na()", ["start-on-main 1-5: two lines"]),
      ("\n\n/// diptych:disable a, b, c the reason\na()", ["a+b+c 3-4: the reason"]),
      ("// diptych:disable-file a why\nx()\ny()", ["a 1-3: why"]),
      ("// diptych:disable a", ["a 1-2: "]), ("// diptych:disable", [" 1-2: "]),
      ("//diptych:disable a why", ["a 1-2: why"]),
      ("a()\r\n// diptych:disable a why\r\nb()", ["a 2-3: why"]),
      ("/* 👩‍👩‍👧 */ // diptych:disable a é👧", ["a 1-2: é👧"]),
      // Only at the start of a comment, and never in a string.
      ("// see diptych:disable a why", []), ("f(\"// diptych:disable a why\")", []),
      ("// diptych:disabled a why", []), ("// diptych:enable a", []),
      ("#if DEBUG\n// diptych:disable a why\n#endif", ["a 2-3: why"]),
    ] {
      let suppressions = found(text)
      if suppressions != expected { mismatches.append("\(text.debugDescription): \(suppressions)") }
    }
    #expect(mismatches == [])
  }

  @Test func theCommentIsWhereItsSpanSays() {
    let text = "/* é */ a() // diptych:disable a why\n"
    let file = read(text)
    let span = file.suppressions[0].span
    #expect(
      String(decoding: Array(text.utf8)[span.start..<span.end], as: UTF8.self) == "// diptych:disable a why")
  }
}
