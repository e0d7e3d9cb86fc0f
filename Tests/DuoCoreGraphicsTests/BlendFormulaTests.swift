import DuoCoreGraphics
import Foundation
import Testing

private typealias Colour = [Double]

/// ISO 32000-1 (PDF 1.7), 11.3.5: what two opaque colours make, components 0...1.
private enum Blend {
  static func softLight(_ s: Double, _ b: Double) -> Double {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  }

  static func lum(_ c: Colour) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
  static func sat(_ c: Colour) -> Double { c.max()! - c.min()! }

  static func clip(_ c: Colour) -> Colour {
    let (l, n, x) = (lum(c), c.min()!, c.max()!)
    var c = c
    if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
    if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
    return c
  }

  static func set(lum l: Double, of c: Colour) -> Colour { clip(c.map { $0 + l - lum(c) }) }

  /// The least component becomes 0, the greatest `s`, the one between lies as it did.
  static func set(sat s: Double, of c: Colour) -> Colour {
    let least = c.min()!, range = sat(c)
    return c.map { range > 0 ? ($0 - least) / range * s : 0 }
  }

  static let modes: [(CGBlendMode, @Sendable (_ s: Colour, _ b: Colour) -> Colour)] = [
    (.softLight, { s, b in zip(s, b).map { softLight($0, $1) } }),
    (.hue, { s, b in set(lum: lum(b), of: set(sat: sat(b), of: s)) }),
    (.saturation, { s, b in set(lum: lum(b), of: set(sat: sat(s), of: b)) }),
    (.color, { s, b in set(lum: lum(b), of: s) }),
    (.luminosity, { s, b in set(lum: lum(s), of: b) }),
  ]
}

/// The blend modes whose formulas have cases, over many colours.
@Suite struct BlendFormulaTests {
  private let whole = CGRect(x: 0, y: 0, width: 1, height: 1)

  private func draw(_ mode: CGBlendMode, _ source: Colour, over backdrop: Colour) -> (
    below: Colour, got: Colour
  ) {
    func read(_ pixel: Pixel) -> Colour {
      [pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Double($0) / 255 }
    }
    var below: Colour = []
    let image = bitmap(1, 1) { context in
      context.setFillColor(red: backdrop[0], green: backdrop[1], blue: backdrop[2], alpha: backdrop[3])
      context.fill(whole)
      // What was kept of it in 8 bits is what the formula meets.
      below = read(context.makeImage()!.pixel(0, 0))
      context.setBlendMode(mode)
      context.setFillColor(red: source[0], green: source[1], blue: source[2], alpha: source[3])
      context.fill(whole)
    }
    return (below, read(image.pixel(0, 0)))
  }

  private func mismatches(_ colours: [(source: Colour, backdrop: Colour)]) -> [String] {
    var mismatches: [String] = []
    for (source, backdrop) in colours {
      for (mode, blend) in Blend.modes {
        let (below, got) = draw(mode, source, over: backdrop)
        let (a, b) = (source[3], below[3])
        let straight = below[0..<3].map { min(1, $0 / b) }
        let both = blend(Array(source[0..<3]), straight)
        let wanted =
          (0..<3).map { index -> Double in
            let alone = a * (1 - b) * source[index] + b * (1 - a) * straight[index]
            return alone + a * b * both[index]
          } + [a + b - a * b]
        if gap(got, wanted) > 0.015 {
          mismatches.append("\(mode) \(source) over \(backdrop): \(got), \(wanted)")
        }
      }
    }
    return mismatches
  }

  @Test func softLightAndTheModesOfHueAreThoseOfPDF() {
    var numbers = Numbers(seed: 41)
    let colours = (0..<150).map { index in
      // Every third pair is opaque.
      let alphas = index % 3 == 0 ? 1.0...1.0 : 0.3...1.0
      func colour() -> Colour { (0..<3).map { _ in numbers.number(0...1) } + [numbers.number(alphas)] }
      return (colour(), colour())
    }
    #expect(mismatches(colours).prefix(5) == [])
  }

  /// Greys have no hue, black and white no room for saturation.
  @Test func greysBlackAndWhiteAreTaken() {
    let corners: [Colour] = [
      [0, 0, 0, 1], [1, 1, 1, 1], [0.5, 0.5, 0.5, 1], [1, 0, 0, 1], [0, 1, 1, 1], [0.2, 0.2, 0.9, 1],
      [1, 1, 0, 0.5],
    ]
    #expect(mismatches(corners.flatMap { s in corners.map { (s, $0) } }).prefix(5) == [])
  }
}
