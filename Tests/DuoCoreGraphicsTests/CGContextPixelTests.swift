import DuoCoreGraphics
import Foundation
import Testing

/// Shapes against their own formulas, sampled.
@Suite struct CGContextPixelTests {
  private typealias Case = (name: String, draw: (CGContext) -> Void, isInside: (Double, Double) -> Bool)
  private let side = 40

  private func mismatches(_ cases: [Case]) -> [String] {
    let coverage = Coverage(width: side, height: side)
    return cases.compactMap { one in
      let difference = gap(picture(side, side, one.draw).alphas, coverage.levels(one.isInside))
      return difference > 0.05 ? "\(one.name): \(difference)" : nil
    }
  }

  @Test func filledShapesCoverWhatTheirFormulasSay() {
    let cases: [Case] = [
      (
        "rectangle", { $0.fill(CGRect(x: 3.25, y: 5.5, width: 20.5, height: 11.25)) },
        { x, y in x >= 3.25 && x < 23.75 && y >= 5.5 && y < 16.75 }
      ),
      (
        "ellipse", { $0.fillEllipse(in: CGRect(x: 2, y: 8, width: 36, height: 20)) },
        { x, y in pow((x - 20) / 18, 2) + pow((y - 18) / 10, 2) < 1 }
      ),
      (
        "half disc",
        { context in
          // Not clockwise goes from x towards y: down here.
          context.addArc(
            center: CGPoint(x: 20, y: 20), radius: 15, startAngle: 0, endAngle: .pi, clockwise: false)
          context.fillPath()
        }, { x, y in hypot(x - 20, y - 20) < 15 && y > 20 }
      ),
      (
        "the other half",
        { context in
          context.addArc(
            center: CGPoint(x: 20, y: 20), radius: 15, startAngle: 0, endAngle: .pi, clockwise: true)
          context.fillPath()
        }, { x, y in hypot(x - 20, y - 20) < 15 && y < 20 }
      ),
      (
        "ring by even-odd",
        { context in
          context.addEllipse(in: CGRect(x: 4, y: 4, width: 32, height: 32))
          context.addEllipse(in: CGRect(x: 12, y: 12, width: 16, height: 16))
          context.fillPath(using: .evenOdd)
        },
        { x, y in
          let r = hypot(x - 20, y - 20)
          return r < 16 && r > 8
        }
      ),
      (
        "rounded rectangle",
        { context in
          context.addPath(
            CGPath(
              roundedRect: CGRect(x: 4, y: 6, width: 30, height: 24), cornerWidth: 8, cornerHeight: 8,
              transform: nil))
          context.fillPath()
        },
        { x, y in
          let dx = max(abs(x - 19) - 7, 0), dy = max(abs(y - 18) - 4, 0)
          return hypot(dx, dy) < 8
        }
      ),
      (
        "corner by tangents",
        { context in
          context.move(to: CGPoint(x: 5, y: 35))
          context.addArc(
            tangent1End: CGPoint(x: 5, y: 5), tangent2End: CGPoint(x: 35, y: 5), radius: 12)
          context.addLine(to: CGPoint(x: 35, y: 5))
          context.addLine(to: CGPoint(x: 35, y: 35))
          context.fillPath()
        },
        { x, y in
          x > 5 && x < 35 && y > 5 && y < 35 && !(x < 17 && y < 17 && hypot(x - 17, y - 17) > 12)
        }
      ),
    ]
    #expect(mismatches(cases) == [])
  }

  @Test func strokesHaveTheirWidthCapsJoinsAndGaps() {
    func line(_ cap: CGLineCap) -> (CGContext) -> Void {
      {
        $0.setLineWidth(6)
        $0.setLineCap(cap)
        $0.strokeLineSegments(between: [CGPoint(x: 8, y: 20), CGPoint(x: 30, y: 20)])
      }
    }
    func corner(_ join: CGLineJoin, limit: CGFloat = 10) -> (CGContext) -> Void {
      { context in
        context.setLineWidth(8)
        context.setLineJoin(join)
        context.setMiterLimit(limit)
        context.addLines(between: [CGPoint(x: 4, y: 30), CGPoint(x: 30, y: 30), CGPoint(x: 30, y: 4)])
        context.strokePath()
      }
    }
    func arms(_ x: Double, _ y: Double) -> Bool {
      (x > 4 && x < 30 && abs(y - 30) < 4) || (y > 4 && y < 30 && abs(x - 30) < 4)
    }
    let cases: [Case] = [
      ("butt", line(.butt), { x, y in x > 8 && x < 30 && abs(y - 20) < 3 }),
      ("square", line(.square), { x, y in x > 5 && x < 33 && abs(y - 20) < 3 }),
      ("round", line(.round), { x, y in hypot(x - min(max(x, 8), 30), y - 20) < 3 }),
      ("miter", corner(.miter), { x, y in arms(x, y) || (abs(x - 30) < 4 && abs(y - 30) < 4) }),
      ("round join", corner(.round), { x, y in arms(x, y) || hypot(x - 30, y - 30) < 4 }),
      (
        "bevel", corner(.bevel),
        { x, y in arms(x, y) || (x >= 30 && y >= 30 && (x - 30) + (y - 30) < 4) }
      ),
      (
        "limited miter", corner(.miter, limit: 1),
        { x, y in arms(x, y) || (x >= 30 && y >= 30 && (x - 30) + (y - 30) < 4) }
      ),
      (
        "dashes",
        {
          $0.setLineWidth(4)
          $0.setLineDash(phase: 2, lengths: [6, 3])
          $0.strokeLineSegments(between: [CGPoint(x: 0, y: 10), CGPoint(x: 40, y: 10)])
        }, { x, y in abs(y - 10) < 2 && (x + 2).truncatingRemainder(dividingBy: 9) < 6 }
      ),
      (
        "scaled pen",
        {
          $0.scaleBy(x: 4, y: 1)
          $0.setLineWidth(2)
          $0.stroke(CGRect(x: 3, y: 10, width: 4, height: 20))
        },
        { x, y in
          (x > 8 && x < 32 && y > 9 && y < 31) && !(x > 16 && x < 24 && y > 11 && y < 29)
        }
      ),
      ("no width", { $0.stroke(CGRect(x: 3, y: 10, width: 4, height: 20), width: 0) }, { _, _ in false }),
    ]
    #expect(mismatches(cases) == [])
  }

