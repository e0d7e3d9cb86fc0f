/// What red, green, blue and white of a colour space look like: CIE 1931 chromaticities.
struct Primaries {
  var red, green, blue: (x: Double, y: Double)
  var white = (x: 0.3127, y: 0.3290)

  /// ITU-R BT.709's.
  static let sRGB = Primaries(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))
  static let bt2020 = Primaries(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
  /// As in Apple's white paper on Apple Log 2; the blue one is no colour that can be seen.
  static let appleWideGamut = Primaries(red: (0.725, 0.301), green: (0.221, 0.814), blue: (0.068, -0.076))

  /// From linear numbers of this space to those of one with the same white; rows and columns are blue, green, red.
  func matrix(to other: Primaries) -> [Double] {
    let through = Self.product(Self.inverse(other.toXYZ), toXYZ)
    return through.reversed()
  }

  /// Row by row; columns are red, green, blue.
  private var toXYZ: [Double] {
    func xyz(_ p: (x: Double, y: Double)) -> [Double] { [p.x / p.y, 1, (1 - p.x - p.y) / p.y] }
    let (r, g, b, w) = (xyz(red), xyz(green), xyz(blue), xyz(white))
    let plain = (0..<3).flatMap { [r[$0], g[$0], b[$0]] }
    let back = Self.inverse(plain)
    // As much of each as makes white.
    let shares = [0, 3, 6].map { row -> Double in
      back[row] * w[0] + back[row + 1] * w[1] + back[row + 2] * w[2]
    }
    return plain.enumerated().map { $0.element * shares[$0.offset % 3] }
  }

  private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
    (0..<9).map { (place: Int) -> Double in
      let (row, column) = (place / 3 * 3, place % 3)
      return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column]
    }
  }

  private static func inverse(_ m: [Double]) -> [Double] {
    func minor(_ r: Int, _ c: Int) -> Double {
      let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3)
      return m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1]
    }
    let determinant: Double = m[0] * minor(0, 0) + m[1] * minor(0, 1) + m[2] * minor(0, 2)
    return (0..<9).map { minor($0 % 3, $0 / 3) / determinant }
  }
}
