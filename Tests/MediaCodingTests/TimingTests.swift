import Foundation
import MediaCoding
import Testing

@Suite struct TimingTests {
  private func movie(
    _ path: String, fragments: MediaTime? = nil,
    _ body: (MovieWriter, MovieWriter.TrackID, MovieWriter.TrackID) throws -> Void
  ) throws -> MovieWriter {
    var settings = MovieSettings(container: .quickTime)
    settings.fragmentInterval = fragments
    let writer = try MovieWriter(path: path, settings: settings)
    var video = VideoTrackSettings(codec: .h264, width: 64, height: 48)
    video.keyFrameInterval = 5
    let pictures = try writer.addTrack(video)
    let sound = try writer.addTrack(SoundTrackSettings(codec: .aac, sampleRate: 44_100, channels: 1))
    try writer.start()
    try body(writer, pictures, sound)
    return writer
  }

  private func picture(_ writer: MovieWriter, _ track: Int, at time: MediaTime, duration: MediaTime? = nil)
    throws
  {
    try Pattern.with420(64, 48, number: Int(time.seconds * 30)) {
      try writer.append($0, at: time, duration: duration, to: track)
    }
  }

  private func tone(_ writer: MovieWriter, _ track: Int, at time: MediaTime, frames: Int) throws {
    try Pattern.withTone(from: 0, frames: frames, rate: 44_100, channels: 1) {
      try writer.append($0, at: time, to: track)
    }
  }

  private func near(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && !zip(a, b).contains { abs($0 - $1) > 0.0011 }
  }

