import DuoCoreGraphics
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
    set {
      done = min(max(newValue, 0), 1)
      setNeedsDisplay()
    }
  }
  private var done: Float = 0
  /// Nil stands for the tint colour.
  open var progressTintColor: UIColor? { didSet { setNeedsDisplay() } }
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
  }

  /// The bar is drawn at its new length at once, animated or not.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

  private func changed() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: progressViewStyle == .bar ? 2.5 : 4)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: intrinsicContentSize.height)
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    setNeedsDisplay()
  }

  open override func draw(_ rect: CGRect) {
    let radius = bounds.height / 2
    ControlShapes.fill(bounds, radius: radius, trackTintColor ?? .systemFill)
    var part = bounds
    part.size.width *= CGFloat(done)
    if done > 0 {
      ControlShapes.fill(part, radius: min(radius, part.width / 2), progressTintColor ?? tintColor)
    }
  }
}

extension UIProgressView: TextShowing {
  package var shownText: String? { "\(Int((done * 100).rounded()))%" }
}
