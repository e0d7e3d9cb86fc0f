import Foundation

/// Title, message and buttons of an alert. The words and the list of buttons scroll where they have no room; the cancel
/// button of an action sheet stays below them. [docs]
@MainActor
final class AlertBox: UIView {
  private static let margin: CGFloat = 16
  private static let buttonHeight: CGFloat = 44

  private weak var alert: UIAlertController?
  private let title = UILabel(centered: .systemFont(ofSize: 17, weight: .semibold), lines: 0)
  private let message = UILabel(centered: .systemFont(ofSize: 13), lines: 0)
  private let words = AlertScroll()
  private let list = AlertScroll()
  private var buttons: [BarButton] = []
  /// Stays while the list scrolls.
  private var cancel: BarButton?

  init(_ alert: UIAlertController) {
    self.alert = alert
    super.init(frame: .zero)
    accessibilityIdentifier = "UIAlertController"
    backgroundColor = UIColor(white: 0.96, alpha: 1)
    layer.cornerRadius = 14
    clipsToBounds = true
    for word in [title, message] { words.addSubview(word) }
    for part in [words, list] { addSubview(part) }
    rebuild()
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Takes what the alert says now.
  func rebuild() {
    guard let alert else { return }
    title.text = alert.title
    message.text = alert.message
    accessibilityLabel = alert.title
    for button in buttons + [cancel].compactMap(\.self) { button.removeFromSuperview() }
    let isSheet = alert.preferredStyle == .actionSheet
    buttons = alert.shownActions.filter { !isSheet || $0.style != .cancel }.map {
      button($0, alert, in: list)
    }
    cancel = isSheet ? alert.actions.first { $0.style == .cancel }.map { button($0, alert, in: self) } : nil
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  private func button(_ action: UIAlertAction, _ alert: UIAlertController, in parent: UIView) -> BarButton {
    let button = BarButton(text: action.title ?? "", isBold: alert.isBold(action)) { [weak alert] in
      alert?.choose(action)
    }
    button.accessibilityLabel = action.title
    button.accessibilityIdentifier = action.title
    button.isEnabled = action.isEnabled
    if action.style == .destructive { button.colour = .red }
    parent.addSubview(button)
    return button
  }

  private var areSideBySide: Bool { alert?.preferredStyle == .alert && buttons.count == 2 }

  private var listHeight: CGFloat { CGFloat(areSideBySide ? 1 : buttons.count) * Self.buttonHeight }
  private var cancelHeight: CGFloat { cancel == nil ? 0 : Self.buttonHeight }

  func height(width: CGFloat) -> CGFloat { textBottom(width: width) + listHeight + cancelHeight }

  private func textBottom(width: CGFloat) -> CGFloat {
    let inner = width - 2 * Self.margin
    let heights = [title, message].map { $0.fitting(width: inner).height }.filter { $0 > 0 }
    guard !heights.isEmpty else { return 0 }
    return 2 * Self.margin + heights.reduce(0, +) + 4 * CGFloat(heights.count - 1)
  }

  override func readingDirectionChanged() { setNeedsLayout() }

  override func layoutSubviews() {
    super.layoutSubviews()
    let (width, text) = (bounds.width, textBottom(width: bounds.width))
    let inner = width - 2 * Self.margin
    var y = Self.margin
    for word in [title, message] {
      let size = word.fitting(width: inner)
      word.frame = CGRect(x: (width - size.width) / 2, y: y, width: size.width, height: size.height)
      if size.height > 0 { y += size.height + 4 }
    }
    for (index, button) in buttons.enumerated() {
      let row = areSideBySide ? 0 : CGFloat(index)
      button.frame = inReadingDirection(
        CGRect(
          x: areSideBySide ? CGFloat(index) * width / 2 : 0, y: row * Self.buttonHeight,
          width: areSideBySide ? width / 2 : width, height: Self.buttonHeight))
    }
    let shares = AlertShares(height: bounds.height, words: text, list: listHeight, cancel: cancelHeight)
      .shares
    words.place(CGRect(x: 0, y: 0, width: width, height: shares.words), contentHeight: text)
    // What is left by rounding goes between the words and the buttons.
    let bottom = bounds.height - cancelHeight
    list.place(
      CGRect(x: 0, y: bottom - shares.list, width: width, height: shares.list), contentHeight: listHeight)
    cancel?.frame = CGRect(x: 0, y: bottom, width: width, height: Self.buttonHeight)
  }
}
