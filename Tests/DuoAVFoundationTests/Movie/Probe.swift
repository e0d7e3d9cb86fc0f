import Foundation
import Testing

/// What independent programs say of a movie.
enum Probe {
  struct Stream: Decodable {
    struct SideData: Decodable {
      var side_data_type: String
      var displaymatrix: String?
      var rotation: Int?
    }
    var codec_name: String
    var codec_type: String
    var width, height: Int?
    var nb_read_packets: String?
    var duration: String?
    var start_time: String?
    var sample_rate: String?
    var channels: Int?
    var codec_tag_string: String
    var side_data_list: [SideData]?

    var packets: Int { Int(nb_read_packets ?? "") ?? -1 }
    var seconds: Double { Double(duration ?? "") ?? -1 }
    /// The first two columns of the first two rows, as whole numbers of -1, 0, 1.
    var matrix: [Int] {
      guard let text = side_data_list?.compactMap(\.displaymatrix).first else { return [1, 0, 0, 1] }
      let rows = text.split(separator: "\n").map { $0.split(separator: " ").dropFirst().map { Int($0) ?? 0 } }
      return rows.prefix(2).flatMap { $0.prefix(2).map { $0.signum() } }
    }
  }

  struct Answer: Decodable {
    struct Format: Decodable {
      var format_name: String
      var duration: String?
      var tags: [String: String]?
    }
    var streams: [Stream]
    var format: Format

    var video: Stream? { streams.first { $0.codec_type == "video" } }
    var sound: Stream? { streams.first { $0.codec_type == "audio" } }
    var seconds: Double { Double(format.duration ?? "") ?? -1 }
  }

  static func run(_ program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.fileReadCorruptFile, userInfo: ["program": program, "arguments": arguments])
    }
    return data
  }

  static func look(_ url: URL) throws -> Answer {
    let data = try run(
      "ffprobe",
      ["-v", "error", "-of", "json", "-show_streams", "-show_format", "-count_packets", url.path])
    return try JSONDecoder().decode(Answer.self, from: data)
  }

  /// Presentation times of the pictures, milliseconds.
  static func times(_ url: URL) throws -> [Int] {
    let data = try run(
      "ffprobe",
      ["-v", "error", "-of", "csv=p=0", "-select_streams", "v", "-show_entries", "frame=pts_time", url.path])
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { Double($0.split(separator: ",").first ?? "").map { Int(($0 * 1000).rounded()) } }
  }

  /// The first picture as a player shows it, turned and flipped by the matrix: grey, one byte a pixel.
  static func shown(_ url: URL, width: Int, height: Int) throws -> [UInt8] {
    [UInt8](
      try run(
        "ffmpeg",
        [
          "-v", "error", "-i", url.path, "-frames:v", "1", "-vf", "scale=\(width):\(height)", "-pix_fmt",
          "gray", "-f", "rawvideo", "-",
        ]))
  }
}
