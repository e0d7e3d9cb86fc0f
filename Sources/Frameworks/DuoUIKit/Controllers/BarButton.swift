import DuoCoreGraphics
import Foundation

/// Words in a bar or an alert.
@MainActor
final class WordView: UIView, TextShowing {
  var words = "" { didSet { setNeedsDisplay() } }
  var font = UIFont.systemFont(ofSize: 17) { didSet { setNeedsDisplay() } }
  var colour = UIColor.black { didSet { setNeedsDisplay() } }
  /// In the middle, as all of Diptych's own texts are; 0 allows any number of lines.
  var lines = 1

  package var shownText: String? { words.isEmpty ? nil : words }

  override func draw(_ rect: CGRect) {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = .center
    paragraph.lineBreakMode = lines == 1 ? .byTruncatingTail : .byWordWrapping
    words.draw(
      in: bounds, withAttributes: [.font: font, .foregroundColor: colour, .paragraphStyle: paragraph])
  }

  /// The size in a box of this width.
  func fitting(width: CGFloat) -> CGSize {
    guard !words.isEmpty else { return .zero }
    let layout = TextLayout(
      [TextRun(words, font: font.fontDescription)], maxWidth: Double(width), maxLines: lines)
    return CGSize(width: min(layout.size.width.rounded(.up), width), height: layout.size.height.rounded(.up))
  }
}

/// A button that says a word: in a bar, or in an alert.
@MainActor
final class BarButton: UIControl {
  private let word = WordView()
  var fixedWidth: CGFloat = 0
  var colour = UIColor.blue { didSet { showState() } }
  override var isEnabled: Bool { didSet { showState() } }
  override var isHighlighted: Bool { didSet { showState() } }

  init(text: String, isBold: Bool, action: @escaping () -> Void) {
    super.init(frame: .zero)
    word.words = text
    word.font = .systemFont(ofSize: 17, weight: isBold ? .semibold : .regular)
    word.isUserInteractionEnabled = false
    addSubview(word)
    addAction(UIAction { _ in action() }, for: .touchUpInside)
    showState()
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  private func showState() {
    word.colour = isEnabled ? colour : .lightGray
    alpha = isHighlighted ? 0.4 : 1
  }

  /// Never smaller than a finger: 44 points. [docs]
  func fitting(in room: CGSize) -> CGSize {
    let size = word.fitting(width: room.width)
    return CGSize(width: fixedWidth > 0 ? fixedWidth : max(size.width, 44), height: min(44, room.height))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = word.fitting(width: bounds.width)
    word.frame = CGRect(
      x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}

/// The title in the middle of a bar, or a view in its place.
@MainActor
final class BarTitle: UIView {
  private let word = WordView()
  private var custom: UIView?

  override init(frame: CGRect) {
    super.init(frame: frame)
    word.font = .systemFont(ofSize: 17, weight: .semibold)
    addSubview(word)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  func show(_ text: String, custom: UIView?) {
    word.words = text
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
