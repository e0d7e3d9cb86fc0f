import DuoCoreGraphics
import Foundation
import Testing

private let body = FontDescription(size: 17)

private func set(
  _ text: String, _ lineBreak: TextParagraph.LineBreak = .wordWrapping, width: Double? = nil, lines: Int = 0,
  alignment: TextParagraph.Alignment = .natural
) -> TextLayout {
  TextLayout(
    [TextRun(text, font: body)], paragraph: TextParagraph(alignment: alignment, lineBreak: lineBreak),
    maxWidth: width, maxLines: lines)
}

/// Twelve scripts, each with spaces, and whether it runs to the left.
private let scripts: [(name: String, text: String, isRightToLeft: Bool)] = [
  ("Latin", "the quick brown fox jumps over it", false), ("Greek", "Η γρήγορη καφέ αλεπού πηδάει", false),
  ("Cyrillic", "Съешь ещё этих мягких булок", false), ("Arabic", "نص حكيم له سر قاطع وذو شأن", true),
  ("Hebrew", "דג סקרן שט בים מאוכזב ולפתע", true), ("Devanagari", "ऋषियों को सताने वाले दुष्ट", false),
  ("Thai", "เป็นมนุษย์ สุดประเสริฐ เลิศคุณค่า", false), ("Japanese", "いろはにほへと ちりぬるを わか", false),
  ("Chinese", "天地玄黄 宇宙洪荒 日月盈昃", false), ("Korean", "키스의 고유조건은 입술끼리 만나야", false),
  ("Ethiopic", "ሰማይ አይታረስ ንጉሥ አይከሰስ", false), ("Georgian", "გამარჯობა მსოფლიო როგორ ხართ", false),
]

/// Round all that a text's picture has any of, in points; `scale` pixels a point.
private func ink(_ layout: TextLayout, scale: Double = 2, margin: Double = 30) -> CGRect {
  let box = CGRect(origin: .zero, size: layout.size)
  let image = Drawing(bounds: box.insetBy(dx: -margin, dy: -margin)) { $0.draw(layout, in: box) }.image(
    scale: scale)!
  var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
  for (index, alpha) in image.alphas.enumerated() where alpha > 0.1 {
    (left, right) = (min(left, index % image.width), max(right, index % image.width + 1))
    (top, bottom) = (min(top, index / image.width), max(bottom, index / image.width + 1))
  }
  guard left < right else { return .null }
  return CGRect(
    x: Double(left) / scale - margin, y: Double(top) / scale - margin, width: Double(right - left) / scale,
    height: Double(bottom - top) / scale)
}

