import DuoCoreGraphics
import Foundation

/// A value that people draw a knob along a line for. It grows in the direction of reading. [docs]
@preconcurrency @MainActor
open class UISlider: UIControl {
  private static let thumb: CGFloat = 28
  private static let height: CGFloat = 34
  private static let track: CGFloat = 4
  private let done = ControlPart()
  private let knob = ControlPart()
  /// A finger takes the knob up to this far beside it, points. [assumed]
  private static let reach: CGFloat = 10

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    contentMode = .redraw
    for part in [done, knob] { addSubview(part) }
    colour()
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Between the limits; setting it sends no event. [docs]
  open var value: Float {
    get { present }
    set { setValue(newValue, animated: false) }
  }
  private var present: Float = 0

  open var minimumValue: Float = 0 {
    didSet {
      if maximumValue < minimumValue { maximumValue = minimumValue }
      value = present
    }
  }
  open var maximumValue: Float = 1 {
    didSet {
      if minimumValue > maximumValue { minimumValue = maximumValue }
      value = present
    }
  }
  /// Values are told while the knob moves, not only when it is let go. [docs]
  open var isContinuous = true
  /// Nil stands for the tint colour.
  open var minimumTrackTintColor: UIColor? { didSet { colour() } }
  open var maximumTrackTintColor: UIColor? { didSet { setNeedsDisplay() } }
  open var thumbTintColor: UIColor? { didSet { colour() } }

  /// The value counts at once; the knob is shown on its way to it if `animated`. [docs]
  open func setValue(_ value: Float, animated: Bool) {
    present = min(max(value, minimumValue), maximumValue)
    move([done, knob], animated: animated, place)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    place()
  }

  private func place() {
    let track = trackRect(forBounds: bounds)
    let box = thumbBox
    let (start, end) = isRightToLeft ? (box.midX, track.maxX) : (track.minX, box.midX)
    done.frame = CGRect(x: start, y: track.minY, width: max(end - start, 0), height: track.height)
    done.layer.cornerRadius = track.height / 2
    knob.frame = box.insetBy(dx: 2 - ControlPart.shade, dy: 2 - ControlPart.shade)
  }

  private func colour() {
    done.backgroundColor = minimumTrackTintColor ?? tintColor
    knob.knob = thumbTintColor ?? .white
    for part in [done, knob] { part.alpha = isEnabled ? 1 : 0.5 }
  }

  override func stateChanged() {
    super.stateChanged()
    colour()
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

  // MARK: Places

  open func trackRect(forBounds bounds: CGRect) -> CGRect {
    CGRect(x: bounds.minX + 2, y: bounds.midY - Self.track / 2, width: bounds.width - 4, height: Self.track)
  }

  open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
    let range = maximumValue - minimumValue
    let part = range > 0 ? CGFloat((value - minimumValue) / range) : 0
    let x = rect.minX - 2 + (rect.width + 4 - Self.thumb) * (isRightToLeft ? 1 - part : part)
    return CGRect(x: x, y: rect.midY - Self.thumb / 2, width: Self.thumb, height: Self.thumb)
  }

  private var thumbBox: CGRect {
    thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: present)
  }

  // MARK: Tracking

  private var startX: CGFloat = 0
  private var startValue: Float = 0

  /// Only a finger on the knob moves it. [docs]
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let place = touch.location(in: self)
    guard thumbBox.insetBy(dx: -Self.reach, dy: -Self.reach).contains(place) else { return false }
    startX = place.x
    startValue = present
    return true
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let room = bounds.width - Self.thumb
    guard room > 0 else { return true }
    let way = touch.location(in: self).x - startX
    let part = Float((isRightToLeft ? -way : way) / room)
    let old = present
    value = startValue + part * (maximumValue - minimumValue)
    if isContinuous, present != old { send([.valueChanged, .primaryActionTriggered], event) }
    return true
  }

  /// The value is told once more when the knob is let go: apps look there at the phase of the event's touch. [forum]
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if present != startValue { send([.valueChanged, .primaryActionTriggered], event) }
  }

  override func triggerPrimaryAction(_ event: UIEvent?) {}

  /// A swipe along the slider that begins on its knob is the slider's. [docs]
  open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard isTracking, isEnabled, gestureRecognizer.view !== self else { return true }
    if let swipe = gestureRecognizer as? UISwipeGestureRecognizer {
      return swipe.direction.isDisjoint(with: [.left, .right])
    }
    guard let pan = gestureRecognizer as? UIPanGestureRecognizer else { return true }
    let way = pan.translation(in: self)
    return abs(way.y) > abs(way.x)
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    colour()
  }

  open override func draw(_ rect: CGRect) {
    let track = trackRect(forBounds: bounds)
    UIGraphicsGetCurrentContext()?.setAlpha(isEnabled ? 1 : 0.5)
    ControlShapes.fill(track, radius: track.height / 2, maximumTrackTintColor ?? .systemFill)
  }
}

extension UISlider: ValueHolding {
  package var heldValue: String? { "\(present)" }
}
