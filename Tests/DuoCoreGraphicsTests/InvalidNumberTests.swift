import DuoCoreGraphics
import Foundation
import Testing

private let nan = Double.nan
private let inf = Double.infinity

/// What is no number, or none that can be drawn, is left out; nothing stops and nothing is spoilt for what comes next.
@Suite struct InvalidNumberTests {
  private let badRects = [
    CGRect.null, .infinite, CGRect(x: nan, y: 0, width: 4, height: 4),
    CGRect(x: 0, y: 0, width: nan, height: 4),
    CGRect(x: 0, y: 0, width: inf, height: 4), CGRect(x: -inf, y: 0, width: 4, height: 4),
    CGRect(x: 1e300, y: 1e300, width: 1e300, height: 1e300),
    CGRect(x: 0, y: 0, width: 1e-300, height: 1e-300),
    CGRect(x: 1, y: 1, width: 0, height: 3), CGRect(x: 3, y: 3, width: -2, height: -2), .zero,
  ]
  private let badTransforms = [
    CGAffineTransform(scaleX: 0, y: 0), CGAffineTransform(scaleX: nan, y: 1),
    CGAffineTransform(scaleX: 1e-200, y: 1e-200), CGAffineTransform(scaleX: 1e200, y: 1e200),
    CGAffineTransform(translationX: inf, y: 0), CGAffineTransform(rotationAngle: nan),
    CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0), CGAffineTransform(translationX: 1e300, y: 1e300),
  ]

  /// Whether a context still fills a pixel as it should.
  private func stillDraws(_ context: CGContext) -> Bool {
    context.setAlpha(1)
    context.setBlendMode(.copy)
    context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.fill(CGRect(x: 3, y: 3, width: 2, height: 2))
    return context.makeImage()!.pixel(4, 4) == Pixel(red: 0, green: 255, blue: 0, alpha: 255)
  }

  private func fresh() -> CGContext {
    CGContext(size: CGSize(width: 8, height: 8), scale: 1, isOpaque: false)!
  }

  @Test func pathsLeaveOutWhatIsNoNumber() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    let before = path.copy()!
    for bad in [CGPoint(x: nan, y: 0), CGPoint(x: 0, y: nan)] {
      path.move(to: bad)
      path.addLine(to: bad)
      path.addQuadCurve(to: .zero, control: bad)
      path.addQuadCurve(to: bad, control: .zero)
      path.addCurve(to: .zero, control1: bad, control2: .zero)
      path.addCurve(to: .zero, control1: .zero, control2: bad)
      path.addArc(center: bad, radius: 1, startAngle: 0, endAngle: 1, clockwise: true)
    }
    for bad in [nan, inf, -inf] {
      path.addArc(center: .zero, radius: 1, startAngle: bad, endAngle: 1, clockwise: true)
      path.addArc(center: .zero, radius: 1, startAngle: 1, endAngle: bad, clockwise: false)
      path.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: bad)
    }
    path.addRect(.null)
    path.addEllipse(in: .null)
    path.addRect(CGRect(x: nan, y: 0, width: 1, height: 1))
    path.addEllipse(in: CGRect(x: 0, y: 0, width: 1, height: nan))
    #expect(path == before)
    #expect(CGPath(rect: .null, transform: nil).isEmpty && CGPath(ellipseIn: .null, transform: nil).isEmpty)
  }

  @Test func theLineOnStandardErrorIsApples() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: Double.nan, y: 0))
      path.addLine(to: .zero)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("has passed an invalid numeric value (NaN, or not-a-number) to CoreGraphics API"))
    #expect(text.contains("CGPathAddLineToPoint: no current point."))
  }

  @Test func aContextOutlivesEveryRectangle() {
    let image = fresh().makeImage()!
    let gradient = CGGradient([(0, CGColor.black), (1, CGColor.white)])
    let calls: [(String, (CGContext, CGRect) -> Void)] = [
      ("fill", { $0.fill($1) }), ("stroke", { $0.stroke($1) }), ("ellipse", { $0.fillEllipse(in: $1) }),
      ("stroked ellipse", { $0.strokeEllipse(in: $1) }), ("clear", { $0.clear($1) }),
      ("image", { $0.draw(image, in: $1) }), ("upright", { $0.drawUpright(image, in: $1) }),
      (
        "linear",
        {
          $0.drawLinearGradient(
            gradient, start: $1.origin, end: CGPoint(x: $1.maxX, y: 0), options: [.drawsAfterEndLocation])
        }
      ),
      (
        "radial",
        {
          $0.drawRadialGradient(
            gradient, startCenter: $1.origin, startRadius: 0, endCenter: $1.origin, endRadius: $1.width,
            options: .drawsBeforeStartLocation)
        }
      ),
      (
        "clip",
        {
          $0.saveGState()
          $0.clip(to: $1)
          $0.restoreGState()
        }
      ),
      (
        "dash",
        {
          $0.setLineDash(phase: $1.minX, lengths: [$1.width, 3])
          $0.stroke(CGRect(x: 1, y: 1, width: 4, height: 4))
        }
      ),
      (
        "pen",
        {
          $0.setLineWidth($1.width)
          $0.setMiterLimit($1.height)
          $0.stroke(CGRect(x: 1, y: 1, width: 4, height: 4), width: $1.width)
        }
      ),
      (
        "text",
        { context, rect in
          let colour = CGColor(red: rect.width, green: 0, blue: rect.minX, alpha: 1)
          let run = TextRun(
            "Ab", font: FontDescription(size: rect.width), color: colour, background: colour,
            kern: rect.height,
            baselineOffset: rect.minY)
          context.draw(TextLayout([run], maxWidth: rect.width), in: rect)
        }
      ),
      ("colour", { $0.setFillColor(red: $1.width, green: $1.minX, blue: $1.height, alpha: 1) }),
      ("alpha", { $0.setAlpha($1.width) }),
    ]
    var mismatches: [String] = []
    for (name, call) in calls {
      for rect in badRects {
        let context = fresh()
        call(context, rect)
        if !stillDraws(context) { mismatches.append("\(name) \(rect)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func aContextOutlivesEveryTransform() {
    var mismatches: [String] = []
    for first in badTransforms {
      for second in badTransforms {
        let context = fresh()
        context.saveGState()
        context.concatenate(first)
        context.concatenate(second)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.addArc(center: .zero, radius: 2, startAngle: 0, endAngle: 3, clockwise: false)
        context.strokePath()
        context.restoreGState()
        if !stillDraws(context) { mismatches.append("\(first) \(second)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func everythingIsFilledByTheInfiniteRectangle() {
    var mismatches: [String] = []
    for scale in [1.0, 3] {
      let filled = picture(8, 8, scale: scale) { $0.fill(CGRect.infinite) }
      if filled.alphas.contains(where: { $0 != 1 }) { mismatches.append("fill \(scale)") }
      let far = picture(8, 8, scale: scale) { $0.fill(CGRect(x: -1e10, y: 4, width: 2e10, height: 1e10)) }
      let wanted = (0..<Int(64 * scale * scale)).map { Double($0 / Int(8 * scale)) >= 4 * scale ? 1.0 : 0 }
      if gap(far.alphas, wanted) > 0 { mismatches.append("far \(scale)") }
      let clipped = picture(8, 8, scale: scale) {
        $0.clip(to: CGRect.infinite)
        $0.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
      }
      if clipped.alphas.contains(where: { $0 != 1 }) { mismatches.append("clip \(scale)") }
      let none = picture(8, 8, scale: scale) {
        $0.fill(CGRect.null)
        $0.fill(CGRect(x: nan, y: 0, width: 8, height: 8))
      }
      if none.alphas.contains(where: { $0 != 0 }) { mismatches.append("null \(scale)") }
    }
    #expect(mismatches == [])
  }

  @Test func sizesThatCannotBeGiveNil() {
    let rgb = CGColorSpaceCreateDeviceRGB()
    let provider = CGDataProvider(data: NSData(data: Data(count: 64)))!
    var mismatches: [String] = []
    for (width, height) in [
      (0, 4), (4, 0), (-1, 4), (4, -1), (-2, -2), (Int.max, 1), (1, Int.max), (Int.max, Int.max),
      (Int.min, 1),
      (40_000, 1), (1, 40_000),
    ] {
      if CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: rgb,
        bitmapInfo: 1) != nil
      {
        mismatches.append("context \(width) \(height)")
      }
      for row in [0, 16, Int.max, Int.min] {
        let image = CGImage(
          width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: row, space: rgb,
          bitmapInfo: CGBitmapInfo(rawValue: 1), provider: provider, decode: nil, shouldInterpolate: false,
          intent: .defaultIntent)
        if image != nil { mismatches.append("image \(width) \(height) \(row)") }
      }
    }
    for side in [0, -1, nan, inf, -inf, 1e9, 1e300] {
      let size = CGSize(width: side, height: 4)
      if side.magnitude != 1, CGContext(size: size, scale: 1, isOpaque: true) != nil {
        mismatches.append("\(side)")
      }
      if CGContext(size: CGSize(width: 4, height: 4), scale: side, isOpaque: true) != nil, !(side == -1) {
        mismatches.append("scale \(side)")
      }
      if Drawing(bounds: CGRect(x: 0, y: 0, width: 4, height: 4), { _ in }).image(scale: side) != nil {
        mismatches.append("drawing \(side)")
      }
    }
    #expect(mismatches == [])
    // Bytes that end with the last pixel are enough, one less is not.
    func image(_ count: Int) -> CGImage? {
      CGImage(
        width: 2, height: 3, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 12, space: rgb,
        bitmapInfo: CGBitmapInfo(rawValue: 1),
        provider: CGDataProvider(data: NSData(data: Data(count: count)))!,
        decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }
    #expect(image(32) != nil && image(31) == nil)
  }
}
