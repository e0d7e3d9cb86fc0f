import DuoCoreGraphics
import Foundation

/// A font in one size. The system's is Inter, scaled to San Francisco's cap height and set with San Francisco's
/// line heights, because Apple's own may not be shipped.
open class UIFont: NSObject, FontBearer, @unchecked Sendable {
  // Unchecked because the class is open, as Apple's is; its one property never changes.
  package let fontDescription: FontDescription

  package init(_ description: FontDescription) { fontDescription = description }

  public struct Weight: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    public static let ultraLight = Weight(-0.8)
    public static let thin = Weight(-0.6)
    public static let light = Weight(-0.4)
    public static let regular = Weight(0)
    public static let medium = Weight(0.23)
    public static let semibold = Weight(0.3)
    public static let bold = Weight(0.4)
    public static let heavy = Weight(0.56)
    public static let black = Weight(0.62)
  }

  /// What text is for; the raw values are Apple's.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  /// A font by its family's or PostScript name; nil when this machine has none of the name. [docs]
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard let found = FontDescription(name: fontName, size: fontSize) else {
      MissingFonts.report(fontName)
      return nil
    }
    self.init(found)
  }

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(FontDescription(size: fontSize)) }

  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(FontDescription(size: fontSize, weight: weight.rawValue))
  }

  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .semibold)
  }

  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(FontDescription(size: fontSize, isItalic: true))
  }

  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(FontDescription(family: .monospaced, size: fontSize, weight: weight.rawValue))
  }

  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(FontDescription(size: fontSize, weight: weight.rawValue, hasMonospacedDigits: true))
  }

  /// The system's font for a style, in the size that Apple lists for the content size "Large", which every
  /// phone has at first. [docs]
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    let sizes: [TextStyle: CGFloat] = [
      .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17, .body: 17, .callout: 16,
      .subheadline: 15, .footnote: 13, .caption1: 12, .caption2: 11,
    ]
    return systemFont(ofSize: sizes[style] ?? 17, weight: style == .headline ? .semibold : .regular)
  }

  open class var labelFontSize: CGFloat { 17 }
  open class var buttonFontSize: CGFloat { 18 }
  open class var smallSystemFontSize: CGFloat { 12 }
  open class var systemFontSize: CGFloat { 14 }

  open class var familyNames: [String] { FontDescription.familyNames }

  open func withSize(_ fontSize: CGFloat) -> UIFont {
    var copy = fontDescription
    copy.size = fontSize
    return UIFont(copy)
  }

  open var pointSize: CGFloat { fontDescription.size }
  /// Above the baseline.
  open var ascender: CGFloat { fontDescription.metrics.ascender }
  /// Below the baseline: negative.
  open var descender: CGFloat { -fontDescription.metrics.descender }
  open var capHeight: CGFloat { fontDescription.metrics.capHeight }
  open var xHeight: CGFloat { fontDescription.metrics.xHeight }
  open var lineHeight: CGFloat { fontDescription.metrics.lineHeight }
  open var leading: CGFloat { 0 }

  /// The system font's names are Apple's, as apps compare them.
  open var familyName: String {
    switch fontDescription.family {
    case .system: ".AppleSystemUIFont"
    case .monospaced: ".AppleSystemUIFontMonospaced"
    case .named(let name): name
    }
  }

  /// The PostScript name. The system font's is Apple's. [forum] Of other fonts: the family's without spaces, and how the
  /// face differs from the regular one.
  open var fontName: String {
    let weights = [
      100: "Ultralight", 200: "Thin", 300: "Light", 500: "Medium", 600: "Semibold", 700: "Bold", 800: "Heavy",
      900: "Black",
    ]
    let weight = weights[fontDescription.openTypeWeight]
    let italic = fontDescription.isItalic ? "Italic" : ""
    switch fontDescription.family {
    case .system: return ".SFUI-" + (weight ?? "Regular") + italic
    case .monospaced: return familyName + "-" + (weight ?? "Regular") + italic
    case .named(let name):
      let face = (weight ?? "") + italic
      return name.replacingOccurrences(of: " ", with: "") + (face.isEmpty ? "" : "-" + face)
    }
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UIFont)?.fontDescription == fontDescription
  }
  open override var hash: Int { fontDescription.hashValue }
}
