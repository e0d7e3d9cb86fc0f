import Foundation
import MediaCoding
import PhoneModel
import Testing

@testable import WorldRenderer

/// Movies that tests know: each picture is one grey, so that a pixel tells which it is.
enum Movies {
  static let count = 24

  static func grey(_ number: Int) -> Int { 30 + number * 8 }

  /// 24 pictures of 8 a second: three seconds. The upper left quarter of a picture is black.
  static func write(
    _ name: String, width: Int = 64, height: Int = 32, keyFrames: Int = 6, indexFirst: Bool = false,
    quarterTurns: Int = 0, isMirrored: Bool = false, reordering: Bool = false
  ) throws -> String {
    let path = Samples.path(name)
    var settings = MovieSettings(container: .mp4)
    settings.putsIndexFirst = indexFirst
    let writer = try MovieWriter(path: path, settings: settings)
    var video = VideoTrackSettings(codec: .h264, width: width, height: height)
    (video.quality, video.keyFrameInterval) = (1, keyFrames)
    video.allowsFrameReordering = reordering
    video.matrix = .showing(width: width, height: height, quarterTurns: quarterTurns, isMirrored: isMirrored)
    let track = try writer.addTrack(video)
    try writer.start()
    for number in 0..<count {
      var pixels = [UInt8](repeating: UInt8(grey(number)), count: width * height * 4)
      for y in 0..<height / 2 {
        for x in 0..<width / 2 { for c in 0..<3 { pixels[(y * width + x) * 4 + c] = 0 } }
      }
      try pixels.withUnsafeBytes { bytes in
        let picture = PictureBytes(
          layout: .bgra, width: width, height: height,
          planes: [.init(base: bytes.baseAddress!, bytesPerRow: width * 4)])
        try writer.append(
          picture, at: MediaTime(Int64(number), 8), duration: MediaTime(1, 8), to: track)
      }
    }
    _ = try writer.finish()
    return path
  }

  /// The number of the picture that is seen, by a pixel of its lower right quarter.
  static func number(_ world: World, at time: PhoneTime) -> Int? {
    var exposure = Stage.exposure(
      world, at: Stage.nowhere, forward: [0.35, -0.35, -1], width: 8, height: 4, fieldOfView: 20)
    exposure.time = time
    let picture = Picture.draw(exposure, 8, 4)
    let grey = Int(picture[6, 3][1])
    return (0..<count).min { abs(Self.grey($0) - grey) < abs(Self.grey($1) - grey) }
      .flatMap { abs(Self.grey($0) - grey) <= 3 ? $0 : nil }
  }

  /// Plainly: three seconds of 8 pictures each, again and again, or there and back.
  static func expected(_ milliseconds: Int, _ playing: MovieWorld.Playing) -> Int {
    switch playing {
    case .loop: return milliseconds % 3000 / 125
    case .pingPong:
      let rest = milliseconds % 6000
      return min((rest < 3000 ? rest : 6000 - rest) / 125, count - 1)
    }
  }
}

@Suite struct MovieWorldTests {
  private func milliseconds(_ value: Int) -> PhoneTime { PhoneTime(nanoseconds: Int64(value) * 1_000_000) }

  private func world(_ path: String, _ shape: MovieWorld.Shape? = nil, _ playing: MovieWorld.Playing = .loop)
    throws -> World
  {
    try World(.movie(MovieWorld(path: path, shape: shape, playing: playing)))
  }

  @Test func whatIsSeenDependsOnTheTimeAlone() throws {
    let path = try Movies.write("pure.mp4")
    var random = SystemRandomNumbers(seed: 11)
    var mismatches: [String] = []
    for shape in MovieWorld.Shape.allCases {
      for playing in MovieWorld.Playing.allCases {
        // Onwards, back, and anywhere.
        let orders: [[Int]] = [
          stride(from: 3, to: 7000, by: 60).map { $0 }, stride(from: 6500, to: 0, by: -70).map { $0 },
          (0..<60).map { _ in random.next(below: 20_000) },
        ]
        for (index, order) in orders.enumerated() {
          let world = try world(path, shape, playing)
          for time in order {
            let seen = Movies.number(world, at: milliseconds(time))
            let expected = Movies.expected(time, playing)
            if seen != expected {
              mismatches.append(
                "\(shape) \(playing) order \(index) at \(time): \(seen.map(String.init) ?? "none"), not \(expected)"
              )
            }
          }
        }
      }
    }
    #expect(mismatches.prefix(8) == [])
  }

