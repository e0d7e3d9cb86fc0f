import Foundation

public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// A layer that draws a text at the top of its bounds. [docs]
open class CATextLayer: CALayer {
  public override init() {
    super.init()
    needsDisplayOnBoundsChange = true
  }

  public override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? CATextLayer else { return }
    string = other.string
    font = other.font
    fontSize = other.fontSize
    foregroundColor = other.foregroundColor
    isWrapped = other.isWrapped
    truncationMode = other.truncationMode
    alignmentMode = other.alignmentMode
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A `String`, or an `NSAttributedString`, whose attributes then count in place of this layer's.
  open var string: Any? { didSet { setNeedsDisplay() } }
  /// A `UIFont`, whose size does not count, or the name of one; the system's when it is neither.
  open var font: CFTypeRef? { didSet { setNeedsDisplay() } }
  open var fontSize: CGFloat = 36 { didSet { setNeedsDisplay() } }
  open var foregroundColor: CGColor? = .white { didSet { setNeedsDisplay() } }
  open var isWrapped = false { didSet { setNeedsDisplay() } }
  open var truncationMode = CATextLayerTruncationMode.none { didSet { setNeedsDisplay() } }
  open var alignmentMode = CATextLayerAlignmentMode.natural { didSet { setNeedsDisplay() } }

  open override func draw(in ctx: CGContext) {
    let color = foregroundColor ?? .clear
    let runs: [TextRun]
    var paragraph = TextParagraph(lineBreak: .clipping)
    if let attributed = string as? NSAttributedString {
      (runs, paragraph) = TextRun.runs(
        of: attributed, font: fontDescription, color: color, paragraph: paragraph)
    } else if let string {
      runs = [TextRun("\(string)", font: fontDescription, color: color)]
    } else {
      return
    }
    let modes: [CATextLayerTruncationMode: TextParagraph.LineBreak] = [
      .start: .truncatingHead, .middle: .truncatingMiddle, .end: .truncatingTail,
    ]
    paragraph.lineBreak = modes[truncationMode] ?? .clipping
    let alignments: [CATextLayerAlignmentMode: TextParagraph.Alignment] = [
      .left: .left, .right: .right, .center: .center, .justified: .justified,
    ]
    paragraph.alignment = alignments[alignmentMode] ?? .natural
    let isCut = truncationMode != .none
    let layout = TextLayout(
      runs, paragraph: paragraph, maxWidth: isWrapped || isCut ? bounds.width : nil,
      maxLines: isWrapped ? 0 : 1, maxHeight: isWrapped && isCut ? bounds.height : nil)
    ctx.draw(layout, in: bounds)
  }

  private var fontDescription: FontDescription {
    var description: FontDescription
    if let bearer = font as? any FontBearer {
      description = bearer.fontDescription
    } else if let name = font as? NSString, let named = FontDescription(name: "\(name)", size: fontSize) {
      description = named
    } else {
      description = FontDescription(size: fontSize)
    }
    description.size = fontSize
    return description
  }
}
