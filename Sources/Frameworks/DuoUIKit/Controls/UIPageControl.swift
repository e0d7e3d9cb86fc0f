import Foundation

/// A row of dots in the direction of reading, one for each page. [docs]
@preconcurrency @MainActor
open class UIPageControl: UIControl {
  private static let dot: CGFloat = 7
  /// From dot to dot, points. [assumed]
  private static let pitch: CGFloat = 17
  private static let height: CGFloat = 26

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    contentMode = .redraw
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var numberOfPages = 0 {
    didSet {
      numberOfPages = max(numberOfPages, 0)
      currentPage = page
      invalidateIntrinsicContentSize()
      setNeedsDisplay()
    }
  }

  /// Setting it sends no event. [docs]
  open var currentPage: Int {
    get { page }
    set {
      page = min(max(newValue, 0), max(numberOfPages - 1, 0))
      setNeedsDisplay()
    }
  }
  private var page = 0
  open var hidesForSinglePage = false { didSet { setNeedsDisplay() } }
  open var pageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }
  open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }

  open func size(forNumberOfPages pageCount: Int) -> CGSize {
    CGSize(width: CGFloat(pageCount) * Self.pitch + 2 * (Self.pitch - Self.dot), height: Self.height)
  }

  open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override var takesTaps: Bool { true }
  override func triggerPrimaryAction(_ event: UIEvent?) {}

  /// A tap on the leading half goes a page back, one on the other half a page on. [docs]
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    guard let touch, point(inside: touch.location(in: self), with: event) else { return }
    let old = page
    currentPage += (touch.location(in: self).x < bounds.midX) != isRightToLeft ? -1 : 1
    if page != old { send([.valueChanged, .primaryActionTriggered], event) }
  }

  open override func draw(_ rect: CGRect) {
    guard numberOfPages > 1 || !hidesForSinglePage else { return }
    let start = bounds.midX - CGFloat(numberOfPages - 1) * Self.pitch / 2
    for index in 0..<numberOfPages {
      let middle = start + CGFloat(index) * Self.pitch
      let color =
        index == page
        ? currentPageIndicatorTintColor ?? .white : pageIndicatorTintColor ?? UIColor(white: 1, alpha: 0.3)
      let place = CGRect(
        x: middle - Self.dot / 2, y: bounds.midY - Self.dot / 2, width: Self.dot, height: Self.dot)
      ControlShapes.fill(inReadingDirection(place), radius: Self.dot / 2, color)
    }
  }
}

extension UIPageControl: ValueHolding {
  package var heldValue: String? { "page \(page)" }
}
