import Foundation

/// What stands for a font in an attributed text: UIKit's `UIFont`.
package protocol FontBearer { var fontDescription: FontDescription { get } }

/// What stands for a colour in an attributed text: UIKit's `UIColor`.
package protocol ColorBearer { var cgColor: CGColor { get } }

/// What stands for paragraphs in an attributed text: UIKit's `NSParagraphStyle`.
package protocol ParagraphBearer { var textParagraph: TextParagraph { get } }

extension TextRun {
  /// The pieces of an attributed text. What an attribute does not say is what the parameters say; the paragraphs are
  /// those of the first character.
  package static func runs(
    of text: NSAttributedString, font: FontDescription, color: CGColor,
    paragraph: TextParagraph = TextParagraph()
  ) -> (runs: [TextRun], paragraph: TextParagraph) {
    var runs: [TextRun] = []
    var paragraph = paragraph
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      func value(_ key: String) -> Any? { attributes[NSAttributedString.Key(rawValue: key)] }
      func number(_ key: String) -> Double {
        switch value(key) {
        case let value as NSNumber: value.doubleValue
        case let value as Double: value
        case let value as CGFloat: Double(value)
        case let value as Int: Double(value)
        case let value as Float: Double(value)
        default: 0
        }
      }
      if range.location == 0, let style = value("NSParagraphStyle") as? any ParagraphBearer {
        paragraph = style.textParagraph
      }
      runs.append(
        TextRun(
          text.attributedSubstring(from: range).string,
          font: (value("NSFont") as? any FontBearer)?.fontDescription ?? font,
          color: (value("NSColor") as? any ColorBearer)?.cgColor ?? color,
          background: (value("NSBackgroundColor") as? any ColorBearer)?.cgColor,
          kern: number("NSKern"), isUnderlined: number("NSUnderline") != 0,
          isStruckThrough: number("NSStrikethrough") != 0, baselineOffset: number("NSBaselineOffset")))
    }
    return (runs, paragraph)
  }
}
