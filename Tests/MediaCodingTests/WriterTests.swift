import Foundation
import MediaCoding
import Testing

@Suite struct WriterTests {
  @Test func everyCodecInEveryContainerIsReadBackByFFprobe() throws {
    // codec, container, extension, sound, name, tag, sound's name
    let table: [(VideoCodec, MovieContainer, String, AudioCodec?, String, String, String?)] = [
      (.h264, .quickTime, "mov", .aac, "h264", "avc1", "aac"),
      (.h264, .quickTime, "mov", .pcm(.int16), "h264", "avc1", "pcm_s16le"),
      (.h264, .quickTime, "mov", .pcm(.float32), "h264", "avc1", "pcm_f32le"),
      (.h264, .mp4, "mp4", .aac, "h264", "avc1", "aac"), (.h264, .m4v, "m4v", nil, "h264", "avc1", nil),
      (.hevc, .quickTime, "mov", .aac, "hevc", "hvc1", "aac"), (.hevc, .mp4, "mp4", nil, "hevc", "hvc1", nil),
      (.proRes422, .quickTime, "mov", .pcm(.int32), "prores", "apcn", "pcm_s32le"),
      (.jpeg, .quickTime, "mov", nil, "mjpeg", "jpeg", nil),
    ]
    let folder = Folder()
    var mismatches: [String] = []
    for (codec, container, ending, sound, name, tag, soundName) in table {
      let path = folder.file("\(name)-\(soundName ?? "").\(ending)")
      let summary = try Pattern.write(path, container: container, codec: codec, sound: sound)
      let probe = try Probe(path)
      let video = probe.video
      func expect(_ what: String, _ got: String, _ expected: String) {
        if got != expected {
          mismatches.append("\(name) \(ending) \(soundName ?? ""): \(what) \(got), not \(expected)")
        }
      }
      expect("codec", video.codec_name ?? "", name)
      expect("tag", video.codec_tag_string, tag)
      expect("size", "\(video.width!)x\(video.height!)", "160x96")
      expect("time base", video.time_base, "1/600")
      expect("pictures", video.nb_frames ?? "", "20")
      expect("rate", video.avg_frame_rate, "30/1")
      expect("start", video.start_time ?? "", "0.000000")
      expect("duration", video.duration ?? "", "0.666667")
      expect("sound", probe.sound?.codec_name ?? "", soundName ?? "")
      expect("samples", "\(summary.samples[0])", "20")
      expect("bytes", "\(summary.bytes)", "\(try size(of: path))")
      expect("colours", video.color_space ?? "", codec == .jpeg ? "bt470bg" : "bt709")
      if sound != nil {
        expect("rate of sound", probe.sound?.sample_rate ?? "", "48000")
        expect("channels", "\(probe.sound?.channels ?? 0)", "2")
        expect("start of sound", probe.sound?.start_time ?? "", "0.000000")
        let length = Double(probe.sound?.duration ?? "") ?? 0
        if abs(length - 32_000.0 / 48_000) > 0.001 { mismatches.append("\(name) sound lasts \(length)") }
      }
      let grey = try quarters(path).grey
      if zip(grey, asGrey([40, 90, 140, 190])).contains(where: { abs($0 - $1) > 8 }) {
        mismatches.append("\(name) \(ending): grey \(grey)")
      }
    }
    #expect(mismatches == [])
  }

  private func size(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
  }

