import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct CATransform3DTests {
  /// A row vector times the matrix, written out.
  func apply(_ t: CATransform3D, _ v: [Double]) -> [Double] {
    let (x, y, z) = (v[0], v[1], v[2])
    return [
      x * t.m11 + y * t.m21 + z * t.m31 + t.m41, x * t.m12 + y * t.m22 + z * t.m32 + t.m42,
      x * t.m13 + y * t.m23 + z * t.m33 + t.m43,
    ]
  }

  func near(_ a: [Double], _ b: [Double]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 } }

  @Test func productsApplyTheFirstFirst() {
    var random = SeededRandom(30)
    var wrong: [Int] = []
    for round in 0..<100 {
      let v = [random.number(-9...9), random.number(-9...9), random.number(-9...9)]
      let first = CATransform3DMakeRotation(random.number(-3...3), 1, random.number(-1...1), 0.5)
      let (tx, sy) = (random.number(-9...9), random.number(-2...2))
      let second = CATransform3DScale(CATransform3DMakeTranslation(tx, 2, 3), 1, sy, 2)
      if !near(apply(CATransform3DConcat(first, second), v), apply(second, apply(first, v))) {
        wrong.append(round)
      }
      if !near(apply(second, v), [v[0] + tx, v[1] * sy + 2, v[2] * 2 + 3]) { wrong.append(round) }
      let moved = CATransform3DTranslate(first, 1, 2, 3)
      if !near(apply(moved, v), apply(first, [v[0] + 1, v[1] + 2, v[2] + 3])) { wrong.append(round) }
      let turned = CATransform3DRotate(second, 0.3, 0, 0, 2)
      let inPlane = [v[0] * cos(0.3) - v[1] * sin(0.3), v[0] * sin(0.3) + v[1] * cos(0.3), v[2]]
      if !near(apply(turned, v), apply(second, inPlane)) { wrong.append(round) }
    }
    #expect(wrong == [])
  }

  @Test func rotationsKeepLengthAndAxis() {
    var random = SeededRandom(31)
    var wrong: [Int] = []
    for round in 0..<100 {
      let axis = [random.number(-1...1), random.number(-1...1), random.number(0.1...1)]
      let t = CATransform3DMakeRotation(random.number(-3...3), axis[0], axis[1], axis[2])
      if !near(apply(t, axis), axis) { wrong.append(round) }
      let v = [random.number(-9...9), random.number(-9...9), random.number(-9...9)]
      func length(_ v: [Double]) -> Double { v.reduce(0) { $0 + $1 * $1 }.squareRoot() }
      if abs(length(apply(t, v)) - length(v)) > 1e-9 { wrong.append(round) }
    }
    #expect(wrong == [])
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
  }

  @Test func flatTransformsSurviveTheWayThere() {
    let m = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let t = CATransform3DMakeAffineTransform(m)
    #expect(CATransform3DGetAffineTransform(t) == m)
    #expect(CATransform3DIsAffine(t))
    var deep = t
    deep.m34 = 0.1
    #expect(!CATransform3DIsAffine(deep))
    #expect(!CATransform3DEqualToTransform(t, deep))
    #expect(CATransform3D().m11 == 0)
  }

  @Test func coloursKeepTheirComponents() {
    let grey = CGColor(gray: 0.5, alpha: 0.25)
    #expect(grey.rgba == (0.5, 0.5, 0.5, 0.25))
    #expect(grey.components == [0.5, 0.25] && grey.numberOfComponents == 2 && grey.alpha == 0.25)
    let colour = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 1)
    #expect(colour.copy(alpha: 0.4)?.components == [0.1, 0.2, 0.3, 0.4])
    #expect(colour == CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1))
    #expect(Set([colour, grey, CGColor(gray: 0.5, alpha: 0.25)]).count == 2)
  }
}
