import Foundation
import MediaCoding
import Testing

@Suite struct ReaderTests {
  /// Luma at the middles of the quarters, colours there, and the row of the moving stripe.
  private func look(_ picture: DecodedPicture) -> (grey: [Int], blue: [Int], red: [Int]) {
    let (y, c) = (picture.bytes.planes[0], picture.bytes.planes[1])
    let (w, h) = (picture.width, picture.height)
    func at(_ plane: PictureBytes.Plane, _ x: Int, _ row: Int) -> Int {
      Int(plane.base.load(fromByteOffset: row * plane.bytesPerRow + x, as: UInt8.self))
    }
    let places = [(1, 1), (3, 1), (1, 3), (3, 3)]
    return (
      places.map { at(y, w * $0 / 4 + 3, h * $1 / 4 + 3) },
      places.map { at(c, w * $0 / 4 / 2 * 2, h * $1 / 8) },
      places.map { at(c, w * $0 / 4 / 2 * 2 + 1, h * $1 / 8) }
    )
  }

  private func near(_ a: [Int], _ b: [Int], _ most: Int) -> Bool {
    a.count == b.count && !zip(a, b).contains { abs($0 - $1) > most }
  }

  /// The number of a picture by its stripe.
  private func number(_ picture: DecodedPicture) -> Int {
    let plane = picture.bytes.planes[0]
    let column = picture.width / 4 + 5
    let bright = (0..<picture.height / 4).map { row -> Int in
      Int(plane.base.load(fromByteOffset: (row * 4 + 2) * plane.bytesPerRow + column, as: UInt8.self))
    }
    return bright.indices.max { bright[$0] < bright[$1] }!
  }

  @Test func everyCodecGivesItsPicturesBack() throws {
    let folder = Folder()
    var mismatches: [String] = []
    for codec in VideoCodec.allCases {
      let path = folder.file("\(codec).mov")
      _ = try Pattern.write(path, codec: codec) { $1.quality = 0.95 }
      let reader = try PictureReader(path: path, as: .biplanar420(fullRange: false))
      var numbers: [Int] = []
      while let picture = try reader.next() {
        if picture.time != MediaTime(Int64(numbers.count), 30) {
          mismatches.append("\(codec): \(picture.time)")
        }
        if numbers.isEmpty {
          let seen = look(picture)
          // A JPEG's way leads through colours that no display has, and loses them.
          if !near(seen.grey, [40, 90, 140, 190], codec == .jpeg ? 8 : 4) {
            mismatches.append("\(codec): luma \(seen.grey)")
          }
          if codec != .jpeg, !near(seen.blue, [90, 160, 90, 160], 5) {
            mismatches.append("\(codec): blue \(seen.blue)")
          }
          if codec != .jpeg, !near(seen.red, [100, 100, 150, 150], 5) {
            mismatches.append("\(codec): red \(seen.red)")
          }
        }
        numbers.append(number(picture))
      }
      if numbers != Array(0..<20) { mismatches.append("\(codec): pictures \(numbers)") }
    }
    #expect(mismatches == [])
  }

