import Foundation

/// Where a layer's plane (z = 0) lands on another plane, perspective included: a 3 x 3 matrix that a row
/// `(x, y, 1)` is multiplied by.
struct PlaneMap: Hashable {
  var rows: [CGFloat]

  static let identity = PlaneMap(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  init(rows: [CGFloat]) { self.rows = rows }

  init(shiftX x: CGFloat, y: CGFloat) { rows = [1, 0, 0, 0, 1, 0, x, y, 1] }

  init(_ t: CATransform3D) {
    rows = [t.m11, t.m12, t.m14, t.m21, t.m22, t.m24, t.m41, t.m42, t.m44]
  }

  /// This map first, then `next`.
  func then(_ next: PlaneMap) -> PlaneMap {
    var product = [CGFloat](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        for inner in 0..<3 {
          product[row * 3 + column] += rows[row * 3 + inner] * next.rows[inner * 3 + column]
        }
      }
    }
    return PlaneMap(rows: product)
  }

  func apply(_ p: CGPoint) -> CGPoint {
    let w = p.x * rows[2] + p.y * rows[5] + rows[8]
    return CGPoint(
      x: (p.x * rows[0] + p.y * rows[3] + rows[6]) / w, y: (p.x * rows[1] + p.y * rows[4] + rows[7]) / w)
  }

  func apply(_ rect: CGRect) -> CGRect { CGRect(around: rect.corners.map(apply)) }

  /// Nil when the plane is seen edge on.
  var inverse: PlaneMap? {
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
