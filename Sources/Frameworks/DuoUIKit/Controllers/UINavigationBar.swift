import Foundation

/// The bar of a navigation controller: back button, title, buttons. Drawn simply. What it shows keeps out of active
/// reserved regions. [docs]
@preconcurrency @MainActor
open class UINavigationBar: UIView {
  /// Points. [assumed] that the Duo's is as high as on other phones.
  static let height: CGFloat = 44
  static let margin: CGFloat = 16

  open var items: [UINavigationItem]? { didSet { adopt() } }
  open var topItem: UINavigationItem? { items?.last }
  open var backItem: UINavigationItem? { items?.dropLast().last }
  open var isTranslucent = true
  open var prefersLargeTitles = false
  open var barTintColor: UIColor? { didSet { setNeedsLayout() } }
  /// Taps on the back button.
  var goBack: () -> Void = {}

  private let background = UIView()
  private let title = BarTitle()
  private var left: [UIView] = []
  private var right: [UIView] = []
  private var itemsHaveChanged = true

  public override init(frame: CGRect) {
    super.init(frame: frame)
    accessibilityIdentifier = "UINavigationBar"
    background.isUserInteractionEnabled = false
    addSubview(background)
    addSubview(title)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private func adopt() {
    for item in items ?? [] { item.bar = self }
    itemsChanged()
  }

  /// Has the buttons made again, in the next layout.
  func itemsChanged() {
    itemsHaveChanged = true
    setNeedsLayout()
  }

  override func readingDirectionChanged() { itemsChanged() }

  private func makeButtons() {
    itemsHaveChanged = false
    let item = topItem
    let old = left + right
    left = item.map(leftItems) ?? []
    right = views(item?.rightBarButtonItems)
    for view in old where !(left + right).contains(view) { view.removeFromSuperview() }
    for view in left + right where view.superview !== self { addSubview(view) }
    title.show(item?.title ?? "", custom: item?.titleView)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let above = max(frame.minY, 0)
    background.frame = CGRect(x: 0, y: -above, width: bounds.width, height: bounds.height + above)
    background.backgroundColor = barTintColor ?? UIColor(white: 0.97, alpha: 0.94)
    if itemsHaveChanged { makeButtons() }
    let span = barSpan
    // Left items lie where reading begins. [docs]
    let (first, last) = isRightToLeft ? (right, left) : (left, right)
    let start = place(first, in: span, from: Self.margin, step: 1)
    let end = place(last, in: span, from: bounds.width - Self.margin, step: -1)
    let wanted = title.fitting(in: bounds.size)
    // In the middle of the bar, or of what buttons and regions leave when it does not fit there.
    let shown = span.title(wanted.width, from: start, to: end)
    title.frame = CGRect(
      x: shown.x, y: (bounds.height - wanted.height) / 2, width: shown.width, height: wanted.height)
  }

  private func leftItems(_ item: UINavigationItem) -> [UIView] {
    let own = views(item.leftBarButtonItems)
    guard let back = backItem, !item.hidesBackButton, own.isEmpty || item.leftItemsSupplementBackButton else {
      return own
    }
    let text = back.backButtonTitle ?? back.backBarButtonItem?.title ?? back.title ?? ""
    let words = text.isEmpty ? "Back" : text
    // The arrow points to where the other one came from, whatever the script of the words.
    let shown = isRightToLeft ? "\u{200E}\(words)\u{200E} ›" : "\u{200E}‹ \(words)"
    let button = BarButton(text: shown, isBold: false) { [weak self] in self?.goBack() }
    button.accessibilityLabel = text.isEmpty ? "Back" : text
    button.accessibilityIdentifier = "BackButton"
    return [button] + own
  }

  private func views(_ items: [UIBarButtonItem]?) -> [UIView] {
    (items ?? []).filter { item in
      item.bar = self
      return !item.isSpace && !item.isHidden
    }.map { item in
      if let custom = item.customView { return custom }
      let button = BarButton(text: item.text, image: item.picture, isBold: item.style == .done) {
        [weak self, weak item] in
        if let self { item?.perform(from: self) }
      }
      button.isEnabled = item.isEnabled
      button.accessibilityLabel = item.accessibilityLabel ?? item.text
      button.accessibilityIdentifier = item.accessibilityIdentifier ?? item.text
      button.fixedWidth = item.width
      if let tint = item.tintColor { button.colour = tint }
      return button
    }
  }

  /// - Returns: where the next one would begin.
  private func place(_ views: [UIView], in span: BarSpan, from start: CGFloat, step: CGFloat) -> CGFloat {
    var x = start
    for view in views {
      let size = (view as? BarButton)?.fitting(in: bounds.size) ?? view.bounds.size
      let left = span.left(of: size.width, from: x, step: step)
      view.frame = CGRect(
        x: left, y: (bounds.height - size.height) / 2, width: size.width, height: size.height)
      x = step > 0 ? left + size.width + 8 : left - 8
    }
    return x
  }
}