@Suite struct TextPropertyTests {
  @Test func noLineOfAnyScriptIsTooWide() {
    var numbers = Numbers(seed: 51)
    var mismatches: [String] = []
    for (name, text, isRightToLeft) in scripts {
      let long = Array(repeating: text, count: 4).joined(separator: " ")
      let whole = set(long)
      if whole.lines.count != 1 || whole.lines[0].isRightToLeft != isRightToLeft {
        mismatches.append("\(name) one line")
      }
      var last = Int.max
      for width in stride(from: 40.0, through: 600, by: 35) {
        let layout = set(long, width: width + numbers.number(0...1))
        if layout.lines.contains(where: { $0.width > width + 1.01 }) {
          mismatches.append("\(name) \(width) wide")
        }
        // The lines hold all of the text: no less ink, but for the spaces at breaks.
        let sum = layout.lines.map(\.width).reduce(0, +)
        if sum > whole.size.width * 1.08 || sum < whole.size.width * 0.8 {
          mismatches.append("\(name) \(width): \(sum)")
        }
        if layout.lines.count > last { mismatches.append("\(name) \(width) more lines") }
        last = layout.lines.count
        if layout.isTruncated { mismatches.append("\(name) \(width) cut") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func linesStandBelowEachOther() {
    var numbers = Numbers(seed: 52)
    var mismatches: [String] = []
    for index in 0..<40 {
      let runs = (0..<numbers.whole(1...6)).map { _ in
        TextRun(
          scripts[numbers.whole(0...11)].text + (numbers.whole(0...2) == 0 ? "\n" : " "),
          font: FontDescription(size: numbers.number(6...40), weight: numbers.number(-0.8...0.6)))
      }
      let paragraph = TextParagraph(
        lineBreak: .wordWrapping, lineSpacing: numbers.number(0...9),
        lineHeightMultiple: numbers.whole(0...1) == 0 ? 0 : numbers.number(1...2))
      let layout = TextLayout(runs, paragraph: paragraph, maxWidth: numbers.number(60...400))
      var bottom = 0.0
      for (number, line) in layout.lines.enumerated() {
        let top = number == 0 ? 0 : bottom + paragraph.lineSpacing
        if abs(line.top - top) > 1e-6 { mismatches.append("\(index) \(number) top") }
        if line.baseline <= line.top || line.baseline >= line.top + line.height {
          mismatches.append("\(index) base")
        }
        bottom = line.top + line.height
      }
      if abs(layout.size.height - bottom) > 1e-6 { mismatches.append("\(index) height") }
      if layout.size.width != layout.lines.map(\.width).max() { mismatches.append("\(index) width") }
      // Each line is as high as one of the runs' fonts, and the first has the first font at least.
      let factor = paragraph.lineHeightMultiple > 0 ? paragraph.lineHeightMultiple : 1
      let heights = runs.map { $0.font.metrics.lineHeight * factor }
      if layout.lines.contains(where: { line in !heights.contains { abs($0 - line.height) < 0.01 } }) {
        mismatches.append("\(index) heights")
      }
      if layout.lines[0].height < heights[0] - 0.01 { mismatches.append("\(index) first") }
    }
    #expect(mismatches == [])
  }

  @Test func whatIsDrawnFillsWhatWasMeasured() {
    var mismatches: [String] = []
    for (name, text, _) in scripts {
      for alignment in [TextParagraph.Alignment.center, .natural] {
        let layout = set(text, width: 130, alignment: alignment)
        let drawn = ink(layout)
        // Side bearings and overhangs are within a tenth of the size at either end.
        if drawn.minX < -1.7 || drawn.maxX > layout.size.width + 1.7 { mismatches.append("\(name) \(drawn)") }
        if layout.size.width - drawn.width > 6 { mismatches.append("\(name) is narrow: \(drawn)") }
        // Scripts of tall glyphs may stand out of a line of the system's font by a third of its size.
        if drawn.minY < -6 || drawn.maxY > layout.size.height + 6 {
          mismatches.append("\(name) high: \(drawn)")
        }
      }
    }
    #expect(mismatches == [])
    // Letters without bearings to speak of, within a point.
    for text in ["HHHH", "MMM\nMMM"] {
      let layout = set(text)
      let drawn = ink(layout)
      #expect(drawn.minX >= 0 && drawn.minX < 2 && layout.size.width - drawn.maxX < 2)
      #expect(abs(drawn.minY - (layout.firstBaseline - body.metrics.capHeight)) < 1)
      #expect(abs(drawn.maxY - layout.lastBaseline) < 1)
    }
  }

  @Test func alignmentMovesTheInk() {
    var mismatches: [String] = []
    for (name, text, isRightToLeft) in scripts {
      let short = String(text.split(separator: " ")[0])
      let width = set(short).size.width
      let expected: [(TextParagraph.Alignment, Double)] = [
        (.left, 0), (.center, (200 - width) / 2), (.right, 200 - width),
        (.natural, isRightToLeft ? 200 - width : 0),
        (.justified, isRightToLeft ? 200 - width : 0),
      ]
      var first: Double?
      for (alignment, x) in expected {
        let layout = set(short, alignment: alignment)
        if abs(layout.offset(of: layout.lines[0], in: 200) - x) > 0.01 {
          mismatches.append("\(name) \(alignment)")
        }
        let box = CGRect(x: 0, y: 0, width: 200, height: 40)
        let left = Drawing(bounds: box) { $0.draw(layout, in: box) }.inkBox.minX
        if let first, abs(left - first - x) > 1.01 { mismatches.append("\(name) \(alignment) ink \(left)") }
        if first == nil { first = left }
      }
    }
    #expect(mismatches == [])
  }

  @Test func cutTextsFitAndKeepTheirEnds() {
    var mismatches: [String] = []
    let modes: [TextParagraph.LineBreak] = [.truncatingHead, .truncatingMiddle, .truncatingTail]
    for (name, text, _) in scripts {
      for mode in modes {
        for width in [30.0, 60, 90, 140] {
          for lines in 1...3 {
            let cut = set(text, mode, width: width, lines: lines)
            let needed = set(text, width: width).lines.count
            if cut.lines.count != min(needed, lines) { mismatches.append("\(name) \(mode) \(width) lines") }
            if cut.isTruncated != (needed > lines) { mismatches.append("\(name) \(mode) \(width) said") }
            if cut.size.width > width + 0.01 {
              mismatches.append("\(name) \(mode) \(width) \(cut.size.width)")
            }
          }
        }
      }
    }
    #expect(mismatches == [])
    // Which end is left shows in the ink: dots at one end, thick letters at the other.
    let text = String(repeating: ".", count: 60) + String(repeating: "W", count: 30)
    func density(_ mode: TextParagraph.LineBreak) -> (left: Double, right: Double) {
      let box = CGRect(x: 0, y: 0, width: 200, height: 22)
      let layout = set(text, mode, width: 200, lines: 1)
      let image = Drawing(bounds: box) { $0.draw(layout, in: box) }.image(scale: 2)!
      let columns = (0..<400).map { x in (0..<44).map { Double(image.pixel(x, $0).alpha) }.reduce(0, +) / 255
      }
      return (columns[0..<80].reduce(0, +), columns[250..<330].reduce(0, +))
    }
    let head = density(.truncatingHead), tail = density(.truncatingTail), middle = density(.truncatingMiddle)
    #expect(head.right > tail.left * 3 && middle.right > middle.left * 3)
    #expect(abs(middle.left - tail.left) < 5)
  }

  @Test func runsAreSetAsTheirPartsAre() {
    // A text cut into runs of one font is as wide as uncut; kerning aside, also as its parts.
    var numbers = Numbers(seed: 53)
    var mismatches: [String] = []
    for index in 0..<40 {
      let text = Array(scripts[index % 12].text)
      let spaces = text.indices.filter { text[$0] == " " }
      let cut = spaces[numbers.whole(0...spaces.count - 1)]
      let (a, b) = (String(text[..<cut]), String(text[cut...]))
      let two = TextLayout([TextRun(a, font: body), TextRun(b, font: body, color: .white)])
      if abs(two.size.width - set(String(text)).size.width) > 0.2 { mismatches.append("\(index) colour") }
      let kern = numbers.number(0.5...4)
      let plain = "abcdefgh", count = Double(plain.count)
      let wide = TextLayout([TextRun(plain, font: body, kern: kern)]).size.width - set(plain).size.width
      if wide < kern * (count - 1) - 0.05 || wide > kern * count + 0.05 {
        mismatches.append("\(index) kern \(wide)")
      }
    }
    #expect(mismatches == [])
    let plain = ink(set("aaa"))
    let lifted = ink(TextLayout([TextRun("aaa", font: body, baselineOffset: 5)]))
    #expect(abs(plain.minY - lifted.minY - 5) <= 0.51)
    let underlined = ink(TextLayout([TextRun("aaa", font: body, isUnderlined: true)]))
    #expect(underlined.maxY > plain.maxY + 0.7 && underlined.width > plain.width)
    let struck = ink(TextLayout([TextRun(".....", font: body, isStruckThrough: true)]))
    #expect(struck.minY < ink(set(".....")).minY - 2)
    let backed = ink(TextLayout([TextRun("a a", font: body, background: .white)]))
    #expect(backed.height > 15 && abs(backed.width - set("a a").size.width) < 0.6)
  }

  @Test func marksAndEmojiStayWithTheirLetters() {
    var mismatches: [String] = []
    // A mark on top makes a letter no wider.
    for (plain, marked) in [
      ("a", "a\u{301}"), ("n", "n\u{303}"), ("o", "o\u{308}"), ("e", "e\u{302}\u{323}"),
    ] {
      if abs(set(plain).size.width - set(marked).size.width) > 0.05 { mismatches.append(marked) }
      if set(marked).missingGlyphs > 0 { mismatches.append("missing \(marked)") }
    }
    if abs(set("é").size.width - set("e\u{301}").size.width) > 0.05 { mismatches.append("composed") }
    #expect(mismatches == [])
    // One to a line at the narrowest, and never a line for a mark alone.
    #expect(set("e\u{301}e\u{301}e\u{301}", .charWrapping, width: 0).lines.count == 3)
    let family = set("👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪", width: 300)
    #expect(family.lines.count >= 1 && family.size.width > 0 && family.size.width < 301)
  }

  @Test func emptyLinesAreLines() {
    var mismatches: [String] = []
    let height = body.metrics.lineHeight
    for count in 1...6 {
      let feeds = set(String(repeating: "\n", count: count))
      if feeds.lines.count != count + 1 || abs(feeds.size.height - height * Double(count + 1)) > 0.01 {
        mismatches.append("feeds \(count): \(feeds.lines.count)")
      }
      if feeds.size.width != 0 { mismatches.append("width \(count)") }
      let between = set("a" + String(repeating: "\n", count: count) + "b")
      if between.lines.count != count + 1 { mismatches.append("between \(count)") }
      let cut = set(String(repeating: "\n", count: count), .truncatingTail, width: 50, lines: 1)
      if cut.lines.count != 1 || !cut.isTruncated { mismatches.append("cut \(count)") }
    }
    for text in ["a\r\nb", "a\rb", "a\u{2029}b", "a\u{2028}b"] where set(text).lines.count != 2 {
      mismatches.append(text.debugDescription)
    }
    #expect(mismatches == [])
    #expect(set("").lines == [] && set("", width: 10, lines: 1).size == .zero)
    #expect(TextLayout([TextRun("", font: body), TextRun("", font: body)]).lines == [])
    // A zero byte ends nothing.
    #expect(set("a\0b").size.width > set("a").size.width + set("b").size.width - 0.5)
    #expect(set("a\0b\nc").lines.count == 2)
  }

  @Test func longTextsAreSet() {
    let feeds = set(String(repeating: "\n", count: 5000))
    #expect(feeds.lines.count == 5001)
    let words = set(String(repeating: "word ", count: 1000), width: 300)
    #expect(words.lines.count > 100 && words.lines.allSatisfy { $0.width <= 300.01 })
    let runs = (0..<500).map { TextRun("run \($0)\n", font: FontDescription(size: Double(10 + $0 % 5))) }
    let many = TextLayout(runs)
    #expect(many.lines.count == 501)
    let wrong = (0..<500).filter {
      abs(many.lines[$0].height - FontDescription(size: Double(10 + $0 % 5)).metrics.lineHeight) > 0.001
    }
    #expect(wrong == [])
    let cut = set(String(repeating: "a", count: 800), .truncatingMiddle, width: 100, lines: 1)
    #expect(cut.isTruncated && cut.lines.count == 1 && cut.size.width <= 100.01)
  }

  @Test func aHugeFontSpoilsNoOther() {
    let box = CGRect(x: 0, y: 0, width: 40, height: 40)
    func letter() -> CGRect { Drawing(bounds: box) { $0.draw(set("H"), in: box) }.inkBox }
    let before = letter()
    for size in [0, -5, 1e-9, 9999, 1e6, 1e300, Double.infinity, .nan] {
      let odd = TextLayout([TextRun("Qg", font: FontDescription(size: size))])
      _ = Drawing(bounds: box) { $0.draw(odd, in: box) }.image(scale: 2)
    }
    #expect(letter() == before && !before.isEmpty)
  }

  @Test func weightsAreOpenTypes() {
    let table: [(Double, Int)] = [
      (-0.8, 100), (-0.6, 200), (-0.4, 300), (0, 400), (0.23, 500), (0.3, 600), (0.4, 700), (0.56, 800),
      (0.62, 900),
      (-1, 100), (1, 900), (0.1, 400), (0.34, 600), (0.36, 700),
    ]
    let wrong = table.filter { FontDescription(size: 1, weight: $0.0).openTypeWeight != $0.1 }.map(\.0)
    #expect(wrong == [])
  }
}
