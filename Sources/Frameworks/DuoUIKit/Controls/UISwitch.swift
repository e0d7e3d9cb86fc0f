import DuoCoreGraphics
import Foundation

/// On or off. On is where reading leads. [docs]
@preconcurrency @MainActor
open class UISwitch: UIControl {
  /// As of iOS 26; the switch has this size whatever frame it gets. [forum]
  private static let size = CGSize(width: 63, height: 28)
  private static let knob = CGSize(width: 39, height: 24)
  /// What is seen of the track while the switch is on.
  private let lit = ControlPart()
  private let handle = ControlPart()

  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    isOpaque = false
    contentMode = .redraw
    for part in [lit, handle] { addSubview(part) }
    colour()
    place()
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Setting it sends no event. [docs]
  open var isOn: Bool {
    get { on }
    set { setOn(newValue, animated: false) }
  }
  private var on = false
  /// Nil stands for system green.
  open var onTintColor: UIColor? { didSet { colour() } }
  open var thumbTintColor: UIColor? { didSet { colour() } }

  /// The value counts at once; the knob is shown on its way to it if `animated`. [docs]
  open func setOn(_ on: Bool, animated: Bool) {
    self.on = on
    move([lit, handle], animated: animated, place)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    place()
  }

  private func place() {
    let x = on != isRightToLeft ? Self.size.width - Self.knob.width - 2 : 2
    handle.frame = CGRect(origin: CGPoint(x: x, y: 2), size: Self.knob)
    handle.layer.cornerRadius = Self.knob.height / 2
    lit.frame = CGRect(origin: .zero, size: Self.size)
    lit.layer.cornerRadius = Self.size.height / 2
    lit.alpha = on ? (isEnabled ? 1 : 0.5) : 0
  }

  private func colour() {
    lit.backgroundColor = onTintColor ?? .systemGreen
    handle.backgroundColor = thumbTintColor ?? .white
    handle.alpha = isEnabled ? 1 : 0.5
  }

  override func stateChanged() {
    super.stateChanged()
    colour()
    place()
  }

  open override var intrinsicContentSize: CGSize { Self.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

  override var takesTaps: Bool { true }

  /// Where the finger went down, and whether it was drawn over the switch.
  private var start: CGFloat = 0
  private var wasDragged = false

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    start = touch.location(in: self).x
    wasDragged = false
    return true
  }

  /// A finger that is drawn to one side sets the switch to it.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let way = touch.location(in: self).x - start
    if abs(way) >= Self.size.width - Self.knob.width {
      wasDragged = true
      start = touch.location(in: self).x
      set((way > 0) != isRightToLeft)
    }
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    let isInside = touch.map { point(inside: $0.location(in: self), with: event) } ?? false
    if !wasDragged, isInside { set(!on) }
  }

  override func triggerPrimaryAction(_ event: UIEvent?) {}

  private func set(_ new: Bool) {
    guard new != on else { return }
    setOn(new, animated: true)
    send([.valueChanged, .primaryActionTriggered], nil)
  }

  open override func draw(_ rect: CGRect) {
    let box = CGRect(origin: .zero, size: Self.size)
    UIGraphicsGetCurrentContext()?.setAlpha(isEnabled ? 1 : 0.5)
    ControlShapes.fill(box, radius: box.height / 2, .systemFill)
  }
}

extension UISwitch: ValueHolding {
  package var heldValue: String? { on ? "on" : "off" }
}
