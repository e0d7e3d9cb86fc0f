import DuoCoreGraphics
import Foundation

/// Turns while something goes on. [docs]
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
  /// Raw values are Apple's. [header]
  public enum Style: Int, Sendable {
    /// As `large`, in white: the older name. [docs]
    case whiteLarge = 0
    /// As `medium`, in white: the older name. [docs]
    case white = 1
    /// As `medium`: the older name. [docs]
    case gray = 2
    case medium = 100
    case large = 101

    var isLarge: Bool { self == .large || self == .whiteLarge }
    var isWhite: Bool { self == .white || self == .whiteLarge }
  }

  private static let spokes = 8
  /// Seconds for one turn. [assumed]
  private static let turn = 0.8

  open var style: Style {
    didSet {
      if style.isWhite { color = .white }
      changed()
    }
  }
  open var color: UIColor! = .systemGray { didSet { setNeedsDisplay() } }
  /// Hidden while it does not turn. [docs]
  open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }
  open private(set) var isAnimating = false
  private var step = 0
  private var run = 0

  public init(style: Style) {
    self.style = style
    super.init(frame: CGRect(origin: .zero, size: Self.size(style)))
    prepare()
  }

  public override init(frame: CGRect) {
    style = .medium
    super.init(frame: frame)
    prepare()
  }

  public required init?(coder: NSCoder) {
    style = .medium
    super.init(coder: coder)
  }

  private func prepare() {
    if style.isWhite { color = .white }
    isHidden = true
    isOpaque = false
    contentMode = .redraw
  }

  private static func size(_ style: Style) -> CGSize {
    style.isLarge ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }

  private func changed() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  open override var intrinsicContentSize: CGSize { Self.size(style) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size(style) }

  open func startAnimating() {
    guard !isAnimating else { return }
    isAnimating = true
    isHidden = false
    run += 1
    next(run)
  }

  open func stopAnimating() {
    guard isAnimating else { return }
    isAnimating = false
    run += 1
    isHidden = hidesWhenStopped
  }

  private func next(_ run: Int) {
    PhoneTimer.run(after: Self.turn / Double(Self.spokes)) { [weak self] in
      guard let self, run == self.run else { return }
      step = (step + 1) % Self.spokes
      if window != nil { setNeedsDisplay() }
      next(run)
    }
  }

  open override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let side = Self.size(style).width
    context.translateBy(x: bounds.midX, y: bounds.midY)
    for spoke in 0..<Self.spokes {
      // The newest is the darkest.
      let age = (step - spoke + Self.spokes) % Self.spokes
      context.saveGState()
      context.rotate(by: CGFloat(spoke) / CGFloat(Self.spokes) * 2 * .pi)
      context.setFillColor((color ?? .systemGray).withAlphaComponent(1 - 0.1 * CGFloat(age)).cgColor)
      let box = CGRect(x: -side * 0.06, y: -side * 0.48, width: side * 0.12, height: side * 0.27)
      context.addPath(UIBezierPath(roundedRect: box, cornerRadius: side * 0.06).cgPath)
      context.fillPath()
      context.restoreGState()
    }
  }
}

extension UIActivityIndicatorView {
  /// How far it has turned, in spokes: for tests of its animation.
  package var turnedSpokes: Int { step }
}
