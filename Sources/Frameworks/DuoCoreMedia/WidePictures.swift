import DuoFoundation
import Foundation

/// Shows pictures of ten bits, and of eight with hybrid log-gamma, as sRGB's bytes.
///
/// Light that HLG holds beyond white is pressed into the picture: up to half of white everything stays as it is, and the
/// curve's end becomes white. Log curves are shown as they are, since apps have tables for them. (both assumed)
package struct WidePictures: Sendable {
  private let colours: VideoColours
  private let isFullRange: Bool
  private let bits: Int
  /// Rows of luma that share one of the second plane.
  private let rowsPerChromaRow: Int
  /// Shares of red and blue in luma.
  private let red, blue: Double

  /// Nil for pictures that are sRGB's bytes already, or of other formats.
  package init?(_ buffer: CVBuffer) {
    let said = VideoColours(attachedTo: buffer)
    switch buffer.format {
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      (bits, rowsPerChromaRow) = (10, 2)
    case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange:
      (bits, rowsPerChromaRow) = (10, 1)
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      guard said == .hlg || said == .appleLog || said == .appleLog2 else { return nil }
      (bits, rowsPerChromaRow) = (8, 2)
    default: return nil
    }
    isFullRange = [
      kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    ].contains(buffer.format)
    colours = said ?? .sRGB
    (red, blue) = colours == .sRGB || colours == .displayP3 ? (0.2126, 0.0722) : (0.2627, 0.0593)
  }

  /// Whether pixels of a format can be of ten bits.
  package static func isOfTenBits(_ format: OSType) -> Bool {
    [
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
      kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
    ].contains(format)
  }

  /// Pixels of a row from column `first` on, as B, G, R, A.
  package func draw(
    row: Int, from first: Int = 0, count: Int, of planes: [PixelPlane], into out: UnsafeMutablePointer<UInt8>
  ) {
    let luma = planes[0].base + row * planes[0].bytesPerRow
    let chroma = planes[1].base + row / rowsPerChromaRow * planes[1].bytesPerRow
    func number(_ plane: UnsafeMutableRawPointer, _ at: Int) -> Double {
      bits == 10
        ? Double(UInt16(littleEndian: plane.load(fromByteOffset: 2 * at, as: UInt16.self)) >> 6)
        : Double(plane.load(fromByteOffset: at, as: UInt8.self))
    }
    let unit = bits == 10 ? 4.0 : 1
    let whole = bits == 10 ? 1023.0 : 255
    let (zero, black) = (128 * unit, isFullRange ? 0 : 16 * unit)
    let (extent, swing) = isFullRange ? (whole, whole) : (219 * unit, 224 * unit)
    for index in 0..<count {
      let x = first + index
      let y = (number(luma, x) - black) / extent
      let cb = (number(chroma, x / 2 * 2) - zero) / swing
      let cr = (number(chroma, x / 2 * 2 + 1) - zero) / swing
      let r = y + 2 * (1 - red) * cr
      let b = y + 2 * (1 - blue) * cb
      let g = (y - red * r - blue * b) / (1 - red - blue)
      let shown = shown(r, g, b)
      (out[4 * index], out[4 * index + 1], out[4 * index + 2], out[4 * index + 3]) = (
        shown.b, shown.g, shown.r, 255
      )
    }
  }

  /// A whole picture as B, G, R, A.
  package func draw(_ buffer: CVBuffer, into base: UnsafeMutableRawPointer, bytesPerRow: Int) {
    buffer.withPixels { planes in
      for row in 0..<buffer.height {
        draw(
          row: row, count: buffer.width, of: planes,
          into: (base + row * bytesPerRow).assumingMemoryBound(to: UInt8.self))
      }
    }
  }

  // MARK: Colours

  private func shown(_ r: Double, _ g: Double, _ b: Double) -> (r: UInt8, g: UInt8, b: UInt8) {
    func byte(_ v: Double) -> UInt8 { UInt8(min(max(v, 0), 1) * 255 + 0.5) }
    switch colours {
    case .sRGB, .appleLog, .appleLog2: return (byte(r), byte(g), byte(b))
    case .displayP3: return converted(r, g, b, Self.sRGBLight, Self.fromP3) { $0 }
    case .hlg: return converted(r, g, b, Self.hlgLight, Self.from2020, Self.pressed)
    }
  }

  private func converted(
    _ r: Double, _ g: Double, _ b: Double, _ light: [Double], _ m: [Double], _ press: (Double) -> Double
  ) -> (r: UInt8, g: UInt8, b: UInt8) {
    func linear(_ v: Double) -> Double { light[Int(min(max(v, 0), 1) * Double(Self.steps) + 0.5)] }
    let (x, y, z) = (linear(r), linear(g), linear(b))
    func byte(_ row: Int) -> UInt8 {
      let v = press(m[row] * x + m[row + 1] * y + m[row + 2] * z)
      return Self.bytes[Int(min(max(v, 0), 1).squareRoot() * Double(Self.steps) + 0.5)]
    }
    return (byte(0), byte(3), byte(6))
  }

  private static let steps = 4095
  /// From the chromaticities of the standards, red, green, blue.
  private static let from2020 = [
    1.660491, -0.587641, -0.072850, -0.124550, 1.132900, -0.008349, -0.018151, -0.100579, 1.118730,
  ]
  private static let fromP3 = [
    1.224940, -0.224940, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274,
  ]

  private static let sRGBLight = (0...steps).map { step -> Double in
    let v = Double(step) / Double(steps)
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// ITU-R BT.2100, as parts of the white that is 75 % of the signal. (ITU-R BT.2408)
  private static let hlgLight = (0...steps).map { hlg(Double($0) / Double(steps)) / hlg(0.75) }

  private static func hlg(_ v: Double) -> Double {
    let a = 0.17883277
    let c = 0.5 - a * log(4 * a)
    return v <= 0.5 ? v * v / 3 : (exp((v - c) / a) + 1 - 4 * a) / 12
  }

  /// Of roots of light.
  private static let bytes = (0...steps).map { step -> UInt8 in
    let v = Double(step * step) / Double(steps * steps)
    return UInt8((v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055) * 255 + 0.5)
  }

  private static func pressed(_ v: Double) -> Double {
    guard v > 0.5 else { return v }
    let (t, top) = ((v - 0.5) / 0.5, (1 / hlg(0.75) - 0.5) / 0.5)
    return 0.5 + 0.5 * t * (1 + t / (top * top)) / (1 + t)
  }
}
