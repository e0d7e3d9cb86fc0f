import DuoCoreGraphics
import Foundation
import Testing

/// Radial gradients against their definition (ISO 32000-1, 8.7.4.5.4): a point has the colour of the last circle through
/// it, of those from start to end and of those beyond an end that goes on.
@Suite struct RadialGradientTests {
  private struct Circles {
    var start, end: CGPoint
    var radii: (Double, Double)

    /// The greatest place s in `range` whose circle, with no negative radius, goes through a point.
    func place(of p: CGPoint, _ range: ClosedRange<Double>) -> Double? {
      // |p - c(s)| = r(s), a quadratic equation in s.
      let (dx, dy, dr) = (end.x - start.x, end.y - start.y, radii.1 - radii.0)
      let (px, py) = (p.x - start.x, p.y - start.y)
      let a = dx * dx + dy * dy - dr * dr
      let b = px * dx + py * dy + radii.0 * dr
      let c = px * px + py * py - radii.0 * radii.0
      var roots: [Double]
      if abs(a) < 1e-9 {
        roots = b == 0 ? [] : [c / (2 * b)]
      } else {
        let under = b * b - a * c
        roots = under < 0 ? [] : [(b + under.squareRoot()) / a, (b - under.squareRoot()) / a]
      }
      roots = roots.filter { range.contains($0) && radii.0 + $0 * dr >= 0 }
      return roots.max()
    }
  }

  private let cases: [(String, Circles)] = [
    ("growing", Circles(start: CGPoint(x: 20, y: 20), end: CGPoint(x: 20, y: 20), radii: (5, 15))),
    ("shrinking", Circles(start: CGPoint(x: 20, y: 20), end: CGPoint(x: 20, y: 20), radii: (15, 5))),
    ("from a point", Circles(start: CGPoint(x: 18, y: 22), end: CGPoint(x: 20, y: 20), radii: (0, 14))),
    ("to a point", Circles(start: CGPoint(x: 20, y: 20), end: CGPoint(x: 18, y: 22), radii: (14, 0))),
    ("off its middle", Circles(start: CGPoint(x: 16, y: 20), end: CGPoint(x: 20, y: 20), radii: (4, 16))),
    ("beside", Circles(start: CGPoint(x: 12, y: 20), end: CGPoint(x: 28, y: 20), radii: (5, 5))),
    ("cone", Circles(start: CGPoint(x: 12, y: 22), end: CGPoint(x: 27, y: 18), radii: (3, 8))),
    ("cone back", Circles(start: CGPoint(x: 27, y: 18), end: CGPoint(x: 12, y: 22), radii: (8, 3))),
  ]

  private let options: [(CGGradientDrawingOptions, ClosedRange<Double>)] = [
    ([], 0...1), (.drawsBeforeStartLocation, -Double.infinity...1),
    (.drawsAfterEndLocation, 0...Double.infinity),
    ([.drawsBeforeStartLocation, .drawsAfterEndLocation], -Double.infinity...Double.infinity),
  ]

  /// - Parameter image: drawn with the gradient.
  private func mismatches(_ draw: (Int, Int, (CGContext) -> Void) -> CGImage) -> [String] {
    let ends = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1)]
    let gradient = CGGradient(colorsSpace: nil, colors: NSArray(array: ends), locations: nil)!
    var mismatches: [String] = []
    for (name, circles) in cases {
      for (options, range) in options {
        let image = draw(40, 40) {
          $0.drawRadialGradient(
            gradient, startCenter: circles.start, startRadius: circles.radii.0, endCenter: circles.end,
            endRadius: circles.radii.1, options: options)
        }
        for index in 0..<1600 {
          let (x, y) = (index % 40, index / 40)
          // At an edge the answer hangs on the last digit: all of the pixel has to agree.
          let places = [(0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)].map {
            circles.place(of: CGPoint(x: Double(x) + $0.0, y: Double(y) + $0.1), range)
          }
          let blues = places.compactMap { $0 }.map { min(max($0, 0), 1) }
          guard blues.isEmpty || blues.count == 5, (blues.max() ?? 0) - (blues.min() ?? 0) < 0.2 else {
            continue
          }
          let pixel = image.pixel(x, y)
          let got = [pixel.red, pixel.blue, pixel.alpha].map { Double($0) / 255 }
          let wanted = blues.isEmpty ? [0, 0, 0] : [1 - blues[0], blues[0], 1]
          if gap(got, wanted) > 0.03 {
            mismatches.append("\(name) \(options.rawValue) \(x), \(y): \(got), not \(wanted)")
          }
        }
      }
    }
    return mismatches
  }

  @Test func everyPointHasTheColourOfTheLastCircleThroughIt() {
    #expect(mismatches { picture($0, $1, $2) }.prefix(8) == [])
  }

  /// In an app's bitmap y points up; the circles are given in its space.
  @Test func bitmapsAgree() {
    let upright = mismatches { width, height, draw in
      bitmap(width, height) {
        $0.translateBy(x: 0, y: CGFloat(height))
        $0.scaleBy(x: 1, y: -1)
        draw($0)
      }
    }
    #expect(upright.prefix(8) == [])
  }

  /// A clip stays, and the alpha of the moment counts.
  @Test func clipAndAlphaHold() {
    let colours = [CGColor(gray: 1, alpha: 1), CGColor(gray: 0, alpha: 0.5)]
    let gradient = CGGradient(colorsSpace: nil, colors: NSArray(array: colours), locations: nil)!
    for (options, _) in options {
      let image = picture(20, 20) {
        $0.clip(to: CGRect(x: 0, y: 0, width: 10, height: 20))
        $0.setAlpha(0.5)
        $0.drawRadialGradient(
          gradient, startCenter: CGPoint(x: 10, y: 10), startRadius: 0, endCenter: CGPoint(x: 10, y: 10),
          endRadius: 4, options: options)
      }
      #expect(image.pixel(11, 10).alpha == 0 && image.pixel(15, 10).alpha == 0)
      #expect((64...127).contains(image.pixel(9, 9).alpha))
      #expect(image.pixel(1, 1).alpha == (options.contains(.drawsAfterEndLocation) ? 64 : 0))
    }
  }
}
