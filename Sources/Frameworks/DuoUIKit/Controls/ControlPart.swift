import Foundation

/// A part of a control that moves: it lies over what the control draws and takes no touches.
@MainActor
final class ControlPart: UIView {
  /// Seconds that a control takes to show a value that is set animated. [assumed]
  static let duration = 0.25
  /// Room round a knob for its shade.
  static let shade: CGFloat = 4

  /// The colour of a knob, which is drawn with a shade; nil for a plain part, which is its background.
  var knob: UIColor? {
    didSet { if knob != oldValue { setNeedsDisplay() } }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
    contentMode = .redraw
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func draw(_ rect: CGRect) {
    guard let knob else { return }
    let box = bounds.insetBy(dx: Self.shade, dy: Self.shade)
    ControlShapes.knob(box, radius: min(box.width, box.height) / 2, knob)
  }
}

extension UIView {
  /// Moves parts to where a new value has them: on the way there for a while, or at once, whatever is under way.
  func move(_ parts: [ControlPart], animated: Bool, _ place: () -> Void) {
    guard animated, window != nil else {
      for part in parts { part.layer.removeAllAnimations() }
      UIView.performWithoutAnimation(place)
      return
    }
    withoutActuallyEscaping(place) { place in
      UIView.animate(
        withDuration: ControlPart.duration, delay: 0, options: .beginFromCurrentState, animations: place)
    }
  }
}
