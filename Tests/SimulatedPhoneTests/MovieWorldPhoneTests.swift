import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel
import Testing

@testable import SimulatedPhone

/// A phone whose cameras look at a movie.
@Suite struct MovieWorldPhoneTests {
  /// Ten pictures of a second, each one grey; `broken` of them are overwritten. 96 x 48 pixels each.
  private static func movie(_ name: String, broken: Range<Int> = 0..<0) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
      .path
    var settings = MovieSettings(container: .mp4)
    settings.putsIndexFirst = true
    let writer = try MovieWriter(path: path, settings: settings)
    var video = VideoTrackSettings(codec: .h264, width: 96, height: 64)
    (video.quality, video.keyFrameInterval) = (1, 1)
    let track = try writer.addTrack(video)
    try writer.start()
    for number in 0..<10 {
      let pixels = [UInt8](repeating: UInt8(grey(number)), count: 96 * 64 * 4)
      try pixels.withUnsafeBytes { bytes in
        try writer.append(
          PictureBytes(
            layout: .bgra, width: 96, height: 64, planes: [.init(base: bytes.baseAddress!, bytesPerRow: 384)]),
          at: MediaTime(Int64(number), 10), duration: MediaTime(1, 10), to: track)
      }
    }
    _ = try writer.finish()
    guard !broken.isEmpty else { return path }
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let reader = try MovieReader(path: path)
    var at = data.range(of: Data("mdat".utf8))!.upperBound
    for number in 0..<10 {
      guard let (packet, _) = try reader.nextPacket() else { break }
      if broken.contains(number) { for index in at + 4..<at + packet.bytes.count { data[index] = 0xff } }
      at += packet.bytes.count
    }
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  private static func grey(_ number: Int) -> Int { 40 + number * 18 }

  private func seen(_ frame: SensorFrame) -> Int {
    var pixels = [UInt8](repeating: 0, count: 64 * 48 * 4)
    pixels.withUnsafeMutableBytes { bytes in
      let plane = PixelTarget.Plane(base: bytes.baseAddress!, bytesPerRow: 64 * 4)
      frame.imager.draw(
        FrameWindow(), into: PixelTarget(layout: .bgra, width: 64, height: 48, planes: [plane]))
    }
    let value = Int(pixels[(24 * 64 + 32) * 4 + 1])
    return (0..<10).min { abs(Self.grey($0) - value) < abs(Self.grey($1) - value) }!
  }

  private func frames(_ phone: SimulatedPhone) throws -> Log<SensorFrame> {
    let frames = Log<SensorFrame>()
    let configuration = StreamConfiguration(
      width: 64, height: 48, fieldOfView: 70, frameDuration: .milliseconds(100))
    _ = try phone.openCamera(StreamRequest(camera: .outerFront, configuration: configuration)) {
      frames.add($0)
    }
    return frames
  }

  private func expected(_ frame: SensorFrame) -> Int { Int(frame.time.nanoseconds / 1_000_000 % 1000 / 100) }

  @Test func aBrokenMovieIsToldOnce() throws {
    let path = try Self.movie("broken.mp4", broken: 4..<7)
    defer { unlink(path) }
    let (phone, clock) = try SimulatedPhone.manual(world: .movie(MovieWorld(path: path)))
    let frames = try frames(phone)
    clock.advance(to: PhoneTime(seconds: 3.5))
    #expect(frames.entries.count > 25)
    var mismatches: [String] = []
    for frame in frames.entries {
      let number = expected(frame)
      let good = (4..<7).contains(number) ? 3 : number
      if seen(frame) != good { mismatches.append("\(number): \(seen(frame))") }
    }
    #expect(mismatches == [])
    let lines = phone.log.lines.filter { $0.contains("world-fault") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(path) == true)
    #expect(lines.first?.contains("of the movie; the last good picture stays") == true)
    // A world that comes back is told of again.
    phone.send(.world(.room))
    phone.send(.world(.movie(MovieWorld(path: path))))
    clock.advance(to: PhoneTime(seconds: 4.9))
    for frame in frames.entries.suffix(10) { _ = seen(frame) }
    #expect(phone.log.lines.filter { $0.contains("world-fault") }.count == 2)
  }

  @Test func framesThatNobodyDrawsTellNothing() throws {
    let path = try Self.movie("lazy.mp4", broken: 4..<7)
    defer { unlink(path) }
    let (phone, clock) = try SimulatedPhone.manual(world: .movie(MovieWorld(path: path)))
    _ = try frames(phone)
    clock.advance(to: PhoneTime(seconds: 3))
    #expect(phone.log.lines.filter { $0.contains("world-fault") } == [])
  }

  @Test func theWorldChangesDuringARun() throws {
    let path = try Self.movie("change.mp4")
    defer { unlink(path) }
    let (phone, clock) = try SimulatedPhone.manual(world: .colour(red: 0, green: 0, blue: 0))
    let frames = try frames(phone)
    clock.advance(to: PhoneTime(seconds: 1.02))
    let dark = frames.entries.count
    #expect(phone.send(.world(.movie(MovieWorld(path: path, playing: .pingPong)))) == nil)
    clock.advance(to: PhoneTime(seconds: 2.5))
    phone.send(.world(.colour(red: 255, green: 255, blue: 255)))
    clock.advance(to: PhoneTime(seconds: 3))
    // All drawn now, long after their moments.
    var mismatches: [String] = []
    for (index, frame) in frames.entries.enumerated() {
      let time = Int(frame.time.nanoseconds / 1_000_000)
      let rest = time % 2000
      let number =
        index < dark ? 0 : time > 2500 ? 9 : min((rest < 1000 ? rest : 2000 - rest) / 100, 9)
      if seen(frame) != number { mismatches.append("\(time): \(seen(frame)), not \(number)") }
    }
    #expect(mismatches == [])
    #expect(phone.log.lines.contains { $0.contains(#""world":"movie""#) && $0.contains("pingPong") })
  }

  @Test func aMovieThatCanNotBeReadIsRefused() throws {
    let path = try Self.movie("cut.mp4")
    defer { unlink(path) }
    let (phone, _) = try SimulatedPhone.manual()
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 20)
    #expect(phone.send(.world(.movie(MovieWorld(path: path))))?.hasPrefix("\(path): ") == true)
    #expect(phone.state.world == .colour(red: 128, green: 128, blue: 128))
    #expect(phone.log.lines.last?.contains("ignored") == true)
  }
}
