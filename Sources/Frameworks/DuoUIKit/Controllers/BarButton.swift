import DuoCoreGraphics
import Foundation

extension UILabel {
  /// A text in the middle, as those of bars and alerts are.
  convenience init(centered font: UIFont, lines: Int = 1) {
    self.init(frame: .zero)
    self.font = font
    textAlignment = .center
    numberOfLines = lines
    lineBreakMode = lines == 1 ? .byTruncatingTail : .byWordWrapping
  }

  /// The size in a box of this width; zero without a text.
  func fitting(width: CGFloat) -> CGSize {
    guard text?.isEmpty == false else { return .zero }
    let size = sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
    return CGSize(width: min(size.width.rounded(.up), width), height: size.height.rounded(.up))
  }
}

/// A button that says a word or shows a picture: in a bar, or in an alert.
@MainActor
final class BarButton: UIControl {
  private let word = UILabel(centered: .systemFont(ofSize: 17))
  private let picture = UIImageView()
  var fixedWidth: CGFloat = 0
  var colour = UIColor.blue { didSet { showState() } }
  override var isEnabled: Bool { didSet { showState() } }
  override var isHighlighted: Bool { didSet { showState() } }

  /// - Parameter image: In the place of the text.
  init(text: String, image: UIImage? = nil, isBold: Bool, action: @escaping () -> Void) {
    super.init(frame: .zero)
    picture.image = image
    picture.contentMode = .scaleAspectFit
    addSubview(picture)
    word.isHidden = image != nil
    if isBold { word.font = .systemFont(ofSize: 17, weight: .semibold) }
    word.text = text
    addSubview(word)
    addAction(UIAction { _ in action() }, for: .touchUpInside)
    showState()
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  private func showState() {
    word.textColor = isEnabled ? colour : .lightGray
    picture.tintColor = word.textColor
    alpha = isHighlighted ? 0.4 : 1
  }

  /// Never smaller than a finger: 44 points. [docs]
  func fitting(in room: CGSize) -> CGSize {
    let size = picture.image?.size ?? word.fitting(width: room.width)
    return CGSize(width: fixedWidth > 0 ? fixedWidth : max(size.width, 44), height: min(44, room.height))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let shown = picture.image?.size ?? .zero
    let side = CGSize(width: min(shown.width, bounds.width), height: min(shown.height, bounds.height))
    picture.frame = CGRect(
      x: (bounds.width - side.width) / 2, y: (bounds.height - side.height) / 2, width: side.width,
      height: side.height)
    let size = word.fitting(width: bounds.width)
    word.frame = CGRect(
      x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}

/// The title in the middle of a bar, or a view in its place.
@MainActor
final class BarTitle: UIView {
  private let word = UILabel(centered: .systemFont(ofSize: 17, weight: .semibold))
  private var custom: UIView?

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(word)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  func show(_ text: String, custom: UIView?) {
    word.text = text
    accessibilityLabel = text
    word.isHidden = custom != nil
    if self.custom !== custom {
      self.custom?.removeFromSuperview()
      self.custom = custom
      if let custom { addSubview(custom) }
    }
  }

  func fitting(in room: CGSize) -> CGSize { custom?.bounds.size ?? word.fitting(width: room.width) }

  override func layoutSubviews() {
    super.layoutSubviews()
    word.frame = bounds
    if let custom { custom.frame = CGRect(origin: .zero, size: bounds.size) }
  }
}

extension UIAction {
  /// Performs the action for what is no control.
  func perform(for sender: Any) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}
