import DuoImageIO
import Foundation
import Testing

/// Properties in the manner of ImageIO: as values, in files, and as other programs read them.
@Suite struct ImageMetadataTests {
  private static var all: [String: Any] {
    [
      "Orientation": 6, "DPIWidth": 72, "ProfileName": "sRGB",
      "{TIFF}": [
        "Make": "Apple", "Model": "iPhone Duo", "Software": "27.1", "Artist": "A. B.", "Copyright": "C",
        "ImageDescription": "a room", "DateTime": "2026:09:09 20:56:40", "XResolution": 72,
        "ResolutionUnit": 2,
      ],
      "{Exif}": [
        "ExposureTime": 0.008, "FNumber": 1.78, "ISOSpeedRatings": [80], "ExposureBiasValue": -0.5,
        "UserComment": "seen", "FocalLength": 5.7, "FocalLenIn35mmFilm": 26, "MeteringMode": 5,
        "SceneType": 1,
        "SubjectArea": [10, 20, 30, 40], "LensSpecification": [1.5, 9, 1.78, 2.8], "ExifVersion": [2, 3, 2],
        "WhiteBalance": 0, "BrightnessValue": 2.25, "LensModel": "lens", "SubsecTimeOriginal": "123",
      ],
      "{GPS}": [
        "Latitude": 52.520008, "LatitudeRef": "N", "Longitude": 13.404954, "LongitudeRef": "E",
        "Altitude": 34.5,
        "AltitudeRef": 0, "TimeStamp": "18:56:40", "DateStamp": "2026:09:09", "ImgDirection": 271.25,
        "ImgDirectionRef": "T", "Speed": 0.5,
      ],
    ]
  }

  private static func picture() -> Bitmap { cornered() }

  /// Values that differ, by their keys; numbers may be off by what fractions lose.
  private static func differences(_ a: ImageMetadata, _ b: ImageMetadata) -> [String] {
    func isSame(_ a: MetadataValue?, _ b: MetadataValue?) -> Bool {
      if case .list(let first)? = a, case .list(let second)? = b {
        return first.count == second.count && zip(first, second).allSatisfy { isSame($0, $1) }
      }
      if let a = a?.real, let b = b?.real { return abs(a - b) <= 1e-4 * max(1, abs(a)) }
      return a == b
    }
    var wrong: [String] = []
    for (group, values) in a.groups {
      for (key, value) in values where !isSame(value, b[group, key]) {
        wrong.append("\(group) \(key): \(value) \(b[group, key].map { "\($0)" } ?? "-")")
      }
    }
    return wrong
  }

  @Test func everyPropertyComesBackFromFiles() throws {
    let metadata = try ImageMetadata(Self.all)
    #expect(metadata.orientation == .right && metadata["{GPS}", "LatitudeRef"] == .text("N"))
    let jpeg = try PictureFile.jpeg(of: Self.picture(), quality: 0.9, metadata: metadata)
    let heic = try PictureFile.heic(of: Self.picture(), quality: 0.9, metadata: metadata)
    #expect(Self.differences(metadata, try PictureFile.metadata(of: jpeg)) == [])
    #expect(Self.differences(metadata, try PictureFile.metadata(of: heic)) == [])
    #expect(try PictureFile.metadata(of: heic).orientation == .right)
    // And from ImageIO's own dictionary.
    let again = try ImageMetadata(PictureFile.metadata(of: jpeg).properties)
    #expect(Self.differences(metadata, again) == [])
  }

