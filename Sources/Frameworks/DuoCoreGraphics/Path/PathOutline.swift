import Foundation

/// Lines and curves, as a value. `CGPath` is its public face.
package struct PathOutline: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(control: CGPoint, CGPoint)
    case curve(CGPoint, CGPoint, CGPoint)
    case close

    var points: [CGPoint] {
      switch self {
      case .move(let p), .line(let p): [p]
      case .quad(let c, let p): [c, p]
      case .curve(let a, let b, let p): [a, b, p]
      case .close: []
      }
    }

    func mapped(_ map: (CGPoint) -> CGPoint) -> Element {
      switch self {
      case .move(let p): .move(map(p))
      case .line(let p): .line(map(p))
      case .quad(let c, let p): .quad(control: map(c), map(p))
      case .curve(let a, let b, let p): .curve(map(a), map(b), map(p))
      case .close: .close
      }
    }
  }

  package private(set) var elements: [Element] = []
  /// Where the next line starts; nil while nothing was begun.
  package private(set) var current: CGPoint?
  private var start = CGPoint.zero

  package init() {}

  // MARK: Single elements

  /// Apple leaves out what has a coordinate that is no number, and says so. [forum]
  private static func areNumbers(_ values: CGFloat...) -> Bool {
    guard values.contains(where: \.isNaN) else { return true }
    FileHandle.standardError.write(
      Data(
        ("Error: this application, or a library it uses, has passed an invalid numeric value (NaN, or not-a-number) to "
          + "CoreGraphics API and this value is being ignored. Please fix this problem.\n").utf8))
    return false
  }

  package mutating func move(to p: CGPoint) {
    guard Self.areNumbers(p.x, p.y) else { return }
    elements.append(.move(p))
    current = p
    start = p
  }

  package mutating func line(to p: CGPoint) {
    guard Self.areNumbers(p.x, p.y) else { return }
    elements.append(.line(p))
    current = p
  }

  package mutating func quad(control: CGPoint, to p: CGPoint) {
    guard Self.areNumbers(control.x, control.y, p.x, p.y) else { return }
    elements.append(.quad(control: control, p))
    current = p
  }

  package mutating func curve(_ a: CGPoint, _ b: CGPoint, to p: CGPoint) {
    guard Self.areNumbers(a.x, a.y, b.x, b.y, p.x, p.y) else { return }
    elements.append(.curve(a, b, p))
    current = p
  }

  package mutating func close() {
    guard let last = elements.last, last != .close else { return }
    elements.append(.close)
    current = start
  }

  package mutating func append(_ other: PathOutline) {
    elements += other.elements
    if let end = other.current {
      current = end
      start = other.start
    }
  }

  package func applying(_ t: CGAffineTransform) -> PathOutline {
    guard !t.isIdentity else { return self }
    var copy = self
    copy.elements = elements.map { $0.mapped { $0.applying(t) } }
    copy.current = current?.applying(t)
    copy.start = start.applying(t)
    return copy
  }

  /// Goes on from the current point with what is built in the space that `t` maps from. What was there stays to the bit.
  package mutating func extend(_ t: CGAffineTransform, _ build: (inout PathOutline) -> Void) {
    guard t.a * t.d - t.b * t.c != 0 else { return }
    var piece = PathOutline()
    piece.current = current?.applying(t.inverted())
    build(&piece)
    guard !piece.elements.isEmpty else { return }
    piece = piece.applying(t)
    elements += piece.elements
    if current == nil { start = piece.start }
    current = piece.current
  }

  // MARK: Shapes

  /// Nothing can be drawn for the null rectangle and for those that are no numbers.
  private static func isShape(_ rect: CGRect) -> Bool {
    !rect.isNull && areNumbers(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
  }

  package mutating func rect(_ rect: CGRect) {
    guard Self.isShape(rect) else { return }
    let rect = rect.standardized
    move(to: rect.origin)
    line(to: CGPoint(x: rect.maxX, y: rect.minY))
    line(to: CGPoint(x: rect.maxX, y: rect.maxY))
    line(to: CGPoint(x: rect.minX, y: rect.maxY))
    close()
  }

  package mutating func ellipse(in rect: CGRect) {
    guard Self.isShape(rect) else { return }
    let rect = rect.standardized
    var circle = PathOutline()
    circle.arc(center: .zero, radius: 1, start: 0, sweep: 2 * .pi)
    circle.close()
    append(
      circle.applying(
        CGAffineTransform(
          a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)))
  }

  /// Corners in the order top left, top right, bottom right, bottom left, where y points down.
  package mutating func roundedRect(_ rect: CGRect, radii: [CGSize]) {
    guard Self.isShape(rect) else { return }
    let rect = rect.standardized
    let corners = [
      (CGPoint(x: rect.minX, y: rect.minY), 1.0, 1.0), (CGPoint(x: rect.maxX, y: rect.minY), -1.0, 1.0),
      (CGPoint(x: rect.maxX, y: rect.maxY), -1.0, -1.0), (CGPoint(x: rect.minX, y: rect.maxY), 1.0, -1.0),
    ]
    var isFirst = true
    for (index, (corner, x, y)) in corners.enumerated() {
      let size = radii[index]
      let center = CGPoint(x: corner.x + x * size.width, y: corner.y + y * size.height)
      guard size.width > 0, size.height > 0 else {
        if isFirst { move(to: corner) } else { line(to: corner) }
        isFirst = false
        continue
      }
      var quarter = PathOutline()
      quarter.arc(center: .zero, radius: 1, start: .pi + Double(index) * .pi / 2, sweep: .pi / 2)
      let placed = quarter.applying(
        CGAffineTransform(a: size.width, b: 0, c: 0, d: size.height, tx: center.x, ty: center.y))
      if isFirst {
        append(placed)
      } else if case .move(let begin) = placed.elements[0] {
        line(to: begin)
        for element in placed.elements.dropFirst() {
          if case .curve(let a, let b, let p) = element { curve(a, b, to: p) }
        }
      }
      isFirst = false
    }
    close()
  }

  package mutating func roundedRect(_ rect: CGRect, radius: CGFloat) {
    let r = max(0, min(radius, rect.width / 2, rect.height / 2))
    roundedRect(rect, radii: Array(repeating: CGSize(width: r, height: r), count: 4))
  }

  /// Part of a circle in pieces of at most a quarter, from the x axis towards the y axis for a positive sweep. A line leads to
  /// its start when something was begun.
  package mutating func arc(center: CGPoint, radius: CGFloat, start: CGFloat, sweep: CGFloat) {
    guard Self.areNumbers(center.x, center.y, radius, start, sweep), start.isFinite, sweep.isFinite else {
      return
    }
    // Whole turns after the second draw nothing new.
    let turn = 2 * CGFloat.pi
    let sweep =
      abs(sweep) > 2 * turn ? sweep.truncatingRemainder(dividingBy: turn) + (sweep < 0 ? -turn : turn) : sweep
    func at(_ angle: CGFloat) -> CGPoint {
      CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    if current == nil { move(to: at(start)) } else { line(to: at(start)) }
    let pieces = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / CGFloat(pieces)
    // The handle that makes a cubic touch the circle in its middle.
    let handle = radius * 4 / 3 * tan(step / 4)
    for index in 0..<pieces {
      let from = start + step * CGFloat(index), to = from + step
      let (a, b) = (at(from), at(to))
      curve(
        CGPoint(x: a.x - handle * sin(from), y: a.y + handle * cos(from)),
        CGPoint(x: b.x + handle * sin(to), y: b.y - handle * cos(to)), to: b)
    }
  }

  /// Apple's way to say an arc: `clockwise` as seen where y points up. [docs]
  package mutating func arc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    guard endAngle.isFinite || endAngle.isNaN else { return }
    let turn = 2 * CGFloat.pi
    var sweep = endAngle - startAngle
    if clockwise {
      if sweep > 0 { sweep -= turn * (sweep / turn).rounded(.up) }
      sweep = max(sweep, -turn)
    } else {
      if sweep < 0 { sweep += turn * (-sweep / turn).rounded(.up) }
      sweep = min(sweep, turn)
    }
    arc(center: center, radius: radius, start: startAngle, sweep: sweep)
  }

  /// The arc that touches both lines of a corner. [docs]
  package mutating func arc(tangent1End corner: CGPoint, tangent2End end: CGPoint, radius: CGFloat) {
    guard let from = current else { return }
    let (ax, ay) = (from.x - corner.x, from.y - corner.y)
    let (bx, by) = (end.x - corner.x, end.y - corner.y)
    let (la, lb) = (hypot(ax, ay), hypot(bx, by))
    let cross = ax * by - ay * bx
    guard la > 0, lb > 0, radius > 0, abs(cross) > 1e-9 * la * lb else { return line(to: corner) }
    let half = acos(min(max((ax * bx + ay * by) / (la * lb), -1), 1)) / 2
    let along = radius / tan(half)
    let toCenter = radius / sin(half)
    let (mx, my) = (ax / la + bx / lb, ay / la + by / lb)
    let lm = hypot(mx, my)
    let center = CGPoint(x: corner.x + mx / lm * toCenter, y: corner.y + my / lm * toCenter)
    let first = CGPoint(x: corner.x + ax / la * along, y: corner.y + ay / la * along)
    let begin = atan2(first.y - center.y, first.x - center.x)
    let sweep = (.pi - 2 * half) * (cross > 0 ? -1 : 1)
    arc(center: center, radius: radius, start: begin, sweep: sweep)
  }

  // MARK: Boxes

  /// Round all points, those that steer curves included; nil without points.
  package var controlBox: CGRect? { Self.box(elements.flatMap(\.points)) }

  /// Round the lines and curves themselves.
  package var tightBox: CGRect? {
    var points: [CGPoint] = []
    var last = CGPoint.zero
    var start = CGPoint.zero
    for element in elements {
      switch element {
      case .move(let p):
        start = p
        points.append(p)
      case .line(let p): points.append(p)
      case .quad(let c, let p):
        let (a, b) = Self.raised(last, c, p)
        points += Self.extremes(last, a, b, p)
      case .curve(let a, let b, let p): points += Self.extremes(last, a, b, p)
      case .close: break
      }
      last = element == .close ? start : element.points.last!
    }
    return Self.box(points)
  }

  private static func box(_ points: [CGPoint]) -> CGRect? {
    guard let left = points.map(\.x).min(), let top = points.map(\.y).min() else { return nil }
    return CGRect(
      x: left, y: top, width: points.map(\.x).max()! - left, height: points.map(\.y).max()! - top)
  }

  /// The control points of the cubic that is this quadratic curve.
  static func raised(_ p0: CGPoint, _ c: CGPoint, _ p1: CGPoint) -> (CGPoint, CGPoint) {
    (
      CGPoint(x: (p0.x + 2 * c.x) / 3, y: (p0.y + 2 * c.y) / 3),
      CGPoint(x: (p1.x + 2 * c.x) / 3, y: (p1.y + 2 * c.y) / 3)
    )
  }

  static func at(_ t: CGFloat, _ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint) -> CGPoint {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return CGPoint(
      x: a * p0.x + b * p1.x + c * p2.x + d * p3.x, y: a * p0.y + b * p1.y + c * p2.y + d * p3.y)
  }

  /// Times at which one coordinate of a cubic turns back.
  static func turns(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> [CGFloat] {
    // The derivative's coefficients, divided by 3.
    let (i, j, k) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
    let root = j * j - 4 * i * k
    guard root >= 0 else { return [] }
    // Nothing is subtracted from its like here: a quadratic curve's first coefficient is only about zero.
    let sum = -(j + (j < 0 ? -root.squareRoot() : root.squareRoot())) / 2
    return [sum / i, k / sum].filter(\.isFinite)
  }

  /// The end of a cubic and the points where it turns back in x or y.
  private static func extremes(_ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint) -> [CGPoint] {
    let times = turns(p0.x, p1.x, p2.x, p3.x) + turns(p0.y, p1.y, p2.y, p3.y)
    return times.filter { $0 > 0 && $0 < 1 }.map { at($0, p0, p1, p2, p3) } + [p3]
  }
}
