import Foundation

extension PathOutline {
  /// Whether the filled path covers `point`. Open subpaths are closed by a line. A point on an edge belongs to the side of greater
  /// x and y, as with `CGRect.contains`. [docs; edges inferred]
  package func contains(_ point: CGPoint, _ rule: CGPathFillRule) -> Bool {
    guard point.x.isFinite, point.y.isFinite else { return false }
    let windings = windings(round: point)
    return rule == .evenOdd ? windings.crossings % 2 == 1 : windings.sum != 0
  }

  /// Crossings of the ray from `point` to the right: how many, and those down less those up.
  private func windings(round point: CGPoint) -> (sum: Int, crossings: Int) {
    var (sum, crossings) = (0, 0)
    var (last, start) = (CGPoint.zero, CGPoint.zero)
    func line(_ a: CGPoint, _ b: CGPoint) {
      guard (a.y > point.y) != (b.y > point.y) else { return }
      guard a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) > point.x else { return }
      crossings += 1
      sum += a.y < b.y ? 1 : -1
    }
    func cubic(_ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint) {
      let heights = [p0.y, p1.y, p2.y, p3.y]
      guard heights.contains(where: { $0 > point.y }), heights.contains(where: { $0 <= point.y }) else {
        return
      }
      let turns = Self.turns(p0.y, p1.y, p2.y, p3.y).filter { $0 > 0 && $0 < 1 }.sorted()
      let times = [0] + turns + [1]
      for (from, to) in zip(times, times.dropFirst()) {
        let isBelow = Self.at(from, p0, p1, p2, p3).y > point.y
        guard isBelow != (Self.at(to, p0, p1, p2, p3).y > point.y) else { continue }
        // Between two turns it goes one way only.
        var (low, high) = (from, to)
        for _ in 0..<50 {
          let middle = (low + high) / 2
          if (Self.at(middle, p0, p1, p2, p3).y > point.y) == isBelow { low = middle } else { high = middle }
        }
        guard Self.at(high, p0, p1, p2, p3).x > point.x else { continue }
        crossings += 1
        sum += isBelow ? -1 : 1
      }
    }
    for element in elements {
      switch element {
      case .move(let p):
        line(last, start)
        start = p
      case .line(let p): line(last, p)
      case .quad(let c, let p):
        let (a, b) = Self.raised(last, c, p)
        cubic(last, a, b, p)
      case .curve(let a, let b, let p): cubic(last, a, b, p)
      case .close: line(last, start)
      }
      last = element.points.last ?? start
    }
    line(last, start)
    return (sum, crossings)
  }
}
