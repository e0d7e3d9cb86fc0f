import Foundation

/// Pictures to look at, made by ffmpeg.
struct TestPictures {
  var ffmpeg: String
  var folder: URL

  /// A PNG of a test pattern.
  func picture(width: Int, height: Int) throws -> String {
    let path = folder.appendingPathComponent("\(width)x\(height).png").path
    if !FileManager.default.fileExists(atPath: path) {
      try run([
        "-f", "lavfi", "-i", "testsrc2=size=\(width)x\(height)", "-frames:v", "1", path,
      ])
    }
    return path
  }

  /// The same as one raw frame.
  func raw(_ picture: String, format: String) throws -> String {
    let path = "\(picture).\(format)"
    try run(["-i", picture, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", format, path])
    return path
  }

  /// - Returns: processor seconds.
  @discardableResult
  func run(_ arguments: [String]) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [ffmpeg, "-nostdin", "-v", "error", "-y"] + arguments
    let before = Self.childrenSeconds()
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError("\(ffmpeg) \(arguments.joined(separator: " ")): status \(process.terminationStatus)")
    }
    return Self.childrenSeconds() - before
  }

  private static func childrenSeconds() -> Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, whose type in Swift is not the same on all systems.
    getrusage(-1, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

/// A chain of ffmpeg's filters on one thread, fed one raw frame again and again.
struct Peer {
  var pictures: TestPictures
  var input: String
  var format: String
  var size: String
  var filters: String

  private func arguments(frames: Int) -> [String] {
    [
      "-threads", "1", "-filter_threads", "1", "-f", "rawvideo", "-pix_fmt", format, "-s", size, "-i", input,
      "-vf", "loop=loop=\(frames - 1):size=1,\(filters)", "-f", "null", "-",
    ]
  }

  private static let (short, long) = (3, 15)

  /// The line that is timed.
  var line: String { ([pictures.ffmpeg] + arguments(frames: Self.long)).joined(separator: " ") }

  /// Processor seconds for a frame, from the difference between a long and a short run.
  func secondsPerFrame() throws -> Double {
    let less = try pictures.run(arguments(frames: Self.short))
    let more = try pictures.run(arguments(frames: Self.long))
    return (more - less) / Double(Self.long - Self.short)
  }
}
