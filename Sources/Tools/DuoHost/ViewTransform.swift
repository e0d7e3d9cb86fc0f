import DuoFoundation
import Foundation

/// How a layer's own space lies on its display, without its place: the linear part of all transforms on the way there.
struct ViewTransform: Hashable {
  static let identity = ViewTransform(.identity)

  /// x' = a x + c y and y' = b x + d y, with y down on both sides.
  var a, b, c, d: Double

  init(_ transform: CGAffineTransform) {
    a = transform.a
    b = transform.b
    c = transform.c
    d = transform.d
  }

  var linear: CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

  private var determinant: Double { a * d - b * c }
  var isInvertible: Bool { determinant != 0 && determinant.isFinite }

  /// Points of the display for one of the layer's; the mean of both directions where they differ.
  var scale: Double { abs(determinant).squareRoot() }

  /// The layer lies with its left and right exchanged, before it is turned.
  var isFlipped: Bool { determinant < 0 }

  /// Degrees clockwise on the display, 0..<360, of the layer's upward direction.
  var rotation: Double {
    if isUpright { return 0 }
    let degrees = atan2(-c, d) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  /// Neither turned nor flipped nor skewed, the same size in both directions.
  var isUpright: Bool {
    let small = 1e-9 * scale
    return a > 0 && abs(a - d) <= small && abs(b) <= small && abs(c) <= small
  }

  var isIdentity: Bool { isUpright && abs(a - 1) <= 1e-9 }
}
