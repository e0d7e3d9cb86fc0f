import DuoCoreGraphics
import Foundation

public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let single = NSUnderlineStyle(rawValue: 1)
}

public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The last line that fits ends with an ellipsis when there is more.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
  /// Sets the text in lines; without it everything is one line.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  /// Lines are as high as without it here, since the system font has no leading.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
}

/// What a string was drawn with. Nothing is ever scaled down.
open class NSStringDrawingContext: NSObject {
  public internal(set) var totalBounds = CGRect.zero
  public override init() {}
}

extension NSAttributedString.Key {
  /// A `UIFont`.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// A `UIColor`; black when it is not stated.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// A `UIColor`.
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  /// Points added between two glyphs; Apple adds them after the last one of a line too.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  /// The raw value of an `NSUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// The raw value of an `NSUnderlineStyle`.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// Points that the glyphs are lifted by.
  public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
  /// An `NSParagraphStyle`; the one of the first character counts for all.
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
}

extension NSAttributedString {
  /// In lines, as `lineBreak` of the paragraph style says, in at most this room.
  package func textLayout(maxWidth: CGFloat? = nil, maxHeight: CGFloat? = nil, maxLines: Int = 0)
    -> TextLayout
  {
    // UIKit draws what states no font in Helvetica 12. [docs]
    let (runs, paragraph) = TextRun.runs(
      of: self, font: FontDescription(size: 12), color: .black,
      paragraph: TextParagraph(lineBreak: .wordWrapping))
    return TextLayout(
      runs, paragraph: paragraph, maxWidth: maxWidth.map(Double.init), maxLines: maxLines,
      maxHeight: maxHeight.map(Double.init))
  }

  /// Set without a limit of width.
  public func size() -> CGSize { textLayout().size }

  /// With the top left corner at `point` of the current context.
  public func draw(at point: CGPoint) {
    let layout = textLayout()
    GraphicsStack.current?.draw(layout, in: CGRect(origin: point, size: layout.size))
  }

  /// In lines of the rectangle's width. What is below its bottom is cut off.
  public func draw(in rect: CGRect) {
    guard let context = GraphicsStack.current else { return }
    context.saveGState()
    context.clip(to: CGRect(x: rect.minX - 1000, y: rect.minY, width: rect.width + 2000, height: rect.height))
    context.draw(textLayout(maxWidth: rect.width, maxHeight: rect.height), in: rect)
    context.restoreGState()
  }

  public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?)
  {
    let layout = layout(rect.size, options)
    context?.totalBounds = CGRect(origin: .zero, size: layout.size)
    // Without the line fragment's origin, the rectangle's is the baseline's. [docs]
    let top = options.contains(.usesLineFragmentOrigin) ? rect.minY : rect.minY - layout.firstBaseline
    GraphicsStack.current?.draw(
      layout, in: CGRect(x: rect.minX, y: top, width: rect.width, height: rect.height))
  }

  /// What `draw(with:options:context:)` needs, not rounded. [docs]
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    let layout = layout(size, options)
    let top = options.contains(.usesLineFragmentOrigin) ? 0 : -layout.firstBaseline
    let box = CGRect(x: 0, y: top, width: layout.size.width, height: layout.size.height)
    context?.totalBounds = box
    return box
  }

  private func layout(_ size: CGSize, _ options: NSStringDrawingOptions) -> TextLayout {
    guard options.contains(.usesLineFragmentOrigin) else { return textLayout(maxLines: 1) }
    let isCut = options.contains(.truncatesLastVisibleLine)
    return textLayout(
      maxWidth: size.width > 0 ? size.width : nil, maxHeight: isCut && size.height > 0 ? size.height : nil)
  }
}

extension NSString {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    attributed(attrs).size()
  }
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    attributed(attrs).draw(at: point)
  }
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    attributed(attrs).draw(in: rect)
  }
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) {
    attributed(attributes).draw(with: rect, options: options, context: context)
  }
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    attributed(attributes).boundingRect(with: size, options: options, context: context)
  }

  private func attributed(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
    NSAttributedString(string: "\(self)", attributes: attributes)
  }
}

// On Apple's systems a String has NSString's methods.
extension String {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSString(string: self).size(withAttributes: attrs)
  }
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(at: point, withAttributes: attrs)
  }
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(in: rect, withAttributes: attrs)
  }
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) {
    NSString(string: self).draw(with: rect, options: options, attributes: attributes, context: context)
  }
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    NSString(string: self).boundingRect(
      with: size, options: options, attributes: attributes, context: context)
  }
}
