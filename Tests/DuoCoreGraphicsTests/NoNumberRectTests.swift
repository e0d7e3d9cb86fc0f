import DuoCoreGraphics
import Foundation
import Testing

/// Rectangles that are no numbers. Foundation on Linux decides about most of them; this is what ours do with them.
@Suite struct NoNumberRectTests {
  private static let nan = CGFloat.nan
  private static let unit = CGRect(x: 0, y: 0, width: 8, height: 8)
  private let bad = [
    CGRect(x: nan, y: 0, width: 4, height: 4), CGRect(x: 0, y: nan, width: 4, height: 4),
    CGRect(x: 0, y: 0, width: nan, height: 4), CGRect(x: 0, y: 0, width: 4, height: nan),
    CGRect(x: nan, y: nan, width: nan, height: nan),
  ]

  /// Not equal to itself, neither empty nor null nor infinite: no comparison with such a number holds.
  @Test func noComparisonHolds() {
    #expect(bad.filter { $0 == $0 || $0.isEmpty || $0.isNull || $0.isInfinite } == [])
    #expect(
      !Self.unit.contains(CGPoint(x: Self.nan, y: 1)) && !Self.unit.contains(CGPoint(x: 1, y: Self.nan)))
    #expect(CGRect.null.union(Self.unit) == Self.unit && Self.unit.intersection(.null).isNull)
  }

  /// A transform that does not mix the sides keeps what is a number; mapped, nothing that is no number becomes one.
  @Test func transformsMakeNoNumberOfIt() {
    let shift = CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 3, ty: 4)
    let becameNumbers = bad.filter { rect in
      let mapped = rect.applying(shift)
      return ![mapped.minX, mapped.minY, mapped.width, mapped.height].contains { $0.isNaN }
    }
    #expect(becameNumbers == [])
    #expect(CGRect.null.applying(shift).isNull)
    let point = CGPoint(x: Self.nan, y: 1).applying(shift)
    #expect(point.x.isNaN)
  }

  /// Pictures and paths take nothing of it, and go on with what comes next.
  @Test func nothingIsDrawnOrCutOut() {
    let image = picture(8, 8) { context in
      for rect in bad {
        context.fill(rect)
        context.fillEllipse(in: rect)
        context.stroke(rect)
        context.clear(rect)
        context.draw(source, in: rect)
      }
      context.fill(CGRect(x: 2, y: 2, width: 1, height: 1))
    }
    let wanted = (0..<64).map { $0 == 18 ? 1.0 : 0 }
    #expect(gap(image.alphas, wanted) == 0)
    #expect(bad.filter { source.cropping(to: $0) != nil } == [])
    #expect(bad.filter { !CGPath(rect: $0, transform: nil).isEmpty } == [])
  }

  private let source = CGImage(width: 2, height: 2, isOpaque: true) { memory, row in
    memory.initializeMemory(as: UInt8.self, repeating: 255, count: 2 * row)
  }!
}
