import DuoCoreGraphics
import Foundation

/// Text in one or more lines that people read. [docs]
@preconcurrency @MainActor
open class UILabel: UIView {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    contentMode = .redraw
    clipsToBounds = true
    isOpaque = false
  }

  /// Stops the process: Diptych reads no storyboards and nibs.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Text

  private var plain: String?
  private var attributed: NSAttributedString?

  /// Setting it takes the attributes of an attributed text away. [docs]
  open var text: String? {
    get { attributed?.string ?? plain }
    set {
      MainThread.check("-[UILabel setText:]")
      plain = newValue
      attributed = nil
      changed()
    }
  }

  /// Setting it takes the place of `text`; read after setting `text`, that with the label's font and colour. [docs]
  open var attributedText: NSAttributedString? {
    get { attributed ?? plain.map { NSAttributedString(string: $0, attributes: attributes) } }
    set {
      attributed = newValue
      plain = nil
      changed()
    }
  }

  private var attributes: [NSAttributedString.Key: Any] {
    [.font: font as UIFont, .foregroundColor: textColor as UIColor]
  }

  /// The system's with 17 points; nil sets that again. [docs]
  open var font: UIFont! = UILabel.usualFont {
    didSet {
      if font == nil { font = UILabel.usualFont }
      changed()
    }
  }
  private static var usualFont: UIFont { .systemFont(ofSize: UIFont.labelFontSize) }

  /// `.label` until it is set; nil sets that again. [docs]
  open var textColor: UIColor! = .label {
    didSet {
      if textColor == nil { textColor = .label }
      setNeedsDisplay()
    }
  }
  /// While `isHighlighted`.
  open var highlightedTextColor: UIColor? { didSet { setNeedsDisplay() } }
  /// Shows `highlightedTextColor`, if there is one. [docs]
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  /// A disabled label is drawn paler.
  open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }

  /// Of lines narrower than the label; by the direction of the script until it is set. [docs]
  open var textAlignment = NSTextAlignment.natural { didSet { setNeedsDisplay() } }
  /// What becomes of text that does not fit: an ellipsis at its end until it is set. [docs]
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { changed() } }
  /// At most so many lines; 0 for any number.
  open var numberOfLines = 1 { didSet { changed() } }
  /// A single line that is too long is set smaller, down to `minimumScaleFactor`.
  open var adjustsFontSizeToFitWidth = false { didSet { setNeedsDisplay() } }
  /// Of the font's size. 0 stands for any.
  open var minimumScaleFactor: CGFloat = 0 { didSet { setNeedsDisplay() } }
  /// Where lines are broken for the intrinsic size; 0 leaves that to the layout.
  open var preferredMaxLayoutWidth: CGFloat = 0 {
    didSet { if preferredMaxLayoutWidth != oldValue { changed() } }
  }

  private func changed() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  // MARK: Sizes

  /// Of the text in this room, rounded up to whole pixels.
  private func size(width: CGFloat?, lines: Int) -> CGSize {
    let size = layout(width: width, lines: lines, height: nil).size
    return CGSize(width: pixels(size.width), height: pixels(size.height))
  }

  private func pixels(_ length: CGFloat) -> CGFloat {
    let scale = pixelsPerPoint
    // What was rounded already stays.
    return max(length * scale - 1e-6, 0).rounded(.up) / scale
  }

  private func layout(width: CGFloat?, lines: Int, height: CGFloat?, scale: CGFloat = 1) -> TextLayout {
    let color = (isHighlighted ? highlightedTextColor : nil) ?? textColor ?? .label
    let standard = TextParagraph(
      alignment: TextParagraph.Alignment(rawValue: textAlignment.rawValue) ?? .natural,
      lineBreak: TextParagraph.LineBreak(rawValue: lineBreakMode.rawValue) ?? .truncatingTail)
    var (runs, paragraph): ([TextRun], TextParagraph)
    if let attributed {
      (runs, paragraph) = TextRun.runs(
        of: attributed, font: font.fontDescription, color: color.cgColor, paragraph: standard)
    } else {
      (runs, paragraph) = (
        [TextRun(plain ?? "", font: font.fontDescription, color: color.cgColor)], standard
      )
    }
    if scale != 1 { for index in runs.indices { runs[index].font.size *= Double(scale) } }
    // One line is as long as it is, unless there is a limit.
    return TextLayout(
      runs, paragraph: paragraph, maxWidth: width.map { Double($0) }, maxLines: lines,
      maxHeight: height.map { Double($0) })
  }

  private var isEmpty: Bool { (attributed?.string ?? plain ?? "").isEmpty }

  open override var intrinsicContentSize: CGSize {
    guard !isEmpty else { return .zero }
    let limit = numberOfLines != 1 && preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : nil
    return size(width: limit, lines: numberOfLines)
  }

  package override func contentSize(forWidth width: CGFloat) -> CGSize? {
    guard numberOfLines != 1, preferredMaxLayoutWidth == 0, !isEmpty else { return nil }
    return size(width: width, lines: numberOfLines)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    guard !isEmpty else { return .zero }
    let width = numberOfLines == 1 || size.width <= 0 ? nil : size.width
    return self.size(width: width, lines: numberOfLines)
  }

  package override var baselineInsets: (first: CGFloat, last: CGFloat)? {
    let width = numberOfLines == 1 || bounds.width <= 0 ? nil : bounds.width
    let text = layout(width: width, lines: numberOfLines, height: nil)
    guard let last = text.lines.last else { return (pixels(font.ascender), pixels(-font.descender)) }
    return (pixels(text.firstBaseline), pixels(last.top + last.height - last.baseline))
  }

  // MARK: Drawing

  /// Where the text lies in `bounds`: at the top of it, as wide as it is. Override it to take room away. [docs]
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    let text = layout(width: bounds.width, lines: numberOfLines, height: bounds.height)
    return CGRect(
      origin: bounds.origin,
      size: CGSize(
        width: min(pixels(text.size.width), bounds.width),
        height: min(pixels(text.size.height), bounds.height)))
  }

  /// Draws the text in the middle of the height of `rect`. Override it to draw in another one. [docs]
  open func drawText(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), !isEmpty else { return }
    let text = layout(
      width: rect.width, lines: numberOfLines, height: rect.height, scale: fittingScale(rect.width))
    let height = text.size.height
    context.saveGState()
    if !isEnabled { context.setAlpha(0.3) }
    context.draw(
      text,
      in: CGRect(x: rect.minX, y: rect.minY + (rect.height - height) / 2, width: rect.width, height: height))
    context.restoreGState()
  }

  open override func draw(_ rect: CGRect) { drawText(in: bounds) }

  /// How much smaller the text is set.
  private func fittingScale(_ width: CGFloat) -> CGFloat {
    guard adjustsFontSizeToFitWidth, numberOfLines == 1 else { return 1 }
    let natural = layout(width: nil, lines: 1, height: nil).size.width
    guard natural > width, natural > 0 else { return 1 }
    return max(width / natural * 0.999, minimumScaleFactor, 0.01)
  }
}

extension UILabel: TextShowing {
  package var shownText: String? { text }
}
