import Foundation
import Testing

@testable import DuoQuartzCore

/// Laws that hold whatever the formulas are, and formulas that are not ours.
@Suite struct TransformLawTests {
  typealias Matrix = [[Double]]

  static func matrix(_ t: CATransform3D) -> Matrix {
    let r = t.rows.map { Double($0) }
    return (0..<4).map { Array(r[$0 * 4..<$0 * 4 + 4]) }
  }

  static func product(_ a: Matrix, _ b: Matrix) -> Matrix {
    a.map { row in (0..<4).map { column in (0..<4).reduce(0) { $0 + row[$1] * b[$1][column] } } }
  }

  static func determinant(_ m: Matrix) -> Double {
    if m.count == 1 { return m[0][0] }
    return m.indices.reduce(0) { sum, column in
      let minor = m.dropFirst().map { row in row.indices.filter { $0 != column }.map { row[$0] } }
      return sum + (column % 2 == 0 ? 1 : -1) * m[0][column] * determinant(minor)
    }
  }

  static func near(_ a: Matrix, _ b: Matrix, _ tolerance: Double = 1e-6) -> Bool {
    let scale = max(1, b.joined().map(abs).max() ?? 1)
    return zip(a.joined(), b.joined()).allSatisfy { abs($0 - $1) < tolerance * scale }
  }

  private func some(_ random: inout SeededRandom) -> CATransform3D {
    AnimationValueTests.random(&random, perspective: random.int(2) == 0)
  }

  @Test func concatenationIsTheProductOfMatrices() {
    var random = SeededRandom(201)
    var wrong: [String] = []
    for round in 0..<200 {
      let (a, b, c) = (some(&random), some(&random), some(&random))
      let product = Self.product(Self.matrix(a), Self.matrix(b))
      if !Self.near(Self.matrix(CATransform3DConcat(a, b)), product) { wrong.append("\(round): product") }
      let left = CATransform3DConcat(CATransform3DConcat(a, b), c)
      let right = CATransform3DConcat(a, CATransform3DConcat(b, c))
      if !Self.near(Self.matrix(left), Self.matrix(right)) { wrong.append("\(round): associative") }
      if CATransform3DConcat(a, CATransform3DIdentity) != a
        || CATransform3DConcat(CATransform3DIdentity, a) != a
      {
        wrong.append("\(round): identity")
      }
      let volume = Self.determinant(Self.matrix(a)) * Self.determinant(Self.matrix(b))
      if abs(Self.determinant(product) - volume) > 1e-6 * max(1, abs(volume)) {
        wrong.append("\(round): volume")
      }
      // The short forms put their own transform first.
      let s = [random.number(-2...2), random.number(-2...2), random.number(-2...2)]
      let angle = random.number(-7...7)
      let short = [
        CATransform3DTranslate(a, s[0], s[1], s[2]), CATransform3DScale(a, s[0], s[1], s[2]),
        CATransform3DRotate(a, angle, s[0], s[1], s[2]),
      ]
      let long = [
        CATransform3DMakeTranslation(s[0], s[1], s[2]), CATransform3DMakeScale(s[0], s[1], s[2]),
        CATransform3DMakeRotation(angle, s[0], s[1], s[2]),
      ].map { CATransform3DConcat($0, a) }
      if short != long { wrong.append("\(round): short forms") }
    }
    #expect(wrong == [])
  }

