import CPNG
import DuoImageIO
import Testing

/// A picture with a different colour in each corner, smooth between, so that JPEG keeps it.
private func gradient(_ width: Int, _ height: Int, alpha: UInt8 = 255) -> Bitmap {
  var bytes = [UInt8]()
  for y in 0..<height {
    for x in 0..<width {
      let colour = [x * 255 / max(width - 1, 1), y * 255 / max(height - 1, 1), 60]
      bytes += colour.map { UInt8($0 * Int(alpha) / 255) } + [alpha]
    }
  }
  return Bitmap(
    width: width, height: height, bytesPerRow: width * 4, bytes: Data(bytes), isOpaque: alpha == 255)
}

private func worst(_ a: Bitmap, _ b: Bitmap) -> Int {
  zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

@Suite struct PictureFileTests {
  @Test func jpegsOfAllSizesComeBackNearly() throws {
    var off: [String] = []
    for (width, height) in [(1, 1), (16, 16), (33, 7), (64, 48), (101, 203)] {
      let picture = gradient(width, height)
      let back = try PictureFile.decode(PictureFile.jpeg(of: picture, quality: 1))
      if back.width != width || back.height != height || back.orientation != .up || !back.bitmap.isOpaque
        || worst(picture, back.bitmap) > 24
      {
        off.append("\(width) x \(height): \(worst(picture, back.bitmap))")
      }
    }
    #expect(off == [])
  }

  @Test func lowerQualityIsSmaller() throws {
    let picture = gradient(200, 150)
    let sizes = try [0, 0.3, 0.6, 0.9, 1].map { try PictureFile.jpeg(of: picture, quality: $0).count }
    #expect(sizes == sizes.sorted() && sizes.first! < sizes.last!)
    #expect(try PictureFile.jpeg(of: picture, quality: -3).count == sizes[0])
    #expect(try PictureFile.jpeg(of: picture, quality: 7).count == sizes[4])
    // What is no number is the worst.
    #expect(try PictureFile.jpeg(of: picture, quality: .nan).count == sizes[0])
    // And of the same kind in HEIC.
    let worst = try [.nan, 0].map { try PictureFile.heic(of: picture, quality: $0, metadata: nil) }
    #expect(worst[0] == worst[1])
  }

  @Test func rowsMayHaveGaps() throws {
    let picture = gradient(5, 4)
    var padded = Data()
    for y in 0..<4 { padded += picture.bytes[(y * 20)..<(y * 20 + 20)] + [9, 9, 9, 9, 9, 9, 9, 9] }
    let wide = Bitmap(width: 5, height: 4, bytesPerRow: 28, bytes: padded, isOpaque: true)
    #expect(try PictureFile.decode(PictureFile.png(of: wide)).bitmap == picture)
    #expect(try PictureFile.jpeg(of: wide, quality: 0.9) == PictureFile.jpeg(of: picture, quality: 0.9))
  }

  @Test func pngsComeBackByteForByte() throws {
    for picture in [gradient(31, 17), gradient(1, 1), gradient(640, 3)] {
      let back = try PictureFile.decode(PictureFile.png(of: picture))
      #expect(back.bitmap == picture && back.orientation == .up)
    }
  }

  @Test func transparentPNGsArePremultipliedAndBack() throws {
    // Straight colours through libpng itself.
    let straight: [UInt8] = [200, 100, 50, 128, 10, 20, 30, 255, 255, 255, 255, 0, 7, 8, 9, 1]
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = 4
    image.height = 1
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
    var file = Data(count: 1000)
    var size = 1000
    let written = file.withUnsafeMutableBytes {
      png_image_write_to_memory(&image, $0.baseAddress, &size, 0, straight, 0, nil)
    }
    #expect(written != 0)
    let picture = try PictureFile.decode(file.prefix(size))
    #expect(!picture.bitmap.isOpaque)
    #expect([UInt8](picture.bitmap.bytes) == [100, 50, 25, 128, 10, 20, 30, 255, 0, 0, 0, 0, 0, 0, 0, 1])
    let again = try PictureFile.decode(PictureFile.png(of: picture.bitmap))
    #expect(again == picture)
  }

  @Test func brokenFilesAreNamedWithTheirPlace() throws {
    let jpeg = try PictureFile.jpeg(of: gradient(64, 64), quality: 0.9)
    let png = try PictureFile.png(of: gradient(64, 64))
    let bad: [(Data, String)] = [
      (Data(), "file: it is empty"),
      (Data("GIF89a".utf8), "first bytes: neither a JPEG nor a HEIC nor a PNG picture"),
      (jpeg.prefix(40), "JPEG header: "), (jpeg.prefix(jpeg.count / 2 + 300), "JPEG pixels: "),
      (png.prefix(20), "PNG header: "), (png.prefix(png.count / 2), "PNG pixels: "),
    ]
    var off: [String] = []
    for (data, words) in bad {
      do throws(PictureFileError) {
        _ = try PictureFile.decode(data)
        off.append("read, not: \(words)")
      } catch {
        if !error.description.hasPrefix(words) || error.reason.isEmpty { off.append(error.description) }
      }
    }
    #expect(off == [])
  }

  /// Any damage is an error or a picture, never a crash.
  @Test func damagedFilesNeverCrash() throws {
    var seed = UInt64(7)
    func random(_ below: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(below))
    }
    var fields = ExifFields(width: 24, height: 20)
    fields.model = "iPhone"
    let files = try [
      PictureFile.jpeg(of: gradient(24, 20), quality: 0.8, exif: fields),
      PictureFile.png(of: gradient(24, 20)),
    ]
    var read = 0
    for turn in 0..<400 {
      var data = files[turn % 2]
      for _ in 0...random(3) { data[random(data.count)] = UInt8(random(256)) }
      do throws(PictureFileError) {
        let picture = try PictureFile.decode(data)
        #expect(picture.bitmap.bytes.count == picture.bitmap.bytesPerRow * picture.height)
        read += 1
      } catch {
        #expect(!error.reason.isEmpty)
      }
    }
    #expect(read > 0 && read < 400)
  }

  @Test func hugeClaimsAreRefused() throws {
    var png = try PictureFile.png(of: gradient(4, 4))
    // Width in the header; its checksum is then wrong, which is an error as well.
    png.replaceSubrange(16..<20, with: [0, 1, 0, 0])
    #expect(throws: PictureFileError.self) { _ = try PictureFile.decode(png) }
    var jpeg = try PictureFile.jpeg(of: gradient(4, 4), quality: 0.5)
    let start = try #require(jpeg.firstRange(of: Data([0xff, 0xc0, 0, 17, 8])))
    jpeg.replaceSubrange(start.upperBound..<(start.upperBound + 4), with: [0xff, 0, 0xff, 0])
    do throws(PictureFileError) {
      _ = try PictureFile.decode(jpeg)
      Issue.record("read")
    } catch {
      #expect(error.description.contains("65280 x 65280 is too large"))
    }
  }
}
