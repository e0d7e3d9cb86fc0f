import CPNG

/// PNG through libpng's simple interface: any depth and palette comes as 8 bits a channel.
enum PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private static let bgra = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
  private static let bgr = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR)

  static func decode(_ data: Data) throws(PictureFileError) -> Bitmap {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // The decoder keeps the address until it is done.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
    defer { bytes.deallocate() }
    data.copyBytes(to: bytes)
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
      throw failure("PNG header", image)
    }
    let (width, height) = (Int(image.width), Int(image.height))
    try PictureFile.check(width, height, "PNG header")
    let isOpaque = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) == 0
    image.format = bgra
    return try Bitmap(width: width, height: height, isOpaque: isOpaque) { to throws(PictureFileError) in
      guard png_image_finish_read(&image, nil, to, Int32(width * 4), nil) != 0 else {
        throw failure("PNG pixels", image)
      }
      if !isOpaque { premultiply(to, width * height) }
    }
  }

  /// From the header, which is the first chunk.
  static func size(_ data: Data) throws(PictureFileError) -> (width: Int, height: Int) {
    let head = [UInt8](data.prefix(24))
    guard head.count == 24, head[12..<16].elementsEqual("IHDR".utf8) else {
      throw PictureFileError(place: "PNG header", reason: "it breaks off")
    }
    let size = (head[16..<20].reduce(0) { $0 << 8 | Int($1) }, head[20..<24].reduce(0) { $0 << 8 | Int($1) })
    try PictureFile.check(size.0, size.1, "PNG header")
    return size
  }

  static func encode(_ bitmap: Bitmap) throws(PictureFileError) -> Data {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(bitmap.width)
    image.height = UInt32(bitmap.height)
    image.format = bitmap.isOpaque ? bgr : bgra
    image.flags = UInt32(PNG_IMAGE_FLAG_FAST)
    defer { png_image_free(&image) }
    let rows = straightRows(bitmap)
    // More than any deflated picture takes.
    var size = rows.count + rows.count / 8 + bitmap.height * 16 + 4096
    var file = Data(count: size)
    let written = rows.withUnsafeBytes { pixels in
      file.withUnsafeMutableBytes {
        png_image_write_to_memory(&image, $0.baseAddress, &size, 0, pixels.baseAddress, 0, nil)
      }
    }
    guard written != 0 else { throw failure("PNG pixels", image) }
    return Data(file.prefix(size))
  }

  private static func failure(_ place: String, _ image: png_image) -> PictureFileError {
    let text = withUnsafeBytes(of: image.message) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    return PictureFileError(place: place, reason: PictureFile.oneLine(text))
  }

  private static func premultiply(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for pixel in 0..<count {
      let at = pixel * 4
      let alpha = Int(pixels[at + 3])
      if alpha == 255 { continue }
      for channel in at..<(at + 3) { pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 127) / 255) }
    }
  }

  /// Rows without gaps, colours as they were before they were premultiplied; three bytes a pixel when opaque.
  private static func straightRows(_ bitmap: Bitmap) -> [UInt8] {
    let bytesPerPixel = bitmap.isOpaque ? 3 : 4
    let count = bitmap.width * bitmap.height * bytesPerPixel
    return [UInt8](unsafeUninitializedCapacity: count) { to, filled in
      bitmap.bytes.withUnsafeBytes { from in
        var at = 0
        for y in 0..<bitmap.height {
          for x in 0..<bitmap.width {
            let pixel = y * bitmap.bytesPerRow + x * 4
            let alpha = bitmap.isOpaque ? 255 : Int(from[pixel + 3])
            for channel in 0..<3 {
              let value = Int(from[pixel + channel])
              to[at + channel] =
                alpha == 255
                ? UInt8(value) : alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
            }
            if !bitmap.isOpaque { to[at + 3] = UInt8(alpha) }
            at += bytesPerPixel
          }
        }
      }
      filled = count
    }
  }
}
