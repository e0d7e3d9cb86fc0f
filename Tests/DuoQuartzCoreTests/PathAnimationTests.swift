import DuoCoreGraphics
import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct PathAnimationTests {
  /// A path of random elements, and another one of the same elements elsewhere.
  static func pair(_ random: inout SeededRandom) -> (CGPath, CGPath, [[CGPoint]], [[CGPoint]]) {
    let (one, two) = (CGMutablePath(), CGMutablePath())
    var (first, second): ([[CGPoint]], [[CGPoint]]) = ([], [])
    func points(_ count: Int) -> ([CGPoint], [CGPoint]) {
      func some() -> [CGPoint] {
        (0..<count).map { _ in CGPoint(x: random.number(-90...90), y: random.number(-90...90)) }
      }
      let (a, b) = (some(), some())
      first.append(a)
      second.append(b)
      return (a, b)
    }
    let (a, b) = points(1)
    one.move(to: a[0])
    two.move(to: b[0])
    for _ in 0...random.int(6) {
      switch random.int(4) {
      case 0:
        let (a, b) = points(1)
        one.addLine(to: a[0])
        two.addLine(to: b[0])
      case 1:
        let (a, b) = points(2)
        one.addQuadCurve(to: a[1], control: a[0])
        two.addQuadCurve(to: b[1], control: b[0])
      case 2:
        let (a, b) = points(3)
        one.addCurve(to: a[2], control1: a[0], control2: a[1])
        two.addCurve(to: b[2], control1: b[0], control2: b[1])
      default:
        let (a, b) = points(1)
        one.closeSubpath()
        two.closeSubpath()
        one.move(to: a[0])
        two.move(to: b[0])
      }
    }
    return (one, two, first, second)
  }

  /// The points of a path, element by element, without what closes.
  static func points(_ path: CGPath) -> [[CGPoint]] {
    var all: [[CGPoint]] = []
    path.applyWithBlock { element in
      let counts: [CGPathElementType: Int] = [
        .moveToPoint: 1, .addLineToPoint: 1, .addQuadCurveToPoint: 2, .addCurveToPoint: 3,
      ]
      guard let count = counts[element.pointee.type] else { return }
      all.append((0..<count).map { element.pointee.points[$0] })
    }
    return all
  }

  @Test func everyPointGoesStraight() {
    var random = SeededRandom(71)
    var wrong: [String] = []
    for round in 0..<200 {
      let (one, two, first, second) = Self.pair(&random)
      let share = round % 5 == 0 ? Double(round % 2) : random.number(-0.5...1.5)
      guard let a = AnimatedValue(one), let b = AnimatedValue(two),
        let shown = a.interpolated(to: b, share).any as? CGPath
      else {
        wrong.append("\(round): no path")
        continue
      }
      let wanted = zip(first, second).map {
        zip($0, $1).map { p, q in
          CGPoint(x: p.x * (1 - share) + q.x * share, y: p.y * (1 - share) + q.y * share)
        }
      }
      let got = Self.points(shown)
      let fits =
        got.count == wanted.count
        && zip(got, wanted).allSatisfy { zip($0, $1).allSatisfy { near($0, $1) } }
      if !fits { wrong.append("\(round) at \(share): \(got), not \(wanted)") }
    }
    #expect(wrong == [])
  }

  @Test func otherPathsJumpAtTheEnd() {
    let box = CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    let (a, b) = (AnimatedValue(box)!, AnimatedValue(circle)!)
    #expect(a.interpolated(to: b, 0.99) == a && a.interpolated(to: b, 1) == b)
    #expect(a.adding(b) == nil && a.distance(to: b) == 0 && a.path == box.outline && a.number == nil)
    #expect(PathBlend.between(box.outline, PathOutline(), 0.5) == nil)
    var lines = PathOutline(), quads = PathOutline()
    lines.move(to: .zero)
    lines.line(to: CGPoint(x: 1, y: 0))
    quads.move(to: .zero)
    quads.quad(control: .zero, to: CGPoint(x: 1, y: 0))
    #expect(PathBlend.between(lines, quads, 0.5) == nil)
  }

  @Test func shapesAnimateTheirPathWhenAsked() async {
    await #expect(processExitsWith: .success) { try await PathStory.run() }
  }
}

@MainActor private enum PathStory {
  static func box(_ x: Double, _ side: Double) -> CGPath {
    CGPath(rect: CGRect(x: x, y: 0, width: side, height: side), transform: nil)
  }

  static func run() async throws {
    let stage = try AnimationStage()
    let shape = stage.shownLayer(CAShapeLayer())
    shape.path = box(0, 10)
    verify(shape.animationKeys() == nil && !stage.root.isAnimating, "no implicit animation")
    // A reticle that closes in.
    let animation = CABasicAnimation(keyPath: "path")
    animation.fromValue = shape.path
    animation.toValue = box(100, 30)
    animation.duration = 2
    shape.path = box(100, 30)
    shape.add(animation, forKey: "path")
    func shown() -> CGRect? { shape.presentation()?.path?.boundingBox }
    verify(shown() == CGRect(x: 0, y: 0, width: 10, height: 10), "\(shown() ?? .null)")
    await stage.advance(0.5)
    verify(
      shown().map { near($0, CGRect(x: 25, y: 0, width: 15, height: 15)) } ?? false, "\(shown() ?? .null)")
    guard case .shape(let contents) = shape.presented.shownContents else { fatalError("no shape") }
    verify(contents.path.controlBox.map { near($0, shown()!) } ?? false, "what the display draws")
    await stage.advance(1.5)
    verify(shown()?.minX == 100 && shape.animationKeys() == nil, "arrived")
    // Without an end value it goes to the layer's own path.
    let from = CABasicAnimation(keyPath: "path")
    from.fromValue = box(0, 30)
    from.duration = 1
    shape.add(from, forKey: "from")
    await stage.advance(0.5)
    verify(shown().map { about($0.minX, 50) } ?? false, "\(shown() ?? .null)")
    shape.removeAllAnimations()
    // Keyframes, and an action that the app asked for.
    let frames = CAKeyframeAnimation(keyPath: "path")
    frames.values = [box(0, 10), box(40, 10), box(40, 90)]
    frames.duration = 1
    shape.add(frames, forKey: "frames")
    await stage.advance(0.75)
    verify(
      shown().map { near($0, CGRect(x: 40, y: 0, width: 50, height: 50)) } ?? false, "\(shown() ?? .null)")
    shape.removeAllAnimations()
    let action = CABasicAnimation(keyPath: "path")
    action.duration = 1
    shape.actions = ["path": action]
    shape.path = box(0, 30)
    await stage.advance(0.25)
    verify(shown().map { about($0.minX, 75) } ?? false, "\(shown() ?? .null)")
    // The path of a shadow, and the part of a picture that is shown.
    let layer = stage.shownLayer()
    layer.shadowPath = box(0, 10)
    verify(layer.animationKeys() == nil, "no implicit animation")
    let shadow = CABasicAnimation(keyPath: "shadowPath")
    (shadow.toValue, shadow.duration) = (box(10, 10), 1)
    layer.add(shadow, forKey: nil)
    let part = CABasicAnimation(keyPath: "contentsRect")
    (part.toValue, part.duration) = (CGRect(x: 0.5, y: 0, width: 0.5, height: 1), 1)
    layer.add(part, forKey: nil)
    await stage.advance(0.5)
    let presentation = layer.presentation()
    verify(presentation?.shadowPath?.boundingBox.minX == 5, "shadow")
    verify(presentation?.contentsRect == CGRect(x: 0.25, y: 0, width: 0.75, height: 1), "part")
  }
}
