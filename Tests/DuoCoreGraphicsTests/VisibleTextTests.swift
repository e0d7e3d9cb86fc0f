import Foundation
import Testing

@testable import DuoCoreGraphics

/// Long texts of which few lines are shown.
@Suite struct VisibleTextTests {
  private func layout(_ text: String, lines: Int, height: Double? = nil) -> TextLayout {
    TextLayout(
      [TextRun(text, font: FontDescription(size: 17))], paragraph: TextParagraph(lineBreak: .wordWrapping),
      maxWidth: 300, maxLines: lines, maxHeight: height)
  }

  /// The first lines are those of the whole text.
  @Test func theFirstLinesAreThoseOfTheWholeText() {
    let word = String(repeating: "abcdefghij", count: 600)
    let sentence = String(repeating: "Words of several lengths, and one more. ", count: 150)
    var wrong: [String] = []
    for text in [word, sentence, sentence + word, "short " + word] {
      let whole = layout(text, lines: 0).lines
      for count in [1, 2, 7] {
        let some = layout(text, lines: count)
        if some.lines != Array(whole.prefix(count)) || !some.isTruncated || some.text != text {
          wrong.append("\(text.prefix(20)) \(count)")
        }
        let high = layout(text, lines: 0, height: Double(count) * 20.5)
        if high.lines != some.lines { wrong.append("\(text.prefix(20)) height of \(count)") }
      }
    }
    #expect(wrong == [])
  }

  /// No more lines are made than are needed.
  @Test func fewLinesOfALongWordAreFewLines() {
    #expect(TextSetting.mostLines([], TextParagraph(), maxLines: 3, maxHeight: nil) == 3)
    #expect(TextSetting.mostLines([], TextParagraph(), maxLines: 0, maxHeight: nil) == nil)
    let runs = [TextRun(String(repeating: "x", count: 20_000), font: FontDescription(size: 17))]
    #expect(TextSetting.mostLines(runs, TextParagraph(), maxLines: 0, maxHeight: 100) == 6)
    let word = runs[0].text
    #expect((4...200).contains(layout(word, lines: 1).linesSet))
    #expect((6...200).contains(layout(word, lines: 0, height: 100).linesSet))
    #expect(layout(word, lines: 0).linesSet > 500)
  }
}
