import Checking
import Foundation
import SourceModel
import SourceReading
import SwiftParser
import SwiftSyntax

/// Measures the check against the parser alone.
struct Bench {
  let input: BenchInput

  init(_ input: BenchInput) { self.input = input }

  struct Figures {
    var files = 0
    var bytes = 0
    var findings = 0
    /// One for each round.
    var parse: [Time] = []
    var read: [Time] = []
    var check: [Time] = []
    var peakBytes = 0

    var rendered: String {
      let (parse, read, check) = (middle(self.parse), middle(self.read), middle(self.check))
      let megabytes = Double(bytes) / 1e6
      return String(
        format: """
          %.1f MB of Swift in %d files, %d threads, %d findings; the middle of %d rounds
          parser alone    %6.2f s  %6.2f s of all cores
          with its model  %6.2f s  %6.2f s
          whole check     %6.2f s  %6.2f s; 10 MB in %.1f s (wanted under 8)
          ratio           %6.2f    %6.2f (wanted at most 1.5)
          peak memory     %6.0f MB (wanted under 1000)

          """, megabytes, files, ProcessInfo.processInfo.activeProcessorCount, findings, self.parse.count,
        parse.wall, parse.cores, read.wall, read.cores, check.wall, check.cores, check.wall * 10 / megabytes,
        check.wall / parse.wall, check.cores / parse.cores, Double(peakBytes) / 1e6)
    }

    private func middle(_ times: [Time]) -> Time {
      Time(
        wall: times.map(\.wall).sorted()[times.count / 2], cores: times.map(\.cores).sorted()[times.count / 2]
      )
    }
  }

  /// Seconds on the wall, and seconds of all cores together: the second hardly changes where others use the machine.
  struct Time {
    var wall = 0.0
    var cores = 0.0
  }

  func measured(rounds: Int) -> Figures {
    var figures = Figures(files: input.files.count, bytes: input.bytes)
    for round in 0..<rounds {
      figures.check.append(time { figures.findings = Check(paths: [input.folder]).run().findings.count })
      // Before the others run: the memory's peak is the process's.
      if round == 0 { figures.peakBytes = peak() }
      figures.parse.append(time { parseAlone() })
      figures.read.append(time { blackHole(Check.read(input.files).isEmpty) })
    }
    return figures
  }

  private func time(_ body: () -> Void) -> Time {
    let clock = ContinuousClock()
    let before = cores()
    let wall = clock.measure(body).components
    return Time(
      wall: Double(wall.seconds) + Double(wall.attoseconds) * 1e-18, cores: cores() - before)
  }

  /// Reads and parses each file, as the check's readers do, and lets its tree go.
  private func parseAlone() {
    let files = input.files
    _ = DeepStack.map(files.count, threads: ProcessInfo.processInfo.activeProcessorCount) { index in
      do {
        let data = try Data(contentsOf: URL(fileURLWithPath: files[index]))
        blackHole(Parser.parse(source: String(decoding: data, as: UTF8.self)).hasError)
      } catch {
        FileHandle.standardError.write(Data("check-bench: \(files[index]): \(error)\n".utf8))
      }
    }
  }

  private func usage() -> rusage {
    var usage = rusage()
    #if os(Linux)
      getrusage(numericCast(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  private func cores() -> Double {
    let usage = usage()
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
  }

  /// The most memory that the process has had.
  private func peak() -> Int {
    #if os(Linux)
      return usage().ru_maxrss * 1024
    #else
      return usage().ru_maxrss
    #endif
  }
}

/// Uses a value, so that nothing that leads to it is left out.
@inline(never) func blackHole(_ value: Bool) { if value && getpid() == 0 { print("never") } }
