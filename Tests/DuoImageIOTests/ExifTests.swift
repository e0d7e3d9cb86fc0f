import CExif
import DuoImageIO
import Testing

private func picture() -> Bitmap {
  Bitmap(width: 40, height: 30, bytesPerRow: 160, bytes: Data(repeating: 120, count: 4800), isOpaque: true)
}

/// What the program exiftool reads: names without groups, numbers as numbers.
private func exiftool(_ file: Data) throws -> [String: String] {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
  try file.write(to: path)
  defer { try? FileManager.default.removeItem(at: path) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["exiftool", "-s", "-n", "-G1", path.path]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  var values: [String: String] = [:]
  for line in text.split(separator: "\n") {
    guard let colon = line.firstIndex(of: ":") else { continue }
    let key = line[..<colon].split(separator: " ").joined(separator: " ")
    values[key] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
  }
  return values
}

@Suite struct ExifTests {
  @Test func everyOrientationIsReadBackByUsAndByExiftool() throws {
    var off: [String] = []
    for orientation in CGImagePropertyOrientation.allCases {
      var fields = ExifFields(width: 40, height: 30)
      fields.orientation = orientation
      let file = try PictureFile.jpeg(of: picture(), quality: 0.9, exif: fields)
      if try PictureFile.decode(file).orientation != orientation { off.append("ours \(orientation)") }
      if try exiftool(file)["[IFD0] Orientation"] != "\(orientation.rawValue)" {
        off.append("exiftool \(orientation)")
      }
    }
    #expect(off == [])
  }

  @Test func everyFieldIsReadBackByExiftool() throws {
    var fields = ExifFields(width: 40, height: 30)
    fields.orientation = .right
    fields.dateTaken = Date(timeIntervalSince1970: 1_789_000_000.25)
    fields.timeZone = TimeZone(secondsFromGMT: -(3 * 3600 + 30 * 60))!
    fields.make = "Apple"
    fields.model = "iPhone Duo"
    fields.software = "27.0"
    fields.lensModel = "rear wide"
    fields.exposureTime = 1.0 / 60
    fields.iso = 320
    fields.fNumber = 1.6
    fields.exposureBias = -0.5
    fields.flashFired = true
    let file = try PictureFile.jpeg(of: picture(), quality: 0.9, exif: fields)
    let seen = try exiftool(file)
    let wanted = [
      "[IFD0] Orientation": "6", "[IFD0] Make": "Apple", "[IFD0] Model": "iPhone Duo",
      "[IFD0] Software": "27.0", "[ExifIFD] LensModel": "rear wide", "[ExifIFD] ISO": "320",
      "[ExifIFD] FNumber": "1.6", "[ExifIFD] ExposureCompensation": "-0.5", "[ExifIFD] Flash": "9",
      "[ExifIFD] ExifImageWidth": "40", "[ExifIFD] ExifImageHeight": "30", "[ExifIFD] ColorSpace": "1",
      "[ExifIFD] DateTimeOriginal": "2026:09:09 20:56:40", "[ExifIFD] SubSecTimeOriginal": "250",
      "[ExifIFD] OffsetTimeOriginal": "-03:30", "[ExifIFD] ExifVersion": "0232",
      "[File] ImageWidth": "40", "[File] ImageHeight": "30",
    ]
    #expect(wanted.filter { seen[$0.key] != $0.value }.map { "\($0.key) \(seen[$0.key] ?? "nothing")" } == [])
    #expect(seen["[ExifIFD] ExposureTime"].flatMap(Double.init).map { abs($0 - 1.0 / 60) < 1e-6 } == true)
    #expect(!seen.keys.contains { $0.hasPrefix("[JFIF]") } && seen["[ExifTool] Warning"] == nil)
  }

  @Test func whatIsNotKnownIsNotWritten() throws {
    let seen = try exiftool(
      PictureFile.jpeg(of: picture(), quality: 0.9, exif: ExifFields(width: 40, height: 30)))
    for name in ["Make", "Model", "ISO", "FNumber", "ExposureTime", "Flash", "DateTimeOriginal"] {
      #expect(!seen.keys.contains { $0.hasSuffix(" \(name)") }, "\(name)")
    }
  }

  @Test func pixelsAreThoseOfTheFileWithoutExif() throws {
    let plain = try PictureFile.jpeg(of: picture(), quality: 0.9)
    let tagged = try PictureFile.jpeg(of: picture(), quality: 0.9, exif: ExifFields(width: 40, height: 30))
    #expect(try PictureFile.decode(plain) == PictureFile.decode(tagged))
    #expect(tagged.starts(with: [0xff, 0xd8, 0xff, 0xe1]) && plain.starts(with: [0xff, 0xd8, 0xff, 0xe0]))
  }

  @Test func undefinedOrientationsAreUp() throws {
    var fields = ExifFields(width: 40, height: 30)
    fields.orientation = .left
    var file = try PictureFile.jpeg(of: picture(), quality: 0.9, exif: fields)
    let entry = try #require(file.firstRange(of: Data([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8])))
    file[entry.upperBound - 1] = 9
    #expect(try PictureFile.decode(file).orientation == .up)
    file[entry.upperBound - 1] = 0
    #expect(try PictureFile.decode(file).orientation == .up)
  }
}
