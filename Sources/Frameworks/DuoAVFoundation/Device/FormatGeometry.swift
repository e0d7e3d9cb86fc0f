import Foundation
import PhoneModel

/// The picture that a format delivers, cut to a dynamic aspect ratio.
///
/// The ratio cuts one square out of the sensor: the longer side of the format stays, the shorter follows
/// from the ratio. Sizes and ratios are those of the sensor with its native top up. [header] [talk]
/// [inferred]
struct FormatGeometry: Equatable {
  var width, height: Int
  /// Horizontal, degrees.
  var fieldOfView: Double

  /// - Parameter ratio: Raw value of an `AVCaptureDevice.AspectRatio`, or nil for the format as it is.
  init(_ format: CameraFormat, ratio: String?) {
    width = format.width
    height = format.height
    fieldOfView = format.fieldOfView
    guard let ratio, let (across, up) = Self.sides(of: ratio) else { return }
    let side = max(format.width, format.height)
    width = across >= up ? side : Self.even(Double(side) * across / up)
    height = up >= across ? side : Self.even(Double(side) * up / across)
    // A pinhole: the half width on the sensor is the tangent of the half angle.
    let half = tan(format.fieldOfView / 2 * .pi / 180) * Double(width) / Double(format.width)
    fieldOfView = 2 * atan(half) * 180 / .pi
  }

  /// Width and height of a ratio, read from the end of its name: `…16x9`.
  private static func sides(of ratio: String) -> (Double, Double)? {
    let prefix = "AVCaptureAspectRatio"
    guard ratio.hasPrefix(prefix) else { return nil }
    let numbers = ratio.dropFirst(prefix.count).split(separator: "x").compactMap { Double($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Colour is stored for pairs of pixels, so sides are even.
  private static func even(_ value: Double) -> Int { Int((value / 2).rounded()) * 2 }
}
