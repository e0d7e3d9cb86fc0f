import Foundation

/// The peer's program.
struct FFmpeg {
  var program: String

  /// - Returns: processor seconds.
  @discardableResult
  func run(_ arguments: [String]) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardInput = FileHandle.nullDevice
    let before = Self.childrenSeconds()
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError("\(program) ended with status \(process.terminationStatus)")
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

/// Seconds of this thread on a processor: what other work on the machine changes little.
func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