  @Test func coloursAreThoseOfFFmpeg() throws {
    let folder = Folder()
    var mismatches: [String] = []
    for (codec, fullRange) in [
      (VideoCodec.h264, false), (.h264, true), (.hevc, false), (.proRes422, false), (.jpeg, true),
    ] {
      let path = folder.file("x.mov")
      _ = try Pattern.write(path, count: 1, codec: codec) {
        $1.isFullRange = fullRange; $1.quality = 0.95
      }
      let picture = try #require(try PictureReader(path: path, as: .bgra).next())
      let raw = try run(
        "ffmpeg",
        [
          "-v", "error", "-i", path, "-vf",
          "scale=in_color_matrix=\(codec == .jpeg ? "bt601" : "bt709"):flags=accurate_rnd", "-pix_fmt",
          "bgra", "-f", "rawvideo", "-",
        ]
      ).output
      let plane = picture.bytes.planes[0]
      for (x, y) in [(20, 20), (100, 20), (20, 70), (100, 70)] {
        let own = (0..<4).map {
          Int(plane.base.load(fromByteOffset: y * plane.bytesPerRow + x * 4 + $0, as: UInt8.self))
        }
        let other = (0..<4).map { Int(raw[(y * 160 + x) * 4 + $0]) }
        if !near(own, other, codec == .proRes422 ? 6 : 4) {
          mismatches.append("\(codec) \(fullRange) at \(x), \(y): \(own), ffmpeg \(other)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func rangesAndFormsAreConverted() throws {
    let folder = Folder()
    let path = folder.file("x.mov")
    _ = try Pattern.write(path, count: 1) { $1.quality = 0.95 }
    let stored = try #require(try PictureReader(path: path, as: .asStored).next())
    #expect(stored.layout == .biplanar420(fullRange: false))
    let full = try #require(try PictureReader(path: path, as: .biplanar420(fullRange: true)).next())
    #expect(near(look(full).grey, asGrey([40, 90, 140, 190]), 4))
    // Full range in, video range wanted in the file.
    let other = folder.file("y.mov")
    let writer = try MovieWriter(path: other, settings: MovieSettings(container: .quickTime))
    var video = VideoTrackSettings(codec: .h264, width: 160, height: 96)
    video.quality = 0.95
    let track = try writer.addTrack(video)
    try writer.start()
    try Pattern.with420(160, 96, number: 0, fullRange: true) { try writer.append($0, at: .zero, to: track) }
    _ = try writer.finish()
    let back = try #require(try PictureReader(path: other, as: .asStored).next())
    #expect(near(look(back).grey, [40, 90, 140, 190].map { 16 + $0 * 219 / 255 }, 4))
  }

  @Test func seekingFindsThePictureThatIsShown() throws {
    let folder = Folder()
    var mismatches: [String] = []
    for reordering in [false, true] {
      let path = folder.file("seek.mp4")
      _ = try Pattern.write(path, container: .mp4, count: 24) {
        $1.keyFrameInterval = 10
        $1.allowsFrameReordering = reordering
      }
      let reader = try PictureReader(path: path, as: .asStored)
      for (milliseconds, expected) in [
        (0, 0), (34, 1), (33, 0), (500, 15), (349, 10), (10, 0), (766, 22), (5000, 23), (333, 9),
      ] {
        try reader.seek(to: MediaTime(Int64(milliseconds), 1000))
        let first = try reader.next()
        let second = try reader.next()
        if first.map(number) != expected {
          mismatches.append("\(milliseconds) ms: \(String(describing: first.map(number)))")
        }
        if second.map(number) != (expected == 23 ? nil : expected + 1) {
          mismatches.append("after \(milliseconds) ms: \(String(describing: second.map(number)))")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func packetsGoFromOneFileIntoAnotherAsTheyAre() throws {
    let folder = Folder()
    let (from, to) = (folder.file("from.mov"), folder.file("to.mp4"))
    let turned = TrackMatrix.showing(width: 160, height: 96, quarterTurns: 1)
    _ = try Pattern.write(from, count: 12, sound: .aac) {
      $1.allowsFrameReordering = true
      $1.matrix = turned
    }
    let reader = try MovieReader(path: from)
    let writer = try MovieWriter(path: to, settings: MovieSettings(container: .mp4))
    for track in reader.movie.tracks {
      _ = try writer.addTrack(copying: track.format, timescale: track.timescale)
    }
    try writer.start()
    try writer.startSession(at: .zero)
    var packets: [[MediaPacket]] = [[], []]
    while let (packet, track) = try reader.nextPacket() {
      packets[track].append(packet)
      try writer.append(packet, to: track)
    }
    _ = try writer.finish()
    #expect(packets[0].count == 12)
    let copy = try MovieReader(path: to)
    #expect(copy.movie.tracks.map(\.codecName) == ["h264", "aac"])
    #expect(copy.movie.tracks[0].matrix == turned)
    var again: [[MediaPacket]] = [[], []]
    while let (packet, track) = try copy.nextPacket() { again[track].append(packet) }
    #expect(again == packets)
    #expect(try Probe(to).times("video") == Probe(from).times("video"))
  }

  @Test func soundComesBackAsItWas() throws {
    let folder = Folder()
    var mismatches: [String] = []
    for (codec, container) in [
      (AudioCodec.pcm(.int16), MovieContainer.quickTime), (.pcm(.float32), .quickTime), (.aac, .mp4),
    ] {
      let path = folder.file("sound.\(container)")
      _ = try Pattern.write(path, container: container, count: 15, sound: codec)
      let reader = try SoundReader(path: path, as: .int16)
      var samples: [Int16] = []
      while let sound = try reader.nextSound() {
        if abs(sound.time.seconds - Double(samples.count / 2) / 48_000) > 1e-4 {
          mismatches.append("\(codec): at \(sound.time)")
        }
        sound.bytes.withUnsafeBytes { samples.append(contentsOf: $0.bindMemory(to: Int16.self)) }
      }
      if samples.count != 48_000 { mismatches.append("\(codec): \(samples.count) samples") }
      Pattern.withTone(from: 0, frames: 24_000, rate: 48_000, channels: 2) { tone in
        let expected = tone.planes[0].assumingMemoryBound(to: Int16.self)
        // AAC rounds; its first and last packets have no neighbour.
        let most = codec == .aac ? 1500 : 1
        let inner = codec == .aac ? 4096..<samples.count - 4096 : 0..<samples.count
        let off = inner.map { abs(Int(samples[$0]) - Int(expected[$0])) }.max() ?? .max
        if off > most { mismatches.append("\(codec): off by \(off)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func soundIsMixedAndResampled() throws {
    let folder = Folder()
    let path = folder.file("sound.mov")
    _ = try Pattern.write(path, count: 30, sound: .pcm(.int16))
    let reader = try SoundReader(path: path, as: .float32, sampleRate: 16_000, channels: 1)
    var samples: [Float] = []
    while let sound = try reader.nextSound() {
      sound.bytes.withUnsafeBytes { samples.append(contentsOf: $0.bindMemory(to: Float.self)) }
    }
    #expect(abs(samples.count - 16_000) <= 2)
    // 440 and 880 Hz at half strength.
    func strength(_ frequency: Double) -> Double {
      var (s, c) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        let angle = 2 * Double.pi * frequency * Double(index) / 16_000
        s += Double(sample) * sin(angle)
        c += Double(sample) * cos(angle)
      }
      return (s * s + c * c).squareRoot() * 2 / Double(samples.count)
    }
    let half = 12_000.0 / 32_768 / 2
    #expect(abs(strength(440) - half) < 0.02)
    #expect(abs(strength(880) - half) < 0.02)
    #expect(strength(660) < 0.01)
  }

  @Test func filesThatAreNoMoviesAreNamedWithWhatIsWrong() throws {
    let folder = Folder()
    let good = folder.file("good.mov")
    _ = try Pattern.write(good, count: 30) { $1.quality = 0.95 }
    let whole = try Data(contentsOf: URL(fileURLWithPath: good))
    func file(_ name: String, _ data: Data) throws -> String {
      try data.write(to: URL(fileURLWithPath: folder.file(name)))
      return folder.file(name)
    }
    func kind(_ path: String) -> MovieError.Kind? {
      do throws(MovieError) {
        let reader = try PictureReader(path: path, as: .asStored)
        while try reader.next() != nil {}
        return nil
      } catch {
        #expect(error.path == path)
        #expect(!error.description.contains("\n"))
        return error.kind
      }
    }
    #expect(kind(good) == nil)
    #expect(kind(folder.file("absent.mov")) == .noSuchFile)
    #expect(kind(folder.path) == .badPath)
    #expect(kind(try file("empty.mov", Data())) == .empty)
    #expect(kind(try file("text.mov", Data("This is not a movie at all.".utf8))) == .unknownFormat)
    #expect(kind(try file("half.mov", whole.prefix(whole.count / 2))) == .truncated)
    #expect(kind(try file("index.mov", whole.prefix(whole.count - 200))) == .truncated)
    _ = try Pattern.write(folder.file("front.mov"), count: 30) {
      $0.putsIndexFirst = true
      $1.quality = 0.95
    }
    let front = try Data(contentsOf: URL(fileURLWithPath: folder.file("front.mov")))
    #expect(kind(try file("fronthalf.mov", front.prefix(front.count * 2 / 3))) == .truncated)
    // Bytes in the middle of the pictures.
    var broken = front
    for index in front.count / 2..<front.count / 2 + 400 { broken[index] = 0x5a }
    #expect(kind(try file("broken.mov", broken)) == .corrupt)
    do throws(MovieError) {
      _ = try SoundReader(path: good, as: .int16)
      Issue.record("sound in a movie without")
    } catch { #expect(error.kind == .unknownFormat) }
  }

  @Test func afterBrokenDataTheRestIsRead() throws {
    let folder = Folder()
    let path = folder.file("broken.mov")
    _ = try Pattern.write(path, count: 40) {
      $0.putsIndexFirst = true
      $1.keyFrameInterval = 10
      $1.quality = 0.95
    }
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let start = data.range(of: Data("mdat".utf8))!.upperBound
    for index in start + (data.count - start) / 2..<start + (data.count - start) / 2 + 300 {
      data[index] = 0x33
    }
    try data.write(to: URL(fileURLWithPath: path))
    let reader = try PictureReader(path: path, as: .asStored)
    var (numbers, faults): ([Int], [MovieError]) = ([], [])
    while true {
      do throws(MovieError) {
        guard let picture = try reader.next() else { break }
        numbers.append(number(picture))
      } catch { faults.append(error) }
    }
    #expect(!faults.isEmpty)
    #expect(faults.allSatisfy { $0.kind == .corrupt })
    #expect(Set(0...9).isSubset(of: numbers))
    // The last group of pictures is whole: 30 to 39, stripes from 30 - 24.
    #expect(numbers.suffix(10) == (30..<40).map { $0 % 24 })
  }
}
