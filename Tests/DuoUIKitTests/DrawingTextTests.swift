import DuoCoreGraphics
import Foundation
import Testing

@testable import DuoUIKit

@MainActor
@Suite struct DrawingTextTests {
  @Test func textStylesHaveApplesSizes() {
    let sizes: [(UIFont.TextStyle, CGFloat)] = [
      (.largeTitle, 34), (.title1, 28), (.title2, 22), (.title3, 20), (.headline, 17), (.body, 17),
      (.callout, 16), (.subheadline, 15), (.footnote, 13), (.caption1, 12), (.caption2, 11),
    ]
    #expect(sizes.filter { UIFont.preferredFont(forTextStyle: $0.0).pointSize != $0.1 }.map(\.1) == [])
    let body = UIFont.preferredFont(forTextStyle: .body)
    // Apple's values, as its system prints them.
    #expect(abs(body.lineHeight - 20.287) < 0.001 && abs(body.ascender - 16.187) < 0.001)
    #expect(abs(body.descender + 4.101) < 0.001 && abs(body.capHeight - 11.978) < 0.001)
    #expect(body == .systemFont(ofSize: 17) && body != .boldSystemFont(ofSize: 17))
    #expect(UIFont(name: "Inter", size: 12) != nil && UIFont(name: "No Such Font", size: 12) == nil)
    #expect(body.withSize(10).pointSize == 10 && UIFont.systemFontSize == 14)
  }

  @Test func stringsAreMeasuredAndSetInLines() {
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 17)]
    let one = "Some words".size(withAttributes: attributes)
    #expect(abs(one.height - 20.287) < 0.001 && one.width > 60)
    let lines = "Some words".boundingRect(
      with: CGSize(width: one.width - 5, height: 1000), options: .usesLineFragmentOrigin,
      attributes: attributes, context: nil)
    #expect(abs(lines.height - 2 * one.height) < 0.001 && lines.width < one.width)
    // Without line fragments: one line, round its baseline.
    let flat = NSString(string: "Some words").boundingRect(
      with: CGSize(width: 10, height: 10), attributes: attributes, context: nil)
    #expect(abs(flat.minY + 16.187) < 0.001 && abs(flat.width - one.width) < 0.001)
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 7
    style.alignment = .right
    let spaced = NSAttributedString(
      string: "a\nb", attributes: [.font: UIFont.systemFont(ofSize: 17), .paragraphStyle: style])
    #expect(abs(spaced.size().height - 47.574) < 0.001)
    #expect((style.copy() as? NSParagraphStyle) == style && style.alignment == .right)
    let kerned = "Some words".size(withAttributes: [.font: UIFont.systemFont(ofSize: 17), .kern: 2])
    // Between ten glyphs.
    #expect(abs(kerned.width - one.width - 18) < 0.1)
  }

  /// Software that is not ours reads the text back from the pixels.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tesseract")))
  func drawnTextCanBeRead() throws {
    let lines = ["Hold the phone upright", "Tap to focus 1234567890", "The quick brown fox"]
    let format = UIGraphicsImageRendererFormat()
    format.scale = 3
    let image = UIGraphicsImageRenderer(size: CGSize(width: 300, height: 120), format: format).image {
      context in
      UIColor.white.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 300, height: 120))
      for (index, line) in lines.enumerated() {
        line.draw(
          at: CGPoint(x: 20, y: 12 + 34 * CGFloat(index)),
          withAttributes: [
            .font: UIFont.systemFont(ofSize: 17, weight: [.regular, .semibold, .light][index]),
            .foregroundColor: UIColor.black,
          ])
      }
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("text-\(getpid()).png")
    defer { try? FileManager.default.removeItem(at: file) }
    try #require(image.pngData()).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/tesseract")
    process.arguments = [file.path, "-", "--psm", "6"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(output.split(whereSeparator: \.isNewline).map(String.init) == lines)
  }
}
