import DuoCoreGraphics
import Foundation

/// A value that people draw a knob along a line for. [docs]
@preconcurrency @MainActor
open class UISlider: UIControl {
  private static let thumb: CGFloat = 28
  private static let height: CGFloat = 34
  private static let track: CGFloat = 4
  /// A finger takes the knob up to this far beside it, points. [assumed]
  private static let reach: CGFloat = 10

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    contentMode = .redraw
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Between the limits; setting it sends no event. [docs]
  open var value: Float {
    get { present }
    set {
      present = min(max(newValue, minimumValue), maximumValue)
      setNeedsDisplay()
    }
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
  open var minimumTrackTintColor: UIColor? { didSet { setNeedsDisplay() } }
  open var maximumTrackTintColor: UIColor? { didSet { setNeedsDisplay() } }
  open var thumbTintColor: UIColor? { didSet { setNeedsDisplay() } }

  /// The knob is drawn at its new place at once, animated or not.
  open func setValue(_ value: Float, animated: Bool) { self.value = value }

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
    let x = rect.minX - 2 + (rect.width + 4 - Self.thumb) * part
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
    let part = Float((touch.location(in: self).x - startX) / room)
    let old = present
    value = startValue + part * (maximumValue - minimumValue)
    if isContinuous, present != old { send([.valueChanged, .primaryActionTriggered], event) }
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isContinuous, present != startValue { send([.valueChanged, .primaryActionTriggered], event) }
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
    setNeedsDisplay()
  }

  open override func draw(_ rect: CGRect) {
    let track = trackRect(forBounds: bounds)
    let knob = thumbBox
    UIGraphicsGetCurrentContext()?.setAlpha(isEnabled ? 1 : 0.5)
    ControlShapes.fill(track, radius: track.height / 2, maximumTrackTintColor ?? .systemFill)
    var done = track
    done.size.width = knob.midX - track.minX
    ControlShapes.fill(done, radius: track.height / 2, minimumTrackTintColor ?? tintColor)
    ControlShapes.knob(knob.insetBy(dx: 2, dy: 2), radius: knob.width / 2 - 2, thumbTintColor ?? .white)
  }
}

extension UISlider: ValueHolding {
  package var heldValue: String? { "\(present)" }
}
