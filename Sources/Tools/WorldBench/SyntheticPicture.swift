import CPNG
import Foundation

/// A made-up 360-degree picture: sky, hills and fine ground, about as detailed as a photograph.
enum SyntheticPicture {
  static func write(to path: String) throws -> String {
    let (width, height) = (4096, 2048)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for y in 0..<height {
      let latitude = 90 - (Double(y) + 0.5) / Double(height) * 180
      for x in 0..<width {
        let turn = (Double(x) + 0.5) / Double(width) * 2 * .pi
        let ridge = 6 * sin(turn * 3) + 3 * sin(turn * 7 + 1) + 1.2 * sin(turn * 19 + 2)
        let ground = latitude < ridge
        let waves = sin(turn * 160 + latitude) * 9 + sin(latitude * 4 + sin(turn * 12) * 3) * 12
        let fine = sin(turn * 420) * sin(latitude * 7.3) * 7
        let base: (Double, Double, Double) =
          ground
          ? (92 - latitude * 0.6, 118 - latitude * 0.3, 66) : (120 + latitude, 160 + latitude * 0.6, 225)
        let part = ground ? 1.0 : 0.35
        let detail = (waves + fine) * part
        let at = (y * width + x) * 3
        for (channel, value) in [base.0, base.1, base.2].enumerated() {
          pixels[at + channel] = UInt8(min(max(value + detail, 0), 255))
        }
      }
    }
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    guard png_image_write_to_file(&image, path, 0, pixels, Int32(width * 3), nil) != 0 else {
      throw BenchError("cannot write \(path)")
    }
    return path
  }
}
