import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct CALayerGeometryTests {
  /// A layer as plain numbers, and the textbook formula for where its points go.
  struct Plain {
    var bounds: CGRect
    var position, anchor: CGPoint
    var a, b, c, d, tx, ty: Double

    func up(_ p: CGPoint) -> CGPoint {
      let x = p.x - (bounds.minX + anchor.x * bounds.width)
      let y = p.y - (bounds.minY + anchor.y * bounds.height)
      return CGPoint(x: a * x + c * y + tx + position.x, y: b * x + d * y + ty + position.y)
    }
  }

  func random(_ random: inout SeededRandom, _ kind: Int) -> (CALayer, Plain) {
    let layer = CALayer()
    layer.bounds = CGRect(
      x: random.number(-50...50), y: random.number(-50...50), width: random.number(1...300),
      height: random.number(1...300))
    layer.position = CGPoint(x: random.number(-200...200), y: random.number(-200...200))
    layer.anchorPoint = CGPoint(x: random.number(0...1), y: random.number(0...1))
    var m = CGAffineTransform.identity
    if kind > 0 {
      let turn = kind == 1 ? Double(random.int(4)) * .pi / 2 : random.number(-3...3)
      m = CGAffineTransform(rotationAngle: turn)
        .scaledBy(x: random.number(0.2...3), y: kind == 1 ? 1 : random.number(-3 ... -0.2))
    }
    if kind == 2 { m.tx = random.number(-20...20) }
    layer.setAffineTransform(m)
    return (
      layer,
      Plain(
        bounds: layer.bounds, position: layer.position, anchor: layer.anchorPoint, a: m.a, b: m.b, c: m.c,
        d: m.d, tx: m.tx, ty: m.ty)
    )
  }

  @Test func pointsGoUpTheTreeAsTheFormulaSays() {
    var numbers = SeededRandom(1)
    var wrong: [String] = []
    for round in 0..<400 {
      let chain = (0...numbers.int(4)).map { _ in random(&numbers, numbers.int(3)) }
      for (inner, outer) in zip(chain, chain.dropFirst()) { outer.0.addSublayer(inner.0) }
      let point = CGPoint(x: numbers.number(-300...300), y: numbers.number(-300...300))
      let top = chain[chain.count - 1].0
      let outside = chain.reduce(point) { $1.1.up($0) }
      let inTop = chain.dropLast().reduce(point) { $1.1.up($0) }
      let leaf = chain[0].0
      if !near(leaf.convert(point, to: nil), outside) { wrong.append("\(round): outside") }
      if !near(leaf.convert(point, to: top), inTop) { wrong.append("\(round): top") }
      if !near(leaf.convert(inTop, from: top), point) { wrong.append("\(round): back") }
      if !near(top.convert(leaf.convert(point, to: top), to: leaf), point, 1e-5) {
        wrong.append("\(round): round trip")
      }
    }
    #expect(wrong == [])
  }

  @Test func pointsGoBetweenBranches() {
    var numbers = SeededRandom(2)
    var wrong: [Int] = []
    for round in 0..<200 {
      let root = random(&numbers, 2)
      let left = random(&numbers, 2)
      let right = random(&numbers, 2)
      root.0.addSublayer(left.0)
      root.0.addSublayer(right.0)
      let point = CGPoint(x: numbers.number(-99...99), y: numbers.number(-99...99))
      let there = left.0.convert(point, to: right.0)
      if !near(right.1.up(there), left.1.up(point), 1e-5) { wrong.append(round) }
      if !near(right.0.convert(point, from: left.0), there, 1e-9) { wrong.append(round) }
    }
    #expect(wrong == [])
  }

  @Test func rectanglesAreTheBoxesOfTheirCorners() {
    var numbers = SeededRandom(3)
    var wrong: [Int] = []
    for round in 0..<200 {
      let (layer, plain) = random(&numbers, round % 3)
      let rect = CGRect(
        x: numbers.number(-99...99), y: numbers.number(-99...99), width: numbers.number(0...99),
        height: numbers.number(0...99))
      let corners = [
        CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
        CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY),
      ].map(plain.up)
      let x = corners.map(\.x).sorted()
      let y = corners.map(\.y).sorted()
      let box = CGRect(x: x[0], y: y[0], width: x[3] - x[0], height: y[3] - y[0])
      if !near(layer.convert(rect, to: nil), box) { wrong.append(round) }
    }
    #expect(wrong == [])
  }

  @Test func theFrameIsTheBoxOfTheBoundsAndCanBeSet() {
    var numbers = SeededRandom(4)
    var wrong: [Int] = []
    for round in 0..<200 {
      let kind = round % 2
      let (layer, _) = random(&numbers, kind)
      if !near(layer.frame, layer.convert(layer.bounds, to: nil)) { wrong.append(round) }
      let anchor = layer.anchorPoint
      let origin = layer.bounds.origin
      let wanted = CGRect(
        x: numbers.number(-99...99), y: numbers.number(-99...99), width: numbers.number(1...99),
        height: numbers.number(1...99))
      layer.frame = wanted
      if !near(layer.frame, wanted) || layer.anchorPoint != anchor || layer.bounds.origin != origin {
        wrong.append(round)
      }
      if kind == 0
        && !near(CGRect(origin: .zero, size: layer.bounds.size), CGRect(origin: .zero, size: wanted.size))
      {
        wrong.append(round)
      }
    }
    #expect(wrong == [])
  }

  @Test func aPlainFrameSaysWhereTheAnchorIs() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 60)
    #expect(layer.position == CGPoint(x: 60, y: 50))
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 100, height: 60))
    layer.anchorPoint = .zero
    #expect(layer.frame == CGRect(x: 60, y: 50, width: 100, height: 60))
    layer.frame = CGRect(x: 50, y: 50, width: -20, height: -10)
    #expect(layer.frame == CGRect(x: 30, y: 40, width: 20, height: 10))
  }

  @Test func perspectiveDividesByTheDepth() {
    var numbers = SeededRandom(5)
    var wrong: [Int] = []
    for round in 0..<200 {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
      layer.position = CGPoint(x: 30, y: 40)
      let angle = numbers.number(-1...1)
      var t = CATransform3DIdentity
      t.m34 = -1 / 500
      t = CATransform3DRotate(t, angle, 0, 1, 0)
      layer.transform = t
      let p = CGPoint(x: numbers.number(0...100), y: numbers.number(0...80))
      // A turn about y, then the eye at 500 points.
      let (x, y) = (p.x - 50, p.y - 40)
      let z = -x * sin(angle)
      let w = 1 - z / 500
      let expected = CGPoint(x: x * cos(angle) / w + 30, y: y / w + 40)
      if !near(layer.convert(p, to: nil), expected) { wrong.append(round) }
      if !near(layer.convert(expected, from: nil), p) { wrong.append(round) }
    }
    #expect(wrong == [])
  }
}
