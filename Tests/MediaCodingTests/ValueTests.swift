import MediaCoding
import Testing

@Suite struct MediaTimeTests {
  @Test func unitsAreChangedToTheNearest() {
    // value, from, to, expected: by hand
    let table: [(Int64, Int32, Int32, Int64)] = [
      (1, 30, 600, 20), (1, 3, 10, 3), (1, 2, 1, 1), (-1, 2, 1, -1), (5, 3, 1, 2), (-4, 3, 1, -1),
      (1 << 40, 1_000_000_000, 600, 659_707),
      (9_000_000_000_000_000_000, 1_000_000_000, 1_000_000_000, 9_000_000_000_000_000_000),
      (9_000_000_000_000_000_000, 1, 2, .max), (-9_000_000_000_000_000_000, 1, 2, -.max),
    ]
    let mismatches = table.compactMap { value, from, to, expected in
      let got = MediaTime(value, from).value(in: to)
      return got == expected ? nil : "\(value)/\(from) in \(to): \(got), not \(expected)"
    }
    #expect(mismatches == [])
  }

  @Test func momentsAreComparedAndHashedWhateverTheirUnits() {
    var random = SystemRandom(seed: 7)
    var mismatches: [String] = []
    for _ in 0..<500 {
      let a = MediaTime(random.next(in: -50...50), Int32(random.next(in: 1...12)))
      let b = MediaTime(random.next(in: -50...50), Int32(random.next(in: 1...12)))
      let (left, right) = (a.value * Int64(b.timescale), b.value * Int64(a.timescale))
      if (a < b) != (left < right) || (a == b) != (left == right) { mismatches.append("\(a) \(b)") }
      if a == b, a.hashValue != b.hashValue { mismatches.append("hash \(a) \(b)") }
      if abs((a + b).seconds - a.seconds - b.seconds) > 0.5 / Double(max(a.timescale, b.timescale)) + 1e-12 {
        mismatches.append("sum \(a) \(b)")
      }
    }
    #expect(mismatches == [])
  }
}

/// Numbers that are the same in every run.
struct SystemRandom {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(in range: ClosedRange<Int64>) -> Int64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int64(state >> 33) % (range.upperBound - range.lowerBound + 1)
  }
}

@Suite struct TrackMatrixTests {
  /// Where the picture's corner goes, step by step: turned about the origin, flipped, pushed back into view.
  private func plainly(_ x: Double, _ y: Double, _ w: Double, _ h: Double, turns: Int, mirrored: Bool)
    -> [Double]
  {
    var (px, py, width, height) = (x, y, w, h)
    for _ in 0..<turns {
      (px, py) = (height - py, px)
      (width, height) = (height, width)
    }
    if mirrored { px = width - px }
    return [px, py]
  }

  @Test func turnsAndFlipsMoveEveryPointWhereItBelongs() {
    var mismatches: [String] = []
    for turns in 0..<4 {
      for mirrored in [false, true] {
        let m = TrackMatrix.showing(width: 192, height: 108, quarterTurns: turns, isMirrored: mirrored)
        for (x, y) in [(0.0, 0.0), (192, 0), (0, 108), (50, 20)] {
          let got = [m.a * x + m.c * y + m.tx, m.b * x + m.d * y + m.ty]
          let expected = plainly(x, y, 192, 108, turns: turns, mirrored: mirrored)
          if got != expected { mismatches.append("\(turns) \(mirrored) \(x),\(y): \(got), not \(expected)") }
        }
        if m.quarterTurns?.turns != turns || m.quarterTurns?.isMirrored != mirrored {
          mismatches.append("\(turns) \(mirrored) read as \(String(describing: m.quarterTurns))")
        }
      }
    }
    #expect(mismatches == [])
    #expect(TrackMatrix(a: 0.7, b: 0.7, c: -0.7, d: 0.7, tx: 0, ty: 0).quarterTurns == nil)
  }
}
