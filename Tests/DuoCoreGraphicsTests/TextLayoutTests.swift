import DuoCoreGraphics
import Foundation
import Testing

private let body = FontDescription(size: 17)

private func layout(
  _ text: String, _ font: FontDescription = body, _ lineBreak: TextParagraph.LineBreak = .wordWrapping,
  alignment: TextParagraph.Alignment = .natural, width: Double? = nil, lines: Int = 0, height: Double? = nil
) -> TextLayout {
  TextLayout(
    [TextRun(text, font: font)], paragraph: TextParagraph(alignment: alignment, lineBreak: lineBreak),
    maxWidth: width, maxLines: lines, maxHeight: height)
}

private func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 0.01) -> Bool { abs(a - b) <= tolerance }

@Suite struct TextLayoutTests {
  @Test func aLineStandsAsHighAsSanFranciscos() {
    // Apple's published values of the system font at 17 points.
    let metrics = body.metrics
    #expect(isNear(metrics.lineHeight, 20.287) && isNear(metrics.ascender, 16.187))
    #expect(isNear(metrics.descender, 4.101) && isNear(metrics.capHeight, 11.978))
    let one = layout("Hamburg")
    #expect(isNear(one.size.height, 20.287) && isNear(one.firstBaseline, 16.187))
    #expect(one.firstBaseline == one.lastBaseline && !one.isTruncated && one.missingGlyphs == 0)
    let two = layout("one\ntwo")
    #expect(isNear(two.size.height, 40.574) && isNear(two.lastBaseline, 36.475))
  }

