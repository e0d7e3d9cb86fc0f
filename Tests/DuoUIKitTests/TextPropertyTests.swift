import DuoCoreGraphics
import Foundation
import Testing

@testable import DuoUIKit

/// Text of random words, measured and drawn.
@MainActor
@Suite struct TextPropertyTests {
  static let words = [
    "camera", "a", "Wide", "ultra-wide", "ÄÖÜ", "12:45", "of", "the", "fold", "photographs", "I", "镜头", "카메라",
    "объектив",
  ]

  private func text(_ random: inout SeededRandom, _ count: Int) -> String {
    (0..<count).map { _ in Self.words[random.int(Self.words.count)] }.joined(separator: " ")
  }

  private func height(_ text: NSAttributedString, _ width: CGFloat) -> CGRect {
    text.boundingRect(
      with: CGSize(width: width, height: 10_000), options: .usesLineFragmentOrigin, context: nil)
  }

  @Test func linesAreWholeAndFitTheirWidth() {
    var random = SeededRandom(601)
    var wrong: [String] = []
    for round in 0..<60 {
      let font = UIFont.systemFont(
        ofSize: CGFloat(8 + random.int(30)), weight: random.int(2) == 0 ? .regular : .bold)
      let words = text(&random, 1 + random.int(12))
      let string = NSAttributedString(string: words, attributes: [.font: font])
      let whole = string.size()
      if abs(whole.height - font.lineHeight) > 1e-6 { wrong.append("\(round): one line is \(whole.height)") }
      let widest =
        words.split(separator: " ").map { "\($0)".size(withAttributes: [.font: font]).width }.max() ?? 0
      var last = Int.max
      for width in [widest + 1, widest * 1.5, widest * 3, whole.width + 1] as [CGFloat] {
        let box = height(string, width)
        let lines = box.height / font.lineHeight
        if abs(lines - lines.rounded()) > 1e-6 || lines < 1 { wrong.append("\(round): \(lines) lines") }
        if box.width > width + 0.01 || box.origin != .zero { wrong.append("\(round): \(box) in \(width)") }
        if Int(lines.rounded()) > last { wrong.append("\(round): more room, more lines") }
        last = Int(lines.rounded())
        // No line could be longer than what the words are together.
        if lines * width + 0.01 < whole.width - lines * font.pointSize * 2 {
          wrong.append("\(round): words are lost")
        }
      }
      if last != 1 { wrong.append("\(round): \(last) lines where one fits") }
    }
    #expect(wrong == [])
  }

