import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// What is left of a movie when the disk is full or the process dies.
@Suite struct MovieDiskTests {
  private static func file(_ name: String, _ process: pid_t) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("movie-\(name)-\(process).mov")
  }

  /// The largest size that a file may have stands in for a full disk. Fragments that were written stay.
  @Test func aFullDiskLeavesWholeFragments() async throws {
    let url = Self.file("full", getpid())
    defer { try? FileManager.default.removeItem(at: url) }
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGXFSZ, SIG_IGN)
      let bench = try MovieBench(world: .room)
      bench.output.movieFragmentInterval = CMTime(value: 1, timescale: 2)
      try bench.fillDisk()
      bench.output.startRecording(
        to: MovieDiskTests.file("full", getppid()), recordingDelegate: bench.delegate)
      bench.run(10_000)
      let isRight = bench.notes.last?.hasSuffix("finish -11807") == true && bench.delegate.isUsable == true
      exit(isRight ? 7 : 8)
    }
    let answer = try Probe.look(url)
    #expect(answer.video?.packets ?? 0 >= 15)
  }

  @Test func aFullDiskWithoutFragmentsLeavesNothing() async throws {
    let url = Self.file("none", getpid())
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGXFSZ, SIG_IGN)
      let bench = try MovieBench(world: .room)
      bench.output.movieFragmentInterval = .invalid
      try bench.fillDisk()
      bench.output.startRecording(
        to: MovieDiskTests.file("none", getppid()), recordingDelegate: bench.delegate)
      bench.run(10_000)
      bench.stop()
      let isRight = bench.notes.last?.hasSuffix("finish -11807") == true && bench.delegate.isUsable == false
      exit(isRight ? 7 : 8)
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func aKilledRecordingCanBePlayedUpToItsLastFragment() async throws {
    let url = Self.file("killed", getpid())
    defer { try? FileManager.default.removeItem(at: url) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let bench = try MovieBench(withSound: true, world: .room)
      bench.output.movieFragmentInterval = CMTime(value: 1, timescale: 2)
      bench.output.startRecording(
        to: MovieDiskTests.file("killed", getppid()), recordingDelegate: bench.delegate)
      bench.run(3_000)
      kill(getpid(), SIGKILL)
    }
    let answer = try Probe.look(url)
    #expect(answer.video?.packets ?? 0 >= 30 && answer.sound != nil)
    #expect(try Probe.times(url).count >= 30)
  }
}

extension MovieBench {
  /// From now on a file may have no more than a part of three seconds of movie, though at least one of them.
  func fillDisk() throws {
    try record("short", 1_000)
    try record("long", 3_000)
    let most = UInt((try size("short") + size("long")) / 2)
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
  }
}
