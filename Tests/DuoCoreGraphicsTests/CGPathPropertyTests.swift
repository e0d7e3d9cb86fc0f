import DuoCoreGraphics
import Foundation
import Testing

/// Random paths against the short lines that they are made of.
@Suite struct CGPathPropertyTests {
  @Test func curvesContainWhatTheyGoRound() {
    var numbers = Numbers(seed: 1)
    var mismatches: [String] = []
    var inside = 0
    // Also small ones: a path in the unit square is as exact as any other.
    for size in [0.001, 1, 100, 1e9] {
      for index in 0..<12 {
        let path = tangle(&numbers, 0...size)
        let plain = Polylines(path, steps: 150)
        for _ in 0..<25 {
          let p = numbers.point(0...size)
          guard plain.distance(from: p, joined: true) > size / 2000 else { continue }
          let windings = plain.windings(round: p)
          if windings != 0 { inside += 1 }
          if path.contains(p) != (windings != 0) { mismatches.append("\(size) \(index) winding \(p)") }
          if path.contains(p, using: .evenOdd) != (windings % 2 != 0) {
            mismatches.append("\(size) \(index) even-odd \(p)")
          }
        }
      }
    }
    #expect(mismatches == [])
    #expect(inside > 200)
  }

  @Test func containsMapsThePathFirst() {
    var numbers = Numbers(seed: 2)
    var mismatches: [Int] = []
    for index in 0..<60 {
      let path = tangle(&numbers, -30...30)
      let t = someTransform(&numbers)
      let p = numbers.point(-30...30)
      guard Polylines(path, steps: 100).distance(from: p, joined: true) > 0.1 else { continue }
      if path.contains(mapped(p, t), transform: t) != path.contains(p) { mismatches.append(index) }
    }
    #expect(mismatches == [])
  }

  @Test func anEdgeBelongsToTheSideOfGreaterCoordinates() {
    let rect = CGRect(x: 2, y: 3, width: 4, height: 5)
    let path = CGPath(rect: rect, transform: nil)
    var mismatches: [CGPoint] = []
    for x in [1.0, 2, 4, 6, 7] {
      for y in [2.0, 3, 5, 8, 9]
      where path.contains(CGPoint(x: x, y: y)) != rect.contains(CGPoint(x: x, y: y)) {
        mismatches.append(CGPoint(x: x, y: y))
      }
    }
    #expect(mismatches == [])
    let isNowhere = [
      CGPoint(x: Double.nan, y: 4), CGPoint(x: 4, y: Double.infinity), CGPoint(x: -Double.infinity, y: 4),
    ]
    #expect(isNowhere.filter { path.contains($0) } == [])
    #expect(!CGMutablePath().contains(.zero))
  }