  @Test func sizesGrowWithTheFont() {
    var random = SeededRandom(602)
    var wrong: [String] = []
    for round in 0..<40 {
      let words = text(&random, 1 + random.int(6))
      let one = words.size(withAttributes: [.font: UIFont.systemFont(ofSize: 10)])
      for factor in [0.5, 1.7, 3, 8] as [CGFloat] {
        let big = words.size(withAttributes: [.font: UIFont.systemFont(ofSize: 10).withSize(10 * factor)])
        let slack = 0.002 * CGFloat(words.count) * factor + 0.01
        if abs(big.width - one.width * factor) > slack || abs(big.height - one.height * factor) > 1e-6 {
          wrong.append("\(round) \(factor): \(big), not \(one)")
        }
      }
    }
    #expect(wrong == [])
    let sizes = stride(from: 6, to: 60, by: 3).map { UIFont.systemFont(ofSize: CGFloat($0)) }
    #expect(
      zip(sizes, sizes.dropFirst()).allSatisfy {
        $0.lineHeight < $1.lineHeight && $0.capHeight < $1.capHeight
      })
    #expect(
      sizes.allSatisfy {
        abs($0.ascender - $0.descender - $0.lineHeight) < 1e-9 && $0.descender < 0 && $0.leading == 0
      })
    #expect(
      sizes.allSatisfy {
        $0.xHeight < $0.capHeight && $0.capHeight < $0.ascender && $0.withSize(17).pointSize == 17
      })
  }

  @Test func paragraphsSpreadLinesAndPlaceThem() {
    let font = UIFont.systemFont(ofSize: 20)
    var wrong: [String] = []
    for (spacing, multiple, least, most) in [
      (0, 0, 0, 0), (6, 0, 0, 0), (0, 1.5, 0, 0), (3, 2, 0, 0), (0, 0, 40, 0), (0, 0, 0, 15), (5, 2, 0, 30),
    ] as [(CGFloat, CGFloat, CGFloat, CGFloat)] {
      let style = NSMutableParagraphStyle()
      (style.lineSpacing, style.lineHeightMultiple) = (spacing, multiple)
      (style.minimumLineHeight, style.maximumLineHeight) = (least, most)
      var line = font.lineHeight * (multiple > 0 ? multiple : 1)
      line = max(line, least)
      if most > 0 { line = min(line, most) }
      for count in 1...4 {
        let string = NSAttributedString(
          string: Array(repeating: "line", count: count).joined(separator: "\n"),
          attributes: [.font: font, .paragraphStyle: style])
        let wanted = CGFloat(count) * line + CGFloat(count - 1) * spacing
        if abs(string.size().height - wanted) > 1e-6 {
          wrong.append("\(spacing) \(multiple): \(string.size().height), not \(wanted)")
        }
      }
      // A copy says the same; what is changed afterwards does not change it.
      let copy = style.copy() as! NSParagraphStyle, mutable = style.mutableCopy() as! NSMutableParagraphStyle
      style.lineSpacing += 1
      if copy.lineSpacing != spacing || mutable != copy || copy == style { wrong.append("copies") }
    }
    #expect(wrong == [])
    #expect(
      NSParagraphStyle.default.alignment == .natural
        && NSParagraphStyle.default.lineBreakMode == .byWordWrapping)
  }

  /// Where the ink is: at the left, in the middle, at the right, and nowhere beside the rectangle's height.
  @Test func textLiesWhereItsAlignmentSays() {
    func ink(_ body: () -> Void) -> CGRect {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let image = UIGraphicsImageRenderer(size: CGSize(width: 200, height: 60), format: format).image { _ in
        body()
      }.cgImage!
      return image.withPixels { bytes in
        var box = CGRect.null
        for index in stride(from: 3, to: bytes.count, by: 4) where bytes[index] > 40 {
          box = box.union(CGRect(x: index / 4 % 200, y: index / 800, width: 1, height: 1))
        }
        return box
      }
    }
    let font = UIFont.systemFont(ofSize: 20)
    let rect = CGRect(x: 20, y: 10, width: 160, height: 40)
    let places: [(NSTextAlignment, String, (CGRect) -> CGFloat)] = [
      (.left, "Hxo", { $0.minX - 20 }), (.natural, "Hxo", { $0.minX - 20 }),
      (.justified, "Hxo", { $0.minX - 20 }),
      (.center, "Hxo", { $0.midX - 100 }), (.right, "Hxo", { $0.maxX - 180 }),
      (.natural, "שלום", { $0.maxX - 180 }),
      (.left, "שלום", { $0.minX - 20 }),
    ]
    var wrong: [String] = []
    for (alignment, text, off) in places {
      let style = NSMutableParagraphStyle()
      style.alignment = alignment
      let box = ink { text.draw(in: rect, withAttributes: [.font: font, .paragraphStyle: style]) }
      if box.isNull || abs(off(box)) > 3 { wrong.append("\(alignment.rawValue) \(text): \(box)") }
    }
    #expect(wrong == [])
    // Capitals stand on the baseline.
    let caps = ink { "H".draw(at: CGPoint(x: 5, y: 10), withAttributes: [.font: font]) }
    #expect(abs(caps.maxY - (10 + font.ascender)) < 1.5 && abs(caps.height - font.capHeight) < 2)
    let lifted = ink {
      "H".draw(at: CGPoint(x: 5, y: 10), withAttributes: [.font: font, .baselineOffset: 6])
    }
    #expect(abs(caps.minY - lifted.minY - 6) < 1.01)
    let lined = ink { "x".draw(at: CGPoint(x: 5, y: 10), withAttributes: [.font: font, .underlineStyle: 1]) }
    #expect(lined.maxY > caps.maxY)
    let backed = ink {
      "x".draw(at: CGPoint(x: 5, y: 10), withAttributes: [.font: font, .backgroundColor: UIColor.red])
    }
    #expect(backed.height > 20 && backed.height < 27)
    // What does not fit below is cut off.
    let cut = ink {
      "a\nb\nc\nd".draw(in: CGRect(x: 0, y: 0, width: 100, height: 30), withAttributes: [.font: font])
    }
    #expect(cut.maxY <= 30)
  }

  @Test func fontsAreEqualByWhatTheyAre() {
    let all: [UIFont] = [
      .systemFont(ofSize: 17), .systemFont(ofSize: 18), .boldSystemFont(ofSize: 17),
      .systemFont(ofSize: 17, weight: .light),
      .italicSystemFont(ofSize: 17), .monospacedSystemFont(ofSize: 17, weight: .regular),
      .monospacedDigitSystemFont(ofSize: 17, weight: .regular), UIFont(name: "Inter", size: 17)!,
    ]
    #expect(Set(all).count == all.count)
    #expect(UIFont.systemFont(ofSize: 17) == .preferredFont(forTextStyle: .body))
    #expect(UIFont.preferredFont(forTextStyle: .headline) == .systemFont(ofSize: 17, weight: .semibold))
    #expect(UIFont.familyNames.contains("Inter") && UIFont.familyNames == UIFont.familyNames.sorted())
    #expect(all[0].familyName == ".AppleSystemUIFont" && all[7].familyName == "Inter")
    #expect(UIFont.labelFontSize == 17 && UIFont.buttonFontSize == 18 && UIFont.smallSystemFontSize == 12)
    let weights: [UIFont.Weight] = [
      .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
    ]
    #expect(weights.map(\.rawValue) == [-0.8, -0.6, -0.4, 0, 0.23, 0.3, 0.4, 0.56, 0.62])
    let widths = weights.map {
      "Hold the phone".size(withAttributes: [.font: UIFont.systemFont(ofSize: 40, weight: $0)]).width
    }
    #expect(widths == widths.sorted() && Set(widths).count == widths.count)
  }
}
