import DuoCoreGraphics
import Foundation

/// The plain reference: how much of each pixel a shape covers, by 16 x 16 samples of "is this point inside".
struct Coverage {
  let width, height: Int

  func levels(_ isInside: (_ x: Double, _ y: Double) -> Bool) -> [Double] {
    (0..<width * height).map { index in
      var hits = 0
      for sample in 0..<256 {
        let x = Double(index % width) + (Double(sample % 16) + 0.5) / 16
        let y = Double(index / width) + (Double(sample / 16) + 0.5) / 16
        if isInside(x, y) { hits += 1 }
      }
      return Double(hits) / 256
    }
  }
}

struct Pixel: Hashable {
  var red, green, blue, alpha: UInt8
}

extension CGImage {
  /// Colours multiplied by alpha, as they are kept.
  func pixel(_ x: Int, _ y: Int) -> Pixel {
    withPixels {
      let at = (y * width + x) * 4
      return Pixel(red: $0[at + 2], green: $0[at + 1], blue: $0[at], alpha: $0[at + 3])
    }
  }

  var alphas: [Double] {
    withPixels { bytes in (0..<width * height).map { Double(bytes[$0 * 4 + 3]) / 255 } }
  }
}

/// The largest difference between two lists of levels.
func gap(_ a: [Double], _ b: [Double]) -> Double {
  a.count == b.count ? zip(a, b).map { abs($0 - $1) }.max() ?? 0 : .infinity
}

/// A UIKit kind of picture, y down.
func picture(_ width: Int, _ height: Int, scale: Double = 1, _ draw: (CGContext) -> Void) -> CGImage {
  Drawing(bounds: CGRect(x: 0, y: 0, width: width, height: height), draw).image(scale: scale)!
}

/// An app's own bitmap, y up.
func bitmap(_ width: Int, _ height: Int, _ draw: (CGContext) -> Void) -> CGImage {
  let context = CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue)!
  draw(context)
  return context.makeImage()!
}
