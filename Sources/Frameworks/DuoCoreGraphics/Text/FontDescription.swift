import Foundation

/// Which font text is set in, without any loaded font: what `UIFont` is to an app, as a value.
package struct FontDescription: Hashable, Sendable {
  package enum Family: Hashable, Sendable {
    /// Inter, in the place of Apple's San Francisco, whose cap height it is scaled to.
    case system
    /// The system's font for code.
    case monospaced
    /// A family that fontconfig knows.
    case named(String)
  }

  package var family: Family
  /// Points.
  package var size: Double
  /// Apple's scale: -0.8 ultra light, 0 regular, 0.4 bold, 0.62 black. [header]
  package var weight: Double
  package var isItalic: Bool
  /// Digits of one width.
  package var hasMonospacedDigits: Bool

  package init(
    family: Family = .system, size: Double, weight: Double = 0, isItalic: Bool = false,
    hasMonospacedDigits: Bool = false
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.hasMonospacedDigits = hasMonospacedDigits
  }

  /// The weight on the scale of CSS and OpenType, 100...900.
  package var openTypeWeight: Int {
    let steps: [(apple: Double, openType: Int)] = [
      (-0.8, 100), (-0.6, 200), (-0.4, 300), (0, 400), (0.23, 500), (0.3, 600), (0.4, 700), (0.56, 800),
      (0.62, 900),
    ]
    return steps.min { abs($0.apple - weight) < abs($1.apple - weight) }!.openType
  }
}

/// Heights of a font in points, all positive; the descender is measured down from the baseline.
package struct FontMetrics: Hashable, Sendable {
  package var ascender, descender, capHeight, xHeight: Double

  package var lineHeight: Double { ascender + descender }

  /// San Francisco's: 1950, 494, 1443 and 1078 units of 2048. With 17 points a line is 20.29 high. [measured]
  static func sanFrancisco(size: Double) -> FontMetrics {
    FontMetrics(
      ascender: size * 1950 / 2048, descender: size * 494 / 2048, capHeight: size * 1443 / 2048,
      xHeight: size * 1078 / 2048)
  }
}
