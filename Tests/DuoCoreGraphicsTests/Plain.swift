import DuoCoreGraphics
import Foundation

/// Numbers that are the same in each run.
struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
  }

  mutating func point(_ range: ClosedRange<Double>) -> CGPoint {
    CGPoint(x: number(range), y: number(range))
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() >> 33) % (range.upperBound - range.lowerBound + 1)
  }
}

/// A path as many short lines, one list of points for each subpath, made from what `applyWithBlock` tells only.
struct Polylines {
  var lists: [[CGPoint]] = []
  var isClosed: [Bool] = []

  init(_ path: CGPath, steps: Int = 400) {
    path.applyWithBlock { element in
      let points = element.pointee.points
      let last = self.lists.last?.last ?? .zero
      switch element.pointee.type {
      case .moveToPoint: self.begin(points[0])
      case .closeSubpath:
        guard let first = self.lists.last?.first else { return }
        self.lists[self.lists.count - 1].append(first)
        self.isClosed[self.isClosed.count - 1] = true
      case .addLineToPoint:
        self.goOn()
        self.lists[self.lists.count - 1].append(points[0])
      case .addQuadCurveToPoint:
        self.goOn()
        for step in 1...steps {
          let t = Double(step) / Double(steps), u = 1 - t
          self.lists[self.lists.count - 1].append(
            CGPoint(
              x: u * u * last.x + 2 * u * t * points[0].x + t * t * points[1].x,
              y: u * u * last.y + 2 * u * t * points[0].y + t * t * points[1].y))
        }
      case .addCurveToPoint:
        self.goOn()
        for step in 1...steps {
          let t = Double(step) / Double(steps), u = 1 - t
          let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          self.lists[self.lists.count - 1].append(
            CGPoint(
              x: a * last.x + b * points[0].x + c * points[1].x + d * points[2].x,
              y: a * last.y + b * points[0].y + c * points[1].y + d * points[2].y))
        }
      }
    }
  }

  private mutating func begin(_ p: CGPoint) {
    lists.append([p])
    isClosed.append(false)
  }

  /// After a close the next line starts where the closed subpath did.
  private mutating func goOn() {
    if isClosed.last == true { begin(lists[lists.count - 1][0]) }
  }

  var points: [CGPoint] { lists.flatMap { $0 } }

  /// How often the path goes round a point: the sum of the angles under which it is seen. Open ends are joined.
  func windings(round p: CGPoint) -> Int {
    var sum = 0.0
    for list in lists {
      for (a, b) in zip(list, list.dropFirst() + [list[0]]) {
        let (ax, ay, bx, by) = (a.x - p.x, a.y - p.y, b.x - p.x, b.y - p.y)
        sum += atan2(ax * by - ay * bx, ax * bx + ay * by)
      }
    }
    return Int((sum / (2 * .pi)).rounded())
  }

  /// From a point to the nearest place of the path; open ends are joined if wanted.
  func distance(from p: CGPoint, joined: Bool = false) -> Double {
    var best = Double.infinity
    for list in lists {
      for (a, b) in zip(list, list.dropFirst() + (joined ? [list[0]] : [])) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let t = length == 0 ? 0 : min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0), 1)
        best = min(best, hypot(a.x + t * dx - p.x, a.y + t * dy - p.y))
      }
    }
    return best
  }

  var box: (left: Double, top: Double, right: Double, bottom: Double) {
    let xs = points.map { Double($0.x) }.sorted(), ys = points.map { Double($0.y) }.sorted()
    return (xs[0], ys[0], xs[xs.count - 1], ys[ys.count - 1])
  }
}

/// A path of lines, quadratic and cubic curves, some of its subpaths closed.
func tangle(_ numbers: inout Numbers, _ range: ClosedRange<Double>) -> CGMutablePath {
  let path = CGMutablePath()
  for _ in 0..<numbers.whole(1...3) {
    path.move(to: numbers.point(range))
    for _ in 0..<numbers.whole(2...5) {
      switch numbers.whole(0...2) {
      case 0: path.addLine(to: numbers.point(range))
      case 1: path.addQuadCurve(to: numbers.point(range), control: numbers.point(range))
      default:
        path.addCurve(
          to: numbers.point(range), control1: numbers.point(range), control2: numbers.point(range))
      }
    }
    if numbers.whole(0...1) == 0 { path.closeSubpath() }
  }
  return path
}

func someTransform(_ numbers: inout Numbers) -> CGAffineTransform {
  CGAffineTransform(translationX: numbers.number(-20...20), y: numbers.number(-20...20))
    .rotated(by: numbers.number(-3...3)).scaledBy(x: numbers.number(0.3...3), y: numbers.number(-3...(-0.3)))
}

/// Plain row-vector arithmetic: (x, y, 1) times the matrix.
func mapped(_ p: CGPoint, _ t: CGAffineTransform) -> CGPoint {
  CGPoint(x: p.x * t.a + p.y * t.c + t.tx, y: p.x * t.b + p.y * t.d + t.ty)
}

func apart(_ a: CGPoint, _ b: CGPoint) -> Double { hypot(a.x - b.x, a.y - b.y) }
