import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite(.serialized) struct MovieFileOutputTests {
  @Test func defaults() throws {
    let output = AVCaptureMovieFileOutput()
    #expect(!output.isRecording && !output.isRecordingPaused && output.outputFileURL == nil)
    #expect(output.recordedDuration == .zero && output.recordedFileSize == 0)
    #expect(output.maxRecordedDuration == .invalid && output.maxRecordedFileSize == 0)
    #expect(output.minFreeDiskSpaceLimit == 0 && output.movieFragmentInterval.seconds == 10)
    #expect(output.metadata == nil && output.availableVideoCodecTypes.isEmpty)
    #expect(!output.isSpatialVideoCaptureSupported && !output.isSpatialVideoCaptureEnabled)
    let bench = try MovieBench(withSound: true, runs: false)
    #expect(bench.output.availableVideoCodecTypes == [.hevc, .h264])
    #expect(bench.output.connections.count == 2 && bench.connection.videoRotationAngle == 0)
    #expect(!bench.connection.isVideoMirrored && bench.connection.isVideoMirroringSupported)
    #expect(
      bench.output.supportedOutputSettingsKeys(for: bench.connection) == [
        AVVideoCodecKey, AVVideoCompressionPropertiesKey,
      ])
    let sound = try #require(bench.output.connection(with: .audio))
    #expect(bench.output.supportedOutputSettingsKeys(for: sound).isEmpty)
    #expect(bench.output.outputSettings(for: sound)[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC)
    #expect(!bench.session.canAddOutput(AVCaptureMovieFileOutput()))
    bench.output.setOutputSettings(nil, for: bench.connection)
    let settings = bench.output.outputSettings(for: bench.connection)
    #expect(
      settings[AVVideoCodecKey] as? AVVideoCodecType == .hevc && settings[AVVideoWidthKey] as? Int == 640)
  }

  /// Settings are a connection's: a new one starts as usual, wherever its object lies in memory.
  @Test func settingsGoWithTheirConnection() throws {
    let bench = try MovieBench()
    func codec() -> AVVideoCodecType? {
      bench.output.outputSettings(for: bench.output.connection(with: .video)!)[AVVideoCodecKey]
        as? AVVideoCodecType
    }
    var seen: [AVVideoCodecType?] = []
    for _ in 0..<30 {
      bench.output.setOutputSettings(
        [AVVideoCodecKey: AVVideoCodecType.h264], for: bench.output.connection(with: .video)!)
      seen.append(codec())
      bench.session.removeOutput(bench.output)
      bench.session.addOutput(bench.output)
      seen.append(codec())
    }
    #expect(Set(seen.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)) == [.h264])
    #expect(Set(seen.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)) == [.hevc])
  }

  @Test func filesAreWhatWasAsked() throws {
    let h264 = try MovieBench(withSound: true).record("a", 1_000)
    let video = try #require(h264.video)
    #expect(video.codec_name == "h264" && video.codec_tag_string == "avc1")
    #expect(video.width == 640 && video.height == 480 && video.packets == 30)
    #expect(abs(video.seconds - 1) < 0.001 && h264.format.format_name.hasPrefix("mov"))
    let sound = try #require(h264.sound)
    #expect(sound.codec_name == "aac" && sound.sample_rate == "48000" && sound.channels == 1)
    #expect(abs(sound.seconds - 1) < 0.06)

    let bench = try MovieBench(.rearWide, codec: .hevc)
    let title = AVMutableMetadataItem()
    title.identifier = .commonIdentifierTitle
    title.value = NSString(string: "Kitchen")
    bench.output.metadata = [title]
    let hevc = try bench.record("a", 500)
    #expect(hevc.video?.codec_name == "hevc" && hevc.video?.codec_tag_string == "hvc1")
    #expect(hevc.sound == nil && hevc.video?.packets == 15 && hevc.video?.width == 640)
    #expect(hevc.format.tags?["com.apple.quicktime.title"] == "Kitchen")
  }

  @Test func callbacksComeInAppleOrder() throws {
    let bench = try MovieBench()
    bench.start("a")
    #expect(bench.output.isRecording && bench.output.outputFileURL == bench.url("a") && bench.notes == [])
    bench.run(100)
    #expect(bench.notes == ["a.mov start"] && bench.output.recordedDuration.seconds > 0.05)
    bench.output.pauseRecording()
    bench.output.pauseRecording()
    bench.run(50)
    let held = bench.output.recordedDuration
    #expect(bench.output.isRecordingPaused && bench.output.isRecording)
    bench.run(200)
    #expect(bench.output.recordedDuration == held)
    bench.output.resumeRecording()
    bench.run(100)
    #expect(bench.output.recordedDuration > held && !bench.output.isRecordingPaused)
    #expect(bench.output.recordedFileSize >= 0)
    bench.stop()
    bench.output.stopRecording()
    bench.run(50)
    #expect(
      bench.notes == ["a.mov start", "a.mov pause", "a.mov resume", "a.mov finish 0"])
    #expect(!bench.output.isRecording && bench.output.outputFileURL == nil)
    #expect(bench.delegate.connections.withLock { $0 }.first?.first === bench.connection)
    let start = try #require(bench.delegate.starts.withLock { $0.first })
    #expect(start.seconds > 0.5 && start.seconds < 2)
    // Nothing is missing between the pictures, and nothing of the pause is left.
    let times = try Probe.times(bench.url("a"))
    #expect(times.count >= 5 && times == times.indices.map { Int((Double($0) * 1000 / 30).rounded()) })
  }

  /// Only the older callback: it comes in place of the newer.
  @Test func olderDelegatesHearOfTheStartToo() throws {
    final class Old: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
      let notes = Notes()
      func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
      ) { notes.add("start") }
      func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection], error: (any Error)?
      ) { notes.add("finish") }
    }
    let (bench, old) = (try MovieBench(), Old())
    bench.output.startRecording(to: bench.url("a"), recordingDelegate: old)
    bench.run(100)
    bench.stop()
    #expect(old.notes.all == ["start", "finish"])
  }

  @Test func aSecondStartSwitchesFiles() throws {
    let bench = try MovieBench()
    bench.start("a")
    bench.run(300)
    bench.start("b")
    #expect(bench.output.outputFileURL == bench.url("b"))
    bench.run(300)
    bench.stop()
    #expect(bench.notes == ["a.mov start", "a.mov finish 0", "b.mov start", "b.mov finish 0"])
    let (a, b) = (try Probe.look(bench.url("a")), try Probe.look(bench.url("b")))
    #expect(a.video?.packets == 9 && b.video?.packets == 9)
    let starts = bench.delegate.starts.withLock { $0.map(\.seconds) }
    #expect(abs(starts[1] - starts[0] - 0.3) < 0.001)
  }

  @Test func limitsEndARecordingThatCanBeUsed() throws {
    let bench = try MovieBench(world: .room)
    bench.output.maxRecordedDuration = CMTime(value: 1, timescale: 2)
    bench.start("a")
    bench.run(1_000)
    #expect(bench.notes == ["a.mov start", "a.mov finish -11810"] && bench.delegate.isUsable == true)
    let a = try Probe.look(bench.url("a"))
    #expect(a.video?.packets == 15 && abs(a.seconds - 0.5) < 0.001)
    bench.output.maxRecordedDuration = .invalid

    try bench.record("whole", 3_000)
    let half = try bench.size("whole") / 2
    bench.output.maxRecordedFileSize = Int64(half)
    bench.start("b")
    bench.run(3_000)
    #expect(bench.notes.last == "b.mov finish -11811" && bench.delegate.isUsable == true)
    let size = try bench.size("b")
    #expect(size <= half && size > half / 4)
    #expect(try Probe.look(bench.url("b")).video?.packets ?? 0 > 1)
    bench.output.maxRecordedFileSize = 0

    bench.output.minFreeDiskSpaceLimit = .max
    bench.start("c")
    bench.run(100)
    #expect(
      bench.notes.last == "c.mov finish -11807" && bench.delegate.isUsable == false && !bench.exists("c"))
  }

  @Test func requestsThatCannotBegin() throws {
    let bench = try MovieBench(runs: false)
    bench.start("idle")
    bench.output.settle()
    #expect(bench.notes == ["idle.mov finish -11803"] && bench.delegate.isUsable == false)
    bench.session.startRunning()
    bench.run(500)
    try Data("mine".utf8).write(to: bench.url("there"))
    bench.start("there")
    bench.run(100)
    #expect(bench.notes.last == "there.mov finish -11823" && bench.delegate.isUsable == false)
    #expect(try Data(contentsOf: bench.url("there")) == Data("mine".utf8))
    bench.start("absent/folder")
    bench.run(100)
    #expect(bench.notes.last == "folder.mov finish -3000" && bench.delegate.isUsable == false)
    #expect(bench.delegate.errors.withLock { $0.last??.domain } == NSURLErrorDomain)
    bench.start("short")
    bench.stop()
    #expect(bench.notes.last == "short.mov finish -11805" && bench.delegate.isUsable == false)
    #expect(!bench.exists("short") && !bench.output.isRecording)
  }

  /// Each ends the recording with its own error, and what was recorded can be used.
  @Test func whatEndsARecording() throws {
    typealias Act = (MovieBench) throws -> Void
    let acts: [(String, Int, Act)] = [
      ("stop", -11803, { $0.session.stopRunning() }),
      ("input", -11806, { $0.session.removeInput($0.session.inputs[0]) }),
      ("output", -11806, { $0.session.removeOutput($0.output) }),
      ("microphone", -11806, { $0.session.removeInput($0.session.inputs[1]) }),
      ("preset", -11806, { $0.session.sessionPreset = .hd1280x720 }),
      ("interruption", -11818, { $0.sound.send(.background, $0.session) }),
      (
        "format", -11809,
        { bench in
          try bench.device.lockForConfiguration()
          let now = bench.device.streamConfiguration
          bench.device.activeFormat = bench.device.formats.first {
            $0.formatDescription.dimensions.width != Int32(now.width)
          }!
          bench.device.unlockForConfiguration()
        }
      ),
      ("disabled", -11806, { $0.connection.isEnabled = false }),
    ]
    var mismatches: [String] = []
    for (name, code, act) in acts {
      let bench = try MovieBench(withSound: true)
      bench.start(name)
      bench.run(300)
      try act(bench)
      bench.run(200)
      if bench.notes != ["\(name).mov start", "\(name).mov finish \(code)"] {
        mismatches.append("\(name): \(bench.notes)")
      }
      if bench.delegate.isUsable != true { mismatches.append("\(name) is not usable") }
      let packets = (try? Probe.look(bench.url(name)).video?.packets) ?? 0
      if !(8...10).contains(packets) { mismatches.append("\(name): \(packets) pictures") }
    }
    #expect(mismatches == [])
  }

  @Test func aspectRatiosEndARecording() throws {
    let bench = try MovieBench(preset: .high)
    let ratios = bench.device.activeFormat.supportedDynamicAspectRatios
    guard ratios.count > 1 else { return }
    bench.start("a")
    bench.run(200)
    try bench.device.lockForConfiguration()
    bench.device.setDynamicAspectRatio(ratios[1])
    bench.device.unlockForConfiguration()
    bench.run(200)
    #expect(bench.notes == ["a.mov start", "a.mov finish -11809"] && bench.delegate.isUsable == true)
  }

  @Test func otherOutputsGoOnBesideIt() throws {
    let (data, photo) = (AVCaptureVideoDataOutput(), AVCapturePhotoOutput())
    let bench = try MovieBench(others: [data, photo])
    let listener = Listener()
    data.alwaysDiscardsLateVideoFrames = false
    data.setSampleBufferDelegate(listener, queue: bench.sound.queue)
    bench.start("a")
    let photos = PhotoNotes()
    photo.capturePhoto(with: AVCapturePhotoSettings(), delegate: photos)
    bench.run(500)
    photo.settle()
    bench.sound.queue.sync {}
    bench.stop()
    #expect((14...16).contains(listener.frameTimes.count) && photos.notes.all.last == "0 finish")
    #expect(try Probe.look(bench.url("a")).video?.packets == listener.frameTimes.count)
  }

  @Test func soundAloneIsAMovieToo() throws {
    let bench = try MovieBench(nil, withSound: true)
    let answer = try bench.record("a", 500)
    #expect(answer.video == nil && answer.sound?.codec_name == "aac" && abs(answer.seconds - 0.5) < 0.06)
    #expect(bench.notes == ["a.mov start", "a.mov finish 0"])
  }

  @Test func thePhotoPresetMakesSmallMovies() throws {
    let bench = try MovieBench(preset: .photo)
    let full = bench.device.streamConfiguration
    let answer = try bench.record("a", 200)
    let (width, height) = (answer.video?.width ?? 0, answer.video?.height ?? 0)
    #expect(
      width < full.width
        && abs(Double(width) / Double(height) - Double(full.width) / Double(full.height)) < 0.01)
  }

  /// No success without a file.
  @Test func aFileThatIsTakenAwayIsAFailure() throws {
    let bench = try MovieBench()
    bench.start("a")
    bench.run(200)
    try FileManager.default.removeItem(at: bench.url("a"))
    bench.run(100)
    bench.stop()
    #expect(bench.notes == ["a.mov start", "a.mov finish -11800"] && bench.delegate.isUsable == false)
    #expect(!bench.exists("a"))
    // The next one is a file again, also where a limit ends it.
    bench.output.maxRecordedDuration = CMTime(value: 1, timescale: 5)
    for isTakenAway in [false, true] {
      let name = "b\(isTakenAway)"
      bench.start(name)
      bench.run(100)
      if isTakenAway { try FileManager.default.removeItem(at: bench.url(name)) }
      bench.run(300)
      #expect(bench.notes.last == "\(name).mov finish -11810" && bench.delegate.isUsable == !isTakenAway)
      #expect(bench.exists(name) == !isTakenAway)
    }
  }

  /// The delegate is held weakly, the output until the file is finished.
  @Test func theFileIsFinishedWithoutADelegate() throws {
    let bench = try MovieBench()
    autoreleasepool {
      bench.output.startRecording(to: bench.url("a"), recordingDelegate: MovieNotes())
    }
    bench.run(200)
    bench.stop()
    #expect(try Probe.look(bench.url("a")).video?.packets == 6)
  }

  private func autoreleasepool(_ body: () -> Void) { body() }
}
