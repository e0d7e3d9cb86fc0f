import CHeif
import CTurboJPEG
import DuoFoundation

/// JPEG through libjpeg-turbo.
enum JPEGFile {
  static func decode(_ data: Data) throws(PictureFileError) -> Bitmap {
    guard let decoder = tjInitDecompress() else {
      throw PictureFileError(place: "JPEG decoder", reason: text(of: nil))
    }
    defer { tjDestroy(decoder) }
    let bytes = [UInt8](data)
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0
    else { throw PictureFileError(place: "JPEG header", reason: text(of: decoder)) }
    try PictureFile.check(Int(width), Int(height), "JPEG header")
    let isWide = ICCProfile.profile(ofJPEG: data) == .displayP3
    return try Bitmap(width: Int(width), height: Int(height), isOpaque: true) { to throws(PictureFileError) in
      let result = tjDecompress2(
        decoder, bytes, UInt(bytes.count), to, width, width * 4, height, Int32(TJPF_BGRA.rawValue),
        Int32(TJFLAG_STOPONWARNING))
      guard result == 0 else { throw PictureFileError(place: "JPEG pixels", reason: text(of: decoder)) }
      if isWide { duo_srgb_from_p3(to, Int(width) * 4, Int(width), Int(height)) }
    }
  }

  static func size(_ data: Data) throws(PictureFileError) -> (width: Int, height: Int) {
    guard let decoder = tjInitDecompress() else {
      throw PictureFileError(place: "JPEG decoder", reason: text(of: nil))
    }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let result = data.withUnsafeBytes {
      tjDecompressHeader3(
        decoder, $0.bindMemory(to: UInt8.self).baseAddress, UInt($0.count), &width, &height, &sampling, &space
      )
    }
    guard result == 0 else { throw PictureFileError(place: "JPEG header", reason: text(of: decoder)) }
    try PictureFile.check(Int(width), Int(height), "JPEG header")
    return (Int(width), Int(height))
  }

  static func encode(_ bitmap: Bitmap, quality: Double) throws(PictureFileError) -> Data {
    guard let encoder = tjInitCompress() else {
      throw PictureFileError(place: "JPEG encoder", reason: text(of: nil))
    }
    defer { tjDestroy(encoder) }
    var (file, size): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    let percent = Int32(saturating: (min(max(quality, 0), 1) * 99).rounded()) + 1
    let result = bitmap.bytes.withUnsafeBytes { pixels in
      tjCompress2(
        encoder, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(bitmap.width),
        Int32(bitmap.bytesPerRow), Int32(bitmap.height), Int32(TJPF_BGRX.rawValue), &file, &size,
        Int32(TJSAMP_420.rawValue), percent, 0)
    }
    defer { tjFree(file) }
    guard result == 0, let file else {
      throw PictureFileError(place: "JPEG pixels", reason: text(of: encoder))
    }
    return Data(bytes: file, count: Int(size))
  }

  private static func text(of handle: tjhandle?) -> String {
    PictureFile.oneLine(String(cString: handle.map { tjGetErrorStr2($0) } ?? tjGetErrorStr()))
  }
}
