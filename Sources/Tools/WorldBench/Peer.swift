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
      "-v", "error", "-y", "-threads", "1", "-filter_threads", "1", "-f", "rawvideo", "-pix_fmt", format,
      "-s",
      "4096x2048", "-i", input, "-vf", "loop=loop=\(frames - 1):size=1,\(filter)",
    ] + output
  }

  /// The line that is timed.
  func line(frames: Int) -> String {
    ([ffmpeg] + command(frames: frames, filter: filter, output: ["-f", "null", "-"])).joined(separator: " ")
  }

  /// Frames per second, from the difference between a long and a short run: reading the picture, building the
  /// filter's map and starting the program are in both.
  func framesPerSecond() throws -> Double {
    let (short, long) = (10, 130)
    let less = try seconds(frames: short)
    let more = try seconds(frames: long)
    return Double(long - short) / (more - less)
  }

  private func seconds(frames: Int) throws -> Double {
    let start = ContinuousClock.now
    try run(command(frames: frames, filter: filter, output: ["-f", "null", "-"]))
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// One filtered frame as raw planes.
  func frame(into path: String) throws -> [UInt8] {
    try run(command(frames: 1, filter: filter, output: ["-f", "rawvideo", "-pix_fmt", format, path]))
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [ffmpeg] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError("\(ffmpeg) ended with status \(process.terminationStatus)")
    }
  }
}
