import Foundation

/// Where a layer's plane (z = 0) lands on another plane, perspective included: a 3 x 3 matrix that a row
/// `(x, y, 1)` is multiplied by.
struct PlaneMap: Hashable {
  // Nine numbers beside each other: maps are made for every conversion, and an array each would cost more than the sums.
  var m11: CGFloat = 1
  var m12: CGFloat = 0
  var m13: CGFloat = 0
  var m21: CGFloat = 0
  var m22: CGFloat = 1
  var m23: CGFloat = 0
  var m31: CGFloat = 0
  var m32: CGFloat = 0
  var m33: CGFloat = 1
  /// Nothing but a shift, as of nearly all layers.
  private(set) var isShift = true

  static let identity = PlaneMap(shiftX: 0, y: 0)

  init(shiftX x: CGFloat, y: CGFloat) { (m31, m32) = (x, y) }

  init(rows m: [CGFloat]) {
    (m11, m12, m13) = (m[0], m[1], m[2])
    (m21, m22, m23) = (m[3], m[4], m[5])
    (m31, m32, m33) = (m[6], m[7], m[8])
    isShift = false
  }

  init(_ t: CATransform3D) {
    self.init(rows: [t.m11, t.m12, t.m14, t.m21, t.m22, t.m24, t.m41, t.m42, t.m44])
  }

  var rows: [CGFloat] { [m11, m12, m13, m21, m22, m23, m31, m32, m33] }

  /// This map first, then `next`.
  func then(_ next: PlaneMap) -> PlaneMap {
    if isShift && next.isShift { return PlaneMap(shiftX: m31 + next.m31, y: m32 + next.m32) }
    var product = next
    product.isShift = false
    (product.m11, product.m12, product.m13) = next.times(m11, m12, m13)
    (product.m21, product.m22, product.m23) = next.times(m21, m22, m23)
    (product.m31, product.m32, product.m33) = next.times(m31, m32, m33)
    return product
  }

  private func times(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat) -> (CGFloat, CGFloat, CGFloat) {
    (a * m11 + b * m21 + c * m31, a * m12 + b * m22 + c * m32, a * m13 + b * m23 + c * m33)
  }

  func apply(_ p: CGPoint) -> CGPoint {
    if isShift { return CGPoint(x: p.x + m31, y: p.y + m32) }
    let (x, y, w) = times(p.x, p.y, 1)
    return CGPoint(x: x / w, y: y / w)
  }

  func apply(_ rect: CGRect) -> CGRect {
    // By the corners, so that a far edge is where its point is.
    if isShift, rect.width >= 0, rect.height >= 0 {
      let (near, far) = (apply(rect.origin), apply(CGPoint(x: rect.maxX, y: rect.maxY)))
      return CGRect(x: near.x, y: near.y, width: far.x - near.x, height: far.y - near.y)
    }
    return CGRect(around: rect.corners.map(apply))
  }

  /// Nil when the plane is seen edge on.
  var inverse: PlaneMap? {
    if isShift { return PlaneMap(shiftX: -m31, y: -m32) }
    let m = rows
    let cofactors = [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
    let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
    guard determinant != 0 else { return nil }
    return PlaneMap(rows: cofactors.map { $0 / determinant })
  }
}
