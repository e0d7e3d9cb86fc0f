import Foundation

/// A value that goes up and down in steps. [docs]
@preconcurrency @MainActor
open class UIStepper: UIControl {
  private static let size = CGSize(width: 94, height: 32)
  /// Seconds until a finger that stays down steps again, and between steps after that. [assumed]
  private static let firstRepeat = 0.5, nextRepeat = 0.1

  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    isOpaque = false
    contentMode = .redraw
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Setting it sends no event. [docs]
  open var value: Double {
    get { present }
    set {
      present = min(max(newValue, minimumValue), maximumValue)
      setNeedsDisplay()
    }
  }
  private var present = 0.0
  /// A greater one than `maximumValue` takes that along. [docs]
  open var minimumValue = 0.0 {
    didSet {
      if maximumValue < minimumValue { maximumValue = minimumValue }
      value = present
    }
  }
  /// A smaller one than `minimumValue` takes that along. [docs]
  open var maximumValue = 100.0 {
    didSet {
      if minimumValue > maximumValue { minimumValue = maximumValue }
      value = present
    }
  }
  open var stepValue = 1.0
  /// Steps beyond a limit go on from the other one.
  open var wraps = false
  /// Values are told while the finger stays down, not only when it comes up.
  open var isContinuous = true
  /// A finger that stays down goes on stepping.
  open var autorepeat = true

  open override var intrinsicContentSize: CGSize { Self.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

  override var takesTaps: Bool { true }

  private var side = 0.0
  private var run = 0
  private var valueBefore = 0.0

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    side = touch.location(in: self).x < bounds.midX ? -1 : 1
    valueBefore = present
    step()
    if autorepeat { goOn(after: Self.firstRepeat) }
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) { finish() }
  open override func cancelTracking(with event: UIEvent?) { finish() }

  private func finish() {
    run += 1
    side = 0
    setNeedsDisplay()
    if !isContinuous, present != valueBefore { tell() }
  }

  override func triggerPrimaryAction(_ event: UIEvent?) {}

  private func goOn(after seconds: Double) {
    run += 1
    let number = run
    PhoneTimer.run(after: seconds) { [weak self] in
      guard let self, number == run, isTracking else { return }
      step()
      goOn(after: Self.nextRepeat)
    }
  }

  private func step() {
    let old = present
    var next = present + side * stepValue
    if wraps, next > maximumValue { next = minimumValue }
    if wraps, next < minimumValue { next = maximumValue }
    value = next
    if present != old, isContinuous { tell() }
  }

  private func tell() { send([.valueChanged, .primaryActionTriggered], nil) }

  open override func draw(_ rect: CGRect) {
    let box = CGRect(origin: .zero, size: Self.size)
    UIGraphicsGetCurrentContext()?.setAlpha(isEnabled ? 1 : 0.5)
    ControlShapes.fill(box, radius: 8, .tertiarySystemFill)
    if side != 0 {
      ControlShapes.fill(
        CGRect(x: side < 0 ? 0 : box.midX, y: 0, width: box.width / 2, height: box.height), radius: 8,
        .systemFill)
    }
    ControlShapes.fill(CGRect(x: box.midX - 0.5, y: 7, width: 1, height: 18), radius: 0, .separator)
    for (middle, isPlus) in [(box.width / 4, false), (box.width * 3 / 4, true)] {
      let isAtLimit = isPlus ? present >= maximumValue : present <= minimumValue
      let color: UIColor = isAtLimit && !wraps ? .tertiaryLabel : .label
      ControlShapes.fill(CGRect(x: middle - 7, y: 15, width: 14, height: 2), radius: 1, color)
      if isPlus { ControlShapes.fill(CGRect(x: middle - 1, y: 9, width: 2, height: 14), radius: 1, color) }
    }
  }
}

extension UIStepper: ValueHolding {
  package var heldValue: String? { "\(present)" }
}
