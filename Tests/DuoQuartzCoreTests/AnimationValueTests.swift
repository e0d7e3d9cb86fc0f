import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct AnimationValueTests {
  static func near(_ a: CATransform3D, _ b: CATransform3D, _ tolerance: Double = 1e-6) -> Bool {
    zip(a.rows, b.rows).allSatisfy { abs($0 - $1) < tolerance }
  }

  static func random(_ random: inout SeededRandom, perspective: Bool) -> CATransform3D {
    var t = CATransform3DIdentity
    if perspective { t.m34 = random.number(-0.01...0.01) }
    t = CATransform3DTranslate(t, random.number(-50...50), random.number(-50...50), random.number(-9...9))
    t = CATransform3DRotate(
      t, random.number(-3...3), random.number(-1...1), random.number(-1...1), random.number(-1...1))
    func stretch() -> Double { random.number(0.2...3) * (random.int(3) == 0 ? -1 : 1) }
    t = CATransform3DScale(t, stretch(), stretch(), stretch())
    var slant = CATransform3DIdentity
    slant.m21 = random.number(-1...1)
    slant.m31 = random.number(-1...1)
    return CATransform3DConcat(slant, t)
  }

  @Test func partsMakeTheTransformAgain() {
    var random = SeededRandom(11)
    var mismatches: [String] = []
    for round in 0..<300 {
      let t = Self.random(&random, perspective: round % 2 == 0)
      guard let parts = TransformParts(t), Self.near(parts.transform, t, 1e-6) else {
        mismatches.append("\(t)")
        continue
      }
      guard let inverse = TransformParts.inverse(t),
        Self.near(CATransform3DConcat(t, inverse), CATransform3DIdentity, 1e-6)
      else {
        mismatches.append("inverse of \(t)")
        continue
      }
    }
    #expect(mismatches == [])
    #expect(TransformParts(CATransform3DMakeScale(0, 1, 1)) == nil)
    #expect(TransformParts.inverse(CATransform3DMakeScale(1, 0, 1)) == nil)
  }

  /// Turns, shifts and stretches of one kind go evenly; the middle of a turn is a turn and no shrinking.
  @Test func transformsGoByTheirParts() {
    let pairs: [(CATransform3D, CATransform3D, CATransform3D)] = [
      (
        CATransform3DIdentity, CATransform3DMakeRotation(.pi / 2, 0, 0, 1),
        CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
      ),
      (
        CATransform3DIdentity, CATransform3DMakeRotation(.pi, 0, 0, 1),
        CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      ),
      (
        CATransform3DMakeRotation(0.2, 1, 0, 0), CATransform3DMakeRotation(1.2, 1, 0, 0),
        CATransform3DMakeRotation(0.7, 1, 0, 0)
      ),
      (
        CATransform3DMakeScale(1, 1, 1), CATransform3DMakeScale(3, 0.5, 1), CATransform3DMakeScale(2, 0.75, 1)
      ),
      (CATransform3DIdentity, CATransform3DMakeScale(1, -1, 1), CATransform3DMakeScale(1, 0, 1)),
      (CATransform3DIdentity, CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(0, 1, 1)),
      (
        CATransform3DMakeTranslation(10, 0, 0), CATransform3DMakeTranslation(0, 20, 4),
        CATransform3DMakeTranslation(5, 10, 2)
      ),
      (CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(1, 1, 1), CATransform3DMakeScale(0.5, 1, 1)),
    ]
    var mismatches: [String] = []
    for (from, to, middle) in pairs {
      let shown = TransformParts.interpolated(from, to, 0.5)
      if !Self.near(shown, middle) { mismatches.append("\(shown.rows), not \(middle.rows)") }
      if TransformParts.interpolated(from, to, 0) != from || TransformParts.interpolated(from, to, 1) != to {
        mismatches.append("ends of \(from.rows)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func valuesGoEvenly() {
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let table: [(Any, Any, Double, Any)] = [
      (2.0, 4.0, 0.25, 2.5), (Float(1), 3, 2, 5.0), (NSNumber(value: 1), CGFloat(0), 0.5, 0.5),
      (CGPoint(x: 0, y: 10), CGPoint(x: 10, y: 0), 0.25, CGPoint(x: 2.5, y: 7.5)),
      (CGSize(width: 1, height: 2), CGSize(width: 3, height: 6), 0.5, CGSize(width: 2, height: 4)),
      (
        CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 4, y: 8, width: 20, height: 0), 0.5,
        CGRect(x: 2, y: 4, width: 15, height: 5)
      ),
      (red, CGColor(gray: 0, alpha: 0), 0.5, CGColor(red: 0.5, green: 0, blue: 0, alpha: 0.5)),
      (red, CGColor(gray: 0, alpha: 1), -1, red),
      (NSValue(cgPoint: CGPoint(x: 1, y: 1)), CGPoint(x: 3, y: 1), 0.5, CGPoint(x: 2, y: 1)),
      (
        NSValue(cgSize: CGSize(width: 1, height: 1)), CGSize(width: 3, height: 1), 0.5,
        CGSize(width: 2, height: 1)
      ),
      ([0, 1], [1, 3], 0.5, [0.5, 2.0]),
      (1.0, CGPoint.zero, 0.9, 1.0), (1.0, CGPoint.zero, 1.0, CGPoint.zero),
      ([0.0, 1.0], [1.0], 0.5, [0.0, 1.0]),
    ]
    var mismatches: [String] = []
    for (from, to, share, value) in table {
      let shown = AnimatedValue(from).flatMap { from in
        AnimatedValue(to).map { from.interpolated(to: $0, share) }
      }
      if shown != AnimatedValue(value) { mismatches.append("\(from) to \(to): \(String(describing: shown))") }
    }
    #expect(mismatches == [])
    #expect(AnimatedValue("text") == nil && AnimatedValue(nil) == nil)
  }

  @Test func partsOfValuesHaveKeyPaths() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
    layer.position = CGPoint(x: 5, y: 6)
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    let table: [(String, Double)] = [
      ("position.x", 5), ("position.y", 6), ("bounds.origin.x", 1), ("bounds.origin.y", 2),
      ("bounds.size.width", 30), ("bounds.size.height", 40), ("transform.scale.x", 2),
      ("transform.scale.y", 3),
      ("transform.scale", 2), ("transform.rotation.z", 0), ("transform.rotation", 0),
      ("transform.translation.x", 0),
      ("opacity", 1), ("cornerRadius", 0),
    ]
    var mismatches: [String] = []
    for (path, value) in table where LayerKeyPath(path, of: layer)?.value(of: layer) != .number(value) {
      mismatches.append(path)
    }
    for path in [
      "position.z", "bounds.width", "transform.scale.w", "nothing", "hidden", "transform.scale.x.y", "",
    ]
    where LayerKeyPath(path, of: layer) != nil {
      mismatches.append("\(path) is there")
    }
    #expect(mismatches == [])
  }

  @Test func partsOfValuesCanBeSet() {
    let layer = CALayer()
    func set(_ path: String, _ value: AnimatedValue) { LayerKeyPath(path, of: layer)?.set(value, of: layer) }
    set("position.y", .number(7))
    set("bounds.size", .size(CGSize(width: 8, height: 9)))
    set("bounds.origin.x", .number(3))
    #expect(layer.position == CGPoint(x: 0, y: 7))
    #expect(layer.bounds == CGRect(x: 3, y: 0, width: 8, height: 9))
    set("transform.translation", .size(CGSize(width: 4, height: 5)))
    set("transform.scale", .number(2))
    set("transform.rotation.z", .number(3.5))
    let wanted = CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeScale(2, 2, 2), CATransform3DMakeRotation(3.5, 0, 0, 1)),
      CATransform3DMakeTranslation(4, 5, 0))
    #expect(Self.near(layer.transform, wanted))
    // Angles about all three axes.
    layer.transform = CATransform3DIdentity
    set("transform.rotation.x", .number(0.3))
    set("transform.rotation.y", .number(-0.4))
    set("transform.rotation.z", .number(0.9))
    let read = ["x", "y", "z"].compactMap {
      LayerKeyPath("transform.rotation.\($0)", of: layer)?.value(of: layer)?.number
    }
    #expect(zip(read, [0.3, -0.4, 0.9]).allSatisfy { about($0, $1) })
  }
}
