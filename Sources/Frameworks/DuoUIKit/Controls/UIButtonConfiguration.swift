import Foundation

extension UIButton {
  /// The look of a button, as a value. [docs]
  public struct Configuration: Hashable, Sendable {
    public enum CornerStyle: Int, Sendable {
      case fixed = -1
      case dynamic = 0
      case small = 1
      case medium = 2
      case large = 3
      case capsule = 4
    }

    public enum Size: Int, Sendable {
      case mini = 3
      case small = 1
      case medium = 0
      case large = 2
    }

    public enum TitleAlignment: Int, Sendable {
      case automatic = 0
      case leading = 1
      case center = 2
      case trailing = 3
    }

    enum Style: Hashable, Sendable { case plain, gray, tinted, filled }

    var style: Style

    /// Without a background.
    public static func plain() -> Configuration { Configuration(style: .plain) }
    /// On grey.
    public static func gray() -> Configuration { Configuration(style: .gray) }
    /// On a pale tint.
    public static func tinted() -> Configuration { Configuration(style: .tinted) }
    /// On the tint colour.
    public static func filled() -> Configuration { Configuration(style: .filled) }
    public static func borderless() -> Configuration { plain() }
    public static func bordered() -> Configuration { gray() }
    public static func borderedTinted() -> Configuration { tinted() }
    public static func borderedProminent() -> Configuration { filled() }

    init(style: Style) {
      self.style = style
      background = UIBackgroundConfiguration()
    }

    public var title: String?
    public var subtitle: String?
    public var image: UIImage?
    /// The size and weight of a symbol that does not state its own. [docs]
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    /// Points between image and title.
    public var imagePadding: CGFloat = 0
    /// Points between title and subtitle.
    public var titlePadding: CGFloat = 1
    public var imagePlacement = NSDirectionalRectEdge.leading
    public var titleAlignment = TitleAlignment.automatic
    /// Round everything. [measured]
    public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    public var cornerStyle = CornerStyle.dynamic
    public var buttonSize = Size.medium {
      didSet { if buttonSize != oldValue { contentInsets = buttonSize.insets } }
    }
    public var baseForegroundColor: UIColor?
    public var baseBackgroundColor: UIColor?
    public var background: UIBackgroundConfiguration
    /// In the place of the image.
    public var showsActivityIndicator = false

    public mutating func setDefaultContentInsets() { contentInsets = buttonSize.insets }

    /// The configuration itself: its looks are worked out from the button's state when it is drawn.
    @MainActor public func updated(for button: UIButton) -> Configuration { self }

    public static func == (a: Configuration, b: Configuration) -> Bool {
      a.style == b.style && a.title == b.title && a.subtitle == b.subtitle && a.image === b.image
        && a.preferredSymbolConfigurationForImage == b.preferredSymbolConfigurationForImage
        && a.imagePadding == b.imagePadding && a.titlePadding == b.titlePadding
        && a.imagePlacement == b.imagePlacement && a.titleAlignment == b.titleAlignment
        && a.contentInsets == b.contentInsets && a.cornerStyle == b.cornerStyle
        && a.buttonSize == b.buttonSize
        && a.baseForegroundColor == b.baseForegroundColor && a.baseBackgroundColor == b.baseBackgroundColor
        && a.background == b.background && a.showsActivityIndicator == b.showsActivityIndicator
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(style)
      hasher.combine(title)
      hasher.combine(subtitle)
      hasher.combine(buttonSize)
    }
  }
}

extension UIButton.Configuration.Size {
  /// [measured] for medium, the others [assumed]
  var insets: NSDirectionalEdgeInsets {
    switch self {
    case .mini: NSDirectionalEdgeInsets(top: 4, leading: 8, bottom: 4, trailing: 8)
    case .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
    case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
    }
  }

  var titleFont: UIFont {
    switch self {
    case .mini, .small: .preferredFont(forTextStyle: .subheadline)
    case .medium, .large: .preferredFont(forTextStyle: .body)
    }
  }
}

/// What is behind a button's content. [docs]
public struct UIBackgroundConfiguration: Hashable, Sendable {
  /// In the place of the colour of the button's style.
  public var backgroundColor: UIColor?
  /// For a `fixed` corner style, points. [measured]
  public var cornerRadius: CGFloat = 5.95
  public var strokeColor: UIColor?
  public var strokeWidth: CGFloat = 0

  public init() {}

  public static func clear() -> UIBackgroundConfiguration {
    var clear = UIBackgroundConfiguration()
    clear.backgroundColor = .clear
    return clear
  }
}
