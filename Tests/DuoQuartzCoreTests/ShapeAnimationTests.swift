import DuoCoreGraphics
import Foundation
import Testing

@testable import DuoQuartzCore

/// Values of shapes, gradients and shadows on their way. In processes of their own: the phone belongs to the process.
@Suite struct ShapeAnimationTests {
  @Test func numbersColoursAndListsOfLayersGoEvenly() async {
    await #expect(processExitsWith: .success) { try await ShapeAnimationStories.values() }
  }

  @Test func pathsGoPointByPoint() async {
    await #expect(processExitsWith: .success) { try await ShapeAnimationStories.paths() }
  }

  @Test func newPathsAreShownAtOnce() async {
    await #expect(processExitsWith: .success) { try await ShapeAnimationStories.implicit() }
  }

  /// Random paths against the plain rule: every coordinate by itself.
  @Test func pathsAreBlendedByTheirCoordinates() {
    var random = SeededRandom(77)
    var mismatches: [String] = []
    func point() -> CGPoint {
      CGPoint(x: Double.random(in: -50...50, using: &random), y: Double.random(in: -50...50, using: &random))
    }
    for round in 0..<200 {
      let kinds = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<4, using: &random)
      }
      func path(_ kinds: [Int]) -> CGMutablePath {
        let path = CGMutablePath()
        path.move(to: point())
        for kind in kinds {
          switch kind {
          case 0: path.addLine(to: point())
          case 1: path.addQuadCurve(to: point(), control: point())
          case 2: path.addCurve(to: point(), control1: point(), control2: point())
          default: path.closeSubpath()
          }
        }
        return path
      }
      let (a, b) = (path(kinds), path(kinds))
      let share = Double.random(in: -0.2...1.2, using: &random)
      let blended = PathBlend.between(a.outline, b.outline, share).map { CGPath($0) }
      let wanted = zip(points(a), points(b)).map { $0 + ($1 - $0) * share }
      let gap = blended.map { zip(points($0), wanted).map { abs($0 - $1) }.max() ?? 0 } ?? .infinity
      if gap > 1e-9 || blended.map({ points($0).count }) != wanted.count {
        mismatches.append("\(round): \(gap)")
      }
      if PathBlend.between(a.outline, path(kinds + [0]).outline, 0.5) != nil {
        mismatches.append("\(round): longer")
      }
    }
    #expect(mismatches == [])
  }

  private func points(_ path: CGPath) -> [Double] {
    var all: [Double] = []
    path.applyWithBlock { element in
      let count = [CGPathElementType.closeSubpath: 0, .addQuadCurveToPoint: 2, .addCurveToPoint: 3]
      for index in 0..<(count[element.pointee.type] ?? 1) {
        all += [Double(element.pointee.points[index].x), Double(element.pointee.points[index].y)]
      }
    }
    return all
  }
}

@MainActor enum ShapeAnimationStories {
  static func check(_ condition: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if !condition { fatalError("line \(line): \(what())") }
  }

  static func animate(_ layer: CALayer, _ key: String, _ from: Any?, _ to: Any?) {
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = 2
    layer.add(animation, forKey: key)
  }

  static func red(_ red: Double, alpha: Double = 1) -> CGColor {
    CGColor(red: red, green: 0.5, blue: 1, alpha: alpha)
  }

