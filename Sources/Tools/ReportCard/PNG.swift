import CPNG
import Foundation
import Scenarios

/// Writes pictures with libpng.
enum PNG {
  // The library's macros for these are not importable.
  private static let bgra: UInt32 = 0x13
  private static let gray: UInt32 = 0
  private static let fast: UInt32 = 2

  static func encode(_ picture: PixelPicture) throws -> Data {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(picture.width)
    image.height = UInt32(picture.height)
    image.format = picture.layout == .bgra ? bgra : gray
    image.flags = fast
    defer { png_image_free(&image) }
    return try picture.bytes.withUnsafeBytes { pixels in
      // More than any deflated picture takes.
      var size = pixels.count + pixels.count / 8 + picture.height * 16 + 4096
      var target = Data(count: size)
      let written = target.withUnsafeMutableBytes {
        png_image_write_to_memory(&image, $0.baseAddress, &size, 0, pixels.baseAddress, 0, nil)
      }
      guard written != 0 else {
        let message = withUnsafeBytes(of: image.message) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        throw ScenarioError(file: "picture", place: "", what: "libpng: \(message)")
      }
      return target.prefix(size)
    }
  }
}
