import CPNG
import CTurboJPEG
import DuoImageIO
import Testing

/// Files of all kinds, written by the libraries themselves.
@Suite struct PictureKindsTests {
  /// A PNG in one of libpng's simple formats.
  private static func png(_ format: UInt32, _ pixels: [UInt8], width: Int, height: Int) -> Data {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    image.format = format
    var file = Data(count: 10_000)
    var size = file.count
    let written = file.withUnsafeMutableBytes {
      png_image_write_to_memory(&image, $0.baseAddress, &size, 0, pixels, 0, nil)
    }
    precondition(written != 0)
    return Data(file.prefix(size))
  }

  /// A JPEG of one colour model and sampling, made of grey or B, G, R, X pixels.
  private static func jpeg(
    _ pixels: [UInt8], width: Int, height: Int, format: TJPF, sampling: TJSAMP, flags: Int32 = 0
  ) -> Data {
    let encoder = tjInitCompress()
    defer { tjDestroy(encoder) }
    var (file, size): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    let result = tjCompress2(
      encoder, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &file, &size,
      Int32(sampling.rawValue), 95, flags)
    precondition(result == 0)
    defer { tjFree(file) }
    return Data(bytes: file!, count: Int(size))
  }

  @Test func pngsOfAllKindsComeAsPremultipliedBGRA() throws {
    let colour = UInt32(PNG_FORMAT_FLAG_COLOR), alpha = UInt32(PNG_FORMAT_FLAG_ALPHA)
    let rows: [(String, UInt32, [UInt8], [UInt8], Bool)] = [
      ("grey", 0, [0, 128, 255], [0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255], true),
      (
        "grey and alpha", alpha, [100, 255, 200, 0, 255, 51],
        [100, 100, 100, 255, 0, 0, 0, 0, 51, 51, 51, 51], false
      ),
      ("RGB", colour, [1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 2, 1, 255, 6, 5, 4, 255, 9, 8, 7, 255], true),
      (
        "RGBA", colour | alpha, [10, 20, 30, 255, 255, 0, 255, 51, 1, 2, 3, 0],
        [30, 20, 10, 255, 51, 0, 51, 51, 0, 0, 0, 0], false
      ),
    ]
    var wrong: [String] = []
    for (name, format, pixels, wanted, isOpaque) in rows {
      let picture = try PictureFile.decode(Self.png(format, pixels, width: 3, height: 1))
      if [UInt8](picture.bitmap.bytes) != wanted || picture.bitmap.isOpaque != isOpaque {
        wrong.append("\(name): \([UInt8](picture.bitmap.bytes))")
      }
    }
    #expect(wrong == [])
  }

  @Test func jpegsOfAllKindsComeAsBGRA() throws {
    let (width, height) = (32, 16)
    let grey = [UInt8](repeating: 90, count: width * height)
    let colour = (0..<(width * height)).flatMap { _ -> [UInt8] in [30, 60, 200, 0] }
    let rows: [(String, Data, [Int])] = [
      (
        "grey", Self.jpeg(grey, width: width, height: height, format: TJPF_GRAY, sampling: TJSAMP_GRAY),
        [90, 90, 90]
      ),
      (
        "4:4:4", Self.jpeg(colour, width: width, height: height, format: TJPF_BGRX, sampling: TJSAMP_444),
        [30, 60, 200]
      ),
      (
        "4:2:2", Self.jpeg(colour, width: width, height: height, format: TJPF_BGRX, sampling: TJSAMP_422),
        [30, 60, 200]
      ),
      (
        "4:2:0", Self.jpeg(colour, width: width, height: height, format: TJPF_BGRX, sampling: TJSAMP_420),
        [30, 60, 200]
      ),
      (
        "progressive",
        Self.jpeg(
          colour, width: width, height: height, format: TJPF_BGRX, sampling: TJSAMP_420,
          flags: TJFLAG_PROGRESSIVE), [30, 60, 200]
      ),
    ]
    var wrong: [String] = []
    for (name, file, wanted) in rows {
      let picture = try PictureFile.decode(file)
      let middle = picture.bitmap.bytes[(8 * width + 16) * 4..<(8 * width + 17) * 4].map { Int($0) }
      let isNear = zip(middle, wanted).allSatisfy { abs($0 - $1) <= 4 } && middle[3] == 255
      if !isNear || picture.width != width || picture.height != height { wrong.append("\(name): \(middle)") }
    }
    #expect(wrong == [])
  }

  @Test func picturesThatAreTooLargeAreNotWritten() {
    let long = Bitmap(
      width: 32_001, height: 1, bytesPerRow: 32_001 * 4, bytes: Data(count: 32_001 * 4), isOpaque: true)
    #expect(throws: PictureFileError.self) { _ = try PictureFile.jpeg(of: long, quality: 0.5) }
    do throws(PictureFileError) {
      _ = try PictureFile.png(of: long)
      Issue.record("written")
    } catch {
      #expect(error.place == "picture" && error.reason.hasPrefix("32001 x 1 is too large; at most 32000"))
    }
  }

  @Test func aBitmapHasAllItsBytes() async {
    await #expect(processExitsWith: .failure) {
      _ = Bitmap(width: 2, height: 2, bytesPerRow: 8, bytes: Data(count: 15), isOpaque: true)
    }
    await #expect(processExitsWith: .failure) {
      _ = Bitmap(width: 2, height: 2, bytesPerRow: 7, bytes: Data(count: 14), isOpaque: true)
    }
  }

  /// Colours may be as bright as alpha at most, and are straight again in the file.
  @Test func transparentPixelsAreWrittenStraight() throws {
    let half = Bitmap(
      width: 2, height: 1, bytesPerRow: 8, bytes: Data([64, 32, 128, 128, 0, 0, 0, 0]), isOpaque: false)
    let back = try PictureFile.decode(PictureFile.png(of: half))
    #expect(zip(back.bitmap.bytes, half.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(!back.bitmap.isOpaque && back.bitmap.bytes.suffix(4) == Data(count: 4))
  }

  /// Transparent parts come out on black.
  @Test func aJPEGOfATransparentPictureIsOnBlack() throws {
    let clear = Bitmap(width: 16, height: 16, bytesPerRow: 64, bytes: Data(count: 1024), isOpaque: false)
    let back = try PictureFile.decode(PictureFile.jpeg(of: clear, quality: 1))
    #expect(back.bitmap.isOpaque && back.bitmap.bytes.enumerated().allSatisfy { $0 % 4 == 3 || $1 <= 2 })
  }
}
