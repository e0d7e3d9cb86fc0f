import Foundation

/// Pinhole arithmetic: fields of view in degrees, half widths at distance 1.
public enum Optics {
  public static func halfWidth(_ fieldOfView: Double) -> Double { tan(fieldOfView * .pi / 360) }

  public static func fieldOfView(halfWidth: Double) -> Double { atan(halfWidth) * 360 / .pi }
}

extension CameraFormat {
  /// Size of the picture for an aspect ratio (raw value of `AVCaptureDevice.AspectRatio`), cut from the middle
  /// of the square sensor; nil when the format does not offer it.
  public func size(aspectRatio: String) -> (width: Int, height: Int)? {
    guard aspectRatios.contains(aspectRatio), let (across, up) = AspectRatio.parts[aspectRatio] else {
      return nil
    }
    let side = max(width, height)
    return across >= up ? (side, side * up / across) : (side * across / up, side)
  }

  /// Horizontal field of view for an aspect ratio: a cut sees less. Nil when the format does not offer it.
  public func fieldOfView(aspectRatio: String) -> Double? {
    guard let size = size(aspectRatio: aspectRatio) else { return nil }
    let perPixel = Optics.halfWidth(fieldOfView) / Double(width)
    return Optics.fieldOfView(halfWidth: perPixel * Double(size.width))
  }
}

package enum AspectRatio {
  /// Width and height of a ratio, by the raw value of `AVCaptureDevice.AspectRatio`.
  package static func numbers(_ ratio: String) -> (across: Int, up: Int)? {
    parts[ratio].map { ($0.0, $0.1) }
  }

  static let parts: [String: (Int, Int)] = [
    "AVCaptureAspectRatio1x1": (1, 1), "AVCaptureAspectRatio16x9": (16, 9),
    "AVCaptureAspectRatio9x16": (9, 16), "AVCaptureAspectRatio4x3": (4, 3), "AVCaptureAspectRatio3x4": (3, 4),
  ]
  static let all = ["1x1", "16x9", "9x16", "4x3", "3x4"].map { "AVCaptureAspectRatio" + $0 }
  static let photo = ["3x4", "4x3"].map { "AVCaptureAspectRatio" + $0 }
}
