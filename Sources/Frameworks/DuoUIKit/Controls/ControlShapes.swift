import DuoCoreGraphics
import Foundation

extension UIView {
  /// Of the display that shows the view, or of the main screen; 1 before a phone runs.
  var pixelsPerPoint: CGFloat {
    max(window?.windowScene?.traitCollection.displayScale ?? GraphicsStack.mainScale, 1)
  }
}

/// What controls are drawn from.
@MainActor
enum ControlShapes {
  static func fill(_ rect: CGRect, radius: CGFloat, _ color: UIColor) {
    guard let context = UIGraphicsGetCurrentContext(), rect.width > 0, rect.height > 0 else { return }
    context.setFillColor(color.cgColor)
    context.addPath(UIBezierPath(roundedRect: rect, cornerRadius: radius).cgPath)
    context.fillPath()
  }

  static func stroke(_ rect: CGRect, radius: CGFloat, _ color: UIColor, width: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext(), width > 0 else { return }
    context.setStrokeColor(color.cgColor)
    context.setLineWidth(width)
    let inner = rect.insetBy(dx: width / 2, dy: width / 2)
    context.addPath(UIBezierPath(roundedRect: inner, cornerRadius: max(0, radius - width / 2)).cgPath)
    context.strokePath()
  }

  /// A white knob with the shade under it that tells it from a white background.
  static func knob(_ rect: CGRect, radius: CGFloat, _ color: UIColor) {
    let shade = UIColor(white: 0, alpha: 0.06)
    for grow in [2.0, 1.0] {
      fill(rect.insetBy(dx: -grow, dy: -grow).offsetBy(dx: 0, dy: 1), radius: radius + grow, shade)
    }
    fill(rect, radius: radius, color)
  }

  static func text(_ text: String, _ font: UIFont, _ color: UIColor, in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let layout = TextLayout(
      [TextRun(text, font: font.fontDescription, color: color.cgColor)],
      paragraph: TextParagraph(alignment: .center), maxWidth: Double(rect.width), maxLines: 1)
    let height = layout.size.height
    context.draw(
      layout, in: CGRect(x: rect.minX, y: rect.midY - height / 2, width: rect.width, height: height))
  }

  static func width(_ text: String, _ font: UIFont) -> CGFloat {
    TextLayout([TextRun(text, font: font.fontDescription)], maxLines: 1).size.width
  }
}