  @Test func theFirstSampleIsTimeZeroAndStepsMayDiffer() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let steps: [Int64] = [0, 20, 45, 60, 200, 210]
    let writer = try movie(path) { writer, pictures, sound in
      // An hour and a bit on the phone's clock.
      for step in steps { try picture(writer, pictures, at: MediaTime(3_600_000 * 600 / 1000 + step, 600)) }
      try tone(writer, sound, at: MediaTime(3600, 1), frames: 22_050)
    }
    let summary = try writer.finish(at: MediaTime(3_600 * 600 + 300, 600))
    let probe = try Probe(path)
    #expect(near(probe.times("video"), steps.map { Double($0) / 600 }))
    #expect(summary.duration == MediaTime(300, 600))
    #expect(probe.format.duration == "0.500000")
    let last = probe.packets?.last { $0.stream_index == 0 }
    #expect(last?.duration_time == "0.150000")
  }

  /// Pictures that are stored out of order last as long as their places in the file say.
  @Test func samplesOutOfOrderLastAsLongAsTheIndexSays() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let writer = try MovieWriter(path: path, settings: MovieSettings(container: .quickTime))
    var video = VideoTrackSettings(codec: .h264, width: 64, height: 48)
    (video.keyFrameInterval, video.allowsFrameReordering) = (6, true)
    let track = try writer.addTrack(video)
    try writer.start()
    for number in 0..<24 { try picture(writer, track, at: MediaTime(Int64(number), 8)) }
    _ = try writer.finish()
    let reader = try MovieReader(path: path)
    var packets: [MediaPacket] = []
    while let (packet, _) = try reader.nextPacket() { packets.append(packet) }
    #expect(packets.contains { $0.time > $0.decodeTime })
    #expect(packets.map(\.duration.seconds) == Array(repeating: 0.125, count: 24))
    let pictures = try PictureReader(path: path, as: .asStored)
    var shown: [[Double]] = []
    while let picture = try pictures.next() {
      shown.append([picture.time.seconds, picture.duration.seconds])
    }
    #expect(shown == (0..<24).map { [Double($0) / 8, 0.125] })
  }

  @Test func aTrackThatBeginsLaterKeepsItsPlace() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let writer = try movie(path) { writer, pictures, sound in
      try writer.startSession(at: MediaTime(10, 1))
      for number in 0..<10 {
        try picture(writer, pictures, at: MediaTime(3000 + Int64(number), 300) + MediaTime(7, 1))
      }
      try tone(writer, sound, at: MediaTime(10_250, 1000), frames: 44_100)
    }
    _ = try writer.finish()
    let probe = try Probe(path)
    // What the encoder needs before the first sample is in the file, and silent.
    let reader = try SoundReader(path: path, as: .int16)
    var loud: Double?
    while loud == nil, let sound = try reader.nextSound() {
      let first = sound.bytes.withUnsafeBytes {
        $0.bindMemory(to: Int16.self).firstIndex { abs(Int($0)) > 3000 }
      }
      loud = first.map { sound.time.seconds + Double($0) / 44_100 }
    }
    #expect(abs((loud ?? 0) - 0.25) < 0.002)
    #expect(abs(Double(probe.video.start_time ?? "")! - 7) < 0.002)
    #expect(near(Array(probe.times("video").prefix(2)), [7, 7.0 + 1 / 300.0]))
  }

  @Test func samplesBeforeTheSessionAreNotShown() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let writer = try movie(path) { writer, pictures, sound in
      try writer.startSession(at: MediaTime(10, 30))
      for number in 0..<30 {
        try picture(writer, pictures, at: MediaTime(Int64(number), 30), duration: MediaTime(1, 30))
      }
      try tone(writer, sound, at: MediaTime(10, 30), frames: 29_400)
    }
    _ = try writer.finish()
    let reader = try PictureReader(path: path, as: .asStored)
    var times: [MediaTime] = []
    while let picture = try reader.next() { times.append(picture.time) }
    #expect(times == (0..<20).map { MediaTime($0, 30) })
    #expect(abs(Double(try Probe(path).format.duration ?? "")! - 2.0 / 3) < 0.02)
  }

  @Test func aPauseLeavesNoGap() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let writer = try movie(path) { writer, pictures, sound in
      for number in 0..<6 { try picture(writer, pictures, at: MediaTime(Int64(number), 30)) }
      try tone(writer, sound, at: .zero, frames: 8820)
      #expect(writer.end(of: sound) == MediaTime(8820, 44_100))
      try writer.closeGap(of: MediaTime(4, 1))
      for number in 126..<132 { try picture(writer, pictures, at: MediaTime(Int64(number), 30)) }
      try tone(writer, sound, at: MediaTime(126, 30), frames: 8820)
    }
    _ = try writer.finish()
    #expect(near(try Probe(path).times("video"), (0..<12).map { Double($0) / 30 }))
    #expect(abs(Double(try Probe(path).sound?.duration ?? "")! - 0.4) < 0.001)
  }

  @Test func missingSoundIsSilence() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let writer = try movie(path) { writer, pictures, sound in
      try picture(writer, pictures, at: .zero)
      try tone(writer, sound, at: .zero, frames: 4410)
      // 10 ms early is the same sound going on; 300 ms late is a gap.
      try tone(writer, sound, at: MediaTime(90, 1000), frames: 4410)
      try tone(writer, sound, at: MediaTime(500, 1000), frames: 4410)
    }
    _ = try writer.finish()
    let reader = try SoundReader(path: path, as: .float32)
    var samples: [Float] = []
    while let sound = try reader.nextSound() {
      sound.bytes.withUnsafeBytes { samples.append(contentsOf: $0.bindMemory(to: Float.self)) }
    }
    #expect(abs(samples.count - 26_460) < 50)
    func loudest(_ from: Double, _ to: Double) -> Float {
      samples[Int(from * 44_100)..<Int(to * 44_100)].map(abs).max() ?? 0
    }
    #expect(loudest(0.05, 0.18) > 0.3)
    #expect(loudest(0.23, 0.47) < 0.01)
    #expect(loudest(0.52, 0.58) > 0.3)
  }

  @Test func whatDoesNotFollowIsRefusedAndTheMovieGoesOn() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    var kinds: [MovieError.Kind?] = []
    func expectFault(_ body: () throws -> Void) {
      do {
        try body()
        kinds.append(nil)
      } catch { kinds.append((error as? MovieError)?.kind) }
    }
    let writer = try movie(path) { writer, pictures, sound in
      try picture(writer, pictures, at: MediaTime(1, 30))
      expectFault { try picture(writer, pictures, at: MediaTime(1, 30)) }
      expectFault { try picture(writer, pictures, at: .zero) }
      expectFault {
        try Pattern.with420(32, 32, number: 0) { try writer.append($0, at: MediaTime(2, 30), to: pictures) }
      }
      expectFault { try picture(writer, sound, at: MediaTime(3, 30)) }
      expectFault { try tone(writer, pictures, at: MediaTime(3, 30), frames: 10) }
      expectFault { try picture(writer, 7, at: MediaTime(3, 30)) }
      try tone(writer, sound, at: MediaTime(1, 30), frames: 4410)
      expectFault { try tone(writer, sound, at: MediaTime(1, 30), frames: 4410) }
      expectFault { try writer.startSession(at: .zero) }
      expectFault { _ = try writer.addTrack(VideoTrackSettings(codec: .h264, width: 64, height: 48)) }
      try picture(writer, pictures, at: MediaTime(4, 30))
    }
    _ = try writer.finish()
    expectFault { _ = try writer.finish() }
    #expect(kinds == Array(repeating: .wrongOrder, count: 10))
    #expect(try Probe(path).video.nb_frames == "2")
  }
}

