import DuoCoreGraphics
import Foundation
import Testing

/// Strokes are what lies within half a line's width of the path.
@Suite struct StrokeDistanceTests {
  private let side = 32

  private func center(_ x: Int, _ y: Int) -> CGPoint { CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5) }

  @Test func roundStrokesAreAllThatIsNear() {
    var numbers = Numbers(seed: 41)
    var mismatches: [String] = []
    for index in 0..<10 {
      let path = tangle(&numbers, 4...28)
      let width = numbers.number(0.8...7)
      let image = picture(side, side) { context in
        context.setLineCap(.round)
        context.setLineJoin(.round)
        context.setLineWidth(width)
        context.addPath(path)
        context.strokePath()
      }
      let plain = Polylines(path, steps: 30)
      for y in 0..<side {
        for x in 0..<side {
          let distance = plain.distance(from: center(x, y))
          let alpha = Double(image.pixel(x, y).alpha) / 255
          // A pixel's corners are 0.71 from its middle.
          if distance < width / 2 - 0.75, alpha < 0.99 {
            mismatches.append("\(index) \(x) \(y) hole \(alpha)")
          }
          if distance > width / 2 + 0.75, alpha > 0.01 {
            mismatches.append("\(index) \(x) \(y) more \(alpha)")
          }
        }
      }
    }
    #expect(mismatches.prefix(8) == [])
  }

  @Test func aStrokesAreaIsItsLengthTimesItsWidth() {
    var mismatches: [String] = []
    for width in [0.25, 0.5, 1, 2, 5] {
      for angle in stride(from: 0.0, to: 3, by: 0.37) {
        let image = picture(side, side) { context in
          context.setLineWidth(width)
          context.translateBy(x: 16, y: 16)
          context.rotate(by: angle)
          context.strokeLineSegments(between: [CGPoint(x: -10, y: 0), CGPoint(x: 10, y: 0)])
        }
        let area = image.alphas.reduce(0, +)
        if abs(area - 20 * width) > max(0.25, 0.02 * 20 * width) {
          mismatches.append("\(width) \(angle): \(area)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func dashesGoOnRoundCornersInTheirOrder() {
    var numbers = Numbers(seed: 42)
    var mismatches: [String] = []
    let corners = [CGPoint(x: 3, y: 6), CGPoint(x: 27, y: 6), CGPoint(x: 27, y: 27), CGPoint(x: 5, y: 27)]
    for index in 0..<30 {
      // An odd number of lengths goes round twice.
      let lengths = (0..<numbers.whole(1...4)).map { _ in CGFloat(numbers.number(3...7)) }
      let phase = numbers.number(-30...30)
      let image = picture(side, side) { context in
        context.setLineWidth(2)
        context.setLineDash(phase: phase, lengths: lengths)
        context.addLines(between: corners)
        context.strokePath()
      }
      let cycle = lengths.count % 2 == 0 ? lengths : lengths + lengths
      let total = cycle.reduce(0, +)
      /// How far inside a stroke (positive) or gap (negative) so much of the path's length is.
      func depth(_ along: Double) -> Double {
        var rest = (along + phase).truncatingRemainder(dividingBy: total)
        if rest < 0 { rest += total }
        for (place, length) in cycle.enumerated() {
          if rest < length { return min(rest, length - rest) * (place % 2 == 0 ? 1 : -1) }
          rest -= length
        }
        return 0
      }
      var passed = 0.0
      for (a, b) in zip(corners, corners.dropFirst()) {
        let length = apart(a, b)
        for step in stride(from: 1.5, to: length - 1.5, by: 0.5) {
          let p = CGPoint(x: a.x + (b.x - a.x) * step / length, y: a.y + (b.y - a.y) * step / length)
          let deep = depth(passed + step)
          guard abs(deep) > 1.1 else { continue }
          let alpha = image.pixel(Int(p.x), Int(p.y)).alpha
          if alpha != (deep > 0 ? 255 : 0) { mismatches.append("\(index) \(passed + step): \(alpha)") }
        }
        passed += length
      }
    }
    #expect(mismatches.prefix(8) == [])
  }

  @Test func mitersEndWhereTheirLimitSays() {
    var mismatches: [String] = []
    for degrees in stride(from: 20.0, through: 160, by: 10) {
      let half = degrees * .pi / 360
      // Length of the miter over the line's width.
      let ratio = 1 / sin(half)
      for limit in [1.0, 1.5, 2, 3, 4, 6] where abs(ratio - limit) > 0.05 {
        let image = picture(80, 80) { context in
          context.setLineWidth(6)
          context.setMiterLimit(limit)
          let arm = CGPoint(x: 40 - 34 * cos(half), y: 40 + 34 * sin(half))
          context.addLines(between: [arm, CGPoint(x: 40, y: 40), CGPoint(x: arm.x, y: 80 - arm.y)])
          context.strokePath()
        }
        // The tip lies half the miter's length beyond the corner, a bevel ends before that.
        let reach = ratio < limit ? 3 * ratio : 3 * sin(half)
        let row = (40..<80).map {
          Double(image.pixel($0, 40).alpha) / 255 + Double(image.pixel($0, 39).alpha) / 255
        }
        let last = Double(row.lastIndex { $0 > 0.1 } ?? -1) + 1
        if abs(last - reach) > 1.6 { mismatches.append("\(degrees) \(limit): \(last) for \(reach)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func drawingBothFillsThenStrokes() {
    for (mode, isOdd) in [(CGPathDrawingMode.fillStroke, false), (.eoFillStroke, true)] {
      let image = picture(side, side) { context in
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.setStrokeColor(red: 0, green: 0, blue: 1, alpha: 1)
        context.setLineWidth(4)
        context.addRect(CGRect(x: 4, y: 4, width: 24, height: 24))
        context.addRect(CGRect(x: 10, y: 10, width: 12, height: 12))
        context.drawPath(using: mode)
      }
      let red = Pixel(red: 255, green: 0, blue: 0, alpha: 255),
        blue = Pixel(red: 0, green: 0, blue: 255, alpha: 255)
      #expect(image.pixel(7, 16) == red && image.pixel(4, 16) == blue && image.pixel(11, 16) == blue)
      #expect(image.pixel(16, 16) == (isOdd ? Pixel(red: 0, green: 0, blue: 0, alpha: 0) : red))
    }
  }
}
