/// How a track's pictures are shown: x' = a x + c y + tx, y' = b x + d y + ty, x to the right and y down, in pixels of
/// the track's natural size. The members mean what those of `CGAffineTransform` mean in a `preferredTransform`. [docs]
package struct TrackMatrix: Hashable, Sendable {
  package var a, b, c, d, tx, ty: Double

  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  package static let identity = TrackMatrix(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Shows pictures of this size turned clockwise, then flipped left-right, moved so that they begin at 0, 0.
  package static func showing(
    width: Int, height: Int, quarterTurns: Int, isMirrored: Bool = false
  ) -> TrackMatrix {
    let (w, h) = (Double(width), Double(height))
    var matrix: TrackMatrix =
      switch ((quarterTurns % 4) + 4) % 4 {
      case 1: TrackMatrix(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
      case 2: TrackMatrix(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
      case 3: TrackMatrix(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
      default: .identity
      }
    if isMirrored {
      let shown = quarterTurns % 2 == 0 ? w : h
      (matrix.a, matrix.c, matrix.tx) = (-matrix.a, -matrix.c, shown - matrix.tx)
    }
    return matrix
  }

  /// Clockwise quarter turns, and the flip after them; nil when the matrix scales, shears or turns by other angles.
  package var quarterTurns: (turns: Int, isMirrored: Bool)? {
    let isMirrored = a * d - b * c < 0
    let (x, y) = isMirrored ? (-a, -c) : (a, c)
    func near(_ p: (Double, Double, Double, Double)) -> Bool {
      abs(x - p.0) < 1e-3 && abs(b - p.1) < 1e-3 && abs(y - p.2) < 1e-3 && abs(d - p.3) < 1e-3
    }
    let turned = [(1.0, 0.0, 0.0, 1.0), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)]
    return turned.firstIndex(where: near).map { ($0, isMirrored) }
  }

  /// As files store it: rows (a b u) (c d v) (x y w), 16.16 fixed point, the last column 2.30.
  var fixedPoint: [Int32] {
    func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64((value * 65536).rounded())) }
    return [fixed(a), fixed(b), 0, fixed(c), fixed(d), 0, fixed(tx), fixed(ty), 1 << 30]
  }

  init(fixedPoint values: [Int32]) {
    func number(_ index: Int) -> Double { Double(values[index]) / 65536 }
    self.init(a: number(0), b: number(1), c: number(3), d: number(4), tx: number(6), ty: number(7))
  }
}
