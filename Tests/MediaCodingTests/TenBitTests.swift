import Foundation
import MediaCoding
import Testing

/// Pictures of ten bits in files, as ffmpeg and ffprobe read them, and as we do.
@Suite struct TenBitTests {
  /// Numbers of a picture: luma rises along rows by one each pixel, colours differ from row to row.
  static func luma(_ x: Int, _ y: Int) -> Int { 100 + x * 5 + y }
  static func blue(_ y: Int) -> Int { 500 + y }
  static let red = 530

  static func withPicture<E: Error>(
    _ width: Int, _ height: Int, fullRange: Bool = false, halvesRows: Bool = true,
    _ body: (PictureBytes) throws(E) -> Void
  ) throws(E) {
    let row = width + 16
    let rows = halvesRows ? (height + 1) / 2 : height
    let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: row * (height + rows))
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: row * (height + rows))
    for y in 0..<height { for x in 0..<width { memory[y * row + x] = UInt16(luma(x, y) << 6).littleEndian } }
    for y in 0..<rows {
      for x in 0..<(width + 1) / 2 {
        memory[(height + y) * row + 2 * x] = UInt16(blue(halvesRows ? 2 * y : y) << 6).littleEndian
        memory[(height + y) * row + 2 * x + 1] = UInt16(red << 6).littleEndian
      }
    }
    try body(
      PictureBytes(
        layout: .biplanarTen(fullRange: fullRange, halvesRows: halvesRows), width: width, height: height,
        planes: [
          .init(base: memory, bytesPerRow: row * 2), .init(base: memory + height * row, bytesPerRow: row * 2),
        ]))
  }

  static func write(
    _ path: String, container: MovieContainer = .quickTime, halvesRows: Bool = true, fullRange: Bool = false,
    _ change: (inout MovieSettings, inout VideoTrackSettings) -> Void
  ) throws -> MovieSummary {
    var (settings, video) = (
      MovieSettings(container: container), VideoTrackSettings(codec: .hevc, width: 96, height: 64)
    )
    video.quality = 1
    change(&settings, &video)
    let writer = try MovieWriter(path: path, settings: settings)
    let track = try writer.addTrack(video)
    try writer.start()
    for number in 0..<6 {
      try withPicture(96, 64, fullRange: fullRange, halvesRows: halvesRows) { picture throws(MovieError) in
        try writer.append(picture, at: MediaTime(Int64(number), 30), duration: MediaTime(1, 30), to: track)
      }
    }
    return try writer.finish()
  }

  /// Codec, profile, form, range, matrix, curve and primaries as ffprobe reads them.
  static func ffprobe(_ path: String) throws -> [String] {
    let video = try Probe(path).video
    return [
      video.codec_name, video.profile, video.pix_fmt, video.color_range, video.color_space,
      video.color_transfer,
      video.color_primaries,
    ].map { $0 ?? "-" }
  }

  /// Luma of the first picture, as another program decodes it.
  static func decoded(_ path: String, _ format: String) throws -> [Int] {
    let data = [UInt8](
      try run(
        "ffmpeg", ["-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", format, "-"]
      ).output)
    let wide = format.hasSuffix("10le")
    return (0..<96 * 64).map { wide ? Int(data[2 * $0]) | Int(data[2 * $0 + 1]) << 8 : Int(data[$0]) }
  }

  @Test func codecsStoreTenBitsAndTheirColours() throws {
    let folder = Folder()
    var mismatches: [String] = []
    let table: [(String, VideoCodec, VideoTrackSettings.Profile?, ColourTags, String, String, Double)] = [
      (
        "hlg", .hevc, .hevcMain10, .hlg, "hevc,Main 10,yuv420p10le,tv,bt2020nc,arib-std-b67,bt2020",
        "yuv420p10le", 1
      ),
      ("p3", .hevc, .hevcMain10, .p3, "hevc,Main 10,yuv420p10le,tv,bt709,bt709,smpte432", "yuv420p10le", 1),
      (
        "log", .hevc, .hevcMain10, .appleLog, "hevc,Main 10,yuv420p10le,tv,bt2020nc,-,bt2020", "yuv420p10le",
        1
      ),
      (
        "prores", .proRes422, .proResHQ, .appleLog, "prores,HQ,yuv422p10le,tv,bt2020nc,-,bt2020",
        "yuv422p10le", 1
      ),
      ("eight", .hevc, nil, .hlg, "hevc,Main,yuv420p,tv,bt2020nc,arib-std-b67,bt2020", "yuv420p", 4),
      ("h264", .h264, nil, .bt709, "h264,High,yuv420p,tv,bt709,bt709,bt709", "yuv420p", 4),
    ]
    for (name, codec, profile, colours, said, format, unit) in table {
      let path = folder.file("\(name).mov")
      _ = try Self.write(path, halvesRows: codec != .proRes422) {
        ($1.codec, $1.profile, $1.colours) = (codec, profile, colours)
      }
      let got = try Self.ffprobe(path).joined(separator: ",")
      if got != said { mismatches.append("\(name): \(got)") }
      let luma = try Self.decoded(path, format)
      var furthest = 0.0
      for y in 0..<64 {
        for x in 0..<96 {
          furthest = max(furthest, abs(Double(luma[y * 96 + x]) - Double(Self.luma(x, y)) / unit))
        }
      }
      if furthest > (codec == .h264 || unit == 4 ? 4 : 8) {
        mismatches.append("\(name): luma is off by \(furthest)")
      }
    }
    #expect(mismatches == [])
  }

  /// Into the other range and from bytes.
  @Test func otherRangesAndBytesAreConverted() throws {
    let folder = Folder()
    let path = folder.file("range.mov")
    _ = try Self.write(path, fullRange: true) { ($1.profile, $1.colours) = (.hevcMain10, .hlg) }
    let luma = try Self.decoded(path, "yuv420p10le")
    let wanted = 64 + Double(Self.luma(40, 20)) * 876 / 1023
    #expect(abs(Double(luma[20 * 96 + 40]) - wanted) < 6)
    let bytes = folder.file("bytes.mov")
    _ = try Pattern.write(bytes, codec: .hevc) { ($1.profile, $1.quality) = (.hevcMain10, 1) }
    #expect(try Self.ffprobe(bytes).contains("yuv420p10le"))
    let grey = try quarters(bytes).grey
    #expect(zip(grey, asGrey([40, 90, 140, 190])).allSatisfy { abs($0 - $1) < 8 })
  }

  /// A box of its own names a log curve, wherever the index lies, and other programs read the file as before.
  @Test func logCurvesHaveTheirName() throws {
    let folder = Folder()
    var mismatches: [String] = []
    for colours in [ColourTags.appleLog, .appleLog2] {
      let text = colours == .appleLog ? "com.apple.rec2020.apple-log" : "com.apple.apple-wide-gamut.apple-log"
      for way in ["plain", "first", "fragments"] {
        let path = folder.file("\(colours)-\(way).mov")
        let summary = try Self.write(path) { settings, video in
          (video.profile, video.colours) = (.hevcMain10, colours)
          settings.putsIndexFirst = way == "first"
          if way == "fragments" { settings.fragmentInterval = MediaTime(1, 10) }
        }
        let name = "\(colours) \(way)"
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        // Its size, its kind, the text.
        let box = Data([0, 0, 0, UInt8(8 + text.utf8.count)]) + Data("logs\(text)".utf8)
        if file.range(of: box) == nil { mismatches.append("\(name): no box") }
        if Int64(file.count) != summary.bytes {
          mismatches.append("\(name): \(file.count) bytes, not \(summary.bytes)")
        }
        let track = try MovieReader(path: path).movie.tracks[0]
        if track.colours != colours {
          mismatches.append("\(name): read as \(String(describing: track.colours))")
        }
        // Every sample is found where the index says.
        let luma = try Self.decoded(path, "yuv420p10le")
        if abs(luma[20 * 96 + 40] - Self.luma(40, 20)) > 8 {
          mismatches.append("\(name): decoded \(luma[20 * 96 + 40])")
        }
        let counted = try run(
          "ffprobe",
          [
            "-v", "error", "-of", "csv=p=0", "-count_frames", "-show_entries", "stream=nb_read_frames", path,
          ]
        ).output
        if !String(decoding: counted, as: UTF8.self).hasPrefix("6") {
          mismatches.append("\(name): not 6 pictures")
        }
      }
    }
    let plain = folder.file("hlg.mov")
    _ = try Self.write(plain) { ($1.profile, $1.colours) = (.hevcMain10, .hlg) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: plain)).range(of: Data("logs".utf8)) == nil)
    #expect(try MovieReader(path: plain).movie.tracks[0].colours == .hlg)
    #expect(mismatches == [])
  }

  /// Ten bits come back as the decoder has them.
  @Test func tenBitsAreRead() throws {
    let folder = Folder()
    let path = folder.file("hlg.mov")
    _ = try Self.write(path) { ($1.profile, $1.colours) = (.hevcMain10, .hlg) }
    let reader = try PictureReader(path: path, as: .tenBits)
    let picture = try #require(try reader.next())
    #expect(picture.layout == .biplanarTen(fullRange: false, halvesRows: true))
    let other = try Self.decoded(path, "yuv420p10le")
    var mismatches = 0
    let (luma, chroma) = (picture.bytes.planes[0], picture.bytes.planes[1])
    for y in 0..<64 {
      let row = (luma.base + y * luma.bytesPerRow).assumingMemoryBound(to: UInt16.self)
      for x in 0..<96 where Int(UInt16(littleEndian: row[x]) >> 6) != other[y * 96 + x] { mismatches += 1 }
    }
    #expect(mismatches == 0)
    let row = (chroma.base + 10 * chroma.bytesPerRow).assumingMemoryBound(to: UInt16.self)
    #expect(abs(Int(row[20] >> 6) - Self.blue(20)) < 6 && abs(Int(row[21] >> 6) - Self.red) < 6)
    #expect(picture.byteCount >= 96 * 64 * 3)
  }

  /// An HLG movie is shown as light, in sRGB: greys up to half of white as they were, white darker, the curve's end white.
  @Test func moviesOfHLGAreShownInSRGB() throws {
    let folder = Folder()
    var mismatches: [String] = []
    // The signal of a grey, and the byte of sRGB that the same light has.
    func byte(_ signal: Double) -> Double {
      let a = 0.17883277
      func light(_ v: Double) -> Double {
        v <= 0.5 ? v * v / 3 : (exp((v - 0.55991073) / a) + 0.28466892) / 12
      }
      let v = light(signal) / light(0.75)
      let (t, top) = ((v - 0.5) / 0.5, (1 / light(0.75) - 0.5) / 0.5)
      let out = v <= 0.5 ? v : 0.5 + 0.5 * t * (1 + t / (top * top)) / (1 + t)
      return (out <= 0.0031308 ? out * 12.92 : 1.055 * pow(out, 1 / 2.4) - 0.055) * 255
    }
    for signal in [0.0, 0.2, 0.4, 0.6, 0.75, 0.9, 1] {
      let path = folder.file("\(signal).mov")
      var video = VideoTrackSettings(codec: .hevc, width: 64, height: 64)
      (video.profile, video.colours, video.quality) = (.hevcMain10, .hlg, 1)
      let writer = try MovieWriter(path: path, settings: MovieSettings(container: .quickTime))
      let track = try writer.addTrack(video)
      try writer.start()
      let words = UnsafeMutablePointer<UInt16>.allocate(capacity: 64 * 96)
      defer { words.deallocate() }
      words.initialize(repeating: UInt16((64 + 876 * signal).rounded()) << 6, count: 64 * 64)
      (words + 64 * 64).initialize(repeating: 512 << 6, count: 64 * 32)
      try writer.append(
        PictureBytes(
          layout: .biplanarTen(fullRange: false, halvesRows: true), width: 64, height: 64,
          planes: [.init(base: words, bytesPerRow: 128), .init(base: words + 64 * 64, bytesPerRow: 128)]),
        at: .zero, duration: MediaTime(1, 30), to: track)
      _ = try writer.finish()
      let picture = try #require(try PictureReader(path: path, as: .bgra).next())
      let pixel = (0..<4).map {
        Int(
          picture.bytes.planes[0].base.load(
            fromByteOffset: 20 * picture.bytes.planes[0].bytesPerRow + 80 + $0, as: UInt8.self))
      }
      let expected = byte(signal)
      if pixel[3] != 255 || pixel.prefix(3).contains(where: { abs(Double($0) - expected) > 3 }) {
        mismatches.append("\(signal): \(pixel), not \(expected)")
      }
      // The same in luma of ITU-R 709.
      let planes = try #require(try PictureReader(path: path, as: .biplanar420(fullRange: true)).next()).bytes
        .planes
      let luma = Int(planes[0].base.load(fromByteOffset: 20 * planes[0].bytesPerRow + 20, as: UInt8.self))
      if abs(Double(luma) - expected) > 3 { mismatches.append("\(signal): luma \(luma), not \(expected)") }
    }
    #expect(mismatches == [])
  }

  /// Each number is the mean of those that it stands for; a part begins at whole pairs.
  @Test func picturesOfTenBitsAreScaledAndCut() {
    for halvesRows in [true, false] {
      Self.withPicture(96, 64, halvesRows: halvesRows) { picture in
        let scaler = PictureScaler(layout: picture.layout, width: 24, height: 16)
        defer { withExtendedLifetime(scaler) {} }
        let small = scaler.scale(picture)
        func luma(_ picture: PictureBytes, _ x: Int, _ y: Int) -> Int {
          let plane = picture.planes[0]
          return Int(
            (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt16.self)[x].littleEndian >> 6)
        }
        let mean = (0..<16).reduce(0) { $0 + Self.luma(20 + $1 % 4, 12 + $1 / 4) }
        #expect(abs(luma(small, 5, 3) - mean / 16) <= 1)
        let part = picture.middle(shapedAs: 1, 1)
        #expect((part.width, part.height) == (64, 64) && luma(part, 0, 0) == Self.luma(16, 0))
        let cut = picture.part(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        #expect(luma(cut, 0, 0) == Self.luma(24, 16))
        let chroma = cut.planes[1].base.assumingMemoryBound(to: UInt16.self)
        #expect(Int(chroma[0] >> 6) == Self.blue(16))
      }
    }
  }
}