  static func values() async throws {
    let stage = try AnimationStage()
    await stage.advance(1)
    let shape = stage.shownLayer(CAShapeLayer())
    let gradient = stage.shownLayer(CAGradientLayer())
    let numbers: [(String, KeyPath<CAShapeLayer, CGFloat>)] = [
      ("lineWidth", \.lineWidth), ("strokeStart", \.strokeStart), ("strokeEnd", \.strokeEnd),
      ("miterLimit", \.miterLimit), ("lineDashPhase", \.lineDashPhase), ("shadowRadius", \.shadowRadius),
    ]
    for (index, row) in numbers.enumerated() { animate(shape, row.0, Double(index), Double(index) + 4) }
    for key in ["fillColor", "strokeColor", "shadowColor"] {
      animate(shape, key, red(0), red(1, alpha: 0.5))
    }
    animate(shape, "shadowOpacity", 0.25, 0.75)
    animate(shape, "shadowOffset", CGSize(width: 0, height: 8), CGSize(width: 4, height: -8))
    animate(gradient, "colors", [red(0), red(1)], [red(1), red(0)])
    animate(gradient, "locations", [NSNumber(value: 0), 0.5], [0.5, NSNumber(value: 1)])
    animate(gradient, "endPoint", CGPoint(x: 0, y: 1), CGPoint(x: 1, y: 0))
    for share in [0.25, 0.75] {
      await stage.advance(share == 0.25 ? 0.5 : 1)
      guard let shown = shape.presentation(), let blend = gradient.presentation() else {
        fatalError("not shown")
      }
      for (index, row) in numbers.enumerated() {
        check(about(Double(shown[keyPath: row.1]), Double(index) + 4 * share), "\(row.0) at \(share)")
      }
      for colour in [shown.fillColor, shown.strokeColor, shown.shadowColor] {
        let parts = colour?.rgba
        check(
          about(parts?.red ?? -1, share) && about(parts?.alpha ?? -1, 1 - share / 2),
          "\(share) \(parts as Any)")
      }
      check(about(Double(shown.shadowOpacity), 0.25 + share / 2), "shadow \(shown.shadowOpacity)")
      check(shown.shadowOffset == CGSize(width: 4 * share, height: 8 - 16 * share), "\(shown.shadowOffset)")
      let reds = (blend.colors ?? []).map { ($0 as? CGColor)?.rgba.red ?? -1 }
      check(reds.count == 2 && about(reds[0], share) && about(reds[1], 1 - share), "\(reds)")
      let places = (blend.locations ?? []).map(\.doubleValue)
      check(places == [share / 2, 0.5 + share / 2], "\(places)")
      check(blend.endPoint == CGPoint(x: share, y: 1 - share), "\(blend.endPoint)")
    }
    // Without a way between them the first holds until the end.
    animate(gradient, "colors", [red(0)], [red(1), red(0)])
    await stage.advance(1.9)
    check(gradient.presentation()?.colors?.count == 1, "as many colours as before")
  }

  static func paths() async throws {
    let stage = try AnimationStage()
    await stage.advance(1)
    let shape = stage.shownLayer(CAShapeLayer())
    let (small, large) = (
      CGRect(x: 0, y: 0, width: 10, height: 20), CGRect(x: 8, y: 4, width: 50, height: 60)
    )
    for key in ["path", "shadowPath"] {
      animate(shape, key, CGPath(rect: small, transform: nil), CGPath(rect: large, transform: nil))
    }
    await stage.advance(0.5)
    let wanted = CGRect(x: 2, y: 1, width: 20, height: 30)
    check(
      shape.presentation()?.path?.boundingBox == wanted, "\(shape.presentation()?.path?.boundingBox as Any)")
    check(shape.presentation()?.shadowPath?.boundingBox == wanted, "shadow")
    check(shape.path == nil, "the model keeps its path")
    animate(shape, "path", CGPath(rect: small, transform: nil), CGPath(ellipseIn: large, transform: nil))
    await stage.advance(1.9)
    check(shape.presentation()?.path?.boundingBox == small, "other elements: the first one holds")
    await stage.advance(0.2)
    check(shape.presentation()?.path == nil, "over")
  }

  static func implicit() async throws {
    let stage = try AnimationStage()
    let shape = stage.shownLayer(CAShapeLayer())
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)
    shape.shadowPath = shape.path
    check(shape.animationKeys() == nil && shape.presentation()?.path?.boundingBox.width == 5, "at once")
    shape.strokeEnd = 0.5
    check(shape.animationKeys() == ["strokeEnd"], "\(shape.animationKeys() as Any)")
  }
}