  /// By exiv2, which shares nothing with libexif.
  @Test func othersReadTheSame() throws {
    let metadata = try ImageMetadata(Self.all)
    let file = try PictureFile.jpeg(of: Self.picture(), quality: 0.9, metadata: metadata)
    let text = try withFile(file, "jpg") { try run("exiv2", ["-Pkv", "print", $0]) }
    var seen: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { seen[parts[0]] = parts[1] }
    }
    let wanted = [
      "Exif.Image.Orientation": "6", "Exif.Image.Make": "Apple", "Exif.Image.Artist": "A. B.",
      "Exif.Image.Copyright": "C", "Exif.Photo.ISOSpeedRatings": "80",
      "Exif.Photo.FocalLengthIn35mmFilm": "26",
      "Exif.Photo.MeteringMode": "5", "Exif.Photo.SubjectArea": "10 20 30 40", "Exif.Photo.LensModel": "lens",
      "Exif.Photo.ExposureTime": "1000000/125000000", "Exif.GPSInfo.GPSLatitudeRef": "N",
      "Exif.GPSInfo.GPSLongitudeRef": "E", "Exif.GPSInfo.GPSDateStamp": "2026:09:09",
      "Exif.GPSInfo.GPSTimeStamp": "18/1 56/1 40/1", "Exif.GPSInfo.GPSAltitude": "345000/10000",
    ]
    #expect(wanted.filter { seen[$0.key] != $0.value }.map { "\($0.key) \(seen[$0.key] ?? "-")" } == [])
    #expect(seen["Exif.GPSInfo.GPSLatitude"]?.hasPrefix("52/1 31/1 ") == true)
  }

  @Test func commentsKeepTheirLetters() throws {
    for text in ["plain", "Grüße", "写真", "a 🙂"] {
      var metadata = ImageMetadata()
      metadata["{Exif}", "UserComment"] = .text(text)
      let file = try PictureFile.jpeg(of: Self.picture(), quality: 0.5, metadata: metadata)
      #expect(try PictureFile.metadata(of: file)["{Exif}", "UserComment"] == .text(text))
    }
  }

  @Test func unknownKeysAreNamed() {
    let rows: [([String: Any], String)] = [
      (["Mood": 1], "Mood"), (["{Feelings}": [:] as [String: Any]], "{Feelings}"),
      (["{Exif}": ["Mood": 1]], "{Exif}.Mood"), (["{GPS}": ["Latitude": Date()]], "{GPS}.Latitude"),
      (["Orientation": Date()], "Orientation"),
    ]
    var wrong: [String] = []
    for (properties, key) in rows {
      do throws(ImageMetadata.UnknownKey) {
        _ = try ImageMetadata(properties)
        wrong.append("\(key): taken")
      } catch {
        if error.key != key { wrong.append("\(key): \(error.key)") }
      }
    }
    #expect(wrong == [])
    // Groups that are kept and not written take any key.
    #expect((try? ImageMetadata(["{MakerApple}": ["17": "x"]]))?["{MakerApple}", "17"] == .text("x"))
  }

  @Test func ownValuesWinAndGroupsJoin() throws {
    let base = try ImageMetadata(["{TIFF}": ["Make": "Apple", "Model": "x"], "Orientation": 6])
    let own = try ImageMetadata(["{TIFF}": ["Model": "y"], "{Exif}": ["UserComment": "z"], "Orientation": 3])
    let both = base.merging(own)
    #expect(both["{TIFF}", "Make"] == .text("Apple") && both["{TIFF}", "Model"] == .text("y"))
    #expect(both["{Exif}", "UserComment"] == .text("z") && both.orientation == .down)
    #expect(both["{TIFF}", "Orientation"] == .integer(3))
  }

  /// Values of another kind than the entry takes, and numbers beyond what it holds, never stop a file from being written.
  @Test func oddValuesAreLeftOutOrLimited() throws {
    let rows: [(String, String, MetadataValue, MetadataValue?)] = [
      ("{TIFF}", "Make", .integer(3), nil), ("{Exif}", "FNumber", .text("wide"), nil),
      ("{Exif}", "MeteringMode", .integer(1_000_000), .integer(65535)),
      ("{Exif}", "MeteringMode", .integer(-4), .integer(0)),
      ("{Exif}", "ISOSpeedRatings", .list([]), nil), ("{GPS}", "Latitude", .number(7000), nil),
      ("{GPS}", "TimeStamp", .text("noon"), nil), ("{Exif}", "ExposureTime", .number(.infinity), .integer(0)),
      ("{Exif}", "FocalLength", .number(-3), .integer(0)),
      ("{Exif}", "ExposureBiasValue", .number(-1.25), .number(-1.25)),
    ]
    var wrong: [String] = []
    for (group, key, value, wanted) in rows {
      var metadata = ImageMetadata()
      metadata[group, key] = value
      let file = try PictureFile.jpeg(of: Self.picture(), quality: 0.5, metadata: metadata)
      let read = try PictureFile.metadata(of: file)[group, key]
      if read != wanted { wrong.append("\(key) \(value): \(read.map { "\($0)" } ?? "-")") }
    }
    #expect(wrong == [])
  }

  /// Damaged at random: properties or an error, never a crash.
  @Test func damagedBlocksAreRead() throws {
    let metadata = try ImageMetadata(Self.all)
    let files = [
      try PictureFile.jpeg(of: Self.picture(), quality: 0.5, metadata: metadata, thumbnail: Self.picture()),
      try PictureFile.heic(of: Self.picture(), quality: 0.5, metadata: metadata, thumbnail: 32),
    ]
    var seed = UInt64(21)
    var (read, failed) = (0, 0)
    for file in files {
      for _ in 0..<300 {
        var other = file
        for _ in 0..<3 {
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          other[Int(seed >> 33) % min(file.count, 1500)] = UInt8(seed >> 25 & 255)
        }
        do throws(PictureFileError) {
          _ = try PictureFile.metadata(of: other)
          _ = try PictureFile.thumbnail(of: other)
          read += 1
        } catch { failed += 1 }
      }
    }
    #expect(read > 100 && read + failed == 600)
  }
}

@Suite struct BitmapShapeTests {
  @Test func smallerPicturesAreMeans() {
    var bytes = Data()
    for value in [0, 100, 200, 40] { bytes.append(contentsOf: [UInt8(value), 10, 20, 255]) }
    let picture = Bitmap(width: 2, height: 2, bytesPerRow: 8, bytes: bytes, isOpaque: true)
    let one = picture.smaller(longestSide: 1)
    #expect(one.width == 1 && one.height == 1 && Array(one.bytes) == [85, 10, 20, 255])
    #expect(picture.smaller(longestSide: 2) == picture && picture.smaller(longestSide: 0) == picture)
    let long = cornered(width: 100, height: 30).smaller(longestSide: 20)
    #expect(long.width == 20 && long.height == 6)
    #expect(corners(Array(long.bytes), 20, 6, channels: 4, isBGR: true) == "rgbw")
  }

  @Test func turningIsWhatExifSays() {
    var wrong: [String] = []
    for orientation in CGImagePropertyOrientation.allCases {
      let turned = cornered().turned(orientation)
      let colours = corners(Array(turned.bytes), turned.width, turned.height, channels: 4, isBGR: true)
      let size = orientation.rawValue >= 5 ? [48, 64] : [64, 48]
      if colours != seen("rgbw", orientation) || [turned.width, turned.height] != size {
        wrong.append("\(orientation): \(colours)")
      }
    }
    #expect(wrong == [])
  }
}
