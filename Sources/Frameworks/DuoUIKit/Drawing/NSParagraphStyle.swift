import DuoCoreGraphics
import Foundation

public enum NSTextAlignment: Int, Sendable {
  case left = 0
  case center = 1
  case right = 2
  case justified = 3
  case natural = 4
}

public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping = 0
  case byCharWrapping
  case byClipping
  case byTruncatingHead
  case byTruncatingTail
  case byTruncatingMiddle
}

/// How lines are broken and set. [docs]
open class NSParagraphStyle: NSObject, ParagraphBearer {
  fileprivate var values = TextParagraph(lineBreak: .wordWrapping)
  package var textParagraph: TextParagraph { values }

  public override init() {}

  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  open var alignment: NSTextAlignment { NSTextAlignment(rawValue: values.alignment.rawValue) ?? .natural }
  open var lineBreakMode: NSLineBreakMode {
    NSLineBreakMode(rawValue: values.lineBreak.rawValue) ?? .byWordWrapping
  }
  open var lineSpacing: CGFloat { values.lineSpacing }
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }

  open override func mutableCopy() -> Any {
    let copy = NSMutableParagraphStyle()
    copy.values = values
    return copy
  }
  open override func copy() -> Any {
    let copy = NSParagraphStyle()
    copy.values = values
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }
  open override var hash: Int { values.hashValue }
}

open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var alignment: NSTextAlignment {
    get { super.alignment }
    set { values.alignment = TextParagraph.Alignment(rawValue: newValue.rawValue) ?? .natural }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { super.lineBreakMode }
    set { values.lineBreak = TextParagraph.LineBreak(rawValue: newValue.rawValue) ?? .wordWrapping }
  }
  open override var lineSpacing: CGFloat {
    get { super.lineSpacing }
    set { values.lineSpacing = newValue }
  }
  open override var lineHeightMultiple: CGFloat {
    get { super.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }
  open override var minimumLineHeight: CGFloat {
    get { super.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }
  open override var maximumLineHeight: CGFloat {
    get { super.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }
}
