import Foundation
import MediaCoding

/// Pictures and sounds that tests know, and the tools that read files back without this module.
enum Pattern {
  /// Luma of a picture: four grey quarters that tell every corner from every other, and a stripe that moves with time.
  static func luma(_ x: Int, _ y: Int, _ width: Int, _ height: Int, number: Int) -> UInt8 {
    let quarter = (x * 2 / width) + 2 * (y * 2 / height)
    return y / 4 == number % (height / 4) ? 230 : UInt8(40 + 50 * min(quarter, 3))
  }

  /// Calls `body` with picture `number`, 420 in the video range, rows longer than they need to be.
  static func with420<E: Error>(
    _ width: Int, _ height: Int, number: Int, fullRange: Bool = false,
    _ body: (PictureBytes) throws(E) -> Void
  ) throws(E) {
    let row = width + 32
    var bytes = [UInt8](repeating: 128, count: row * (height + height / 2))
    for y in 0..<height {
      for x in 0..<width { bytes[y * row + x] = luma(x, y, width, height, number: number) }
    }
    // Cb low on the left, Cr low on top.
    for y in 0..<height / 2 {
      for x in 0..<width / 2 {
        bytes[(height + y) * row + 2 * x] = x < width / 4 ? 90 : 160
        bytes[(height + y) * row + 2 * x + 1] = y < height / 4 ? 100 : 150
      }
    }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    defer { memory.deallocate() }
    memory.initialize(from: bytes, count: bytes.count)
    try body(
      PictureBytes(
        layout: .biplanar420(fullRange: fullRange), width: width, height: height,
        planes: [
          .init(base: memory, bytesPerRow: row), .init(base: memory + height * row, bytesPerRow: row),
        ]))
  }

  /// A tone of 440 Hz, the right channel an octave higher, channels taking turns.
  static func withTone<E: Error>(
    from first: Int, frames: Int, rate: Int, channels: Int, _ body: (SoundBytes) throws(E) -> Void
  ) throws(E) {
    let samples = UnsafeMutablePointer<Int16>.allocate(capacity: frames * channels)
    defer { samples.deallocate() }
    for frame in 0..<frames {
      for channel in 0..<channels {
        let angle = 2 * Double.pi * 440 * Double(channel + 1) * Double(first + frame) / Double(rate)
        samples[frame * channels + channel] = Int16((sin(angle) * 12_000).rounded())
      }
    }
    try body(
      SoundBytes(
        format: .int16, sampleRate: rate, channels: channels, frames: frames,
        planes: [UnsafeRawPointer(samples)]))
  }

  /// A movie of `count` pictures of 160 x 96, 30 a second, and sound if wanted.
  static func write(
    _ path: String, container: MovieContainer = .quickTime, count: Int = 20, codec: VideoCodec = .h264,
    sound: AudioCodec? = nil,
    settings change: (inout MovieSettings, inout VideoTrackSettings) -> Void = { _, _ in }
  ) throws(MovieError) -> MovieSummary {
    var (settings, video) = (
      MovieSettings(container: container), VideoTrackSettings(codec: codec, width: 160, height: 96)
    )
    change(&settings, &video)
    let writer = try MovieWriter(path: path, settings: settings)
    let pictures = try writer.addTrack(video)
    let tones = try sound.map { codec throws(MovieError) in
      try writer.addTrack(SoundTrackSettings(codec: codec, sampleRate: 48_000, channels: 2))
    }
    try writer.start()
    for number in 0..<count {
      try with420(video.width, video.height, number: number) { picture throws(MovieError) in
        try writer.append(picture, at: MediaTime(Int64(number), 30), duration: MediaTime(1, 30), to: pictures)
      }
      if let tones {
        try withTone(from: number * 1600, frames: 1600, rate: 48_000, channels: 2) {
          tone throws(MovieError) in
          try writer.append(tone, at: MediaTime(Int64(number) * 1600, 48_000), to: tones)
        }
      }
    }
    return try writer.finish()
  }
}

/// A folder of its own that goes away.
final class Folder {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)").path
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}

/// Runs a tool and gives what it printed.
func run(_ tool: String, _ arguments: [String]) throws -> (output: Data, errors: String, status: Int32) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [tool] + arguments
  let (output, errors) = (Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  let text = errors.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (data, String(decoding: text, as: UTF8.self), process.terminationStatus)
}

/// What ffprobe says of a file.
struct Probe: Decodable {
  struct Stream: Decodable {
    struct SideData: Decodable {
      var side_data_type: String
      var rotation: Int?
      var displaymatrix: String?
    }
    var codec_name: String?
    var codec_type: String
    var codec_tag_string: String
    var profile: String?
    var level: Int?
    var width, height: Int?
    var has_b_frames: Int?
    var pix_fmt: String?
    var color_range, color_space, color_transfer, color_primaries: String?
    var time_base: String
    var start_time: String?
    var duration: String?
    var avg_frame_rate: String
    var nb_frames: String?
    var sample_rate: String?
    var channels: Int?
    var side_data_list: [SideData]?
  }
  struct Packet: Decodable {
    var stream_index: Int
    var pts_time: String
    var duration_time: String?
    var flags: String
  }
  struct Format: Decodable {
    var duration: String?
    var tags: [String: String]?
  }
  var streams: [Stream]
  var format: Format
  var packets: [Packet]?

  init(_ path: String) throws {
    let result = try run(
      "ffprobe", ["-v", "error", "-show_streams", "-show_format", "-show_packets", "-of", "json", path])
    self = try JSONDecoder().decode(Probe.self, from: result.output)
  }

  var video: Stream { streams.first { $0.codec_type == "video" }! }
  var sound: Stream? { streams.first { $0.codec_type == "audio" } }
  func times(_ kind: String) -> [Double] {
    let index = streams.firstIndex { $0.codec_type == kind }
    return (packets ?? []).filter { $0.stream_index == index }.compactMap { Double($0.pts_time) }.sorted()
  }
}

/// What luma in the video range is as grey.
func asGrey(_ luma: [Int]) -> [Int] { luma.map { Int((Double($0 - 16) * 255 / 219).rounded()) } }

/// The grey values that ffmpeg reads at the middles of the four quarters of a picture, as it shows it.
func quarters(_ path: String, at number: Int = 0, turning: Bool = true) throws -> (
  width: Int, height: Int, grey: [Int]
) {
  var arguments = ["-v", "error"]
  if !turning { arguments.append("-noautorotate") }
  arguments += [
    "-i", path, "-vf", "select=eq(n\\,\(number))", "-frames:v", "1", "-pix_fmt", "gray", "-f", "image2pipe",
    "-c:v", "pgm", "-",
  ]
  let result = try run("ffmpeg", arguments)
  let parts = result.output.prefix(20).split(separator: 10, maxSplits: 3, omittingEmptySubsequences: true)
  let size = String(decoding: parts[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
  let pixels = result.output.suffix(size[0] * size[1])
  func grey(_ x: Int, _ y: Int) -> Int { Int(pixels[pixels.startIndex + y * size[0] + x]) }
  let (w, h) = (size[0], size[1])
  return (w, h, [(1, 1), (3, 1), (1, 3), (3, 3)].map { grey(w * $0 / 4 + 3, h * $1 / 4 + 3) })
}