  @Test func widthsGrowInProportion() {
    let texts = ["Hamburgefonstiv", "The quick brown fox", "1234567890", "Ünïcödé – “quotes”"]
    var mismatches: [String] = []
    for text in texts {
      let one = layout(text, FontDescription(size: 10)).size.width
      for size in [11.0, 12.5, 17, 34, 120] {
        let width = layout(text, FontDescription(size: size)).size.width
        // Every glyph is rounded to 1/1024 of a point.
        if !isNear(width / size, one / 10, 0.0015 * Double(text.count)) {
          mismatches.append("\(text) \(size)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func heavierIsWiderAndDigitsLineUp() {
    let weights = [-0.8, 0, 0.23, 0.3, 0.4, 0.62].map {
      layout("minimum", FontDescription(size: 17, weight: $0)).size.width
    }
    #expect(weights == weights.sorted() && Set(weights).count == weights.count)
    let digits = (0...9).map {
      layout("\($0)", FontDescription(size: 17, hasMonospacedDigits: true)).size.width
    }
    #expect(Set(digits).count == 1)
    #expect(layout("1").size.width < layout("0").size.width)
  }

  @Test func linesAreNoWiderThanAllowedAndKeepEveryWord() {
    let words = "the quick brown fox jumps over the lazy dog and then sleeps".split(separator: " ")
    let text = words.joined(separator: " ")
    var mismatches: [Double] = []
    for width in stride(from: 60.0, through: 500, by: 17) {
      let broken = layout(text, width: width)
      // A plain greedy breaker over the words' own widths.
      var lines = 1
      var line = ""
      for word in words {
        let longer = line.isEmpty ? String(word) : line + " " + word
        if layout(longer).size.width > width, !line.isEmpty {
          lines += 1
          line = String(word)
        } else {
          line = longer
        }
      }
      if broken.lines.count != lines || broken.size.width > width + 0.01 || broken.isTruncated {
        mismatches.append(width)
      }
    }
    #expect(mismatches == [])
  }

  @Test func textThatDoesNotFitIsCutShort() {
    let long = "A sentence that is far too long for one short line"
    let modes: [TextParagraph.LineBreak] = [.truncatingHead, .truncatingMiddle, .truncatingTail]
    for mode in modes {
      let cut = layout(long, body, mode, width: 120, lines: 1)
      #expect(cut.isTruncated && cut.lines.count == 1)
      #expect(cut.size.width <= 120.01 && cut.size.width > 90)
    }
    let clipped = layout(long, body, .clipping, width: 120, lines: 1)
    #expect(clipped.isTruncated && isNear(clipped.size.width, layout(long).size.width))
    let two = layout(long, body, .truncatingTail, width: 120, lines: 2)
    #expect(two.lines.count == 2 && two.isTruncated)
    let low = layout(long, body, .truncatingTail, width: 120, height: 45)
    #expect(low.lines == two.lines)
    // One line always stays.
    #expect(layout(long, body, .truncatingTail, width: 120, height: 3).lines.count == 1)
    let paragraphs = layout("one\ntwo", body, .truncatingTail, width: 200, lines: 1)
    #expect(paragraphs.isTruncated && isNear(paragraphs.size.width, layout("one…").size.width))
    #expect(!layout("short", body, .truncatingTail, width: 200, lines: 1).isTruncated)
  }

  @Test func linesAreAligned() {
    let text = "x"
    let width = layout(text).size.width
    let expected: [(TextParagraph.Alignment, Double)] = [
      (.left, 0), (.natural, 0), (.justified, 0), (.center, (100 - width) / 2), (.right, 100 - width),
    ]
    for (alignment, x) in expected {
      let set = layout(text, alignment: alignment)
      #expect(isNear(set.offset(of: set.lines[0], in: 100), x))
    }
    let hebrew = layout("שלום")
    #expect(isNear(hebrew.offset(of: hebrew.lines[0], in: 100), 100 - hebrew.size.width))
  }

  @Test func anyScriptHasGlyphsAndWhatHasNoneIsCounted() {
    let scripts = ["Ελληνικά", "Русский", "العربية", "हिन्दी", "ไทย", "日本語", "中文", "አማርኛ"]
    #expect(scripts.filter { layout($0).missingGlyphs > 0 || layout($0).size.width < 10 } == [])
    // Private use: no font has these.
    #expect(layout("a\u{10FFFD}b\u{10FFFC}").missingGlyphs == 2)
  }

  @Test func runsOfSeveralFontsShareABaseline() {
    let mixed = TextLayout([
      TextRun("small ", font: FontDescription(size: 10)), TextRun("LARGE", font: FontDescription(size: 40)),
    ])
    #expect(isNear(mixed.size.height, FontDescription(size: 40).metrics.lineHeight))
    #expect(isNear(mixed.firstBaseline, FontDescription(size: 40).metrics.ascender))
    #expect(
      isNear(
        mixed.size.width,
        layout("small ", FontDescription(size: 10)).size.width
          + layout("LARGE", FontDescription(size: 40)).size.width, 0.02))
  }

  @Test func paragraphsCanSpreadTheirLines() {
    let runs = [TextRun("a\nb", font: body)]
    let spaced = TextLayout(runs, paragraph: TextParagraph(lineSpacing: 5))
    #expect(isNear(spaced.size.height, 2 * 20.287 + 5))
    let high = TextLayout(runs, paragraph: TextParagraph(minimumLineHeight: 30))
    #expect(isNear(high.size.height, 60) && isNear(high.firstBaseline, 30 - 4.101))
    let multiple = TextLayout(runs, paragraph: TextParagraph(lineHeightMultiple: 2))
    #expect(isNear(multiple.size.height, 4 * 20.287))
    let low = TextLayout(runs, paragraph: TextParagraph(maximumLineHeight: 10))
    #expect(isNear(low.size.height, 20))
  }

  @Test func nothingHasNoSize() {
    #expect(layout("").size == .zero && TextLayout([]).lines == [] && !layout("").isTruncated)
    #expect(layout("text", width: 0).lines.count >= 1)
  }

  @Test func fontsAreFoundByName() {
    #expect(FontDescription(name: "Inter", size: 12)?.family == .named("Inter"))
    let bold = FontDescription(name: "inter-bolditalic", size: 12)
    #expect(bold?.weight == 0.4 && bold?.isItalic == true)
    #expect(FontDescription(name: "Helvetica of Nowhere", size: 12) == nil)
    #expect(FontDescription(name: "Inter-Nothing", size: 12) == nil)
    #expect(FontDescription.familyNames.contains("Inter"))
    let own = FontDescription(family: .named("Inter"), size: 20).metrics
    // Inter's own table: 1490 of 2048 units.
    #expect(isNear(own.capHeight, 20 * 1490 / 2048, 0.02))
  }

  @Test func threadsMaySetTextAtOnce() async {
    let alone = layout("Concurrent text", width: 60).size
    let sizes = await withTaskGroup(of: CGSize.self) { group in
      for _ in 0..<40 { group.addTask { layout("Concurrent text", width: 60).size } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sizes.allSatisfy { $0 == alone })
  }
}
