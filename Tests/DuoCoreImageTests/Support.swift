import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import Foundation

@testable import DuoCoreImage

/// Bytes of a pixel as shown: red, green, blue, alpha.
struct Shown: Hashable, CustomStringConvertible {
  var r, g, b, a: Int
  var description: String { "(\(r) \(g) \(b) \(a))" }

  init(_ r: Int, _ g: Int, _ b: Int, _ a: Int = 255) { (self.r, self.g, self.b, self.a) = (r, g, b, a) }

  func isNear(_ other: Shown, _ distance: Int) -> Bool {
    abs(r - other.r) <= distance && abs(g - other.g) <= distance && abs(b - other.b) <= distance
      && abs(a - other.a) <= distance
  }
}

/// Rows of pixels, the top one first.
struct Picture: Equatable, CustomStringConvertible {
  var rows: [[Shown]]
  var width: Int { rows[0].count }
  var height: Int { rows.count }
  var description: String { rows.map { "\($0)" }.joined(separator: "\n") }

  init(_ rows: [[Shown]]) { self.rows = rows }

  /// Every pixel different from all others.
  init(numbered width: Int, _ height: Int) {
    rows = (0..<height).map { y in (0..<width).map { x in Shown(20 + 30 * x, 20 + 30 * y, 7 * x + 5 * y) } }
  }

  init(_ image: CGImage) {
    rows = image.withPixels { bytes in
      (0..<image.height).map { y in
        (0..<image.width).map { x in
          let place = y * image.bytesPerRow + x * 4
          return Shown(Int(bytes[place + 2]), Int(bytes[place + 1]), Int(bytes[place]), Int(bytes[place + 3]))
        }
      }
    }
  }

  /// What a context draws of an image's rectangle.
  init(_ image: CIImage, _ rect: CGRect? = nil) {
    self.init(CIContext().createCGImage(image, from: rect ?? image.extent)!)
  }

  var cgImage: CGImage {
    CGImage(width: width, height: height, isOpaque: rows.joined().allSatisfy { $0.a == 255 }) {
      memory, bytesPerRow in
      write(to: memory, bytesPerRow)
    }!
  }

  func write(to memory: UnsafeMutableRawPointer, _ bytesPerRow: Int) {
    for (y, row) in rows.enumerated() {
      for (x, pixel) in row.enumerated() {
        for (index, value) in [pixel.b, pixel.g, pixel.r, pixel.a].enumerated() {
          memory.storeBytes(of: UInt8(value), toByteOffset: y * bytesPerRow + x * 4 + index, as: UInt8.self)
        }
      }
    }
  }

  var image: CIImage { CIImage(cgImage: cgImage) }

  var buffer: CVPixelBuffer {
    let picture = self
    return CVPixelBuffer(width: width, height: height, format: kCVPixelFormatType_32BGRA) { planes in
      picture.write(to: planes[0].base, planes[0].bytesPerRow)
    }
  }

  func isNear(_ other: Picture, _ distance: Int = 1) -> Bool {
    width == other.width && height == other.height
      && zip(rows.joined(), other.rows.joined()).allSatisfy { $0.isNear($1, distance) }
  }

  /// Turned by quarters clockwise, after a flip from left to right where it is wanted: by moving pixels.
  func turned(_ quarters: Int, flippedFirst: Bool = false) -> Picture {
    var result = flippedFirst ? Picture(rows.map { $0.reversed() }) : self
    for _ in 0..<quarters {
      let old = result
      result = Picture(
        (0..<old.width).map { x in (0..<old.height).map { y in old.rows[old.height - 1 - y][x] } })
    }
    return result
  }
}

/// The curve of sRGB, from its standard.
enum Curve {
  static func linear(_ byte: Double) -> Double {
    let value = byte / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func byte(_ light: Double) -> Int {
    let value = min(max(light, 0), 1)
    let shown = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    return Int((shown * 255).rounded())
  }
}
