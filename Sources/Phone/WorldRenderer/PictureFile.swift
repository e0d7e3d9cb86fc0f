import CPNG
import CTurboJPEG
import CWorldRenderer
import Foundation

/// Reads JPEG and PNG files into B, G, R, A pixels.
enum PictureFile {
  /// The largest picture that is read: pixels, and pixels along one side.
  static let mostPixels = 100_000_000
  static let longestSide = 32_000

  struct Size: Hashable {
    var width, height: Int
  }

  /// Reads the picture. `layout` looks at the size before anything is decoded, may refuse it, and says how many
  /// bytes a row has (at least four a pixel) and how many follow the last row.
  static func read(
    _ path: String, layout: (Size) throws(WorldError) -> (bytesPerRow: Int, spare: Int)
  ) throws(WorldError) -> (size: Size, bytesPerRow: Int, pixels: PixelStore) {
    let data = try contents(path)
    let isJPEG = data.starts(with: [0xff, 0xd8, 0xff])
    let isPNG = data.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    guard isJPEG || isPNG else { throw WorldError(path: path, reason: "neither a JPEG nor a PNG picture") }
    return isJPEG ? try jpeg(data, path, layout) : try png(data, path, layout)
  }

  private static func contents(_ path: String) throws(WorldError) -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw WorldError(path: path, reason: "no such file")
    }
    guard !isFolder.boolValue else { throw WorldError(path: path, reason: "a folder, not a picture") }
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      guard !data.isEmpty else { throw WorldError(path: path, reason: "the file is empty") }
      return data
    } catch let error as WorldError {
      throw error
    } catch {
      throw WorldError(path: path, reason: "cannot be read: \(oneLine(error.localizedDescription))")
    }
  }

  private static func check(_ size: Size, _ path: String) throws(WorldError) {
    guard size.width > 0, size.height > 0 else {
      throw WorldError(path: path, reason: "broken picture: it has no size")
    }
    guard max(size.width, size.height) <= longestSide, size.width * size.height <= mostPixels else {
      throw WorldError(
        path: path,
        reason: "\(size.width) x \(size.height) is too large; at most \(longestSide) along a side and "
          + "\(mostPixels / 1_000_000) million pixels")
    }
  }

  private static func jpeg(
    _ data: Data, _ path: String, _ layout: (Size) throws(WorldError) -> (bytesPerRow: Int, spare: Int)
  ) throws(WorldError) -> (size: Size, bytesPerRow: Int, pixels: PixelStore) {
    guard let decoder = tjInitDecompress() else {
      throw WorldError(path: path, reason: "no JPEG decoder: \(oneLine(String(cString: tjGetErrorStr())))")
    }
    defer { tjDestroy(decoder) }
    let bytes = [UInt8](data)
    func failure() -> WorldError {
      WorldError(path: path, reason: "broken JPEG: \(oneLine(String(cString: tjGetErrorStr2(decoder))))")
    }
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0
    else { throw failure() }
    let size = Size(width: Int(width), height: Int(height))
    try check(size, path)
    let (bytesPerRow, spare) = try layout(size)
    let pixels = try PixelStore(count: bytesPerRow * size.height + spare) { to throws(WorldError) in
      let flags = Int32(TJFLAG_STOPONWARNING)
      guard
        tjDecompress2(
          decoder, bytes, UInt(bytes.count), to, width, Int32(bytesPerRow), height, Int32(TJPF_BGRA.rawValue),
          flags)
          == 0
      else { throw failure() }
    }
    return (size, bytesPerRow, pixels)
  }

  private static func png(
    _ data: Data, _ path: String, _ layout: (Size) throws(WorldError) -> (bytesPerRow: Int, spare: Int)
  ) throws(WorldError) -> (size: Size, bytesPerRow: Int, pixels: PixelStore) {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    func failure(_ image: png_image) -> WorldError {
      let text = withUnsafeBytes(of: image.message) { raw in
        String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      return WorldError(path: path, reason: "broken PNG: \(oneLine(text))")
    }
    // The decoder keeps the address until it is done.
    let bytes = PixelStore(count: data.count) { data.copyBytes(to: $0, count: data.count) }
    guard png_image_begin_read_from_memory(&image, bytes.base, bytes.count) != 0 else { throw failure(image) }
    let size = Size(width: Int(image.width), height: Int(image.height))
    try check(size, path)
    let (bytesPerRow, spare) = try layout(size)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
    let pixels = try PixelStore(count: bytesPerRow * size.height + spare) { to throws(WorldError) in
      guard png_image_finish_read(&image, nil, to, Int32(bytesPerRow), nil) != 0 else { throw failure(image) }
      duo_make_opaque(to, bytesPerRow, Int32(size.width), Int32(size.height))
    }
    return (size, bytesPerRow, pixels)
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
