import DuoFoundation
import Testing

@Suite struct CGAffineTransformTests {
  /// Independent of the source: a point as a row vector times a full 3x3 matrix.
  private func matrix(_ t: CGAffineTransform) -> [[Double]] {
    [[t.a, t.b, 0], [t.c, t.d, 0], [t.tx, t.ty, 1]].map { $0.map(Double.init) }
  }

  private func product(_ x: [[Double]], _ y: [[Double]]) -> [[Double]] {
    x.map { row in (0..<3).map { j in (0..<3).reduce(0) { $0 + row[$1] * y[$1][j] } } }
  }

  private func distance(_ x: [[Double]], _ y: [[Double]]) -> Double {
    zip(x.joined(), y.joined()).map { abs($0 - $1) }.max() ?? 0
  }

  private var samples: [CGAffineTransform] {
    var random = SeededGenerator(seed: 7)
    let drawn = (0..<200).map { _ in
      let v = (0..<6).map { _ in CGFloat.random(in: -3...3, using: &random) }
      return CGAffineTransform(v[0], v[1], v[2], v[3], v[4], v[5])
    }
    return [.identity, CGAffineTransform(rotationAngle: .pi / 2), CGAffineTransform(scaleX: -1, y: 2)] + drawn
  }

  @Test func concatenationIsTheMatrixProduct() {
    var worst = 0.0
    for (one, two) in zip(samples, samples.reversed()) {
      worst = max(worst, distance(matrix(one.concatenating(two)), product(matrix(one), matrix(two))))
      worst = max(
        worst, distance(matrix(one.rotated(by: 0.3)), product(matrix(.init(rotationAngle: 0.3)), matrix(one)))
      )
      worst = max(
        worst,
        distance(matrix(one.scaledBy(x: 2, y: 3)), product(matrix(.init(scaleX: 2, y: 3)), matrix(one))))
      worst = max(
        worst,
        distance(
          matrix(one.translatedBy(x: 2, y: 3)), product(matrix(.init(translationX: 2, y: 3)), matrix(one))))
    }
    #expect(worst < 1e-12)
  }

  @Test func inverseUndoes() {
    var mismatches: [CGAffineTransform] = []
    let unit = matrix(.identity)
    for t in samples where abs(t.a * t.d - t.b * t.c) > 1e-3 {
      let error = distance(product(matrix(t), matrix(t.inverted())), unit)
      if error > 1e-8 { mismatches.append(t) }
    }
    #expect(mismatches == [])
    let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 1, ty: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func pointsSizesAndRectangles() {
    let quarter = CGAffineTransform(rotationAngle: .pi / 2)
    let point = CGPoint(x: 2, y: 1).applying(quarter)
    #expect(abs(point.x + 1) < 1e-12 && abs(point.y - 2) < 1e-12)
    let moved = CGAffineTransform(translationX: 10, y: 20)
    #expect(CGSize(width: 3, height: -4).applying(moved) == CGSize(width: 3, height: -4))
    #expect(
      CGRect(x: 1, y: 2, width: 3, height: 4).applying(moved) == CGRect(x: 11, y: 22, width: 3, height: 4))
    #expect(
      CGRect(x: 1, y: 2, width: 3, height: 4).applying(CGAffineTransform(scaleX: -1, y: 2))
        == CGRect(x: -4, y: 4, width: 3, height: 8))
    #expect(CGRect.null.applying(moved).isNull)
  }

  @Test func emptyIsNotIdentity() throws {
    #expect(CGAffineTransform() != .identity)
    #expect(CGAffineTransform(1, 0, 0, 1, 0, 0).isIdentity)
    let t = CGAffineTransform(1, 2, 3, 4, 5, 6)
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: JSONEncoder().encode(t)) == t)
  }
}

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
