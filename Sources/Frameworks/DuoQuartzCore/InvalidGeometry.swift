import DuoFoundation
import Foundation

extension CALayer {
  /// Apple's layers raise for a place that is no number, which is what a division by a size of zero gives. [forum]
  func refuseNaN(_ bounds: CGRect) {
    let values = [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height]
    guard values.contains(where: \.isNaN) else { return }
    let text = values.map(Self.text)
    raiseInvalid("bounds", "[\(text[0]) \(text[1]); \(text[2]) \(text[3])]")
  }

  func refuseNaN(_ position: CGPoint) {
    guard position.x.isNaN || position.y.isNaN else { return }
    raiseInvalid("position", "[\(Self.text(position.x)) \(Self.text(position.y))]")
  }

  /// Without the sign that a processor gives to what is no number.
  private static func text(_ value: CGFloat) -> String { value.isNaN ? "nan" : String(format: "%g", value) }

  private func raiseInvalid(_ value: String, _ numbers: String) -> Never {
    raise(
      ExceptionName(rawValue: "CALayerInvalidGeometry"),
      "CALayer \(value) contains NaN: \(numbers). Layer: \(self)")
  }
}
