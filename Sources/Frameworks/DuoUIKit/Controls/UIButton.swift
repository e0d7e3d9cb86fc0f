import DuoCoreGraphics
import DuoFoundation
import Foundation

/// A control that does something when it is tapped. [docs]
@preconcurrency @MainActor
open class UIButton: UIControl {
  /// Raw values are Apple's. [header]
  public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
    case detailDisclosure = 2
    case infoLight = 3
    case infoDark = 4
    case contactAdd = 5
    case close = 7

    /// The older name of `system`. [docs]
    public static var roundedRect: ButtonType { .system }
  }

  /// What a button is for. Raw values are Apple's. [header]
  public enum Role: Int, Sendable {
    case normal = 0
    case primary = 1
    case cancel = 2
    case destructive = 3
  }

  public typealias ConfigurationUpdateHandler = @MainActor (UIButton) -> Void

  open private(set) var buttonType = ButtonType.custom
  private let label = UILabel()
  private let picture = UIImageView()
  private let subtitle = UILabel()
  private let indicator = UIActivityIndicatorView(style: .medium)
  private let back = UIImageView()
  private var faces: [UInt: ButtonFace] = [:]

  // MARK: Making

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    if let primaryAction, !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    if let image = primaryAction?.image { setImage(image, for: .normal) }
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(type: ButtonType, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    buttonType = type
    if type != .custom { label.font = .systemFont(ofSize: 15) }
    if let name = type.symbol { setImage(UIImage(systemName: name), for: .normal) }
    stateChanged()
  }

  /// A system button.
  public convenience init(primaryAction: UIAction?) { self.init(type: .system, primaryAction: primaryAction) }

  /// What the configuration does not say, the action's title and image do. [docs]
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    buttonType = .system
    var configuration = configuration
    if let title = primaryAction?.title, !title.isEmpty, configuration.title == nil {
      configuration.title = title
    }
    if configuration.image == nil { configuration.image = primaryAction?.image }
    self.configuration = configuration
    // Observers do not run in an initialiser.
    stateChanged()
  }

  open class func systemButton(with image: UIImage, target: Any?, action: Selector?) -> Self {
    let button = NSObject.create(Self.self)
    button.buttonType = .system
    button.label.font = .systemFont(ofSize: 15)
    button.setImage(image, for: .normal)
    if let action { button.addTarget(target, action: action, for: .touchUpInside) }
    return button
  }

  private func prepare() {
    isOpaque = false
    contentMode = .redraw
    label.font = .systemFont(ofSize: UIFont.buttonFontSize)
    label.textAlignment = .center
    label.lineBreakMode = .byTruncatingMiddle
    label.translatesAutoresizingMaskIntoConstraints = true
    indicator.hidesWhenStopped = true
    for view in [back, picture, label, subtitle, indicator] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    refresh()
  }

  /// A destructive button takes the system's red in the place of the tint. [inferred] The others look alike here.
  open var role = Role.normal { didSet { if role != oldValue { stateChanged() } } }

  // MARK: Parts

  open var titleLabel: UILabel? { label }
  open var imageView: UIImageView? { picture }
  open var subtitleLabel: UILabel? { subtitle }

  // MARK: By state

  /// What is not stated for a state is the normal state's. [docs]
  private func face<Value>(_ part: KeyPath<ButtonFace, Value?>, _ state: UIControl.State) -> Value? {
    faces[state.rawValue]?[keyPath: part] ?? faces[State.normal.rawValue]?[keyPath: part]
  }

  private func change(_ state: UIControl.State, _ change: (inout ButtonFace) -> Void) {
    change(&faces[state.rawValue, default: ButtonFace()])
    stateChanged()
  }

  open func setTitle(_ title: String?, for state: UIControl.State) { change(state) { $0.title = title } }
  open func title(for state: UIControl.State) -> String? { face(\.title, state) }
  open func setAttributedTitle(_ title: NSAttributedString?, for state: UIControl.State) {
    change(state) { $0.attributedTitle = title }
  }
  open func attributedTitle(for state: UIControl.State) -> NSAttributedString? {
    face(\.attributedTitle, state)
  }
  open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {
    change(state) { $0.titleColor = color }
  }
  /// Where nothing is stated: white for a custom button, else the tint. [docs]
  open func titleColor(for state: UIControl.State) -> UIColor? {
    face(\.titleColor, state) ?? (buttonType == .custom ? .white : tintColor)
  }
  open func setImage(_ image: UIImage?, for state: UIControl.State) { change(state) { $0.image = image } }
  open func image(for state: UIControl.State) -> UIImage? { face(\.image, state) }
  open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
    change(state) { $0.background = image }
  }
  open func backgroundImage(for state: UIControl.State) -> UIImage? { face(\.background, state) }

  /// The size and weight of symbols in a state that do not state theirs. [docs]
  open func setPreferredSymbolConfiguration(
    _ configuration: UIImage.SymbolConfiguration?, forImageIn state: UIControl.State
  ) { change(state) { $0.symbolConfiguration = configuration } }
  open func preferredSymbolConfigurationForImage(in state: UIControl.State) -> UIImage.SymbolConfiguration? {
    face(\.symbolConfiguration, state)
  }
  open var currentPreferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    configuration?.preferredSymbolConfigurationForImage ?? preferredSymbolConfigurationForImage(in: state)
  }

  open var currentTitle: String? { configuration?.title ?? title(for: state) }
  open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  open var currentImage: UIImage? { configuration?.image ?? image(for: state) }
  open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }
  /// White where nothing is stated, for a custom button. [docs]
  open var currentTitleColor: UIColor { look.foreground }

  /// Room round the content of a button without a configuration.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { stateChanged() } }

  /// Whether a custom button's picture is darker while it is held down; true unless set. Kept only: it looks the same.
  open var adjustsImageWhenHighlighted = true
  /// Whether a custom button's picture is paler while it is disabled; true unless set. Kept only: it looks the same.
  open var adjustsImageWhenDisabled = true
  /// Whether the button glows while it is held down; false unless set. Kept only: it looks the same.
  open var showsTouchWhenHighlighted = false

  // MARK: Configuration

  open var configuration: Configuration? { didSet { if configuration != oldValue { stateChanged() } } }
  /// Called before the button is drawn in another state than before. [docs]
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  /// Every tap selects or deselects the button. [docs]
  open var changesSelectionAsPrimaryAction = false
  private var isUpdating = false

  open func setNeedsUpdateConfiguration() {
    guard !isUpdating else { return }
    updateConfiguration()
  }

  /// Override it to change the configuration for the state. [docs]
  open func updateConfiguration() {
    isUpdating = true
    configurationUpdateHandler?(self)
    isUpdating = false
    refresh()
  }

  override func stateChanged() {
    super.stateChanged()
    if isUpdating { refresh() } else { updateConfiguration() }
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    stateChanged()
  }

  /// An app may change the font of `titleLabel` at any time.
  override func subviewContentChanged(_ view: UIView) {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  override var takesTaps: Bool { true }

  override func triggerPrimaryAction(_ event: UIEvent?) {
    if changesSelectionAsPrimaryAction { isSelected.toggle() }
    super.triggerPrimaryAction(event)
  }

  // MARK: Looks

  var look: ButtonLook {
    let tint: UIColor = role == .destructive ? .systemRed : tintColor
    if let configuration { return ButtonLook(configuration, state, tint: tint) }
    return ButtonLook(type: buttonType, state, tint: tint, stated: face(\.titleColor, state))
  }

  /// Brings the parts to what the state and the configuration say.
  private func refresh() {
    let look = look
    let content = content
    if let attributed = content.attributedTitle {
      label.attributedText = attributed
    } else {
      label.text = content.title
    }
    label.textColor = look.foreground
    if configuration != nil { label.font = look.titleFont }
    subtitle.text = configuration?.subtitle
    subtitle.font = .systemFont(ofSize: 12)
    subtitle.textColor = look.foreground
    let isBusy = configuration?.showsActivityIndicator == true
    picture.preferredSymbolConfiguration = currentPreferredSymbolConfiguration
    picture.image = isBusy ? nil : content.image
    picture.tintColor = look.foreground
    indicator.color = look.foreground
    if isBusy { indicator.startAnimating() } else { indicator.stopAnimating() }
    for part in [label, picture, subtitle] as [UIView] { part.alpha = look.contentAlpha }
    back.image = configuration == nil ? currentBackgroundImage : nil
    invalidateIntrinsicContentSize()
    setNeedsLayout()
    setNeedsDisplay()
  }

  private var content: ButtonFace {
    var face = ButtonFace()
    face.attributedTitle = configuration?.title == nil ? attributedTitle(for: state) : nil
    face.title = currentTitle
    face.image = currentImage
    return face
  }

  private var arrangement: ButtonArrangement {
    let isBusy = configuration?.showsActivityIndicator == true
    let image =
      isBusy
      ? indicator.intrinsicContentSize : picture.image.map { _ in picture.intrinsicContentSize } ?? .zero
    return ButtonArrangement(
      image: image, title: label.intrinsicContentSize, subtitle: subtitle.intrinsicContentSize, configuration,
      insets: contentEdgeInsets, isRightToLeft: isRightToLeft)
  }

  open override var intrinsicContentSize: CGSize {
    let size = arrangement.size
    guard configuration == nil, let back = back.image else { return size }
    return CGSize(width: max(size.width, back.size.width), height: max(size.height, back.size.height))
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let places = arrangement.places(
      in: bounds, effectiveContentHorizontalAlignment, contentVerticalAlignment)
    back.frame = bounds
    indicator.frame = places.image
    subtitle.frame = places.subtitle
    guard configuration == nil else {
      picture.frame = places.image
      label.frame = places.title
      return
    }
    let content = contentRect(forBounds: bounds)
    picture.frame = imageRect(forContentRect: content)
    label.frame = titleRect(forContentRect: content)
  }

  /// Where picture and title have room: the bounds without `contentEdgeInsets`. Not asked of a button with a
  /// configuration, as the two below. [docs]
  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }
  open func titleRect(forContentRect contentRect: CGRect) -> CGRect { places(in: contentRect).title }
  open func imageRect(forContentRect contentRect: CGRect) -> CGRect { places(in: contentRect).image }

  private func places(in content: CGRect) -> (image: CGRect, title: CGRect, subtitle: CGRect) {
    var arrangement = arrangement
    arrangement.insets = .zero
    return arrangement.places(in: content, effectiveContentHorizontalAlignment, contentVerticalAlignment)
  }

  package override var baselineInsets: (first: CGFloat, last: CGFloat)? {
    guard let own = label.baselineInsets, label.text != nil else { return nil }
    let size = intrinsicContentSize
    let title = arrangement.places(in: CGRect(origin: .zero, size: size), .center, .center).title
    return (title.minY + own.first, size.height - title.maxY + own.last)
  }

  open override func draw(_ rect: CGRect) {
    guard let configuration else { return }
    let look = look
    let radius = look.cornerRadius(configuration, bounds.size)
    if let color = look.background { ControlShapes.fill(bounds, radius: radius, color) }
    if let stroke = configuration.background.strokeColor {
      ControlShapes.stroke(bounds, radius: radius, stroke, width: configuration.background.strokeWidth)
    }
  }
}

/// What a button shows in one state.
struct ButtonFace {
  var title: String?
  var attributedTitle: NSAttributedString?
  var titleColor: UIColor?
  var image: UIImage?
  var background: UIImage?
  var symbolConfiguration: UIImage.SymbolConfiguration?
}

extension UIButton.ButtonType {
  var symbol: String? {
    switch self {
    case .custom, .system: nil
    case .detailDisclosure, .infoLight, .infoDark: "info.circle"
    case .contactAdd: "plus.circle"
    case .close: "xmark.circle.fill"
    }
  }
}
