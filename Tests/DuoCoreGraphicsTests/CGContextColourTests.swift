import DuoCoreGraphics
import Foundation
import Testing

private let whole = CGRect(x: 0, y: 0, width: 4, height: 4)

@Suite struct CGContextColourTests {
  @Test func blendModesAreTheCompositingFormulas() {
    // W3C Compositing and Blending Level 1; both colours with alpha, straight components.
    let (cs, cb) = ([0.8, 0.4, 0.2], [0.3, 0.6, 0.9])
    let (a, b) = (0.6, 0.7)
    let separable: [(CGBlendMode, (Double, Double) -> Double)] = [
      (.normal, { s, _ in s }), (.multiply, { $0 * $1 }), (.screen, { $0 + $1 - $0 * $1 }),
      (.darken, min), (.lighten, max), (.difference, { abs($0 - $1) }),
      (.exclusion, { $0 + $1 - 2 * $0 * $1 }),
      (.hardLight, { s, d in s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d) }),
      (.overlay, { s, d in d <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d) }),
      (.colorDodge, { s, d in min(1, d / (1 - s)) }), (.colorBurn, { s, d in 1 - min(1, (1 - d) / s) }),
    ]
    var expected: [(CGBlendMode, [Double])] = separable.map { mode, blend in
      let colours = zip(cs, cb).map { s, d in
        let meeting: Double = a * b * blend(s, d)
        return a * (1 - b) * s + b * (1 - a) * d + meeting
      }
      return (mode, colours + [a + b - a * b])
    }
    // Porter and Duff, on colours multiplied by alpha.
    let weights: [(CGBlendMode, Double, Double)] = [
      (.clear, 0, 0), (.copy, 1, 0), (.sourceIn, b, 0), (.sourceOut, 1 - b, 0), (.sourceAtop, b, 1 - a),
      (.destinationOver, 1 - b, 1), (.destinationIn, 0, a), (.destinationOut, 0, 1 - a),
      (.destinationAtop, 1 - b, a), (.xor, 1 - b, 1 - a), (.plusLighter, 1, 1),
    ]
    for (mode, s, d) in weights {
      let colours = zip(cs, cb).map { s * $0 * a + d * $1 * b }
      expected.append((mode, (colours + [s * a + d * b]).map { min(1, $0) }))
    }
    var mismatches: [String] = []
    for (mode, wanted) in expected {
      let image = bitmap(8, 4) { context in
        context.setFillColor(red: cb[0], green: cb[1], blue: cb[2], alpha: b)
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
        context.setBlendMode(mode)
        context.setFillColor(red: cs[0], green: cs[1], blue: cs[2], alpha: a)
        context.fill(whole)
      }
      let p = image.pixel(1, 1)
      let got = [p.red, p.green, p.blue, p.alpha].map { Double($0) / 255 }
      if gap(got, wanted) > 0.02 { mismatches.append("\(mode): \(got) for \(wanted)") }
      // Outside the shape nothing changes, in any mode.
      if image.pixel(6, 1).alpha != 179 { mismatches.append("\(mode) outside") }
    }
    #expect(mismatches == [])
  }

  @Test func alphaAndLayersMultiply() {
    let image = bitmap(4, 4) { context in
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(whole)
      context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
      context.fill(whole)
      context.endTransparencyLayer()
    }
    // The red does not shine through: the group is whole before it is made transparent.
    #expect(image.pixel(1, 1) == Pixel(red: 0, green: 0, blue: 128, alpha: 128))
    let single = bitmap(4, 4) { context in
      context.setAlpha(0.5)
      context.setFillColor(gray: 1, alpha: 0.5)
      context.fill(whole)
    }
    #expect(single.pixel(1, 1).alpha == 64)
  }

  @Test func gradientsGoFromColourToColour() {
    let ends = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1)]
    let gradient = CGGradient(
      colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: NSArray(array: ends), locations: nil)!
    func row(_ options: CGGradientDrawingOptions) -> CGImage {
      picture(40, 4) {
        $0.drawLinearGradient(
          gradient, start: CGPoint(x: 10, y: 0), end: CGPoint(x: 30, y: 0), options: options)
      }
    }
    var mismatches: [String] = []
    for (options, before, after) in [
      ([], false, false), (.drawsBeforeStartLocation, true, false), (.drawsAfterEndLocation, false, true),
      ([.drawsBeforeStartLocation, .drawsAfterEndLocation], true, true),
    ] as [(CGGradientDrawingOptions, Bool, Bool)] {
      let image = row(options)
      for x in 0..<40 {
        let t = (Double(x) + 0.5 - 10) / 20
        let isDrawn = t < 0 ? before : t > 1 ? after : true
        let blue = min(max(t, 0), 1)
        let p = image.pixel(x, 2)
        let wanted = isDrawn ? [1 - blue, 0, blue, 1] : [0, 0, 0, 0]
        let got = [p.red, p.green, p.blue, p.alpha].map { Double($0) / 255 }
        if gap(got, wanted) > 0.03 { mismatches.append("\(options.rawValue) \(x): \(got)") }
      }
    }
    #expect(mismatches == [])
    let round = picture(40, 40) {
      $0.drawRadialGradient(
        gradient, startCenter: CGPoint(x: 20, y: 20), startRadius: 5, endCenter: CGPoint(x: 20, y: 20),
        endRadius: 15, options: .drawsAfterEndLocation)
    }
    #expect(
      round.pixel(20, 20).alpha == 0 && round.pixel(0, 0) == Pixel(red: 0, green: 0, blue: 255, alpha: 255))
    let middle = round.pixel(30, 20)
    #expect(abs(Int(middle.red) - 121) < 8 && middle.alpha == 255)
    #expect(CGGradient(colorsSpace: nil, colors: NSArray(array: ["no colour"]), locations: nil) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: NSArray(), locations: nil) == nil)
    let components = CGGradient(
      colorSpace: CGColorSpaceCreateDeviceGray(), colorComponents: [0, 1, 1, 0.5], locations: [0.2, 0.8],
      count: 2)!
    #expect(components.stops.map(\.location) == [0.2, 0.8] && components.stops[1].color.alpha == 0.5)
  }

  @Test func graysAreColoursToo() {
    let gray = CGColor(gray: 0.25, alpha: 0.5)
    #expect(gray.numberOfComponents == 2)
    #expect(gray.rgba == (0.25, 0.25, 0.25, 0.5))
    #expect(gray.copy(alpha: 1)?.alpha == 1)
    #expect(gray.colorSpace?.model == .monochrome && CGColor.black.rgba == (0, 0, 0, 1))
  }

  @Test func coloursOfOtherSpacesBecomeSRGB() {
    let p3 = CGColorSpace(name: CGColorSpace.displayP3)!
    // White and grey are the same in both; pure green of the larger space is cut off.
    for level in [0, 0.3, 1] as [CGFloat] {
      let c = CGColor(colorSpace: p3, components: [level, level, level, 0.5])!.rgba
      #expect(abs(c.red - level) < 1e-6 && abs(c.green - level) < 1e-6 && abs(c.blue - level) < 1e-6)
      #expect(c.alpha == 0.5)
    }
    let green = CGColor(colorSpace: p3, components: [0, 1, 0, 1])!.rgba
    #expect(green.red == 0 && abs(green.green - 1) < 1e-9)
    // From the primaries of both spaces.
    let colour: [CGFloat] = [0.5, 0.2, 0.25]
    let got = CGColor(colorSpace: p3, components: colour + [1])!.rgba
    #expect(gap([got.red, got.green, got.blue], Primaries.displayP3.toSRGB(colour)) < 0.001)
    let linear = CGColorSpace(name: CGColorSpace.linearSRGB)!
    #expect(abs(CGColor(colorSpace: linear, components: [0.5, 0.5, 0.5, 1])!.rgba.red - 0.7354) < 0.001)
    #expect(CGColorSpace(name: NSString(string: "none")) == nil)
    #expect(CGColorSpace(name: CGColorSpace.sRGB) == CGColorSpace(name: CGColorSpace.sRGB))
    #expect(CGColorSpaceCreateDeviceRGB().numberOfComponents == 3)
  }
}

/// A space of three primaries with the white point D65 and sRGB's curve, after SMPTE RP 177.
private struct Primaries {
  var xy: [(x: Double, y: Double)]

  static let displayP3 = Primaries(xy: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)])
  static let sRGB = Primaries(xy: [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06)])

  /// Columns are the primaries' X, Y, Z, so that all together are white.
  var toXYZ: [[Double]] {
    let columns = xy.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    let white = [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329]
    let parts = Self.solve(rows, white)
    return rows.map { row in zip(row, parts).map(*) }
  }

  func toSRGB(_ encoded: [CGFloat]) -> [Double] {
    let linear = encoded.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    let xyz = toXYZ.map { row -> Double in (0..<3).reduce(0.0) { $0 + row[$1] * Double(linear[$1]) } }
    return Self.solve(Primaries.sRGB.toXYZ, xyz).map {
      $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055
    }
  }

  /// Cramer's rule.
  private static func solve(_ m: [[Double]], _ v: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      let first = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
      let second = m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
      return first - second + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    return (0..<3).map { column in
      var replaced = m
      for row in 0..<3 { replaced[row][column] = v[row] }
      return determinant(replaced) / determinant(m)
    }
  }
}
