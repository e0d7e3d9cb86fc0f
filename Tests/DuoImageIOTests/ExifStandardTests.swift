import DuoImageIO
import Testing

/// Each key of ImageIO that is written, by the number that the Exif standard gives it, as exiftool reads it.
@Suite struct ExifStandardTests {
  private struct Row {
    var group: String
    var key: String
    var value: MetadataValue
    /// exiftool's name of the directory and the tag's number.
    var place: String
    /// What exiftool shows.
    var text: String

    init(_ group: String, _ key: String, _ tag: Int, _ value: MetadataValue, _ text: String) {
      (self.group, self.key, self.value, self.text) = (group, key, value, text)
      let directory = ["{TIFF}": "IFD0", "{Exif}": "ExifIFD", "{GPS}": "GPS"][group]!
      let digits = String(tag, radix: 16)
      place = "[\(directory)] 0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// Numbers, names and forms: CIPA DC-008-2019, tables 4, 7, 8 and 15.
  private static let rows: [Row] = [
    Row("{TIFF}", "DocumentName", 0x010d, .text("doc"), "doc"),
    Row("{TIFF}", "ImageDescription", 0x010e, .text("a room"), "a room"),
    Row("{TIFF}", "Make", 0x010f, .text("Apple"), "Apple"),
    Row("{TIFF}", "Model", 0x0110, .text("iPhone Duo"), "iPhone Duo"),
    Row("{TIFF}", "XResolution", 0x011a, .integer(72), "72"),
    Row("{TIFF}", "YResolution", 0x011b, .integer(96), "96"),
    Row("{TIFF}", "ResolutionUnit", 0x0128, .integer(3), "3"),
    Row("{TIFF}", "Software", 0x0131, .text("27.1"), "27.1"),
    Row("{TIFF}", "DateTime", 0x0132, .text("2026:09:09 20:56:40"), "2026:09:09 20:56:40"),
    Row("{TIFF}", "Artist", 0x013b, .text("A. B."), "A. B."),
    Row("{TIFF}", "HostComputer", 0x013c, .text("host"), "host"),
    Row("{TIFF}", "Copyright", 0x8298, .text("none"), "none"),
    Row("{Exif}", "ExposureTime", 0x829a, .number(0.25), "0.25"),
    Row("{Exif}", "FNumber", 0x829d, .number(2.5), "2.5"),
    Row("{Exif}", "ExposureProgram", 0x8822, .integer(2), "2"),
    Row("{Exif}", "ISOSpeedRatings", 0x8827, .list([.integer(80)]), "80"),
    Row("{Exif}", "SensitivityType", 0x8830, .integer(2), "2"),
    Row("{Exif}", "ExifVersion", 0x9000, .list([.integer(2), .integer(3), .integer(2)]), "0232"),
    Row("{Exif}", "DateTimeOriginal", 0x9003, .text("2025:01:02 03:04:05"), "2025:01:02 03:04:05"),
    Row("{Exif}", "DateTimeDigitized", 0x9004, .text("2024:01:02 03:04:05"), "2024:01:02 03:04:05"),
    Row("{Exif}", "OffsetTime", 0x9010, .text("+01:00"), "+01:00"),
    Row("{Exif}", "OffsetTimeOriginal", 0x9011, .text("+02:00"), "+02:00"),
    Row("{Exif}", "OffsetTimeDigitized", 0x9012, .text("-03:30"), "-03:30"),
    Row("{Exif}", "BrightnessValue", 0x9203, .number(-2.25), "-2.25"),
    Row("{Exif}", "ExposureBiasValue", 0x9204, .number(-0.5), "-0.5"),
    Row("{Exif}", "SubjectDistance", 0x9206, .number(1.5), "1.5"),
    Row("{Exif}", "MeteringMode", 0x9207, .integer(5), "5"),
    Row("{Exif}", "LightSource", 0x9208, .integer(10), "10"),
    Row("{Exif}", "Flash", 0x9209, .integer(9), "9"),
    Row("{Exif}", "FocalLength", 0x920a, .number(5.5), "5.5"),
    Row(
      "{Exif}", "SubjectArea", 0x9214, .list([.integer(10), .integer(20), .integer(30), .integer(40)]),
      "10 20 30 40"),
    Row("{Exif}", "UserComment", 0x9286, .text("seen"), "seen"),
    Row("{Exif}", "SubsecTime", 0x9290, .text("001"), "001"),
    Row("{Exif}", "SubsecTimeOriginal", 0x9291, .text("002"), "002"),
    Row("{Exif}", "SubsecTimeDigitized", 0x9292, .text("003"), "003"),
    Row("{Exif}", "FlashPixVersion", 0xa000, .list([.integer(1), .integer(0)]), "0100"),
    Row("{Exif}", "ColorSpace", 0xa001, .integer(65535), "65535"),
    Row("{Exif}", "PixelXDimension", 0xa002, .integer(70_000), "70000"),
    Row("{Exif}", "PixelYDimension", 0xa003, .integer(48), "48"),
    Row("{Exif}", "SensingMethod", 0xa217, .integer(2), "2"),
    Row("{Exif}", "SceneType", 0xa301, .integer(1), "1"),
    Row("{Exif}", "CustomRendered", 0xa401, .integer(8), "8"),
    Row("{Exif}", "ExposureMode", 0xa402, .integer(1), "1"),
    Row("{Exif}", "WhiteBalance", 0xa403, .integer(1), "1"),
    Row("{Exif}", "DigitalZoomRatio", 0xa404, .number(1.25), "1.25"),
    Row("{Exif}", "FocalLenIn35mmFilm", 0xa405, .integer(26), "26"),
    Row("{Exif}", "SceneCaptureType", 0xa406, .integer(3), "3"),
    Row("{Exif}", "Contrast", 0xa408, .integer(2), "2"),
    Row("{Exif}", "Saturation", 0xa409, .integer(1), "1"),
    Row("{Exif}", "Sharpness", 0xa40a, .integer(2), "2"),
    Row("{Exif}", "SubjectDistRange", 0xa40c, .integer(2), "2"),
    Row("{Exif}", "ImageUniqueID", 0xa420, .text("0123456789abcdef"), "0123456789abcdef"),
    Row("{Exif}", "CameraOwnerName", 0xa430, .text("owner"), "owner"),
    Row("{Exif}", "BodySerialNumber", 0xa431, .text("b1"), "b1"),
    Row(
      "{Exif}", "LensSpecification", 0xa432, .list([.number(1.5), .integer(9), .number(1.75), .number(2.5)]),
      "1.5 9 1.75 2.5"),
    Row("{Exif}", "LensMake", 0xa433, .text("Apple"), "Apple"),
    Row("{Exif}", "LensModel", 0xa434, .text("rear wide"), "rear wide"),
    Row("{Exif}", "LensSerialNumber", 0xa435, .text("l1"), "l1"),
    Row("{Exif}", "SpectralSensitivity", 0x8824, .text("red"), "red"),
    Row("{Exif}", "StandardOutputSensitivity", 0x8831, .integer(100_000), "100000"),
    Row("{Exif}", "RecommendedExposureIndex", 0x8832, .integer(80), "80"),
    Row("{Exif}", "ISOSpeed", 0x8833, .integer(81), "81"),
    Row("{Exif}", "CompressedBitsPerPixel", 0x9102, .number(2.5), "2.5"),
    Row("{Exif}", "RelatedSoundFile", 0xa004, .text("SOUND001.WAV"), "SOUND001.WAV"),
    Row("{Exif}", "FlashEnergy", 0xa20b, .number(1.5), "1.5"),
    Row("{Exif}", "FocalPlaneXResolution", 0xa20e, .number(7000.5), "7000.5"),
    Row("{Exif}", "FocalPlaneYResolution", 0xa20f, .integer(7000), "7000"),
    Row("{Exif}", "FocalPlaneResolutionUnit", 0xa210, .integer(3), "3"),
    Row("{Exif}", "SubjectLocation", 0xa214, .list([.integer(11), .integer(12)]), "11 12"),
    Row("{Exif}", "ExposureIndex", 0xa215, .number(80.5), "80.5"),
    Row("{Exif}", "FileSource", 0xa300, .integer(3), "3"),
    Row("{Exif}", "GainControl", 0xa407, .integer(1), "1"),
    Row("{Exif}", "Gamma", 0xa500, .number(2.25), "2.25"),
    Row("{GPS}", "GPSVersion", 0, .list([.integer(2), .integer(2), .integer(0), .integer(0)]), "2 2 0 0"),
    Row("{GPS}", "DestDistanceRef", 25, .text("K"), "K"),
    Row("{GPS}", "DestDistance", 26, .number(2.5), "2.5"),
    Row("{GPS}", "LatitudeRef", 1, .text("S"), "S"),
    Row("{GPS}", "Latitude", 2, .number(52.5), "52.5"),
    Row("{GPS}", "LongitudeRef", 3, .text("W"), "W"),
    Row("{GPS}", "Longitude", 4, .number(13.25), "13.25"),
    Row("{GPS}", "AltitudeRef", 5, .integer(1), "1"),
    Row("{GPS}", "Altitude", 6, .number(34.5), "34.5"),
    Row("{GPS}", "TimeStamp", 7, .text("18:56:40"), "18:56:40"),
    Row("{GPS}", "Satellites", 8, .text("7"), "7"),
    Row("{GPS}", "Status", 9, .text("A"), "A"),
    Row("{GPS}", "MeasureMode", 10, .text("3"), "3"),
    Row("{GPS}", "DOP", 11, .number(2.5), "2.5"),
    Row("{GPS}", "SpeedRef", 12, .text("K"), "K"),
    Row("{GPS}", "Speed", 13, .number(0.5), "0.5"),
    Row("{GPS}", "TrackRef", 14, .text("T"), "T"),
    Row("{GPS}", "Track", 15, .number(90.5), "90.5"),
    Row("{GPS}", "ImgDirectionRef", 16, .text("M"), "M"),
    Row("{GPS}", "ImgDirection", 17, .number(271.25), "271.25"),
    Row("{GPS}", "MapDatum", 18, .text("WGS-84"), "WGS-84"),
    Row("{GPS}", "DestLatitudeRef", 19, .text("N"), "N"),
    Row("{GPS}", "DestLatitude", 20, .number(1.5), "1.5"),
    Row("{GPS}", "DestLongitudeRef", 21, .text("E"), "E"),
    Row("{GPS}", "DestLongitude", 22, .number(2.75), "2.75"),
    Row("{GPS}", "DestBearingRef", 23, .text("T"), "T"),
    Row("{GPS}", "DestBearing", 24, .number(45.5), "45.5"),
    Row("{GPS}", "DateStamp", 29, .text("2026:09:09"), "2026:09:09"),
    Row("{GPS}", "HPositioningError", 31, .number(4.5), "4.5"),
  ]

  private static var metadata: ImageMetadata {
    var all = ImageMetadata()
    for row in rows { all[row.group, row.key] = row.value }
    return all
  }

  /// Directory and number, and the value; the small picture's directory is left out.
  private static func exiftool(_ file: Data, _ ending: String) throws -> [String: String] {
    let text = try withFile(file, ending) { try run("exiftool", ["-a", "-G1", "-H", "-s", "-n", $0]) }
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let words = line[..<colon].split(separator: " ")
      guard words.count == 3 else { continue }
      values["\(words[0]) \(words[1])"] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    return values
  }

  @Test func everyKeyStandsAtItsNumber() throws {
    let files = [
      ("jpg", try PictureFile.jpeg(of: cornered(), quality: 0.5, metadata: Self.metadata)),
      ("heic", try PictureFile.heic(of: cornered(), quality: 0.5, metadata: Self.metadata)),
    ]
    var wrong: [String] = []
    for (ending, file) in files {
      let seen = try Self.exiftool(file, ending)
      for row in Self.rows where seen[row.place] != row.text {
        wrong.append("\(ending) \(row.key) \(row.place): \(seen[row.place] ?? "-"), not \(row.text)")
      }
    }
    #expect(wrong == [])
  }

  /// The values are such as fractions hold exactly, so nothing at all may differ.
  @Test func everyKeyComesBackExactly() throws {
    let jpeg = try PictureFile.metadata(
      of: PictureFile.jpeg(of: cornered(), quality: 0.5, metadata: Self.metadata))
    let heic = try PictureFile.metadata(
      of: PictureFile.heic(of: cornered(), quality: 0.5, metadata: Self.metadata))
    var wrong: [String] = []
    for row in Self.rows {
      for (name, read) in [("jpeg", jpeg), ("heic", heic)] where read[row.group, row.key] != row.value {
        wrong.append("\(name) \(row.key): \(read[row.group, row.key].map { "\($0)" } ?? "-")")
      }
    }
    #expect(wrong == [])
    // One at a time none brings another with it, but for those that every file has.
    for row in Self.rows {
      var one = ImageMetadata()
      one[row.group, row.key] = row.value
      let read = try PictureFile.metadata(
        of: PictureFile.jpeg(of: cornered(width: 8, height: 8), quality: 0.5, metadata: one))
      let keys = Set(read.groups.flatMap { group, values in values.keys.map { "\(group).\($0)" } })
      var usual: Set<String> = ["{Exif}.ExifVersion", "{Exif}.ColorSpace", "{TIFF}.Orientation"]
      if row.group == "{GPS}" { usual.insert("{GPS}.GPSVersion") }
      if keys.subtracting(usual) != Set(["\(row.group).\(row.key)"]).subtracting(usual) {
        wrong.append("\(row.key): \(keys.sorted())")
      }
    }
    #expect(wrong == [])
  }

  /// Values of every size within what their fractions can tell apart.
  @Test func fractionsAreFineEnough() throws {
    var wrong: [String] = []
    func read(_ key: String, _ group: String, _ value: Double) throws -> Double {
      var metadata = ImageMetadata()
      metadata[group, key] = .number(value)
      let file = try PictureFile.jpeg(of: cornered(width: 8, height: 8), quality: 0.3, metadata: metadata)
      return try PictureFile.metadata(of: file)[group, key]?.real ?? .nan
    }
    for inverse in [2.0, 3, 7, 24, 30, 60, 125, 1_000, 8_000, 24_000] {
      let back = try read("ExposureTime", "{Exif}", 1 / inverse)
      if !(abs(back * inverse - 1) < 1e-4) { wrong.append("1/\(inverse): \(back)") }
    }
    for number in [1.4, 1.78, 2.8, 5.69, 13.333, 999.99, 123_456.75] {
      let back = try read("FocalLength", "{Exif}", number)
      if !(abs(back - number) <= 5e-5) { wrong.append("\(number): \(back)") }
    }
    var seed = UInt64(5)
    for _ in 0..<60 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let degrees = Double(seed >> 11) / Double(1 << 53) * 180
      let back = try read("Longitude", "{GPS}", degrees)
      // A hundred-thousandth of a degree is about a metre.
      if !(abs(back - degrees) < 1e-6) { wrong.append("\(degrees) degrees: \(back)") }
    }
    #expect(wrong == [])
  }
}