  /// A quaternion turns a vector as the matrix does: q v q*.
  @Test func rotationsAreThoseOfQuaternions() {
    var random = SeededRandom(202)
    var wrong: [String] = []
    func times(_ p: [Double], _ q: [Double]) -> [Double] {
      [
        p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
        p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
        p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
      ]
    }
    for round in 0..<300 {
      let axis = (0..<3).map { _ in random.number(-3...3) }
      let length = axis.map { $0 * $0 }.reduce(0, +).squareRoot()
      guard length > 0.01 else { continue }
      let angle = random.number(-9...9)
      let q = axis.map { $0 / length * sin(angle / 2) } + [cos(angle / 2)]
      let v = (0..<3).map { _ in random.number(-9...9) }
      let turned = times(times(q, v + [0]), [-q[0], -q[1], -q[2], q[3]])
      let m = Self.matrix(CATransform3DMakeRotation(angle, axis[0], axis[1], axis[2]))
      let got = (0..<3).map { column in (0..<3).reduce(0) { $0 + v[$1] * m[$1][column] } }
      if zip(got, turned).contains(where: { abs($0 - $1) > 1e-8 }) {
        wrong.append("\(round): \(got), not \(turned)")
      }
      if abs(Self.determinant(m) - 1) > 1e-9 { wrong.append("\(round): determinant") }
      // Turning by two angles is turning by their sum.
      let more = random.number(-3...3)
      let sum = CATransform3DRotate(
        CATransform3DMakeRotation(angle, axis[0], axis[1], axis[2]), more, axis[0], axis[1], axis[2])
      let whole = CATransform3DMakeRotation(angle + more, axis[0], axis[1], axis[2])
      if !Self.near(Self.matrix(sum), Self.matrix(whole), 1e-9) { wrong.append("\(round): sum of angles") }
    }
    #expect(wrong == [])
  }

  @Test func flatTransformsAreAHomomorphism() {
    var random = SeededRandom(203)
    var wrong: [Int] = []
    for round in 0..<200 {
      func flat() -> CGAffineTransform {
        CGAffineTransform(
          a: random.number(-2...2), b: random.number(-2...2), c: random.number(-2...2),
          d: random.number(-2...2),
          tx: random.number(-50...50), ty: random.number(-50...50))
      }
      let (a, b) = (flat(), flat())
      let both = CATransform3DConcat(CATransform3DMakeAffineTransform(a), CATransform3DMakeAffineTransform(b))
      let expected = CATransform3DMakeAffineTransform(a.concatenating(b))
      if !Self.near(Self.matrix(both), Self.matrix(expected), 1e-9) || !CATransform3DIsAffine(both) {
        wrong.append(round)
      }
      if CATransform3DGetAffineTransform(CATransform3DMakeAffineTransform(a)) != a { wrong.append(round) }
    }
    #expect(wrong == [])
    // Anything in depth, in perspective or in the corner is not flat.
    for place in [2, 3, 6, 7, 8, 9, 10, 11, 14, 15] {
      var rows = CATransform3DIdentity.rows
      rows[place] += 0.5
      #expect(!CATransform3DIsAffine(CATransform3D(rows: rows)))
    }
  }

  @Test func inversesTakeBackWhateverWasDone() {
    var random = SeededRandom(204)
    var wrong: [Int] = []
    for round in 0..<200 {
      let (a, b) = (some(&random), some(&random))
      guard let backA = TransformParts.inverse(a), let backB = TransformParts.inverse(b),
        let back = TransformParts.inverse(CATransform3DConcat(a, b))
      else {
        wrong.append(round)
        continue
      }
      if !Self.near(Self.matrix(back), Self.matrix(CATransform3DConcat(backB, backA)), 1e-4) {
        wrong.append(round)
      }
      if abs(Self.determinant(Self.matrix(backA)) * Self.determinant(Self.matrix(a)) - 1) > 1e-5 {
        wrong.append(round)
      }
    }
    #expect(wrong == [])
  }