  @Test func boxesHoldEveryPointAndNoMore() {
    var numbers = Numbers(seed: 3)
    var mismatches: [String] = []
    for size in [1.0, 1000] {
      for index in 0..<60 {
        let path = tangle(&numbers, -size...size)
        let box = path.boundingBoxOfPath
        let plain = Polylines(path, steps: 1000).box
        for (a, b) in [
          (box.minX, plain.left), (box.minY, plain.top), (box.maxX, plain.right), (box.maxY, plain.bottom),
        ] where abs(a - b) > size * 1e-4 { mismatches.append("\(size) \(index): \(a) for \(b)") }
        var points: [CGPoint] = []
        path.applyWithBlock { element in
          let count = [1, 1, 2, 3, 0][Int(element.pointee.type.rawValue)]
          points += (0..<count).map { element.pointee.points[$0] }
        }
        let control = path.boundingBox
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        if control.minX != xs.min()! || control.minY != ys.min()!
          || abs(control.maxX - xs.max()!) > size * 1e-12
          || abs(control.maxY - ys.max()!) > size * 1e-12
        {
          mismatches.append("\(size) \(index) control")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func quadraticCurvesHaveTheirTurnsExactly() {
    // x(t) = (1-t)² a + 2t(1-t) c + t² b turns at (a - c) / (a - 2c + b).
    var numbers = Numbers(seed: 4)
    var mismatches: [String] = []
    for _ in 0..<400 {
      let (a, c, b) = (
        numbers.number(-5000...5000), numbers.number(-5000...5000), numbers.number(-5000...5000)
      )
      let path = CGMutablePath()
      path.move(to: CGPoint(x: a, y: 0))
      path.addQuadCurve(to: CGPoint(x: b, y: 1), control: CGPoint(x: c, y: 0.5))
      let t = (a - c) / (a - 2 * c + b)
      var xs = [a, b]
      if t > 0, t < 1 { xs.append((1 - t) * (1 - t) * a + 2 * t * (1 - t) * c + t * t * b) }
      let box = path.boundingBoxOfPath
      if abs(box.minX - xs.min()!) > 1e-6 || abs(box.maxX - xs.max()!) > 1e-6 {
        mismatches.append("\(a) \(c) \(b)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func copiesAreMappedPointByPoint() {
    var numbers = Numbers(seed: 5)
    var mismatches: [String] = []
    for index in 0..<40 {
      let path = tangle(&numbers, -50...50)
      var t = someTransform(&numbers)
      let wanted = Polylines(path, steps: 5).points.map { mapped($0, t) }
      let built = CGMutablePath()
      built.addPath(path, transform: t)
      for (name, copy) in [
        ("copy", path.copy(using: &t)!), ("mutable", path.mutableCopy(using: &t)! as CGPath),
        ("added", built),
      ] {
        let got = Polylines(copy, steps: 5).points
        if got.count != wanted.count || zip(got, wanted).contains(where: { apart($0, $1) > 1e-9 }) {
          mismatches.append("\(name) \(index)")
        }
        if apart(copy.currentPoint, mapped(path.currentPoint, t)) > 1e-9 {
          mismatches.append("current \(index)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func equalPathsHaveEqualSteps() {
    var numbers = Numbers(seed: 6)
    var mismatches: [Int] = []
    for index in 0..<30 {
      let path = tangle(&numbers, 0...10)
      let copy = path.mutableCopy()!
      let frozen = path.copy()!
      if path != copy || path.hashValue != copy.hashValue || frozen != path { mismatches.append(index) }
      copy.addLine(to: CGPoint(x: 11, y: 11))
      // A copy goes its own way, and the original does not follow.
      if path == copy || frozen != path || copy.currentPoint != CGPoint(x: 11, y: 11) {
        mismatches.append(index)
      }
      if path.copy(using: nil) != path { mismatches.append(index) }
    }
    #expect(mismatches == [])
  }

  @Test func whatWasBuiltDoesNotMoveWhenArcsFollow() {
    var numbers = Numbers(seed: 7)
    var mismatches: [String] = []
    for index in 0..<30 {
      let path = tangle(&numbers, -50...50)
      let before = path.boundingBoxOfPath
      var steps: [CGPoint] = []
      path.applyWithBlock { if $0.pointee.type != .closeSubpath { steps.append($0.pointee.points[0]) } }
      let t = someTransform(&numbers)
      path.addArc(
        center: CGPoint(x: 1, y: 2), radius: 3, startAngle: 0, endAngle: 1, clockwise: false, transform: t)
      path.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: 1, transform: t)
      path.addArc(
        tangent1End: numbers.point(0...9), tangent2End: numbers.point(0...9), radius: 1, transform: t)
      var after: [CGPoint] = []
      path.applyWithBlock { if $0.pointee.type != .closeSubpath { after.append($0.pointee.points[0]) } }
      if Array(after.prefix(steps.count)) != steps { mismatches.append("\(index) moved") }
      let end = mapped(CGPoint(x: cos(1.0 as Double), y: sin(1.0 as Double)), t)
      if !path.boundingBoxOfPath.insetBy(dx: -1e-9, dy: -1e-9).contains(end) {
        mismatches.append("\(index) arc")
      }
      // A transform that flattens everything draws nothing and leaves the rest alone.
      let box = path.boundingBoxOfPath
      path.addRelativeArc(
        center: .zero, radius: 1, startAngle: 0, delta: 1, transform: CGAffineTransform(scaleX: 0, y: 0))
      if path.boundingBoxOfPath != box || !box.insetBy(dx: -1e-9, dy: -1e-9).contains(before) {
        mismatches.append("\(index) flat")
      }
    }
    #expect(mismatches == [])
  }
}
