import Foundation

/// Whole pixels of Core Image's plane: x to the right, y upwards, from a pixel's lower left corner.
struct Region: Hashable, Sendable {
  var x, y, width, height: Int

  var isEmpty: Bool { width <= 0 || height <= 0 }
  var maxX: Int { x + width }
  var maxY: Int { y + height }

  init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The pixels that a rectangle touches; nil for one that is no number, or without end.
  init?(_ rect: CGRect) {
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY]
    guard !rect.isNull, !rect.isInfinite, edges.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else {
      return nil
    }
    let (left, bottom) = (Int(rect.minX.rounded(.down)), Int(rect.minY.rounded(.down)))
    self.init(
      x: left, y: bottom, width: Int(rect.maxX.rounded(.up)) - left,
      height: Int(rect.maxY.rounded(.up)) - bottom)
  }

  func intersection(_ other: Region) -> Region {
    let (left, bottom) = (max(x, other.x), max(y, other.y))
    return Region(
      x: left, y: bottom, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - bottom))
  }

  func grown(by amount: Int) -> Region { grown(amount, amount) }

  func grown(_ across: Int, _ along: Int) -> Region {
    Region(x: x - across, y: y - along, width: width + 2 * across, height: height + 2 * along)
  }
}

/// Red, green, blue, alpha: linear light, colours multiplied by alpha.
typealias Pixel = SIMD4<Float>

/// Pixels of a region, the lowest row first.
struct Tile: Sendable {
  let region: Region
  var pixels: [Pixel]

  init(_ region: Region, repeating pixel: Pixel = .zero) {
    self.region = region
    pixels = Array(repeating: pixel, count: max(0, region.width * region.height))
  }

  subscript(x: Int, y: Int) -> Pixel {
    get { pixels[(y - region.y) * region.width + x - region.x] }
    set { pixels[(y - region.y) * region.width + x - region.x] = newValue }
  }

  /// Clear outside of the region.
  func pixel(_ x: Int, _ y: Int) -> Pixel {
    x >= region.x && x < region.maxX && y >= region.y && y < region.maxY ? self[x, y] : .zero
  }

  /// Between pixels' middles, in straight lines.
  func sample(_ x: Double, _ y: Double) -> Pixel {
    let (u, v) = (x - 0.5, y - 0.5)
    let (left, bottom) = (u.rounded(.down), v.rounded(.down))
    let (fx, fy) = (Float(u - left), Float(v - bottom))
    let (i, j) = (Int(left), Int(bottom))
    if fx == 0 && fy == 0 { return pixel(i, j) }
    let low = pixel(i, j) * (1 - fx) + pixel(i + 1, j) * fx
    let high = pixel(i, j + 1) * (1 - fx) + pixel(i + 1, j + 1) * fx
    return low * (1 - fy) + high * fy
  }
}

/// Between stored bytes and linear light, by the curve of sRGB.
enum Light {
  static let ofByte: [Float] = (0..<256).map { Float(linear(Double($0) / 255)) }
  private static let toByte: [UInt8] = (0...65535).map {
    UInt8((encoded(Double($0) / 65535) * 255).rounded())
  }

  static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ value: Double) -> Double {
    value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }

  static func byte(_ value: Float) -> UInt8 { toByte[Int(min(max(value, 0), 1) * 65535 + 0.5)] }

  /// Of premultiplied B, G, R, A bytes.
  static func pixel(_ b: UInt8, _ g: UInt8, _ r: UInt8, _ a: UInt8) -> Pixel {
    if a == 255 { return Pixel(ofByte[Int(r)], ofByte[Int(g)], ofByte[Int(b)], 1) }
    if a == 0 { return .zero }
    let alpha = Float(a) / 255
    func straight(_ byte: UInt8) -> Float { Float(linear(min(1, Double(byte) / Double(a)))) * alpha }
    return Pixel(straight(r), straight(g), straight(b), alpha)
  }

  /// Premultiplied B, G, R, A bytes.
  static func bytes(_ pixel: Pixel) -> (b: UInt8, g: UInt8, r: UInt8, a: UInt8) {
    let alpha = min(max(pixel.w, 0), 1)
    if alpha == 1 { return (byte(pixel.z), byte(pixel.y), byte(pixel.x), 255) }
    if alpha == 0 { return (0, 0, 0, 0) }
    func shown(_ value: Float) -> UInt8 { UInt8((Float(byte(value / alpha)) * alpha).rounded()) }
    return (shown(pixel.z), shown(pixel.y), shown(pixel.x), UInt8((alpha * 255).rounded()))
  }
}
