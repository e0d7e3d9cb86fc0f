import DuoCoreGraphics
import DuoFoundation
import Foundation

/// How much of something is done. [docs]
@preconcurrency @MainActor
open class UIProgressView: UIView {
  /// Raw values are Apple's. [header]
  public enum Style: Int, Sendable {
    case `default` = 0
    case bar = 1
  }

  open var progressViewStyle: Style { didSet { changed() } }
  /// 0...1.
  open var progress: Float {
    get { done }
    set { setProgress(newValue, animated: false) }
  }
  private var done: Float = 0
  private let bar = ControlPart()
  /// Nil stands for the tint colour.
  open var progressTintColor: UIColor? { didSet { bar.backgroundColor = progressTintColor ?? tintColor } }
  open var trackTintColor: UIColor? { didSet { setNeedsDisplay() } }

  public init(progressViewStyle style: Style) {
    progressViewStyle = style
    super.init(frame: CGRect(x: 0, y: 0, width: 150, height: style == .bar ? 2.5 : 4))
    prepare()
  }

  public override init(frame: CGRect) {
    progressViewStyle = .default
    super.init(frame: frame)
    prepare()
  }

  public required init?(coder: NSCoder) {
    progressViewStyle = .default
    super.init(coder: coder)
  }

  private func prepare() {
    isOpaque = false
    contentMode = .redraw
    bar.backgroundColor = tintColor
    addSubview(bar)
  }

  /// The value counts at once; the bar is shown on its way to it if `animated`. [docs]
  open func setProgress(_ progress: Float, animated: Bool) {
    done = min(max(progress, 0), 1)
    move([bar], animated: animated, place)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    place()
  }

  private func place() {
    bar.frame = inReadingDirection(
      CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width * CGFloat(done), height: bounds.height))
    bar.layer.cornerRadius = min(bounds.height, bar.bounds.width) / 2
  }

  private func changed() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  override func readingDirectionChanged() { setNeedsLayout() }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: progressViewStyle == .bar ? 2.5 : 4)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: intrinsicContentSize.height)
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    bar.backgroundColor = progressTintColor ?? tintColor
  }

  open override func draw(_ rect: CGRect) {
    ControlShapes.fill(bounds, radius: bounds.height / 2, trackTintColor ?? .systemFill)
  }
}

extension UIProgressView: TextShowing {
  package var shownText: String? { "\(Int(saturating: (done * 100).rounded()))%" }
}
