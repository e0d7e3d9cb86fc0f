import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// What an asset writer says, and what is left of its file, when the disk is full.
@Suite struct WriterDiskTests {
  private static func folder(_ name: String, _ process: pid_t) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("writer-\(name)-\(process)")
  }

  private static func make(_ name: String) throws -> URL {
    let folder = folder(name, getpid())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Appends up to five seconds of pictures that hardly compress, while no file may become larger than 300,000 bytes.
  private static func write(_ url: URL, fragments: CMTime?) throws -> AVAssetWriter {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 300_000, rlim_max: 300_000)
    setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    if let fragments { writer.movieFragmentInterval = fragments }
    // Every picture is a key picture, so that a fragment may begin with any.
    var settings = WriterBench.video
    settings[AVVideoCompressionPropertiesKey] = [AVVideoQualityKey: 1.0, AVVideoMaxKeyFrameIntervalKey: 1]
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    writer.add(input)
    guard writer.startWriting() else { return writer }
    writer.startSession(atSourceTime: .zero)
    for index in 0..<150 where writer.status == .writing {
      writer.engine.queue.sync {}
      input.append(try WriterBench.sample(noise(index), at: CMTime(value: Int64(index), timescale: 30)))
    }
    return writer
  }

  private static func noise(_ seed: Int) -> CVPixelBuffer {
    CVPixelBuffer(width: 160, height: 96, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) { planes in
      var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
      for plane in planes {
        for at in 0..<plane.height * plane.bytesPerRow {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          (plane.base + at).storeBytes(of: UInt8(16 + state >> 33 % 200), as: UInt8.self)
        }
      }
    }
  }

  private static func isFull(_ writer: AVAssetWriter) -> Bool {
    let error = writer.error as? AVError
    return writer.status == .failed && error?.code == .diskFull && error?.errorCode == -11807
      && error?.userInfo[NSUnderlyingErrorKey] != nil
  }

  @Test func aFullDiskIsTheWritersErrorAndNothingIsLeft() async throws {
    let folder = try Self.make("none")
    defer { try? FileManager.default.removeItem(at: folder) }
    await #expect(processExitsWith: .exitCode(7)) {
      let url = WriterDiskTests.folder("none", getppid()).appendingPathComponent("a.mov")
      let writer = try WriterDiskTests.write(url, fragments: nil)
      // Told at the latest at the end; afterwards nothing more is taken.
      let isDone: Bool = WriterBench.finish(writer)
      let more: Bool = writer.inputs[0].append(
        try WriterBench.sample(WriterBench.picture(0), at: CMTime(value: 60, timescale: 1)))
      exit(!isDone && !more && WriterDiskTests.isFull(writer) ? 7 : 8)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func whatWholeFragmentsHoldStays() async throws {
    let folder = try Self.make("fragments")
    defer { try? FileManager.default.removeItem(at: folder) }
    await #expect(processExitsWith: .exitCode(7)) {
      let url = WriterDiskTests.folder("fragments", getppid()).appendingPathComponent("a.mov")
      let writer = try WriterDiskTests.write(url, fragments: CMTime(value: 1, timescale: 10))
      let isDone: Bool = WriterBench.finish(writer)
      exit(!isDone && WriterDiskTests.isFull(writer) ? 7 : 8)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mov"])
    let answer = try Probe.look(folder.appendingPathComponent("a.mov"))
    let packets = answer.video?.packets ?? 0
    #expect(packets >= 3 && packets < 150)
  }
}
