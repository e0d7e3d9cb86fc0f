import DuoCoreGraphics
import Foundation
import Testing

@Suite struct CGPathTests {
  @Test func insideIsWhatWindingNumbersSay() {
    // Random polygons against a plain count of crossings.
    var state: UInt64 = 7
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * 100
    }
    var mismatches: [String] = []
    for _ in 0..<40 {
      let points = (0..<7).map { _ in CGPoint(x: random(), y: random()) }
      let path = CGMutablePath()
      path.addLines(between: points)
      path.closeSubpath()
      for _ in 0..<25 {
        let p = CGPoint(x: random(), y: random())
        var winding = 0, crossings = 0
        for (a, b) in zip(points, points.dropFirst() + [points[0]]) where (a.y > p.y) != (b.y > p.y) {
          let x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
          if x > p.x {
            crossings += 1
            winding += a.y < b.y ? 1 : -1
          }
        }
        if path.contains(p) != (winding != 0) { mismatches.append("winding \(p)") }
        if path.contains(p, using: .evenOdd) != (crossings % 2 == 1) { mismatches.append("even-odd \(p)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func boxesAreTight() {
    var mismatches: [String] = []
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 10, y: 10))
    path.addCurve(
      to: CGPoint(x: 60, y: 20), control1: CGPoint(x: -30, y: 90), control2: CGPoint(x: 90, y: -70))
    path.addQuadCurve(to: CGPoint(x: 5, y: 5), control: CGPoint(x: 100, y: 50))
    // Points of the curves themselves.
    var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
    for step in 0...2000 {
      let t = Double(step) / 2000, u = 1 - t
      let cubic = (
        u * u * u * 10 + 3 * u * u * t * -30 + 3 * u * t * t * 90 + t * t * t * 60,
        u * u * u * 10 + 3 * u * u * t * 90 + 3 * u * t * t * -70 + t * t * t * 20
      )
      let quad = (
        u * u * 60 + 2 * u * t * 100 + t * t * 5, u * u * 20 + 2 * u * t * 50 + t * t * 5
      )
      for (x, y) in [cubic, quad] {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    let box = path.boundingBoxOfPath
    for (a, b) in [(box.minX, left), (box.maxX, right), (box.minY, top), (box.maxY, bottom)]
    where abs(a - b) > 0.01 { mismatches.append("\(a) for \(b)") }
    #expect(mismatches == [])
    #expect(path.boundingBox == CGRect(x: -30, y: -70, width: 130, height: 160))
    #expect(CGMutablePath().boundingBox.isNull && CGMutablePath().isEmpty)
    let circle = CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 30, height: 40), transform: nil)
    #expect(circle.boundingBoxOfPath.insetBy(dx: -0.01, dy: -0.01).contains(circle.boundingBox))
  }

  @Test func elementsComeInOrder() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 2, y: 1))
    path.addQuadCurve(to: CGPoint(x: 3, y: 3), control: CGPoint(x: 3, y: 1))
    path.addCurve(to: CGPoint(x: 5, y: 5), control1: CGPoint(x: 4, y: 4), control2: CGPoint(x: 5, y: 4))
    path.closeSubpath()
    path.closeSubpath()
    var types: [CGPathElementType] = []
    var last = CGPoint.zero
    path.applyWithBlock { element in
      types.append(element.pointee.type)
      if element.pointee.type == .addCurveToPoint { last = element.pointee.points[2] }
    }
    #expect(
      types == [.moveToPoint, .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath])
    #expect(last == CGPoint(x: 5, y: 5) && path.currentPoint == CGPoint(x: 1, y: 1))
    var shift = CGAffineTransform(translationX: 10, y: 0)
    let copy = path.copy(using: &shift)!
    #expect(copy.currentPoint == CGPoint(x: 11, y: 1) && copy != path && path.copy()! == path)
    let grown = path.mutableCopy()!
    grown.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(grown != path)
  }

  @Test func rectanglesAreKnown() {
    var found = CGRect.zero
    let wanted = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(CGPath(rect: wanted, transform: nil).isRect(&found) && found == wanted)
    #expect(!CGPath(ellipseIn: wanted, transform: nil).isRect(nil))
    var turn = CGAffineTransform(rotationAngle: 0.3)
    #expect(!CGPath(rect: wanted, transform: &turn).isRect(nil))
    #expect(!CGMutablePath().isRect(nil))
  }

  @Test func arcsEndWhereTheirAnglesSay() {
    var mismatches: [String] = []
    for clockwise in [false, true] {
      for start in stride(from: -3.0, through: 7, by: 1.3) {
        for end in stride(from: -3.0, through: 7, by: 1.1) {
          let path = CGMutablePath()
          path.addArc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
          let turn = 2 * Double.pi
          var sweep = (end - start).truncatingRemainder(dividingBy: turn)
          if sweep < 0 { sweep += turn }
          // A whole turn or more to the stated side is drawn as one whole turn.
          let isWhole = clockwise ? start - end >= turn : end - start >= turn
          let length = isWhole ? turn : clockwise ? (sweep == 0 ? 0 : turn - sweep) : sweep
          let finish = start + (clockwise ? -length : length)
          let at = CGPoint(x: 10 * cos(finish), y: 10 * sin(finish))
          if hypot(path.currentPoint.x - at.x, path.currentPoint.y - at.y) > 1e-6 {
            mismatches.append("\(start) \(end) \(clockwise)")
          }
        }
      }
    }
    #expect(mismatches == [])
    let relative = CGMutablePath()
    relative.addRelativeArc(center: .zero, radius: 10, startAngle: 0, delta: -.pi / 2)
    #expect(abs(relative.currentPoint.y + 10) < 1e-9)
  }

  @Test func aPathHasToBeBegun() {
    let path = CGMutablePath()
    path.addLine(to: CGPoint(x: 1, y: 1))
    path.addQuadCurve(to: .zero, control: .zero)
    path.addCurve(to: .zero, control1: .zero, control2: .zero)
    path.closeSubpath()
    #expect(path.isEmpty)
  }

  @Test func cornersHaveToFit() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      _ = CGPath(
        roundedRect: CGRect(x: 0, y: 0, width: 10, height: 30), cornerWidth: 6, cornerHeight: 6,
        transform: nil)
    }
  }

  @Test func transformsApplyToWhatIsAdded() {
    let path = CGMutablePath()
    let double = CGAffineTransform(scaleX: 2, y: 2)
    path.addEllipse(in: CGRect(x: 0, y: 0, width: 5, height: 5), transform: double)
    path.addRects([CGRect(x: 10, y: 10, width: 1, height: 1)], transform: double)
    path.addPath(CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 30), transform: nil), transform: double)
    let box = path.boundingBoxOfPath
    #expect(abs(box.width - 22) < 1e-9 && abs(box.height - 60) < 1e-9)
    path.addArc(
      center: CGPoint(x: 1, y: 1), radius: 1, startAngle: 0, endAngle: .pi, clockwise: false,
      transform: double)
    #expect(hypot(path.currentPoint.x, path.currentPoint.y - 2) < 1e-9)
    #expect(path.contains(CGPoint(x: 15, y: 15), transform: CGAffineTransform(translationX: 10, y: 10)))
  }
}