@Suite struct FragmentTests {
  /// Writes two seconds with fragments of half a second and stops without an end.
  private func unfinished(_ path: String) throws -> MovieWriter {
    var settings = MovieSettings(container: .quickTime)
    settings.fragmentInterval = MediaTime(1, 2)
    let writer = try MovieWriter(path: path, settings: settings)
    var video = VideoTrackSettings(codec: .h264, width: 160, height: 96)
    video.keyFrameInterval = 5
    video.matrix = .showing(width: 160, height: 96, quarterTurns: 1)
    let pictures = try writer.addTrack(video)
    let tones = try writer.addTrack(SoundTrackSettings(codec: .aac, sampleRate: 48_000, channels: 2))
    try writer.start()
    for number in 0..<60 {
      try Pattern.with420(160, 96, number: number) {
        try writer.append($0, at: MediaTime(Int64(number), 30), duration: MediaTime(1, 30), to: pictures)
      }
      try Pattern.withTone(from: number * 1600, frames: 1600, rate: 48_000, channels: 2) {
        try writer.append($0, at: MediaTime(Int64(number) * 1600, 48_000), to: tones)
      }
    }
    return writer
  }

  @Test func aFileThatWasCutShortIsReadUpToItsLastFragment() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let writer = try unfinished(path)
    // The file as it lies on the disk now, as after a loss of power.
    let copy = folder.file("copy.mov")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let probe = try Probe(copy)
    #expect(probe.times("video").count == 45)
    #expect(probe.video.start_time == "0.000000")
    #expect(probe.video.side_data_list?.first?.rotation == -90)
    // Abandoned, the file is what it was, cut after the last fragment.
    #expect(writer.abandon(keepingFragments: true))
    #expect(try Probe(path).times("video").count == 45)
    #expect(try run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"]).errors == "")
    let gone = folder.file("gone.mov")
    let second = try unfinished(gone)
    #expect(!second.abandon())
    #expect(!folder.names.contains("gone.mov"))
  }

  @Test func aFinishedFileIsAnOrdinaryOne() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    let summary = try unfinished(path).finish()
    #expect(folder.names == ["x.mov"])
    #expect(!summary.isFragmented)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(Int64(data.count) == summary.bytes)
    #expect(data.range(of: Data("moof".utf8)) == nil)
    let plain = folder.file("plain.mov")
    _ = try Pattern.write(plain, count: 60, sound: .aac) {
      $1.keyFrameInterval = 5
      $1.matrix = .showing(width: 160, height: 96, quarterTurns: 1)
    }
    let (probe, other) = (try Probe(path), try Probe(plain))
    #expect(probe.times("video") == other.times("video"))
    #expect(probe.times("audio") == other.times("audio"))
    #expect(probe.video.duration == other.video.duration)
    #expect(probe.sound?.duration == other.sound?.duration)
    #expect(probe.video.side_data_list?.first?.rotation == -90)
    #expect(try run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"]).errors == "")
  }
}
