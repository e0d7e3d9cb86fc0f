import Foundation

/// A piece of text that looks the same all through.
package struct TextRun: Hashable, Sendable {
  package var text: String
  package var font: FontDescription
  package var color: CGColor
  package var background: CGColor?
  /// Points added between two glyphs.
  package var kern: Double
  package var isUnderlined: Bool
  package var isStruckThrough: Bool
  /// Points that the glyphs are lifted by.
  package var baselineOffset: Double

  package init(
    _ text: String, font: FontDescription, color: CGColor = CGColor(gray: 0, alpha: 1),
    background: CGColor? = nil, kern: Double = 0, isUnderlined: Bool = false, isStruckThrough: Bool = false,
    baselineOffset: Double = 0
  ) {
    // Korean that is written letter by letter, as in names of files: fonts have the syllables.
    let isInLetters = text.unicodeScalars.contains { (0x1100...0x11FF).contains($0.value) }
    self.text = isInLetters ? text.precomposedStringWithCanonicalMapping : text
    self.font = font
    self.color = color
    self.background = background
    self.kern = kern
    self.isUnderlined = isUnderlined
    self.isStruckThrough = isStruckThrough
    self.baselineOffset = baselineOffset
  }
}

/// How lines are broken and set. Raw values are Apple's of `NSLineBreakMode` and, on iOS, `NSTextAlignment`. [header]
package struct TextParagraph: Hashable, Sendable {
  package enum LineBreak: Int, Sendable {
    case wordWrapping = 0
    case charWrapping, clipping, truncatingHead, truncatingTail, truncatingMiddle
  }

  package enum Alignment: Int, Sendable {
    case left = 0
    case center, right, justified, natural
  }

  package var alignment: Alignment
  package var lineBreak: LineBreak
  /// Points between two lines.
  package var lineSpacing: Double
  /// Multiplies a line's height, when it is not 0.
  package var lineHeightMultiple: Double
  /// Limits of a line's height in points; 0 is none.
  package var minimumLineHeight, maximumLineHeight: Double

  package init(
    alignment: Alignment = .natural, lineBreak: LineBreak = .truncatingTail, lineSpacing: Double = 0,
    lineHeightMultiple: Double = 0, minimumLineHeight: Double = 0, maximumLineHeight: Double = 0
  ) {
    self.alignment = alignment
    self.lineBreak = lineBreak
    self.lineSpacing = lineSpacing
    self.lineHeightMultiple = lineHeightMultiple
    self.minimumLineHeight = minimumLineHeight
    self.maximumLineHeight = maximumLineHeight
  }
}