  @Test func clipsAndTransformsNest() {
    let cases: [Case] = [
      (
        "two clips",
        { context in
          context.clip(to: CGRect(x: 5, y: 5, width: 20, height: 20))
          context.addEllipse(in: CGRect(x: 10, y: 10, width: 24, height: 24))
          context.clip()
          context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
        }, { x, y in x > 5 && x < 25 && y > 5 && y < 25 && hypot(x - 22, y - 22) < 12 }
      ),
      (
        "restored",
        { context in
          context.saveGState()
          context.clip(to: [CGRect(x: 0, y: 0, width: 4, height: 4), CGRect(x: 8, y: 0, width: 4, height: 4)])
          context.translateBy(x: 100, y: 100)
          context.restoreGState()
          context.fill(CGRect(x: 20, y: 20, width: 10, height: 10))
        }, { x, y in x > 20 && x < 30 && y > 20 && y < 30 }
      ),
      (
        "turned",
        { context in
          context.translateBy(x: 20, y: 20)
          context.rotate(by: .pi / 6)
          context.fill(CGRect(x: -12, y: -5, width: 24, height: 10))
        },
        { x, y in
          let (dx, dy) = (x - 20, y - 20)
          let along = dx * cos(.pi / 6) + dy * sin(.pi / 6)
          let across = dy * cos(.pi / 6) - dx * sin(.pi / 6)
          return abs(along) < 12 && abs(across) < 5
        }
      ),
      (
        "a path stays where it was built",
        { context in
          context.addRect(CGRect(x: 4, y: 4, width: 8, height: 8))
          context.translateBy(x: 20, y: 0)
          context.addRect(CGRect(x: 4, y: 4, width: 8, height: 8))
          context.fillPath()
        }, { x, y in y > 4 && y < 12 && ((x > 4 && x < 12) || (x > 24 && x < 32)) }
      ),
      (
        "a flattening transform is not taken",
        { context in
          context.scaleBy(x: 0, y: 1)
          context.fill(CGRect(x: 4, y: 4, width: 8, height: 8))
        }, { x, y in x > 4 && x < 12 && y > 4 && y < 12 }
      ),
    ]
    #expect(mismatches(cases) == [])
  }

  @Test func aDrawingIsCrispAtEveryScale() {
    let coverage = Coverage(width: 60, height: 60)
    let threefold = picture(20, 20, scale: 3) {
      $0.fillEllipse(in: CGRect(x: 2.5, y: 3, width: 14, height: 13))
    }
    let expected = coverage.levels { x, y in
      pow((x / 3 - 9.5) / 7, 2) + pow((y / 3 - 9.5) / 6.5, 2) < 1
    }
    #expect(gap(threefold.alphas, expected) < 0.05)
  }

  @Test func aBitmapHasItsOriginAtTheBottom() {
    let up = bitmap(10, 10) { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 2)) }
    #expect(up.pixel(0, 9).alpha == 255 && up.pixel(3, 8).alpha == 255)
    #expect(up.pixel(0, 7).alpha == 0 && up.pixel(4, 9).alpha == 0)
    let down = picture(10, 10) { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 2)) }
    #expect(down.pixel(0, 0).alpha == 255 && down.pixel(0, 2).alpha == 0)
  }

  @Test func theTransformIsApples() {
    let context = CGContext(size: CGSize(width: 10, height: 20), scale: 3, isOpaque: false)!
    #expect(context.ctm == CGAffineTransform(a: 3, b: 0, c: 0, d: -3, tx: 0, ty: 60))
    context.translateBy(x: 1, y: 2)
    #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 6, y: 51))
    #expect(context.convertToUserSpace(CGPoint(x: 6, y: 51)) == CGPoint(x: 1, y: 1))
    var recorded: CGAffineTransform?
    _ = Drawing(bounds: CGRect(x: 0, y: 0, width: 10, height: 20), scale: 3) { recorded = $0.ctm }
    let t = recorded!
    #expect(abs(t.a - 3) < 1e-9 && abs(t.d + 3) < 1e-9 && abs(t.ty - 60) < 1e-9)
  }

  @Test func anEmptyDrawingKnowsIt() {
    let box = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(Drawing(bounds: box) { _ in }.isEmpty)
    #expect(Drawing(bounds: box) { $0.fill(CGRect(x: 20, y: 20, width: 5, height: 5)) }.isEmpty)
    let some = Drawing(bounds: box) { $0.fill(CGRect(x: 2, y: 3, width: 50, height: 4)) }
    #expect(!some.isEmpty && some.inkBox == CGRect(x: 2, y: 3, width: 8, height: 4))
  }
}
