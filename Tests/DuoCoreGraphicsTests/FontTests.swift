import Foundation
import Testing

@testable import DuoCoreGraphics

@Suite struct FontTests {
  /// Greetings in the languages that most phones are set to, and some letters beside them.
  static let texts: [(script: String, text: String)] = [
    ("Latin", "Hello, ça va? Ærøskøbing, žluťoučký, Türkçe, Việt Nam"), ("Greek", "Γειά σου, ἀγαθός"),
    ("Cyrillic", "Привіт, Здраво, ғылым"), ("Armenian", "Բարեւ"), ("Georgian", "გამარჯობა"),
    ("Hebrew", "שָׁלוֹם"), ("Arabic", "مرحبا، سلام، ٹھیک"), ("Devanagari", "नमस्ते क्षत्रिय"), ("Bengali", "নমস্কার"),
    ("Tamil", "வணக்கம்"), ("Thai", "สวัสดีครับ"), ("Lao", "ສະບາຍດີ"), ("Khmer", "សួស្តី"), ("Ethiopic", "ሰላም"),
    ("Han", "你好，繁體字，漢字"), ("Kana", "こんにちは、カメラ"), ("Hangul", "안녕하세요, 카메라 뒤집기"),
    ("Symbols", "← → ↑ ↓ • · … – — “ ” € £ ¥ ° × ÷ ± ≤ ≥ ✓"),
  ]

  private func layout(_ text: String, _ font: FontDescription = FontDescription(size: 17)) -> TextLayout {
    TextLayout([TextRun(text, font: font)])
  }

  @Test func everyScriptHasGlyphsInEveryFace() {
    var missing: [String] = []
    for (script, text) in Self.texts {
      for font in [
        FontDescription(size: 17), FontDescription(size: 17, weight: 0.4),
        FontDescription(size: 12, isItalic: true),
        FontDescription(family: .monospaced, size: 17),
      ] {
        let shown = layout(text, font)
        if shown.missingGlyphs > 0 || shown.size.width < font.size { missing.append("\(script) \(font)") }
      }
    }
    #expect(missing == [])
  }

  /// A vowel sign in another font than its letter stands on a dotted circle of its own. As wide as in the script's font,
  /// whatever the locale of the process is.
  @Test func lettersAndTheirSignsComeFromOneFont() {
    let words = [
      ("Noto Sans Tamil", "புகைப்படம் எடு வணக்கம்"), ("Noto Sans Devanagari", "फ़ोटो लें क्षत्रिय"),
      ("Noto Sans Bengali", "ছবি তুলুন"), ("Noto Sans Telugu", "ఫోటో తీయండి"),
    ]
    var wrong: [String] = []
    for (family, text) in words {
      for word in text.split(separator: " ").map(String.init) {
        let size = 34 * FontEngine.interToSanFrancisco
        let own = layout(word, FontDescription(family: .named(family), size: size))
        let shown = layout(word, FontDescription(size: 34))
        if abs(own.size.width - shown.size.width) > 0.1 {
          wrong.append("\(word) \(own.size.width) \(shown.size.width)")
        }
      }
    }
    #expect(wrong == [])
  }

  /// All 11 172 syllables that Unicode composes, and the letters that they are composed of.
  @Test func everySyllableOfKoreanHasAGlyph() {
    func text(_ range: ClosedRange<UInt32>) -> String {
      String(String.UnicodeScalarView(range.compactMap { UnicodeScalar($0) }))
    }
    #expect(layout(text(0xAC00...0xD7A3)).missingGlyphs == 0)
    #expect(layout(text(0x3131...0x3163)).missingGlyphs == 0)
    // Written in letters it is the same word.
    let word = "카메라"
    let letters = layout(word.decomposedStringWithCanonicalMapping)
    #expect(letters.missingGlyphs == 0 && word.decomposedStringWithCanonicalMapping.unicodeScalars.count == 6)
    // As wide as a square, about, as on Apple's systems.
    let one = layout("가").size.width
    #expect(one > 17 * 0.7 && one < 17 * 1.2)
  }

  @Test func heightsDoNotComeFromTheGlyphsFont() {
    let heights = Set(Self.texts.map { layout($0.text).size.height })
    #expect(heights.count == 1 && abs((heights.first ?? 0) - 20.287) < 0.001)
  }

  @Test func scriptsRunTheirWay() {
    let toTheLeft = Set(
      Self.texts.filter { layout($0.text).lines.first?.isRightToLeft == true }.map(\.script))
    #expect(toTheLeft == ["Hebrew", "Arabic"])
  }

  @Test func aMachineWithoutInterIsToldOfIt() async throws {
    #expect(FontEngine.complaint(about: ["inter", "noto sans"]) == nil)
    #expect(
      FontEngine.complaint(about: ["inter display", "noto sans"])?.contains("Inter is not installed") == true)
    // The same in a process that sees no other fonts than Noto's.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "fonts-\(UUID().uuidString).conf")
    defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) } }
    try Data(
      "<fontconfig><dir>/usr/share/fonts/truetype/noto</dir><cachedir prefix=\"xdg\">fontconfig</cachedir></fontconfig>"
        .utf8
    ).write(to: file)
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [path = file.path as String] in
      setenv("FONTCONFIG_FILE", path, 1)
      for _ in 0..<3 {
        let width = TextLayout([TextRun("Words", font: FontDescription(size: 17))]).size.width
        if width < 17 { fatalError("nothing is drawn") }
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let line = try #require(FontEngine.complaint(about: []))
    #expect(said.components(separatedBy: line).count == 2)
  }

  @Test func metricsGrowInProportionAndWeightsGrowWider() {
    var wrong: [String] = []
    let families: [FontDescription.Family] = [.system, .monospaced, .named("Inter"), .named("Noto Sans")]
    for family in families {
      let unit = FontDescription(family: family, size: 1).metrics
      for size in stride(from: 5.0, through: 120, by: 11.5) {
        let font = FontDescription(family: family, size: size)
        let (own, grown) = (font.metrics, unit)
        let pairs = [
          (own.ascender, grown.ascender), (own.descender, grown.descender), (own.capHeight, grown.capHeight),
          (own.xHeight, grown.xHeight), (own.lineHeight, grown.lineHeight),
        ]
        if pairs.contains(where: { abs($0.0 - $0.1 * size) > 1e-9 * size }) {
          wrong.append("\(family) \(size)")
        }
        if !(own.xHeight < own.capHeight && own.capHeight < own.ascender && own.descender > 0) {
          wrong.append("\(family): heights")
        }
      }
      let widths = [-0.8, -0.6, -0.4, 0, 0.23, 0.3, 0.4, 0.56, 0.62].map {
        layout("Hold the phone", FontDescription(family: family, size: 100, weight: $0)).size.width
      }
      if family != .monospaced, zip(widths, widths.dropFirst()).contains(where: { $0 > $1 + 0.01 }) {
        wrong.append("\(family): \(widths)")
      }
    }
    #expect(wrong == [])
    let digits = (0...9).map {
      layout("\($0)", FontDescription(size: 50, hasMonospacedDigits: true)).size.width
    }
    #expect(Set(digits.map { ($0 * 100).rounded() }).count == 1)
    let letters = "iWm1.".map { layout("\($0)", FontDescription(family: .monospaced, size: 50)).size.width }
    #expect(Set(letters.map { ($0 * 100).rounded() }).count == 1)
  }
}