  @Test func aTracksMatrixTurnsAndFlipsWhatOthersShow() throws {
    let folder = Folder()
    var mismatches: [String] = []
    for turns in 0..<4 {
      for mirrored in [false, true] {
        let path = folder.file("\(turns)\(mirrored).mov")
        let matrix = TrackMatrix.showing(width: 160, height: 96, quarterTurns: turns, isMirrored: mirrored)
        _ = try Pattern.write(path, count: 3) { _, video in video.matrix = matrix }
        // The quarters by hand: turned clockwise, then flipped.
        var shown = [40, 90, 140, 190]
        for _ in 0..<turns { shown = [shown[2], shown[0], shown[3], shown[1]] }
        if mirrored { shown = [shown[1], shown[0], shown[3], shown[2]] }
        let list = try Probe(path).video.side_data_list?.first?.displaymatrix ?? "none"
        let numbers = list.split(whereSeparator: { $0 == "\n" || $0 == ":" || $0 == " " }).compactMap {
          Int($0)
        }
        let stored = [matrix.a, matrix.b, matrix.c, matrix.d].map { Int($0 * 65536) }
        if matrix != .identity {
          // Lines of four: place, then three numbers.
          let read = numbers.count == 12 ? [numbers[1], numbers[2], numbers[5], numbers[6]] : []
          if read != stored { mismatches.append("\(turns) \(mirrored): matrix \(numbers)") }
        } else if list != "none" {
          mismatches.append("a matrix that nobody asked for: \(list)")
        }
        let own = try MovieReader(path: path).movie.tracks[0].matrix
        if own != matrix { mismatches.append("\(turns) \(mirrored): read back as \(own)") }
        // ffmpeg turns by itself; flips only where the turn is a right angle's.
        if !mirrored {
          let (width, height, grey) = try quarters(path)
          if zip(grey, asGrey(shown)).contains(where: { abs($0 - $1) > 8 })
            || (width > height) != (turns % 2 == 0)
          {
            mismatches.append("\(turns) \(mirrored): ffmpeg shows \(grey), not \(shown)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func settingsOfTheEncoderAreInTheFile() throws {
    let folder = Folder()
    func video(
      _ name: String, codec: VideoCodec = .h264, count: Int = 20, _ change: (inout VideoTrackSettings) -> Void
    ) throws -> Probe {
      let path = folder.file(name + ".mov")
      _ = try Pattern.write(path, count: count, codec: codec) { change(&$1) }
      return try Probe(path)
    }
    func keys(_ probe: Probe) -> [Int] {
      (probe.packets ?? []).enumerated().filter { $1.flags.hasPrefix("K") }.map(\.offset)
    }
    #expect(try video("baseline") { $0.profile = .baseline }.video.profile == "Constrained Baseline")
    #expect(try video("main") { $0.profile = .main }.video.profile == "Main")
    let high = try video("high") {
      $0.profile = .high; $0.level = 42; $0.allowsFrameReordering = true
    }.video
    #expect(high.profile == "High")
    #expect(high.level == 42)
    #expect(high.has_b_frames ?? 0 > 0)
    #expect(try video("plain") { _ in }.video.has_b_frames == 0)
    #expect(keys(try video("every5") { $0.keyFrameInterval = 5 }) == [0, 5, 10, 15])
    #expect(keys(try video("quarter") { $0.keyFrameSeconds = 0.25 }) == [0, 8, 16])
    #expect(keys(try video("hevc5", codec: .hevc) { $0.keyFrameInterval = 5 }) == [0, 5, 10, 15])
    let p3 = try video("p3") { $0.colours = .p3 }.video
    #expect([p3.color_primaries, p3.color_transfer, p3.color_space] == ["smpte432", "bt709", "bt709"])
    #expect(try video("full") { $0.isFullRange = true }.video.color_range == "pc")
    #expect(try video("thousand") { $0.timescale = 90_000 }.video.time_base == "1/90000")
    #expect(
      try video("proxy", codec: .proRes422) { $0.profile = .proResProxy }.video.codec_tag_string == "apco")
    #expect(try video("hq", codec: .proRes422) { $0.profile = .proResHQ }.video.codec_tag_string == "apch")
    // Reordering does not move the first picture away from 0.
    let reordered = try Probe(folder.file("high.mov"))
    #expect(reordered.video.start_time == "0.000000")
    #expect(reordered.times("video").first == 0)
  }

  @Test func moreBitsAndBetterQualityMakeLargerFiles() throws {
    let folder = Folder()
    func bytes(_ codec: VideoCodec, _ change: (inout VideoTrackSettings) -> Void) throws -> Int64 {
      try Pattern.write(folder.file("x.mov"), count: 30, codec: codec) {
        $1.expectedFrameRate = 30
        change(&$1)
      }.bytes
    }
    for codec in [VideoCodec.h264, .hevc, .jpeg] {
      let (low, high) = (try bytes(codec) { $0.quality = 0.1 }, try bytes(codec) { $0.quality = 0.95 })
      #expect(high > low, "\(codec)")
    }
    // Noise, which can't be had for few bits.
    func noise(_ bitRate: Int) throws -> Int64 {
      var random = SystemRandom(seed: 3)
      var video = VideoTrackSettings(codec: .h264, width: 64, height: 64)
      (video.bitRate, video.expectedFrameRate) = (bitRate, 30)
      let writer = try MovieWriter(
        path: folder.file("noise.mov"), settings: MovieSettings(container: .quickTime))
      let track = try writer.addTrack(video)
      try writer.start()
      for number in 0..<60 {
        let bytes = (0..<64 * 64 * 4).map { _ in UInt8(random.next(in: 0...255)) }
        try bytes.withUnsafeBytes { bytes in
          let planes = [PictureBytes.Plane(base: bytes.baseAddress!, bytesPerRow: 256)]
          try writer.append(
            PictureBytes(layout: .bgra, width: 64, height: 64, planes: planes),
            at: MediaTime(Int64(number), 30),
            to: track)
        }
      }
      return try writer.finish().bytes
    }
    let (few, many) = (try noise(100_000), try noise(800_000))
    #expect(many > few * 2)
    #expect(abs(Double(many * 8) / 2 / 800_000 - 1) < 0.5)
  }

  @Test func equalInputGivesEqualBytes() throws {
    let folder = Folder()
    var mismatches: [String] = []
    for codec in VideoCodec.allCases {
      for threads in [1, 3] {
        let data = try (0..<2).map { run -> Data in
          let path = folder.file("\(run).mov")
          _ = try Pattern.write(path, codec: codec, sound: .aac) {
            $0.creationDate = 1_767_260_460
            $1.threads = threads
          }
          return try Data(contentsOf: URL(fileURLWithPath: path))
        }
        if data[0] != data[1] { mismatches.append("\(codec) with \(threads) threads") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func textsAndDatesAreReadBack() throws {
    let folder = Folder()
    let path = folder.file("texts.mov")
    let summary = try Pattern.write(path, count: 2) { settings, _ in
      settings.metadata = [
        MovieMetadata(key: "com.apple.quicktime.make", value: "Apple"),
        MovieMetadata(key: "com.apple.quicktime.model", value: "iPhone Duo"),
        MovieMetadata(key: "title", value: "Zwei Gesichter, 二つの顔"),
      ]
      settings.creationDate = 1_767_260_460
    }
    #expect(summary.duration == MediaTime(2, 30))
    let tags = try Probe(path).format.tags ?? [:]
    #expect(tags["com.apple.quicktime.make"] == "Apple")
    #expect(tags["com.apple.quicktime.model"] == "iPhone Duo")
    #expect(tags["title"] == "Zwei Gesichter, 二つの顔")
    #expect(tags["creation_time"] == "2026-01-01T09:41:00.000000Z")
    let exif = try run("exiftool", ["-s", "-s", "-s", "-CreateDate", "-Model", path])
    #expect(
      String(decoding: exif.output, as: UTF8.self).split(separator: "\n") == [
        "2026:01:01 09:41:00", "iPhone Duo",
      ])
  }
}
