import Foundation

/// The light's colour, the sensor's, and gains between them: plain colorimetry on the CIE 1931 observer.
struct ColourModel: Hashable, Sendable {
  struct Chromaticity: Hashable, Sendable {
    var x, y: Double
  }

  /// From XYZ to what the sensor's red, green and blue pixels collect, row by row; equal for the white of 6504 K.
  let sensor: [Double]
  /// Gains that are neutral in light of that white.
  let neutral: [Double]

  /// D65 of CIE 15.
  static let white = Chromaticity(x: 0.31271, y: 0.32902)

  /// - Parameters:
  ///   - sensor: Nine numbers, XYZ to red, green, blue.
  ///   - neutral: The gains of red, green and blue for a grey thing in the light of D65.
  init(sensor: [Double], neutral: [Double]) {
    let white = Self.product(sensor, Self.xyz(Self.white))
    self.sensor = sensor.enumerated().map { $0.element / white[$0.offset / 3] }
    self.neutral = neutral
  }

  static func xyz(_ c: Chromaticity) -> [Double] { [c.x / c.y, 1, (1 - c.x - c.y) / c.y] }

  static func chromaticity(_ xyz: [Double]) -> Chromaticity {
    let sum = xyz[0] + xyz[1] + xyz[2]
    return Chromaticity(x: xyz[0] / sum, y: xyz[1] / sum)
  }

  private static func product(_ m: [Double], _ v: [Double]) -> [Double] {
    (0..<3).map { m[3 * $0] * v[0] + m[3 * $0 + 1] * v[1] + m[3 * $0 + 2] * v[2] }
  }

  // MARK: Gains

  /// Gains that make a grey thing in light of this colour grey, the smallest 1. May be more than the device takes.
  func gains(_ light: Chromaticity) -> [Double] {
    let seen = Self.product(sensor, Self.xyz(light))
    let gains = (0..<3).map { neutral[$0] / max(seen[$0], 1e-9) }
    let least = gains.min()!
    return gains.map { $0 / least }
  }

  /// The light for which these gains are neutral.
  func chromaticity(_ gains: [Double]) -> Chromaticity {
    let seen = (0..<3).map { neutral[$0] / gains[$0] }
    return Self.chromaticity(Self.product(Self.inverse(sensor), seen))
  }

  private static func inverse(_ m: [Double]) -> [Double] {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    let cofactors = [
      minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5),
      -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
      minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
    ]
    let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
    return cofactors.map { $0 / determinant }
  }

  // MARK: Temperature and tint

  /// Light of a black body of a temperature in kelvin (the approximation of Kim and others, 2002), and so far away from it
  /// in the uniform plane of CIE 1960: a positive tint corrects towards magenta, for a light that is green. Daylight of the
  /// same temperature has a tint near 10.
  static func light(temperature: Double, tint: Double) -> Chromaticity {
    let locus = uniform(locus(temperature))
    guard tint != 0 else { return locusPoint(temperature) }
    let normal = normal(temperature)
    let distance = tint / tintScale
    return chromaticity(u: locus.u + normal.u * distance, v: locus.v + normal.v * distance)
  }

  /// The temperature whose light is nearest in the uniform plane, and how far away it is.
  static func temperatureAndTint(_ light: Chromaticity) -> (temperature: Double, tint: Double) {
    let point = uniform(light)
    // The locus runs evenly in one over the temperature; distance along it has one minimum.
    var (low, high) = (1e6 / 25_000, 1e6 / 1_667)
    func distance(_ mired: Double) -> Double {
      let locus = uniform(locus(1e6 / mired))
      return hypot(point.u - locus.u, point.v - locus.v)
    }
    var best = stride(from: low, through: high, by: 2).min { distance($0) < distance($1) }!
    (low, high) = (max(low, best - 2), min(high, best + 2))
    for _ in 0..<60 {
      let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
      if distance(a) < distance(b) { high = b } else { low = a }
    }
    best = (low + high) / 2
    let temperature = 1e6 / best
    let (at, across) = (uniform(locus(temperature)), normal(temperature))
    let offset = (point.u - at.u) * across.u + (point.v - at.v) * across.v
    return (temperature, offset * tintScale)
  }

  /// As raw converters count: 3000 for one of the uniform plane's units, positive for lights above the locus. [inferred]
  private static let tintScale = 3000.0

  static func locusPoint(_ temperature: Double) -> Chromaticity { locus(temperature) }

  private static func locus(_ temperature: Double) -> Chromaticity {
    let t = min(max(temperature, 1_667), 25_000)
    let k = 1000 / t
    if t >= 4000 {
      let x = -3.0258469 * k * k * k + 2.1070379 * k * k + 0.2226347 * k + 0.240390
      return Chromaticity(
        x: x, y: 3.0817580 * x * x * x - 5.87338670 * x * x + 3.75112997 * x - 0.37001483)
    }
    let x = -0.2661239 * k * k * k - 0.2343589 * k * k + 0.8776956 * k + 0.179910
    let y =
      t <= 2222
      ? -1.1063814 * x * x * x - 1.34811020 * x * x + 2.18555832 * x - 0.20219683
      : -0.9549476 * x * x * x - 1.37418593 * x * x + 2.09137015 * x - 0.16748867
    return Chromaticity(x: x, y: y)
  }

  private static func uniform(_ c: Chromaticity) -> (u: Double, v: Double) {
    let d = -2 * c.x + 12 * c.y + 3
    return (4 * c.x / d, 6 * c.y / d)
  }

  private static func chromaticity(u: Double, v: Double) -> Chromaticity {
    let d = 2 * u - 8 * v + 4
    return Chromaticity(x: 3 * u / d, y: 2 * v / d)
  }

  /// Across the locus, towards green: upwards in the uniform plane.
  private static func normal(_ temperature: Double) -> (u: Double, v: Double) {
    let (a, b) = (uniform(locus(temperature * 1.002)), uniform(locus(temperature * 0.998)))
    let (du, dv) = (a.u - b.u, a.v - b.v)
    let length = hypot(du, dv)
    let sign = du > 0 ? 1.0 : -1.0
    return (-dv / length * sign, du / length * sign)
  }
}
