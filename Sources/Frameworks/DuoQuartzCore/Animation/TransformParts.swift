import Foundation

/// A transform taken apart into what changes evenly when one turns into another: shift, turn, stretch, slant.
struct TransformParts: Hashable {
  var translation: [Double]
  var scale: [Double]
  /// xy, xz, yz.
  var skew: [Double]
  /// x, y, z, w of a unit quaternion.
  var turn: [Double]
  var perspective: [Double]

  static let identity = TransformParts(
    translation: [0, 0, 0], scale: [1, 1, 1], skew: [0, 0, 0], turn: [0, 0, 0, 1], perspective: [0, 0, 0, 1])

  init(translation: [Double], scale: [Double], skew: [Double], turn: [Double], perspective: [Double]) {
    self.translation = translation
    self.scale = scale
    self.skew = skew
    self.turn = turn
    self.perspective = perspective
  }

  /// Nil for a transform that flattens space.
  init?(_ t: CATransform3D) {
    self = .identity
    let m = t.rows.map { Double($0) }
    var rows = [[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]]
    translation = [m[12], m[13], m[14]]
    // The last column is the upper block and the shift applied to the perspective.
    let column = [m[3], m[7], m[11]]
    guard let solved = Self.solve(rows, column) else { return nil }
    perspective = solved + [m[15] - zip(solved, translation).map(*).reduce(0, +)]

    scale[0] = Self.length(rows[0])
    guard scale[0] > 0 else { return nil }
    rows[0] = rows[0].map { $0 / scale[0] }
    skew[0] = Self.dot(rows[0], rows[1])
    rows[1] = Self.combine(rows[1], rows[0], -skew[0])
    scale[1] = Self.length(rows[1])
    guard scale[1] > 0 else { return nil }
    rows[1] = rows[1].map { $0 / scale[1] }
    skew[0] /= scale[1]
    skew[1] = Self.dot(rows[0], rows[2])
    rows[2] = Self.combine(rows[2], rows[0], -skew[1])
    skew[2] = Self.dot(rows[1], rows[2])
    rows[2] = Self.combine(rows[2], rows[1], -skew[2])
    scale[2] = Self.length(rows[2])
    guard scale[2] > 0 else { return nil }
    rows[2] = rows[2].map { $0 / scale[2] }
    skew[1] /= scale[2]
    skew[2] /= scale[2]
    if Self.dot(rows[0], Self.cross(rows[1], rows[2])) < 0 {
      // A mirror: of the axis that leaves the smallest turn.
      let axis = (0..<3).min { rows[$0][$0] < rows[$1][$1] } ?? 0
      scale[axis] = -scale[axis]
      rows[axis] = rows[axis].map { -$0 }
      for pair in [0, 1, 2] where Self.pairs[pair].contains(axis) { skew[pair] = -skew[pair] }
    }
    turn = Self.quaternion(rows)
  }

  /// The transform that these parts are of.
  var transform: CATransform3D {
    let rotation = Self.rows(turn)
    // Row by row: scale * (slant * turn).
    let second = Self.combine(rotation[1], rotation[0], skew[0])
    let third = Self.combine(Self.combine(rotation[2], rotation[0], skew[1]), rotation[1], skew[2])
    let rows = [
      rotation[0].map { $0 * scale[0] }, second.map { $0 * scale[1] }, third.map { $0 * scale[2] },
    ]
    let p = perspective
    let w = rows.map { $0[0] * p[0] + $0[1] * p[1] + $0[2] * p[2] }
    let t = translation
    let corner = t[0] * p[0] + t[1] * p[1] + t[2] * p[2] + p[3]
    return CATransform3D(
      rows: (rows[0] + [w[0]] + rows[1] + [w[1]] + rows[2] + [w[2]] + t + [corner]).map { CGFloat($0) })
  }

  /// A transform a `share` of the way from `a` to `b`. Where one of them flattens space, number by number.
  static func interpolated(_ a: CATransform3D, _ b: CATransform3D, _ share: Double) -> CATransform3D {
    if share == 0 { return a }
    if share == 1 { return b }
    guard let p = TransformParts(a), let q = TransformParts(b) else {
      return CATransform3D(rows: mix(a.rows, b.rows, share))
    }
    return TransformParts(
      translation: mix(p.translation, q.translation, share), scale: mix(p.scale, q.scale, share),
      skew: mix(p.skew, q.skew, share), turn: slerp(p.turn, q.turn, share),
      perspective: mix(p.perspective, q.perspective, share)
    ).transform
  }

