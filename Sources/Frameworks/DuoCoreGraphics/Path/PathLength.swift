import Foundation

extension PathOutline {
  /// The part between two fractions of the length, as lines and curves. [docs]
  package func part(from start: CGFloat, to end: CGFloat) -> PathOutline {
    let pieces = cubics
    let lengths = pieces.map(\.length)
    let total = lengths.reduce(0, +)
    guard total > 0, start < end else { return PathOutline() }
    let (first, last) = (start * total, end * total)
    var path = PathOutline()
    var passed: CGFloat = 0
    var begins = true
    for (piece, length) in zip(pieces, lengths) {
      defer { passed += length }
      begins = begins || piece.beginsSubpath
      guard length > 0, passed + length > first, passed < last else { continue }
      let from = piece.time(at: max(0, first - passed)), to = piece.time(at: min(length, last - passed))
      let cut = piece.part(from, to)
      if begins { path.move(to: cut.p0) }
      begins = false
      path.curve(cut.p1, cut.p2, to: cut.p3)
    }
    // Joined all round, a whole closed path has no ends.
    if start == 0, end == 1 { return self }
    return path
  }

  /// All segments as cubics.
  private var cubics: [Cubic] {
    var list: [Cubic] = []
    var last = CGPoint.zero
    var start = CGPoint.zero
    var begins = true
    func line(_ a: CGPoint, _ b: CGPoint) -> Cubic {
      Cubic(
        p0: a, p1: CGPoint(x: a.x + (b.x - a.x) / 3, y: a.y + (b.y - a.y) / 3),
        p2: CGPoint(x: b.x - (b.x - a.x) / 3, y: b.y - (b.y - a.y) / 3), p3: b, beginsSubpath: begins)
    }
    for element in elements {
      switch element {
      case .move(let p): (last, start, begins) = (p, p, true)
      case .line(let p):
        list.append(line(last, p))
        (last, begins) = (p, false)
      case .quad(let c, let p):
        list.append(
          Cubic(
            p0: last, p1: CGPoint(x: (last.x + 2 * c.x) / 3, y: (last.y + 2 * c.y) / 3),
            p2: CGPoint(x: (p.x + 2 * c.x) / 3, y: (p.y + 2 * c.y) / 3), p3: p, beginsSubpath: begins))
        (last, begins) = (p, false)
      case .curve(let a, let b, let p):
        list.append(Cubic(p0: last, p1: a, p2: b, p3: p, beginsSubpath: begins))
        (last, begins) = (p, false)
      case .close:
        list.append(line(last, start))
        (last, begins) = (start, true)
      }
    }
    return list
  }
}

/// One cubic Bézier.
private struct Cubic {
  var p0, p1, p2, p3: CGPoint
  var beginsSubpath: Bool

  private static let steps = 32

  private func at(_ t: CGFloat) -> CGPoint {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return CGPoint(
      x: a * p0.x + b * p1.x + c * p2.x + d * p3.x, y: a * p0.y + b * p1.y + c * p2.y + d * p3.y)
  }

  private var chords: [CGFloat] {
    let points = (0...Self.steps).map { at(CGFloat($0) / CGFloat(Self.steps)) }
    return zip(points, points.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
  }

  var length: CGFloat { chords.reduce(0, +) }

  /// Where along the curve so much of its length has passed.
  func time(at distance: CGFloat) -> CGFloat {
    var passed: CGFloat = 0
    for (index, chord) in chords.enumerated() {
      if passed + chord >= distance, chord > 0 {
        return (CGFloat(index) + (distance - passed) / chord) / CGFloat(Self.steps)
      }
      passed += chord
    }
    return 1
  }

  /// De Casteljau.
  func part(_ from: CGFloat, _ to: CGFloat) -> Cubic {
    func blossom(_ r: CGFloat, _ s: CGFloat, _ t: CGFloat) -> CGPoint {
      func mix(_ a: CGPoint, _ b: CGPoint, _ t: CGFloat) -> CGPoint {
        CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
      }
      let a = mix(p0, p1, r), b = mix(p1, p2, r), c = mix(p2, p3, r)
      return mix(mix(a, b, s), mix(b, c, s), t)
    }
    return Cubic(
      p0: blossom(from, from, from), p1: blossom(from, from, to), p2: blossom(from, to, to),
      p3: blossom(to, to, to), beginsSubpath: beginsSubpath)
  }
}
