import DuoCoreGraphics
import Foundation
import Testing

/// Arcs by each of their signatures against sampled circles.
@Suite struct ArcTests {
  /// A cubic for a quarter of a circle is this far off it at most, for radius 1.
  private let flatness = 0.0003

  @Test func arcsLieOnTheirCircle() {
    var numbers = Numbers(seed: 11)
    var mismatches: [String] = []
    for index in 0..<200 {
      let center = numbers.point(-50...50), radius = numbers.number(0.5...80)
      let start = numbers.number(-9...9), delta = numbers.number(-6.2...6.2)
      let relative = CGMutablePath()
      relative.addRelativeArc(center: center, radius: radius, startAngle: start, delta: delta)
      let absolute = CGMutablePath()
      absolute.addArc(
        center: center, radius: radius, startAngle: start, endAngle: start + delta, clockwise: delta < 0)
      for (name, path) in [("relative", relative), ("absolute", absolute)] {
        let points = Polylines(path, steps: 60).points
        if points.contains(where: { abs(apart($0, center) - radius) > radius * flatness }) {
          mismatches.append("\(name) \(index) off the circle")
        }
        // Going on, never back, and as far as was said.
        var turned = 0.0
        for (a, b) in zip(points, points.dropFirst()) {
          let step = atan2(
            (a.x - center.x) * (b.y - center.y) - (a.y - center.y) * (b.x - center.x),
            (a.x - center.x) * (b.x - center.x) + (a.y - center.y) * (b.y - center.y))
          if step * delta < 0 { mismatches.append("\(name) \(index) back") }
          turned += step
        }
        if abs(turned - delta) > 1e-6 { mismatches.append("\(name) \(index): \(turned) for \(delta)") }
        let first = CGPoint(x: center.x + radius * cos(start), y: center.y + radius * sin(start))
        if apart(points[0], first) > 1e-9 { mismatches.append("\(name) \(index) start") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func aLineLeadsToAnArc() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: -5, y: -5))
    path.addArc(center: .zero, radius: 2, startAngle: 0, endAngle: 1, clockwise: false)
    var types: [CGPathElementType] = []
    var second = CGPoint.zero
    path.applyWithBlock { element in
      if types.count == 1 { second = element.pointee.points[0] }
      types.append(element.pointee.type)
    }
    #expect(types.prefix(3) == [.moveToPoint, .addLineToPoint, .addCurveToPoint])
    #expect(apart(second, CGPoint(x: 2, y: 0)) < 1e-12)
    // The subpath still starts where it was begun.
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: -5, y: -5))
    // An arc that begins a subpath closes to its own start, in the space of its transform.
    let alone = CGMutablePath()
    alone.addArc(
      center: .zero, radius: 2, startAngle: 0, endAngle: 1, clockwise: false,
      transform: CGAffineTransform(scaleX: 3, y: 3))
    alone.closeSubpath()
    #expect(apart(alone.currentPoint, CGPoint(x: 6, y: 0)) < 1e-12)
  }

  @Test func tangentArcsTouchBothLines() {
    var numbers = Numbers(seed: 12)
    var mismatches: [String] = []
    for index in 0..<150 {
      let from = numbers.point(-50...50), corner = numbers.point(-50...50), end = numbers.point(-50...50)
      let (a, b) = (
        CGPoint(x: (from.x - corner.x) / apart(from, corner), y: (from.y - corner.y) / apart(from, corner)),
        CGPoint(x: (end.x - corner.x) / apart(end, corner), y: (end.y - corner.y) / apart(end, corner))
      )
      let cosine = a.x * b.x + a.y * b.y
      guard abs(cosine) < 0.98 else { continue }
      let radius = numbers.number(0.5...10)
      let path = CGMutablePath()
      path.move(to: from)
      path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
      // The touching points are equally far from the corner: r / tan(half the angle) = r sqrt((1 + cos) / (1 - cos)).
      let along = radius * ((1 + cosine) / (1 - cosine)).squareRoot()
      let first = CGPoint(x: corner.x + a.x * along, y: corner.y + a.y * along)
      let last = CGPoint(x: corner.x + b.x * along, y: corner.y + b.y * along)
      let points = Polylines(path, steps: 40).points
      if apart(points[1], first) > 1e-6 * max(1, along) { mismatches.append("\(index) first") }
      if apart(path.currentPoint, last) > 1e-6 * max(1, along) { mismatches.append("\(index) last") }
      // The centre lies on the bisector, a radius from both lines.
      let bisector = hypot(a.x + b.x, a.y + b.y)
      let out = hypot(radius, along) / bisector
      let center = CGPoint(x: corner.x + (a.x + b.x) * out, y: corner.y + (a.y + b.y) * out)
      if points.dropFirst().contains(where: { abs(apart($0, center) - radius) > radius * flatness }) {
        mismatches.append("\(index) circle")
      }
    }
    #expect(mismatches == [])
    // Without a corner there is a line to it.
    let flat = CGMutablePath()
    flat.move(to: .zero)
    flat.addArc(tangent1End: CGPoint(x: 5, y: 0), tangent2End: CGPoint(x: 9, y: 0), radius: 3)
    #expect(flat.currentPoint == CGPoint(x: 5, y: 0))
  }

  @Test func ellipsesAndRoundedRectanglesFollowTheirEquations() {
    var numbers = Numbers(seed: 13)
    var mismatches: [String] = []
    for index in 0..<60 {
      let origin = numbers.point(-20...20)
      let (w, h) = (numbers.number(1...50), numbers.number(1...50))
      // Given from the other corner it is the same.
      let rect =
        index % 2 == 0
        ? CGRect(origin: origin, size: CGSize(width: w, height: h))
        : CGRect(x: origin.x + w, y: origin.y + h, width: -w, height: -h)
      let center = CGPoint(x: origin.x + w / 2, y: origin.y + h / 2)
      let ellipse = Polylines(CGPath(ellipseIn: rect, transform: nil), steps: 50)
      for p in ellipse.points {
        let r = hypot((p.x - center.x) / (w / 2), (p.y - center.y) / (h / 2))
        if abs(r - 1) > flatness { mismatches.append("ellipse \(index) \(r)") }
      }
      let (rx, ry) = (numbers.number(0...w / 2), numbers.number(0...h / 2))
      let rounded = Polylines(
        CGPath(roundedRect: rect, cornerWidth: rx, cornerHeight: ry, transform: nil), steps: 50)
      for p in rounded.points {
        let dx = abs(p.x - center.x) - (w / 2 - rx), dy = abs(p.y - center.y) - (h / 2 - ry)
        let off =
          dx > 1e-9 && dy > 1e-9
          ? abs(hypot(dx / rx, dy / ry) - 1) * max(rx, ry) : min(abs(dx - rx), abs(dy - ry))
        if off > flatness * 50 { mismatches.append("rounded \(index) \(off)") }
      }
      if rounded.isClosed != [true] || ellipse.isClosed != [true] { mismatches.append("open \(index)") }
      let box = CGPath(roundedRect: rect, cornerWidth: rx, cornerHeight: ry, transform: nil).boundingBoxOfPath
      let wanted = rect.standardized
      if abs(box.minX - wanted.minX) + abs(box.maxX - wanted.maxX) + abs(box.minY - wanted.minY)
        + abs(box.maxY - wanted.maxY) > 1e-9
      {
        mismatches.append("box \(index)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func sweepsOfManyTurnsEndWhereTheySay() {
    var mismatches: [Double] = []
    for delta in [7.0, -7, 13, -13, 100, -100, 1e6, -1e6] {
      let path = CGMutablePath()
      path.addRelativeArc(center: .zero, radius: 1, startAngle: 0.5, delta: delta)
      let end = CGPoint(x: cos(0.5 + delta), y: sin(0.5 + delta))
      var count = 0
      path.applyWithBlock { _ in count += 1 }
      if apart(path.currentPoint, end) > 1e-6 || count > 10 { mismatches.append(delta) }
    }
    #expect(mismatches == [])
  }
}