  /// The way between two turns about one axis is a turn about it at an even speed, the shorter way round.
  @Test func turnsGoAtAnEvenSpeed() {
    var random = SeededRandom(205)
    var wrong: [String] = []
    for round in 0..<150 {
      let axis = (0..<3).map { _ in random.number(0.1...1) * (random.int(2) == 0 ? -1 : 1) }
      let (start, way) = (random.number(-3...3), random.number(-3...3))
      func turn(_ angle: Double) -> CATransform3D {
        CATransform3DMakeRotation(angle, axis[0], axis[1], axis[2])
      }
      let share = random.number(0...1)
      let shown = TransformParts.interpolated(turn(start), turn(start + way), share)
      if !Self.near(Self.matrix(shown), Self.matrix(turn(start + way * share)), 1e-5) {
        wrong.append("\(round): \(start) by \(way) at \(share)")
      }
      // There and back is the same way.
      let (a, b) = (some(&random), some(&random))
      let there = TransformParts.interpolated(a, b, share)
      let back = TransformParts.interpolated(b, a, 1 - share)
      if a.m34 == 0, b.m34 == 0, !Self.near(Self.matrix(there), Self.matrix(back), 1e-4) {
        wrong.append("\(round): back")
      }
    }
    #expect(wrong == [])
  }

  @Test func keyPathsReadWhatTheyWrote() {
    var random = SeededRandom(206)
    var wrong: [String] = []
    for _ in 0..<100 {
      let layer = CALayer()
      layer.transform = some(&random)
      var perspective = layer.transform
      (perspective.m14, perspective.m24, perspective.m34) = (0, 0, 0)
      layer.transform = perspective
      for path in [
        "scale.x", "scale.y", "scale.z", "translation.x", "translation.y", "translation.z", "rotation.z",
      ] {
        guard let way = LayerKeyPath("transform.\(path)", of: layer) else {
          wrong.append(path)
          continue
        }
        let value = path.hasPrefix("rotation") ? random.number(-1.5...1.5) : random.number(0.5...3)
        way.set(.number(value), of: layer)
        let read = way.value(of: layer)?.number ?? .nan
        if path.hasPrefix("translation"), abs(read - value) > 1e-6 {
          wrong.append("\(path): \(read), not \(value)")
        }
        if path.hasPrefix("scale"), abs(abs(read) - value) > 1e-5 {
          wrong.append("\(path): \(read), not \(value)")
        }
      }
    }
    #expect(wrong == [])
  }

  /// Projecting in four dimensions and dividing by the fourth.
  @Test func planesArePutDownInPerspective() {
    var random = SeededRandom(207)
    var wrong: [String] = []
    for round in 0..<300 {
      let t = some(&random)
      let m = Self.matrix(t)
      let p = CGPoint(x: random.number(-40...40), y: random.number(-40...40))
      let v = [Double(p.x), Double(p.y), 0, 1]
      let q = (0..<4).map { column in (0..<4).reduce(0) { $0 + v[$1] * m[$1][column] } }
      guard abs(q[3]) > 0.05 else { continue }
      let map = PlaneMap(t)
      let wanted = CGPoint(x: q[0] / q[3], y: q[1] / q[3])
      if !DuoQuartzCoreTests.near(map.apply(p), wanted, 1e-5) {
        wrong.append("\(round): \(map.apply(p)), not \(wanted)")
      }
      if let back = map.inverse, abs(wanted.x) < 500, abs(wanted.y) < 500,
        !DuoQuartzCoreTests.near(back.apply(wanted), p, 1e-3)
      {
        wrong.append("\(round): back")
      }
      let next = PlaneMap(some(&random))
      let both = map.then(next).apply(p), steps = next.apply(map.apply(p))
      if abs(steps.x) < 500, abs(steps.y) < 500, !DuoQuartzCoreTests.near(both, steps, 1e-3) {
        wrong.append("\(round): then")
      }
    }
    #expect(wrong == [])
    #expect(
      PlaneMap(CATransform3DMakeRotation(.pi / 2, 0, 1, 0)).inverse.map { abs($0.rows[0]) > 1e9 } ?? true)
    #expect(PlaneMap(CATransform3DMakeScale(0, 1, 1)).inverse == nil)
    #expect(
      PlaneMap.identity.inverse == .identity && PlaneMap(shiftX: 3, y: 4).apply(.zero) == CGPoint(x: 3, y: 4))
  }
}
