import Foundation

/// Title, message and buttons of an alert.
@MainActor
final class AlertBox: UIView {
  private static let margin: CGFloat = 16
  private static let buttonHeight: CGFloat = 44

  private weak var alert: UIAlertController?
  private let title = UILabel(centered: .systemFont(ofSize: 17, weight: .semibold), lines: 0)
  private let message = UILabel(centered: .systemFont(ofSize: 13), lines: 0)
  private var buttons: [BarButton] = []

  init(_ alert: UIAlertController) {
    self.alert = alert
    super.init(frame: .zero)
    accessibilityIdentifier = "UIAlertController"
    backgroundColor = UIColor(white: 0.96, alpha: 1)
    layer.cornerRadius = 14
    clipsToBounds = true
    for word in [title, message] { addSubview(word) }
    rebuild()
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Takes what the alert says now.
  func rebuild() {
    guard let alert else { return }
    title.text = alert.title
    message.text = alert.message
    accessibilityLabel = alert.title
    for button in buttons { button.removeFromSuperview() }
    buttons = alert.shownActions.map { action in
      let button = BarButton(text: action.title ?? "", isBold: alert.isBold(action)) { [weak alert] in
        alert?.choose(action)
      }
      button.accessibilityLabel = action.title
      button.accessibilityIdentifier = action.title
      button.isEnabled = action.isEnabled
      if action.style == .destructive { button.colour = .red }
      addSubview(button)
      return button
    }
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  private var areSideBySide: Bool { alert?.preferredStyle == .alert && buttons.count == 2 }

  func height(width: CGFloat) -> CGFloat {
    let rows = areSideBySide ? 1 : buttons.count
    return textBottom(width: width) + CGFloat(rows) * Self.buttonHeight
  }

  private func textBottom(width: CGFloat) -> CGFloat {
    let inner = width - 2 * Self.margin
    let heights = [title, message].map { $0.fitting(width: inner).height }.filter { $0 > 0 }
    guard !heights.isEmpty else { return 0 }
    return 2 * Self.margin + heights.reduce(0, +) + 4 * CGFloat(heights.count - 1)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let inner = bounds.width - 2 * Self.margin
    var y = Self.margin
    for word in [title, message] {
      let size = word.fitting(width: inner)
      word.frame = CGRect(x: (bounds.width - size.width) / 2, y: y, width: size.width, height: size.height)
      if size.height > 0 { y += size.height + 4 }
    }
    // What does not fit goes from the bottom up, so that the buttons stay.
    let rows = areSideBySide ? 1 : buttons.count
    let top = max(bounds.height - CGFloat(rows) * Self.buttonHeight, 0)
    for (index, button) in buttons.enumerated() {
      let width = areSideBySide ? bounds.width / 2 : bounds.width
      button.frame = CGRect(
        x: areSideBySide ? CGFloat(index) * width : 0,
        y: top + (areSideBySide ? 0 : CGFloat(index) * Self.buttonHeight), width: width,
        height: Self.buttonHeight)
    }
  }
}
