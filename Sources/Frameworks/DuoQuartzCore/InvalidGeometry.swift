import DuoFoundation
import Foundation

extension CALayer {
  /// Apple's layers raise for a place that is no number, which is what a division by a size of zero gives. [forum]
  func refuseNaN(_ bounds: CGRect) {
    let values = [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height]
    guard values.contains(where: \.isNaN) else { return }
    raiseInvalid("bounds", String(format: "[%g %g; %g %g]", values[0], values[1], values[2], values[3]))
  }

  func refuseNaN(_ position: CGPoint) {
    guard position.x.isNaN || position.y.isNaN else { return }
    raiseInvalid("position", String(format: "[%g %g]", position.x, position.y))
  }

  private func raiseInvalid(_ value: String, _ numbers: String) -> Never {
    raise(
      ExceptionName(rawValue: "CALayerInvalidGeometry"),
      "CALayer \(value) contains NaN: \(numbers). Layer: \(self)")
  }
}
