import DuoImageIO
import Testing

/// Exif as others write it, byte by byte, and what becomes of odd values.
@Suite struct ExifBlocksTests {
  private static let picture = Bitmap(
    width: 8, height: 8, bytesPerRow: 32, bytes: Data(repeating: 99, count: 256), isOpaque: true)

  /// A block with one entry, the orientation, in either byte order.
  private static func block(_ value: Int, little: Bool, format: Int = 3) -> Data {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      let big = (0..<count).map { UInt8(number >> (8 * (count - 1 - $0)) & 255) }
      return little ? big.reversed() : big
    }
    var tiff: [UInt8] = little ? [0x49, 0x49] : [0x4d, 0x4d]
    tiff += bytes(42, 2) + bytes(8, 4) + bytes(1, 2)
    tiff += bytes(0x0112, 2) + bytes(format, 2) + bytes(1, 4)
    tiff += format == 3 ? bytes(value, 2) + [0, 0] : bytes(value, 4)
    tiff += bytes(0, 4)
    return Data(Array("Exif\0\0".utf8) + tiff)
  }

  /// The picture with a block after the JFIF one, as many programs write it.
  private static func file(_ block: Data) throws -> Data {
    let plain = try PictureFile.jpeg(of: picture, quality: 0.9)
    let jfif = 4 + Int(plain[4]) << 8 + Int(plain[5])
    let length = block.count + 2
    return plain.prefix(jfif) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + block
      + plain.dropFirst(jfif)
  }

  @Test func bothByteOrdersAreRead() throws {
    var wrong: [String] = []
    for little in [false, true] {
      for orientation in CGImagePropertyOrientation.allCases {
        let read = try PictureFile.decode(Self.file(Self.block(Int(orientation.rawValue), little: little)))
        if read.orientation != orientation { wrong.append("\(little) \(orientation): \(read.orientation)") }
      }
    }
    #expect(wrong == [])
  }

  @Test func oddBlocksAreUp() throws {
    for value in [0, 9, 255, 6000] {
      #expect(try PictureFile.decode(Self.file(Self.block(value, little: false))).orientation == .up)
    }
    // A whole block cut at every place: never a crash.
    let whole = Self.block(6, little: false)
    for count in 0..<whole.count {
      let read = try PictureFile.decode(Self.file(whole.prefix(count)))
      #expect(read.orientation == .up || read.orientation == .right)
    }
    #expect(try PictureFile.decode(Self.file(Data("http://ns.adobe.com/xap".utf8))).orientation == .up)
  }

  @Test func aBlockThatIsTooLongIsAnError() {
    var fields = ExifFields(width: 8, height: 8)
    fields.model = String(repeating: "x", count: 70_000)
    do throws(PictureFileError) {
      _ = try PictureFile.jpeg(of: Self.picture, quality: 0.9, exif: fields)
      Issue.record("written")
    } catch {
      #expect(error.place == "Exif" && error.reason.hasSuffix("are more than a JPEG takes"))
    }
  }

  /// The date's texts against Foundation's own formatter, in zones of all kinds.
  @Test func datesAreWrittenAsTheZoneHasThem() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy:MM:dd HH:mm:ss"
    var wrong: [String] = []
    var seed = UInt64(3)
    for zone in ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland"] {
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var fields = ExifFields(width: 8, height: 8)
        fields.timeZone = TimeZone(identifier: zone)!
        let date = Date(timeIntervalSince1970: Double(seed >> 33) + 0.5)
        fields.dateTaken = date
        formatter.timeZone = fields.timeZone
        let properties = fields.properties
        let exif = properties[kCGImagePropertyExifDictionary as String] as? [String: Any]
        let tiff = properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
        let text = exif?[kCGImagePropertyExifDateTimeOriginal as String] as? String
        let isSame = text == tiff?[kCGImagePropertyTIFFDateTime as String] as? String
        let thousandths = exif?[kCGImagePropertyExifSubsecTimeOriginal as String] as? String
        if text != formatter.string(from: date) || !isSame || thousandths != "500" {
          wrong.append("\(zone) \(date): \(text ?? "nothing")")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func propertiesHaveTheNamesOfImageIO() {
    var fields = ExifFields(width: 40, height: 30)
    fields.orientation = .left
    fields.exposureTime = 0.25
    fields.iso = 64
    fields.fNumber = 1.6
    fields.exposureBias = -1
    fields.flashFired = false
    fields.make = "Apple"
    fields.model = "iPhone"
    fields.lensModel = "lens"
    let properties = fields.properties
    #expect(properties["Orientation"] as? UInt32 == 8 && properties["Orientation"] as? NSNumber == 8)
    #expect(properties["PixelWidth"] as? Int == 40 && properties["PixelHeight"] as? Int == 30)
    let exif = properties["{Exif}"] as? [String: Any] ?? [:]
    let tiff = properties["{TIFF}"] as? [String: Any] ?? [:]
    #expect(exif["ExposureTime"] as? Double == 0.25 && exif["FNumber"] as? Double == 1.6)
    #expect(exif["ISOSpeedRatings"] as? [Int] == [64] || (exif["ISOSpeedRatings"] as? [NSNumber]) == [64])
    #expect(exif["ExposureBiasValue"] as? Double == -1 && exif["Flash"] as? Int == 16)
    #expect(exif["PixelXDimension"] as? Int == 40 && exif["PixelYDimension"] as? Int == 30)
    #expect(exif["LensModel"] as? String == "lens" && exif["DateTimeOriginal"] == nil)
    #expect(tiff["Make"] as? String == "Apple" && tiff["Model"] as? String == "iPhone")
    #expect(tiff["Orientation"] as? Int == 8)
    // What is not known is not there.
    let bare = ExifFields(width: 1, height: 2).properties
    #expect((bare["{Exif}"] as? [String: Any])?.count == 2 && (bare["{TIFF}"] as? [String: Any])?.count == 1)
  }
}
