import Foundation
import PhoneModel

/// Programs of others that read picture files, each started once for all of them.
enum PictureReaders {
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  static func run(_ program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Fault(description: "\(program) \(arguments) ended with \(process.terminationStatus)")
    }
    return data
  }

  // MARK: OpenCV

  /// One line of `Scripts/read-pictures`.
  struct Entry: Encodable {
    var photo: String?
    var movie: String?
    var frames: String?
    var number: Int?
    var width, height: Int?
    var turns: [String]?
  }

  struct Look: Decodable {
    var width, height: Int
    /// Number, and degrees clockwise from the picture's up to the mark's, seen unmirrored.
    var marks: [[Double]]
    var mirrored: Bool

    /// The marks on walls, whose up is the world's; a mark's number is found once.
    private static let walls = Set(
      RoomMarks.room.filter { $0.role == .place && abs($0.normal.y) < 0.1 }.map { Double($0.id) })

    /// Clockwise quarter turns of what stands upright in the room, and the degrees from there; nil when too little is seen.
    var turn: (quarters: Int, off: Double)? {
      guard marks.count >= 2 else { return nil }
      let walls = marks.filter { Self.walls.contains($0[0]) }
      // A narrow picture of the floor: its marks lie as the walls behind them.
      let tilts = (walls.isEmpty ? marks : walls).map { $0[1] * .pi / 180 }
      let degrees =
        atan2(tilts.map { sin($0) }.reduce(0, +), tilts.map { cos($0) }.reduce(0, +)) * 180 / .pi
      let quarters = (degrees / 90).rounded()
      return ((Int(quarters) + 4) % 4, degrees - quarters * 90)
    }
  }

  static func openCV(_ entries: [Entry], in folder: URL) throws -> [Look] {
    let list = folder.appendingPathComponent("list.json")
    try JSONEncoder().encode(entries).write(to: list)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Scripts/read-pictures")
    return try JSONDecoder().decode([Look].self, from: run(script.path, [list.path]))
  }

  // MARK: exiftool, exiv2

  struct Tags: Decodable {
    var SourceFile: String
    var Orientation: Int?
    var ExifImageWidth, ExifImageHeight: Int?
    var ImageWidth, ImageHeight: Int?
    var MatrixStructure: String?

    /// Rows (a b) and (c d) of a track's matrix: x' = a x + c y, y' = b x + d y, y down.
    var matrix: [Int] {
      let numbers = MatrixStructure?.split(separator: " ").compactMap { Double($0) } ?? []
      return numbers.count == 9 ? [0, 1, 3, 4].map { Int(numbers[$0]) } : []
    }
  }

  static func exiftool(_ files: [URL]) throws -> [Tags] {
    let answer = try run(
      "exiftool",
      [
        "-json", "-n", "-IFD0:Orientation", "-ExifIFD:ExifImageWidth", "-ExifIFD:ExifImageHeight",
        "-ImageWidth",
        "-ImageHeight", "-Track1:MatrixStructure",
      ] + files.map(\.path))
    return try JSONDecoder().decode([Tags].self, from: answer)
  }

  /// Exif's orientation of each file.
  static func exiv2(_ files: [URL]) throws -> [Int?] {
    let answer = String(
      decoding: try run("exiv2", ["-q", "-K", "Exif.Image.Orientation", "-Pv"] + files.map(\.path)),
      as: UTF8.self)
    var values: [String: Int] = [:]
    for line in answer.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { values[String(words[0])] = Int(words[1]) }
    }
    return files.map { values[$0.path] }
  }

  // MARK: ffmpeg

  /// Pictures of bare HEVC, all of one size, as grey bytes one after the other.
  static func decodeHEVC(_ streams: [Data], to file: URL) throws {
    let bare = file.appendingPathExtension("hevc")
    try Data(streams.joined()).write(to: bare)
    _ = try run(
      "ffmpeg",
      [
        "-v", "error", "-f", "hevc", "-i", bare.path, "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f",
        "rawvideo", "-y", file.path,
      ])
  }

  /// Rows (a b) and (c d) of the display matrix that ffprobe finds.
  static func ffprobe(_ file: URL) throws -> [Int] {
    struct Answer: Decodable {
      struct Stream: Decodable {
        struct SideData: Decodable { var displaymatrix: String? }
        var side_data_list: [SideData]?
      }
      var streams: [Stream]
    }
    let data = try run(
      "ffprobe", ["-v", "error", "-of", "json", "-select_streams", "v", "-show_streams", file.path])
    let answer = try JSONDecoder().decode(Answer.self, from: data)
    guard let text = answer.streams.first?.side_data_list?.compactMap(\.displaymatrix).first else {
      return [1, 0, 0, 1]
    }
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").dropFirst().map { Int($0) ?? 0 } }
    return rows.prefix(2).flatMap { $0.prefix(2).map { $0.signum() } }
  }
}
