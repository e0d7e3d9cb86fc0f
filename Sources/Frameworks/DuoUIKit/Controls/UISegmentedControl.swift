import DuoCoreGraphics
import Foundation

/// One of several, beside each other in the direction of reading. [docs]
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
  /// No segment. [header]
  public static let noSegment = -1

  private struct Segment {
    var title: String?
    var image: UIImage?
    var action: UIAction?
    var isEnabled = true
    /// 0 shares what the others leave.
    var width: CGFloat = 0
  }

  private static let height: CGFloat = 32
  /// Room beside a title, points. [assumed]
  private static let margin: CGFloat = 10

  private var segments: [Segment] = []
  private var titleAttributes: [UInt: [NSAttributedString.Key: Any]] = [:]

  /// Titles (`String`) and pictures (`UIImage`). [docs]
  public init(items: [Any]?) {
    super.init(frame: .zero)
    prepare()
    segments = (items ?? []).map { Segment(title: $0 as? String, image: $0 as? UIImage) }
    frame.size = intrinsicContentSize
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// A segment for each action, which is performed when it is selected.
  public convenience init(frame: CGRect, actions: [UIAction]) {
    self.init(frame: frame)
    segments = actions.map { Segment(title: $0.title, image: $0.image, action: $0) }
    if frame == .zero { self.frame.size = intrinsicContentSize }
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private func prepare() {
    isOpaque = false
    contentMode = .redraw
  }

  private func changed() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  // MARK: Segments

  open var numberOfSegments: Int { segments.count }

  /// An index behind the end stands for the end. [docs]
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    insert(Segment(title: title), segment)
  }

  open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
    insert(Segment(image: image), segment)
  }

  open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
    insert(Segment(title: action.title, image: action.image, action: action), segment)
  }

  private func insert(_ new: Segment, _ place: Int) {
    let place = min(max(place, 0), segments.count)
    segments.insert(new, at: place)
    if selected >= place { selected += 1 }
    changed()
  }

  open func removeSegment(at segment: Int, animated: Bool) {
    guard segments.indices.contains(segment) else { return }
    segments.remove(at: segment)
    if selected == segment { selected = Self.noSegment } else if selected > segment { selected -= 1 }
    changed()
  }

  open func removeAllSegments() {
    segments = []
    selected = Self.noSegment
    changed()
  }

  /// The last segment for an index behind the end. [docs]
  private func change(_ segment: Int, _ change: (inout Segment) -> Void) {
    guard !segments.isEmpty else { return }
    change(&segments[min(max(segment, 0), segments.count - 1)])
    changed()
  }

  private func segment(_ index: Int) -> Segment? {
    segments.isEmpty ? nil : segments[min(max(index, 0), segments.count - 1)]
  }

  open func setTitle(_ title: String?, forSegmentAt segment: Int) {
    change(segment) {
      $0.title = title
      $0.image = nil
    }
  }
  open func titleForSegment(at segment: Int) -> String? { self.segment(segment)?.title }
  open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
    change(segment) {
      $0.image = image
      $0.title = nil
    }
  }
  open func imageForSegment(at segment: Int) -> UIImage? { self.segment(segment)?.image }
  open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) { change(segment) { $0.width = width } }
  open func widthForSegment(at segment: Int) -> CGFloat { self.segment(segment)?.width ?? 0 }
  open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
    change(segment) { $0.isEnabled = enabled }
  }
  open func isEnabledForSegment(at segment: Int) -> Bool { self.segment(segment)?.isEnabled ?? false }
  open func actionForSegment(at segment: Int) -> UIAction? { self.segment(segment)?.action }

  // MARK: Selection

  /// Setting it sends no event. [docs]
  open var selectedSegmentIndex: Int {
    get { selected }
    set {
      selected = segments.indices.contains(newValue) ? newValue : Self.noSegment
      setNeedsDisplay()
    }
  }
  private var selected = noSegment
  /// A segment is selected only while a finger is on it. [docs]
  open var isMomentary = false
  open var selectedSegmentTintColor: UIColor? { didSet { setNeedsDisplay() } }

  /// Font and colour of titles in a state. [docs]
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    titleAttributes[state.rawValue] = attributes
    changed()
  }
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    titleAttributes[state.rawValue]
  }

  // MARK: Sizes

  private func font(_ isSelected: Bool) -> UIFont {
    let stated =
      (isSelected ? titleAttributes[State.selected.rawValue] : nil)?[.font]
      ?? titleAttributes[State.normal.rawValue]?[.font]
    return stated as? UIFont ?? .systemFont(ofSize: 13, weight: isSelected ? .semibold : .medium)
  }

  open override var intrinsicContentSize: CGSize {
    let widths = segments.map { segment in
      let content =
        segment.image?.size.width ?? segment.title.map { ControlShapes.width($0, font(true)) } ?? 0
      return (content + 2 * Self.margin).rounded(.up)
    }
    let shared = zip(segments, widths).filter { $0.0.width == 0 }.map(\.1)
    let own = segments.map(\.width).reduce(0, +)
    return CGSize(width: own + (shared.max() ?? 0) * CGFloat(shared.count), height: Self.height)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// Where each segment is.
  private var boxes: [CGRect] {
    let own = segments.map(\.width).reduce(0, +)
    let shares = segments.filter { $0.width == 0 }.count
    let share = shares == 0 ? 0 : max(0, bounds.width - own) / CGFloat(shares)
    var x = bounds.minX
    return segments.map { segment in
      let width = segment.width == 0 ? share : segment.width
      defer { x += width }
      return inReadingDirection(CGRect(x: x, y: bounds.minY, width: width, height: bounds.height))
    }
  }

  // MARK: Tracking

  override var takesTaps: Bool { true }

  private func index(at touch: UITouch) -> Int? {
    let x = touch.location(in: self).x
    return boxes.firstIndex { $0.minX <= x && x < $0.maxX }.flatMap { segments[$0].isEnabled ? $0 : nil }
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    if isMomentary { selectedSegmentIndex = index(at: touch) ?? Self.noSegment }
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    guard let touch, isTouchNear(touch), let index = index(at: touch) else {
      if isMomentary { selectedSegmentIndex = Self.noSegment }
      return
    }
    let isNew = index != selected || isMomentary
    selectedSegmentIndex = index
    if isNew {
      send([.valueChanged, .primaryActionTriggered], event)
      segments[index].action?.perform(for: self)
    }
    if isMomentary { selectedSegmentIndex = Self.noSegment }
  }

  open override func cancelTracking(with event: UIEvent?) {
    if isMomentary { selectedSegmentIndex = Self.noSegment }
  }

  override func triggerPrimaryAction(_ event: UIEvent?) {}

  private func isTouchNear(_ touch: UITouch) -> Bool { point(inside: touch.location(in: self), with: nil) }

  // MARK: Drawing

  open override func draw(_ rect: CGRect) {
    UIGraphicsGetCurrentContext()?.setAlpha(isEnabled ? 1 : 0.5)
    ControlShapes.fill(bounds, radius: 8, .tertiarySystemFill)
    for (index, box) in boxes.enumerated() {
      let isSelected = index == selected
      if isSelected {
        ControlShapes.knob(box.insetBy(dx: 2, dy: 2), radius: 7, selectedSegmentTintColor ?? .white)
      } else if index > 0, index != selected + 1 {
        ControlShapes.fill(
          CGRect(
            x: (isRightToLeft ? box.maxX : box.minX) - 0.5, y: box.minY + 8, width: 1, height: box.height - 16
          ),
          radius: 0, .separator)
      }
      let color = color(index, isSelected)
      if let image = segments[index].image {
        let origin = CGPoint(x: box.midX - image.size.width / 2, y: box.midY - image.size.height / 2)
        image.draw(in: CGRect(origin: origin, size: image.size), templateColor: color)
      } else if let title = segments[index].title {
        ControlShapes.text(title, font(isSelected), color, in: box.insetBy(dx: 2, dy: 0))
      }
    }
  }

  private func color(_ index: Int, _ isSelected: Bool) -> UIColor {
    guard segments[index].isEnabled else { return .tertiaryLabel }
    let stated =
      (isSelected ? titleAttributes[State.selected.rawValue] : nil)?[.foregroundColor]
      ?? titleAttributes[State.normal.rawValue]?[.foregroundColor]
    return stated as? UIColor ?? .label
  }
}

extension UISegmentedControl: ValueHolding {
  package var heldValue: String? {
    guard !isMomentary, segments.indices.contains(selected) else { return nil }
    return segments[selected].title ?? "\(selected)"
  }
}
