import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Where the movie output raises, in Apple's words as far as they are known.
@Suite struct MovieExceptionTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func aURLThatIsNotAFiles() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let bench = try MovieBench()
      bench.output.startRecording(
        to: URL(string: "https://example.org/a.mov")!, recordingDelegate: bench.delegate)
    }
    #expect(
      text(result).contains(
        "'NSInvalidArgumentException', reason: '*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:"
      ))
  }

  @Test func noConnection() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let delegate = MovieNotes()
      AVCaptureMovieFileOutput().startRecording(
        to: URL(fileURLWithPath: "/tmp/never.mov"), recordingDelegate: delegate)
    }
    #expect(text(result).contains("No active/enabled connections"))
  }

  @Test func settingsThatDoNotExist() async {
    let unknown = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let bench = try MovieBench(runs: false)
      bench.output.setOutputSettings([AVVideoWidthKey: 100], for: bench.connection)
    }
    #expect(text(unknown).contains("one or more unsupported keys: AVVideoWidthKey"))
    let codec = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let bench = try MovieBench(runs: false)
      bench.output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.proRes422], for: bench.connection)
    }
    #expect(text(codec).contains("use -availableVideoCodecTypes"))
    let other = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let (bench, another) = (try MovieBench(runs: false), try MovieBench(runs: false))
      _ = bench.output.outputSettings(for: another.connection)
    }
    #expect(text(other).contains("does not belong to the receiver"))
    let spatial = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      AVCaptureMovieFileOutput().isSpatialVideoCaptureEnabled = true
    }
    #expect(text(spatial).contains("NSInvalidArgumentException"))
  }
}
