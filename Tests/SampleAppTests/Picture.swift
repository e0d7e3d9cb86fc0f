import CPNG
import Foundation
import Testing

/// A PNG file's pixels.
struct Picture {
  let width, height: Int
  private let bytes: [UInt8]

  init(_ file: URL) throws {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    try #require(png_image_begin_read_from_file(&image, file.path) != 0)
    // Four bytes for each pixel: red, green, blue, alpha.
    image.format = 3
    var bytes = [UInt8](repeating: 0, count: Int(image.width * image.height * 4))
    try #require(png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
    width = Int(image.width)
    height = Int(image.height)
    self.bytes = bytes
  }

  /// Red, green and blue of the pixel at a part of the width and of the height.
  func colour(_ x: Double, _ y: Double) -> [UInt8] {
    let start = (Int(y * Double(height - 1)) * width + Int(x * Double(width - 1))) * 4
    return Array(bytes[start..<start + 3])
  }
}
