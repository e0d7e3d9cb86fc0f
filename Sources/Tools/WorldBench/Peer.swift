import Foundation

/// ffmpeg's v360 filter on one thread, fed one raw frame of the filter's own format again and again.
struct Peer {
  var ffmpeg: String
  /// The raw frame, its pixel format, and the filter's settings.
  var input: String
  var format: String
  var filter: String

  private func command(frames: Int, filter: String, output: [String]) -> [String] {
    [
      "-nostdin", "-v", "error", "-y", "-threads", "1", "-filter_threads", "1", "-f", "rawvideo", "-pix_fmt",
      format, "-s", "4096x2048", "-i", input, "-vf", "loop=loop=\(frames - 1):size=1,\(filter)",
    ] + output
  }

  /// The line that is timed.
  func line(frames: Int) -> String {
    ([ffmpeg] + command(frames: frames, filter: filter, output: ["-f", "null", "-"])).joined(separator: " ")
  }

  /// Frames in a second of the processor, from the difference between a long and a short run: reading the picture,
  /// building the filter's map and starting the program are in both.
  func framesPerSecond() throws -> Double {
    let (short, long) = (10, 130)
    let less = try run(command(frames: short, filter: filter, output: ["-f", "null", "-"]))
    let more = try run(command(frames: long, filter: filter, output: ["-f", "null", "-"]))
    return Double(long - short) / (more - less)
  }

  /// One filtered frame as raw planes.
  func frame(into path: String) throws -> [UInt8] {
    try run(command(frames: 1, filter: filter, output: ["-f", "rawvideo", "-pix_fmt", format, path]))
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// - Returns: processor seconds.
  @discardableResult
  private func run(_ arguments: [String]) throws -> Double {
    try FFmpeg(program: ffmpeg).run(arguments)
  }
}
