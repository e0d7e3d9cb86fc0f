import CPNG
import CTurboJPEG

/// Picture files in memory: JPEG and PNG.
package enum PictureFile {
  /// The largest picture that is read or written: pixels, and pixels along one side.
  static let mostPixels = 100_000_000
  static let longestSide = 32_000

  /// Reads a JPEG or a PNG. A file that breaks off is an error. Pixels are not turned; `orientation` says how they
  /// would have to be, and is `.up` where the file does not say or says something that Exif does not define.
  package static func decode(_ data: Data) throws(PictureFileError) -> DecodedPicture {
    if data.isEmpty { throw PictureFileError(place: "file", reason: "it is empty") }
    if data.starts(with: [0xff, 0xd8, 0xff]) {
      return DecodedPicture(
        bitmap: try JPEGFile.decode(data), orientation: ExifBlock.orientation(ofJPEG: data))
    }
    if data.starts(with: PNGFile.signature) {
      return DecodedPicture(bitmap: try PNGFile.decode(data), orientation: .up)
    }
    throw PictureFileError(place: "first bytes", reason: "neither a JPEG nor a PNG picture")
  }

  /// A JPEG of the picture. Transparent parts come out on black, as premultiplied colours are.
  /// - Parameters:
  ///   - quality: 0...1.
  ///   - exif: Written into the file; nil: none.
  package static func jpeg(
    of bitmap: Bitmap, quality: Double, exif: ExifFields? = nil
  ) throws(PictureFileError) -> Data {
    try check(bitmap.width, bitmap.height, "picture")
    let file = try JPEGFile.encode(bitmap, quality: quality)
    guard let exif else { return file }
    return try ExifBlock.insert(exif, intoJPEG: file)
  }

  /// A PNG of the picture; without an alpha channel when it is opaque.
  package static func png(of bitmap: Bitmap) throws(PictureFileError) -> Data {
    try check(bitmap.width, bitmap.height, "picture")
    return try PNGFile.encode(bitmap)
  }

  static func check(_ width: Int, _ height: Int, _ place: String) throws(PictureFileError) {
    guard width > 0, height > 0 else { throw PictureFileError(place: place, reason: "it has no size") }
    guard max(width, height) <= longestSide, width * height <= mostPixels else {
      throw PictureFileError(
        place: place,
        reason: "\(width) x \(height) is too large; at most \(longestSide) along a side and "
          + "\(mostPixels / 1_000_000) million pixels")
    }
  }

  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
