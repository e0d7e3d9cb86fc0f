import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import Testing

@testable import DuoAVFoundation

@Suite struct ExportTests {
  @Test func presetsAndTheirSizes() {
    let table: [(String, Int, Int, Int, Int)] = [
      (AVAssetExportPresetHighestQuality, 4032, 3024, 4032, 3024),
      (AVAssetExportPreset1280x720, 1920, 1080, 1280, 720),
      (AVAssetExportPreset1280x720, 1080, 1920, 720, 1280),
      (AVAssetExportPreset1280x720, 640, 480, 640, 480), (AVAssetExportPreset640x480, 1440, 1440, 480, 480),
      (AVAssetExportPreset960x540, 3840, 2160, 960, 540),
    ]
    var mismatches: [String] = []
    for (preset, width, height, toWidth, toHeight) in table {
      let size = ExportPlan(preset: preset)?.size(width: width, height: height)
      if size?.width != toWidth || size?.height != toHeight {
        mismatches.append("\(preset) \(width) x \(height): \(size.map { "\($0)" } ?? "nil")")
      }
    }
    #expect(mismatches == [])
    #expect(AVAssetExportSession.allExportPresets().allSatisfy { ExportPlan(preset: $0) != nil })
    #expect(ExportPlan(preset: "AVAssetExportPresetNone") == nil)
  }

  @Test func defaults() throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", pictures: 3)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
    #expect(session.status == .unknown && session.progress == 0 && session.error == nil)
    #expect(session.supportedFileTypes == [.mov, .mp4, .m4v] && session.outputFileType == nil)
    #expect(AVAssetExportSession(asset: asset, presetName: "None") == nil)
    #expect(
      AVAssetExportSession.exportPresets(compatibleWith: asset) == AVAssetExportSession.allExportPresets())
    #expect(AVAssetExportSession.exportPresets(compatibleWith: AVURLAsset(url: bench.url("absent"))).isEmpty)
  }

  @Test func presetsEncodeAgain() async throws {
    let bench = try WriterBench()
    let turn = CGAffineTransform(rotationAngle: .pi / 2).concatenating(
      CGAffineTransform(translationX: 480, y: 0))
    var settings = WriterBench.video
    (settings[AVVideoWidthKey], settings[AVVideoHeightKey]) = (800, 480)
    _ = try bench.movie("a.mov", withSound: true, transform: turn, settings: settings)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetMediumQuality))
    try await session.export(to: bench.url("b.mp4"), as: .mp4)
    #expect(session.status == .completed && session.progress == 1)
    let answer = try Probe.look(bench.url("b.mp4"))
    #expect(
      answer.video?.codec_name == "h264" && answer.video?.packets == 30 && answer.sound?.codec_name == "aac")
    #expect(
      answer.video?.width == 534 && answer.video?.height == 320 && answer.video?.matrix == [0, 1, -1, 0])
    let track = try #require(AVURLAsset(url: bench.url("b.mp4")).tracks.first)
    #expect(abs(track.preferredTransform.tx - 320) < 0.1 && abs(answer.seconds - 1) < 0.05)
    let grey = try Probe.shown(bench.url("b.mp4"), width: 32, height: 53)
    // White in the sensor's upper left: the viewer's upper right.
    #expect(grey[5 * 32 + 28] > 200 && grey[5 * 32 + 4] < 100)

    let part = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
    part.timeRange = CMTimeRange(
      start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 1, timescale: 3))
    try await part.export(to: bench.url("c.mov"), as: .mov)
    let piece = try Probe.look(bench.url("c.mov"))
    #expect(piece.video?.codec_name == "hevc" && piece.video?.packets == 10)
    let sound = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
    try await sound.export(to: bench.url("d.m4a"), as: .m4a)
    #expect(try Probe.look(bench.url("d.m4a")).streams.map(\.codec_name) == ["aac"])
  }

  @Test func passthroughKeepsThePackets() async throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", withSound: true)
    let session = try #require(
      AVAssetExportSession(
        asset: AVURLAsset(url: bench.url("a.mov")), presetName: AVAssetExportPresetPassthrough))
    session.outputURL = bench.url("b.mp4")
    session.outputFileType = .mp4
    await withCheckedContinuation { continuation in session.exportAsynchronously { continuation.resume() } }
    #expect(session.status == .completed && session.error == nil)
    let (a, b) = (try Probe.look(bench.url("a.mov")), try Probe.look(bench.url("b.mp4")))
    #expect(a.video?.packets == b.video?.packets && a.sound?.packets == b.sound?.packets)
    #expect(try Probe.times(bench.url("a.mov")) == Probe.times(bench.url("b.mp4")))
  }

  @Test func whatGoesWrong() async throws {
    let bench = try WriterBench()
    _ = try bench.movie("a.mov", pictures: 60)
    let asset = AVURLAsset(url: bench.url("a.mov"))
    let there = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
    await #expect(throws: AVError.self) { try await there.export(to: bench.url("a.mov"), as: .mov) }
    #expect((there.error as? AVError)?.code == .fileAlreadyExists && there.status == .failed)
    let absent = try #require(
      AVAssetExportSession(
        asset: AVURLAsset(url: bench.url("absent.mov")), presetName: AVAssetExportPreset640x480))
    await #expect(throws: AVError.self) { try await absent.export(to: bench.url("b.mov"), as: .mov) }
    #expect(!bench.exists("b.mov"))
    let cancelled = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
    cancelled.cancelExport()
    await #expect(throws: CancellationError.self) {
      try await cancelled.export(to: bench.url("c.mov"), as: .mov)
    }
    #expect(cancelled.status == .cancelled && !bench.exists("c.mov"))
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let session = AVAssetExportSession(
        asset: AVURLAsset(url: URL(fileURLWithPath: "/absent")), presetName: AVAssetExportPreset640x480)
      session?.exportAsynchronously {}
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("without an outputURL"))
  }
}