  /// Nil for a transform that flattens space.
  static func inverse(_ t: CATransform3D) -> CATransform3D? {
    var left = (0..<4).map { row in t.rows[row * 4..<row * 4 + 4].map { Double($0) } }
    var right = (0..<4).map { row in (0..<4).map { $0 == row ? 1.0 : 0 } }
    for column in 0..<4 {
      guard let pivot = (column..<4).max(by: { abs(left[$0][column]) < abs(left[$1][column]) }),
        left[pivot][column] != 0
      else { return nil }
      left.swapAt(column, pivot)
      right.swapAt(column, pivot)
      let factor = 1 / left[column][column]
      left[column] = left[column].map { $0 * factor }
      right[column] = right[column].map { $0 * factor }
      for row in 0..<4 where row != column {
        let take = left[row][column]
        left[row] = combine(left[row], left[column], -take)
        right[row] = combine(right[row], right[column], -take)
      }
    }
    return CATransform3D(rows: right.flatMap { $0 }.map { CGFloat($0) })
  }

  // MARK: Angles

  /// Turns about x, y and z in this order that make up `turn`, in radians.
  var angles: [Double] {
    get {
      let m = Self.rows(turn)
      let y = asin(min(max(-m[0][2], -1), 1))
      if abs(m[0][2]) < 1 - 1e-9 { return [atan2(m[1][2], m[2][2]), y, atan2(m[0][1], m[0][0])] }
      return [atan2(-m[2][1], m[1][1]), y, 0]
    }
    set {
      let x = CATransform3DMakeRotation(newValue[0], 1, 0, 0)
      let y = CATransform3DMakeRotation(newValue[1], 0, 1, 0)
      let z = CATransform3DMakeRotation(newValue[2], 0, 0, 1)
      let m = CATransform3DConcat(CATransform3DConcat(x, y), z)
      turn = Self.quaternion([[m.m11, m.m12, m.m13], [m.m21, m.m22, m.m23], [m.m31, m.m32, m.m33]])
    }
  }

  // MARK: Arithmetic

  /// The axes of each entry of `skew`.
  private static let pairs = [[0, 1], [0, 2], [1, 2]]

  private static func mix<Number: BinaryFloatingPoint>(_ a: [Number], _ b: [Number], _ share: Double)
    -> [Number]
  {
    zip(a, b).map { $0 + ($1 - $0) * Number(share) }
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map(*).reduce(0, +) }
  private static func length(_ a: [Double]) -> Double { dot(a, a).squareRoot() }
  private static func combine(_ a: [Double], _ b: [Double], _ factor: Double) -> [Double] {
    zip(a, b).map { $0 + $1 * factor }
  }
  private static func cross(_ a: [Double], _ b: [Double]) -> [Double] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  }

  /// x with `rows` times x the column; nil when there is none.
  private static func solve(_ rows: [[Double]], _ column: [Double]) -> [Double]? {
    let determinant = dot(rows[0], cross(rows[1], rows[2]))
    guard determinant != 0 else { return nil }
    return (0..<3).map { index in
      var replaced = rows
      for row in 0..<3 { replaced[row][index] = column[row] }
      return dot(replaced[0], cross(replaced[1], replaced[2])) / determinant
    }
  }

  /// Of a turn whose rows are the images of the axes.
  private static func quaternion(_ m: [[Double]]) -> [Double] {
    let trace = m[0][0] + m[1][1] + m[2][2]
    if trace > 0 {
      let s = (trace + 1).squareRoot() * 2
      return [(m[1][2] - m[2][1]) / s, (m[2][0] - m[0][2]) / s, (m[0][1] - m[1][0]) / s, s / 4]
    }
    let i = m[0][0] >= m[1][1] && m[0][0] >= m[2][2] ? 0 : (m[1][1] >= m[2][2] ? 1 : 2)
    let (j, k) = ((i + 1) % 3, (i + 2) % 3)
    let s = (1 + m[i][i] - m[j][j] - m[k][k]).squareRoot() * 2
    var q = [0.0, 0, 0, (m[j][k] - m[k][j]) / s]
    q[i] = s / 4
    q[j] = (m[i][j] + m[j][i]) / s
    q[k] = (m[i][k] + m[k][i]) / s
    return q
  }

  private static func rows(_ q: [Double]) -> [[Double]] {
    let (x, y, z, w) = (q[0], q[1], q[2], q[3])
    return [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ]
  }

  /// The shorter way round.
  private static func slerp(_ a: [Double], _ b: [Double], _ share: Double) -> [Double] {
    var (b, cosine) = (b, dot(a, b))
    if cosine < 0 {
      b = b.map { -$0 }
      cosine = -cosine
    }
    let angle = acos(min(cosine, 1))
    guard angle > 1e-9 else { return a }
    let (p, q) = (sin((1 - share) * angle) / sin(angle), sin(share * angle) / sin(angle))
    return zip(a, b).map { $0 * p + $1 * q }
  }
}
