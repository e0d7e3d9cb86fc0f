import DuoCoreGraphics
import Foundation

/// Colours and font of a button in a state.
@MainActor
struct ButtonLook {
  var foreground: UIColor
  var background: UIColor?
  var titleFont: UIFont
  /// Of title and picture.
  var contentAlpha: CGFloat = 1

  /// With a configuration. Colours of the styles [docs]; how much paler a button is that is held down or pale [assumed].
  init(_ configuration: UIButton.Configuration, _ state: UIControl.State, tint: UIColor) {
    let isFilled = configuration.style == .filled
    let base = configuration.baseBackgroundColor ?? tint
    switch configuration.style {
    case .plain: background = nil
    case .gray: background = configuration.baseBackgroundColor ?? .secondarySystemFill
    case .tinted: background = base.withAlphaComponent(0.18)
    case .filled: background = base
    }
    foreground = configuration.baseForegroundColor ?? (isFilled ? .white : tint)
    titleFont = configuration.buttonSize.titleFont
    if state.contains(.disabled) {
      foreground = .tertiaryLabel
      if configuration.style != .plain { background = .tertiarySystemFill }
    } else if state.contains(.highlighted) {
      contentAlpha = isFilled ? 1 : 0.75
      background = background?.withAlphaComponent(background.map { $0.cgColor.alpha * 0.75 } ?? 1)
    }
    if let stated = configuration.background.backgroundColor { background = stated }
  }

  /// Without one. A system button takes the tint, and pales while it is held down. [docs] [measured]
  init(type: UIButton.ButtonType, _ state: UIControl.State, tint: UIColor, stated: UIColor?) {
    titleFont = .systemFont(ofSize: type == .custom ? 18 : 15)
    background = nil
    let isSystem = type != .custom
    foreground = stated ?? (isSystem ? tint : .white)
    if state.contains(.disabled), isSystem, stated == nil { foreground = .tertiaryLabel }
    if state.contains(.highlighted), isSystem { contentAlpha = 0.2 }
    if state.contains(.disabled), !isSystem, stated == nil { contentAlpha = 0.5 }
  }

  /// [measured] for dynamic, the others [assumed]
  func cornerRadius(_ configuration: UIButton.Configuration, _ size: CGSize) -> CGFloat {
    let most = min(size.width, size.height) / 2
    switch configuration.cornerStyle {
    case .fixed, .dynamic: return min(configuration.background.cornerRadius, most)
    case .small: return min(4, most)
    case .medium: return min(8, most)
    case .large: return min(12, most)
    case .capsule: return most
    }
  }
}

/// Where a button's picture, title and subtitle are.
struct ButtonArrangement {
  var image, title, subtitle: CGSize
  private var padding: CGFloat = 0
  private var titlePadding: CGFloat = 0
  var insets: UIEdgeInsets
  private var placement = NSDirectionalRectEdge.leading
  private var smallest = CGSize.zero

  /// Without a configuration a title has 6 points above and below it unless insets are stated, and a button is 30 points
  /// wide at least. [measured] Picture and title change places for people who read from right to left. [docs]
  init(
    image: CGSize, title: CGSize, subtitle: CGSize, _ configuration: UIButton.Configuration?,
    insets: UIEdgeInsets, isRightToLeft: Bool = false
  ) {
    self.image = image
    self.title = title
    self.subtitle = subtitle
    if let configuration {
      let own = configuration.contentInsets
      let (left, right) = isRightToLeft ? (own.trailing, own.leading) : (own.leading, own.trailing)
      self.insets = UIEdgeInsets(top: own.top, left: left, bottom: own.bottom, right: right)
      padding = image.width > 0 && (title.width > 0 || subtitle.width > 0) ? configuration.imagePadding : 0
      titlePadding = title.height > 0 && subtitle.height > 0 ? configuration.titlePadding : 0
      placement = configuration.imagePlacement
    } else {
      self.insets = insets
      if insets == .zero, title.height > 0 {
        self.insets = UIEdgeInsets(top: 6, left: 0, bottom: 6, right: 0)
        smallest = CGSize(width: 30, height: 0)
      }
    }
    if isRightToLeft, !isUpright { placement = placement == .trailing ? .leading : .trailing }
  }

  private var isUpright: Bool { placement == .top || placement == .bottom }

  private var words: CGSize {
    CGSize(width: max(title.width, subtitle.width), height: title.height + titlePadding + subtitle.height)
  }

  private var content: CGSize {
    isUpright
      ? CGSize(width: max(image.width, words.width), height: image.height + padding + words.height)
      : CGSize(width: image.width + padding + words.width, height: max(image.height, words.height))
  }

  var size: CGSize {
    CGSize(
      width: max(content.width + insets.left + insets.right, smallest.width),
      height: content.height + insets.top + insets.bottom)
  }

  /// Text that has no room is cut short; pictures are not.
  func places(
    in bounds: CGRect, _ horizontal: UIControl.ContentHorizontalAlignment,
    _ vertical: UIControl.ContentVerticalAlignment
  ) -> (image: CGRect, title: CGRect, subtitle: CGRect) {
    let room = bounds.inset(by: insets)
    var words = words
    words.width = max(min(words.width, room.width - (isUpright ? 0 : image.width + padding)), 0)
    let width = isUpright ? max(image.width, words.width) : image.width + padding + words.width
    let height = content.height
    let x =
      switch horizontal {
      case .left, .leading, .fill: room.minX
      case .right, .trailing: room.maxX - width
      case .center: room.midX - width / 2
      }
    let y =
      switch vertical {
      case .top, .fill: room.minY
      case .bottom: room.maxY - height
      case .center: room.midY - height / 2
      }
    var picture = CGRect(origin: CGPoint(x: x, y: y), size: image)
    var text = CGRect(x: x, y: y, width: words.width, height: words.height)
    if isUpright {
      picture.origin.x = x + (width - image.width) / 2
      text.origin.x = x + (width - words.width) / 2
      if placement == .top {
        text.origin.y = y + image.height + padding
      } else {
        picture.origin.y = y + words.height + padding
      }
    } else {
      picture.origin.y = y + (height - image.height) / 2
      text.origin.y = y + (height - words.height) / 2
      if placement == .trailing {
        picture.origin.x = x + words.width + padding
      } else {
        text.origin.x = x + image.width + padding
      }
    }
    let titleBox = CGRect(x: text.minX, y: text.minY, width: text.width, height: title.height)
    let subtitleBox = CGRect(
      x: text.minX, y: text.maxY - subtitle.height, width: text.width, height: subtitle.height)
    return (picture, titleBox, subtitleBox)
  }
}
