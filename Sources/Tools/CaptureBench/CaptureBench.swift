import Foundation

/// What it costs to bring pictures to an app, against ffmpeg and against real time.
///
///     CaptureBench [delivery] [live] [overhead] [--seconds SECONDS] [--runs RUNS] [--ffmpeg PROGRAM]
///
/// Without a name all three are measured. SECONDS: of real time with a preview, 60; RUNS: of each call, 100.
@main
enum CaptureBench {
  static func main() async throws {
    var (names, seconds, runs, ffmpeg) = ([String](), 60.0, 100, "ffmpeg")
    var arguments = CommandLine.arguments.dropFirst().makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--seconds": seconds = arguments.next().flatMap(Double.init) ?? seconds
      case "--runs": runs = arguments.next().flatMap(Int.init) ?? runs
      case "--ffmpeg": ffmpeg = arguments.next() ?? ffmpeg
      case "delivery", "live", "overhead": names.append(argument)
      default: throw BenchError("there is no \(argument)")
      }
    }
    print("\(ProcessInfo.processInfo.activeProcessorCount) processors, load \(load())")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("CaptureBench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pictures = TestPictures(ffmpeg: ffmpeg, folder: folder)
    func isWanted(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
    do {
      if isWanted("delivery") { try DeliveryBench(pictures: pictures).run() }
      if isWanted("overhead") { try OverheadBench(runs: runs).run() }
      // It takes the process's clock and phone.
      if isWanted("live") { try await LiveBench.run(seconds: seconds, pictures: pictures) }
    } catch {
      FileHandle.standardError.write(Data("CaptureBench: \(error)\n".utf8))
      try FileManager.default.removeItem(at: folder)
      exit(1)
    }
    try FileManager.default.removeItem(at: folder)
    exit(0)
  }

  private static func load() -> String {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? String(format: "%.1f", loads[0]) : "unknown"
  }
}

struct BenchError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Seconds of processor time of all threads: what other work on the machine changes little.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The value that so large a part of the others does not exceed.
func quantile(_ part: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}