  @Test func twoCamerasAtDifferentTimesAreServedBoth() async throws {
    let path = try Movies.write("two.mp4")
    let world = try world(path, .flat, .pingPong)
    let mismatches = await withTaskGroup(of: [String].self) { group in
      for start in [0, 1700, 4200] {
        group.addTask {
          (0..<80).compactMap { number in
            let time = start + number * 90
            let seen = Movies.number(world, at: PhoneTime(nanoseconds: Int64(time) * 1_000_000))
            return seen == Movies.expected(time, .pingPong) ? nil : "\(time): \(String(describing: seen))"
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(mismatches == [])
  }

  @Test func memoryIsBounded() throws {
    let decoder = try MovieDecoder(path: try Movies.write("bounded.mp4", width: 640, height: 320))
    let frames = MovieFrames(decoder)
    for step in 0..<100 {
      let forward = step < 50
      let time = Int64(forward ? step : 100 - step) * 60_000_000
      _ = frames.frame(at: min(time, frames.length), isForward: forward, playing: .pingPong)
      #expect(frames.memory.held <= frames.memory.most)
    }
    #expect(frames.memory.most <= MovieFrames.mostBytes)
  }

  @Test func twiceAsWideAsHighIs360Degrees() throws {
    /// The black quarter fills the left of a flat picture's upper half; in a 360-degree one it ends straight ahead.
    func corners(_ path: String, _ shape: MovieWorld.Shape?) throws -> [Bool] {
      var exposure = Stage.exposure(
        try world(path, shape), at: Stage.nowhere, forward: [0, 0, -1], width: 64, height: 32, fieldOfView: 60
      )
      exposure.time = milliseconds(1000)
      let picture = Picture.draw(exposure, 64, 32)
      return [(4, 4), (60, 4), (4, 28), (60, 28)].map { picture[$0, $1][1] < 20 }
    }
    let wide = try Movies.write("wide.mp4", width: 128, height: 64)
    let other = try Movies.write("other.mp4", width: 96, height: 64)
    #expect(try corners(wide, nil) == [true, false, false, false])
    // Behind, a 360-degree picture has its other edges.
    func behind(_ shape: MovieWorld.Shape?) throws -> Bool {
      var exposure = Stage.exposure(
        try world(wide, shape), at: Stage.nowhere, forward: [0, 0, 1], width: 64, height: 32, fieldOfView: 60)
      exposure.time = milliseconds(1000)
      let picture = Picture.draw(exposure, 64, 32)
      return picture[60, 4][1] < 20 && picture[4, 4][1] > 20
    }
    #expect(try behind(nil))
    #expect(try behind(.panorama))
    #expect(try !behind(.flat))
    #expect(try corners(other, nil) == [true, false, false, false])
    #expect(throws: WorldError.self) { try world(other, .panorama) }
  }

  @Test func a360DegreeMovieLooksLikeThePictureOfIt() throws {
    // The same picture as PNG and as movie, drawn in both layouts, ahead, aside and up.
    let png = try Samples.panorama(width: 256)
    let still = try World(.panorama(path: png))
    let path = Samples.path("panorama.mp4")
    let writer = try MovieWriter(path: path, settings: MovieSettings(container: .mp4))
    var video = VideoTrackSettings(codec: .h264, width: 256, height: 128)
    video.quality = 1
    let track = try writer.addTrack(video)
    try writer.start()
    let pixels = try PictureFile.read(png) { size throws(WorldError) in (size.width * 4, 0) }.pixels
    for number in 0..<3 {
      let picture = PictureBytes(
        layout: .bgra, width: 256, height: 128, planes: [.init(base: pixels.base, bytesPerRow: 1024)])
      try writer.append(picture, at: MediaTime(Int64(number), 30), to: track)
    }
    _ = try writer.finish()
    let movie = try world(path)
    var mismatches: [String] = []
    for forward: Vector3 in [[0, 0, -1], [1, 0.2, 0.3], [0, 0.9, 0.4], [0, 0, 1]] {
      for fieldOfView in [50.0, 120] {
        func exposure(_ world: World) -> Exposure {
          Stage.exposure(
            world, at: Stage.nowhere, forward: forward, up: [0, 1, -0.1], width: 96, height: 64,
            fieldOfView: fieldOfView)
        }
        let (a, b) = (Picture.draw(exposure(still), 96, 64), Picture.draw(exposure(movie), 96, 64))
        let off = zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / a.bytes.count
        if off > 4 { mismatches.append("\(forward) \(fieldOfView): off by \(off)") }
        for fullRange in [false, true] {
          let (luma, other) = (planes(exposure(still), fullRange), planes(exposure(movie), fullRange))
          let off = zip(luma, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / luma.count
          if off > 4 { mismatches.append("\(forward) \(fieldOfView) 420 \(fullRange): off by \(off)") }
        }
      }
    }
    #expect(mismatches == [])
  }

  private func planes(_ exposure: Exposure, _ fullRange: Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 96 * 96)
    bytes.withUnsafeMutableBytes { memory in
      exposure.draw(
        into: PixelTarget(
          layout: .biplanar420(fullRange: fullRange), width: 96, height: 64,
          planes: [
            .init(base: memory.baseAddress!, bytesPerRow: 96),
            .init(base: memory.baseAddress! + 96 * 64, bytesPerRow: 96),
          ]))
    }
    return bytes
  }

  @Test func aFlatMovieIsTurnedAndFlippedAsItsFileSays() throws {
    var mismatches: [String] = []
    for turns in 0..<4 {
      for mirrored in [false, true] {
        let path = try Movies.write(
          "turned\(turns)\(mirrored).mp4", width: 64, height: 64, quarterTurns: turns, isMirrored: mirrored)
        var exposure = Stage.exposure(
          try world(path, .flat), at: Stage.nowhere, forward: [0, 0, -1], width: 64, height: 64)
        exposure.time = milliseconds(1000)
        let picture = Picture.draw(exposure, 64, 64)
        let black = [(8, 8), (56, 8), (56, 56), (8, 56)].map { picture[$0, $1][1] < 20 }
        // The quarter goes round clockwise, then from side to side.
        let place = mirrored ? [1, 0, 3, 2][turns] : turns
        if black != (0..<4).map({ $0 == place }) { mismatches.append("\(turns) \(mirrored): \(black)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func theLastGoodPictureStaysForWhatIsBroken() throws {
    let path = try Movies.write("broken.mp4", width: 320, height: 160, indexFirst: true)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    // The whole second group of pictures.
    let reader = try MovieReader(path: path)
    var packets: [MediaPacket] = []
    while let (packet, _) = try reader.nextPacket() { packets.append(packet) }
    let start = try #require(data.range(of: Data(packets[6].bytes))).lowerBound
    for index in start + 4..<start + packets[6..<12].reduce(0, { $0 + $1.bytes.count }) { data[index] = 0xff }
    try data.write(to: URL(fileURLWithPath: path))
    var mismatches: [String] = []
    for order in [Array(0..<24), Array((0..<24).reversed()), [13, 8, 2, 20, 6, 11, 5, 12]] {
      let world = try world(path)
      for number in order {
        let time = milliseconds(number * 125 + 60)
        let seen = Movies.number(world, at: time)
        let expected = (6..<12).contains(number) ? 5 : number
        if seen != expected { mismatches.append("\(number): \(String(describing: seen))") }
        let fault = world.fault(at: time)
        if (fault != nil) != (6..<12).contains(number) {
          mismatches.append("\(number): fault \(String(describing: fault))")
        }
        if let fault,
          fault.path != path || "\(fault)".contains("\n") || !fault.reason.contains("last good picture")
        {
          mismatches.append("\(number): \(fault)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func aMovieThatEndsEarlyStaysAtItsLastPicture() throws {
    for reordering in [false, true] {
      let whole = try Data(
        contentsOf: URL(
          fileURLWithPath: Movies.write(
            "early.mp4", width: 320, height: 160, indexFirst: true, reordering: reordering)))
      let path = Samples.path("cut\(reordering).mp4")
      try whole.prefix(whole.count * 2 / 3).write(to: URL(fileURLWithPath: path))
      let world = try world(path)
      #expect(Movies.number(world, at: milliseconds(60)) == 0)
      let last = try #require(Movies.number(world, at: milliseconds(2900)))
      #expect((3..<22).contains(last))
      #expect(Movies.number(world, at: milliseconds(2500)) == last)
      #expect(world.fault(at: milliseconds(2900))?.reason.contains("the file ends") == true)
      #expect(world.fault(at: milliseconds(60)) == nil)
      // And from the beginning again.
      #expect(Movies.number(world, at: milliseconds(3125)) == 1)
    }
  }

  /// Whatever was decoded before, and whatever is looked at next, the end is told.
  @Test func theEndOfACutMovieIsToldAfterAnyOrderOfPictures() throws {
    for reordering in [false, true] {
      let whole = try Data(
        contentsOf: URL(
          fileURLWithPath: Movies.write(
            "order\(reordering).mp4", width: 320, height: 160, indexFirst: true, reordering: reordering)))
      let path = Samples.path("order\(reordering).mp4")
      var wrong: [String] = []
      for tenths in [6, 7, 8, 9] {
        try whole.prefix(whole.count * tenths / 10).write(to: URL(fileURLWithPath: path))
        for decoded in 0..<24 {
          let decoder = try MovieDecoder(path: path)
          for number in 0..<decoded { _ = decoder.frame(at: Int64(number) * 125_000_000) }
          let last = decoder.frame(at: 2_900_000_000)
          if last.fault == nil {
            wrong.append("cut at \(tenths), \(decoded) decoded: \(last.begin)...\(last.end)")
          }
        }
      }
      #expect(wrong == [])
    }
  }

  @Test func aMovieThatVanishesWhileItIsSeenLeavesItsLastPicture() throws {
    let path = try Movies.write("vanishing.mp4", width: 640, height: 320, indexFirst: true)
    let world = try world(path)
    #expect(Movies.number(world, at: milliseconds(60)) == 0)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 0)
    try file.close()
    // Whatever was decoded before is seen; nothing stops.
    for step in 0..<80 { #expect(Movies.number(world, at: milliseconds(step * 100)) != nil) }
  }

  /// A file that others write, cut and overwrite while it is seen: each call gives a picture of the movie's size that is
  /// seen at the moment, in finite time.
  @Test func whateverBecomesOfTheFileThereIsAPicture() throws {
    let whole = try Data(
      contentsOf: URL(fileURLWithPath: Movies.write("whole.mp4", width: 320, height: 160, indexFirst: true)))
    let other = try Data(
      contentsOf: URL(fileURLWithPath: Movies.write("other.mp4", width: 96, height: 96, reordering: true)))
    var wrong: [String] = []
    for seed in 0..<40 {
      var numbers = SystemRandomNumbers(seed: UInt64(seed))
      let path = Samples.path("written-\(seed).mp4")
      try whole.write(to: URL(fileURLWithPath: path))
      let decoder = try MovieDecoder(path: path)
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      defer { try? file.close() }
      for step in 0..<12 {
        switch numbers.next(below: 5) {
        case 0: try file.truncate(atOffset: UInt64(numbers.next(below: whole.count)))
        case 1:
          try file.truncate(atOffset: 0)
          try file.write(contentsOf: other)
        case 2:
          try file.truncate(atOffset: 0)
          try file.write(contentsOf: whole)
        default:
          let size = numbers.next(below: 400)
          try file.seek(toOffset: UInt64(numbers.next(below: whole.count)))
          try file.write(contentsOf: Data((0..<size).map { _ in UInt8(numbers.next(below: 256)) }))
        }
        let time = Int64(numbers.next(below: 3_000)) * 1_000_000
        let frames =
          numbers.next(below: 3) == 0 ? decoder.frames(upTo: time, most: 5) : [decoder.frame(at: time)]
        guard let last = frames.last else {
          wrong.append("\(seed) \(step): nothing")
          continue
        }
        if last.begin > time || last.end <= time || frames.contains(where: { $0.end < $0.begin }) {
          wrong.append("\(seed) \(step): \(last.begin)...\(last.end) at \(time)")
        }
        if frames.contains(where: { $0.picture.width != 320 || $0.picture.height != 160 }) {
          wrong.append("\(seed) \(step): \(last.picture.width) x \(last.picture.height)")
        }
      }
      unlink(path)
    }
    #expect(wrong == [])
  }

  @Test func moviesThatCanNotBeSeenAreNamedWithWhatIsWrong() throws {
    let good = try Data(contentsOf: URL(fileURLWithPath: try Movies.write("good.mp4")))
    func write(_ name: String, _ data: Data) throws -> String {
      try data.write(to: URL(fileURLWithPath: Samples.path(name)))
      return Samples.path(name)
    }
    let table: [(String, String)] = [
      (Samples.path("absent.mp4"), "no such file"), (Samples.folder.path, "a folder, not a movie"),
      (try write("empty.mp4", Data()), "the file is empty"),
      (try write("text.mp4", Data("not a movie".utf8)), "not a movie that can be read"),
      (try write("half.mp4", good.prefix(good.count / 2)), "the file ends before its index (no moov)"),
    ]
    var wrong: [String] = []
    for (path, expected) in table {
      do {
        _ = try world(path)
        wrong.append("\(path): no error")
      } catch { if "\(error)" != "\(path): \(expected)" { wrong.append("\(error)") } }
    }
    #expect(wrong == [])
  }
}

/// Numbers that are the same in every run.
private struct SystemRandomNumbers {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
