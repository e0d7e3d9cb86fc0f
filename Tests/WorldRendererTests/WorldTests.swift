import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Worlds made of files, and files that are none.
@Suite struct WorldTests {
  private static func reason(_ description: WorldDescription) -> String {
    do {
      _ = try World(description)
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  /// CRC-32 as PNG chunks carry it.
  private static func checksum(_ data: Data) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }

  @Test func badPicturesAreNamedWithWhatIsWrong() throws {
    let good = try Data(contentsOf: URL(fileURLWithPath: Samples.panorama(width: 256)))
    func write(_ name: String, _ data: Data) throws -> String {
      try data.write(to: URL(fileURLWithPath: Samples.path(name)))
      return Samples.path(name)
    }
    let jpeg = try Data(
      contentsOf: URL(
        fileURLWithPath: Samples.writeJPEG(
          "whole.jpg", 64, 32, (0..<64 * 32 * 3).map { UInt8(truncatingIfNeeded: $0 * 37) })))
    var huge = good
    huge.replaceSubrange(16..<24, with: [0, 0, 0xff, 0xff, 0, 0, 0x7f, 0xff])
    let sum = Self.checksum(huge[12..<29])
    huge.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(sum >> $0 & 0xff) })
    let table: [(String, String)] = [
      (Samples.path("absent.png"), "no such file"), (Samples.folder.path, "a folder, not a picture"),
      (try write("empty.jpg", Data()), "the file is empty"),
      (try write("text.png", Data("not a picture".utf8)), "neither a JPEG nor a PNG picture"),
      (try write("half.png", good.prefix(good.count / 2)), "broken PNG"),
      (try write("half.jpg", jpeg.prefix(jpeg.count / 2)), "broken JPEG"),
      (try write("head.jpg", jpeg.prefix(20)), "broken picture: it has no size"),
      (try write("huge.png", huge), "too large"),
    ]
    var wrong: [String] = []
    for (path, expected) in table {
      for description in [WorldDescription.panorama(path: path), .picture(path: path)] {
        let text = Self.reason(description)
        if !text.hasPrefix("\(path): ") || !text.contains(expected) || text.contains("\n") {
          wrong.append("\(expected): \(text)")
        }
      }
    }
    #expect(wrong == [])
    let square = try Samples.writePNG("square.png", 40, 40, [UInt8](repeating: 9, count: 4800))
    #expect(Self.reason(.panorama(path: square)).contains("40 x 40 is not a 360-degree picture"))
    #expect(Self.reason(.picture(path: square)) == "no error")
  }

  @Test func aWorldIsReadOnceWhileSomebodyHoldsIt() throws {
    let path = try Samples.writePNG("shared.png", 32, 16, [UInt8](repeating: 50, count: 32 * 16 * 3))
    var first: World? = try World.load(.panorama(path: path))
    #expect(try World.load(.panorama(path: path)) === first)
    #expect(try World.load(.panorama(path: path)) === first)
    first = nil
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: WorldError.self) { try World.load(.panorama(path: path)) }
  }

  /// Asked for again, a file is what it is now; what was read before is seen by those who have it.
  @Test func aFileThatWasReplacedIsAnotherWorld() throws {
    func write(_ grey: UInt8) throws -> String {
      try Samples.writePNG("replaced.png", 32, 16, [UInt8](repeating: grey, count: 32 * 16 * 3))
    }
    func grey(_ world: World) -> Int {
      Picture.draw(
        Stage.exposure(world, at: Stage.nowhere, forward: [0, 0, -1], width: 8, height: 4, fieldOfView: 20),
        8, 4)[4, 2][1]
    }
    for description in [WorldDescription.panorama(path: try write(50)), .picture(path: try write(50))] {
      let path = try write(50)
      let first = try World.load(description)
      _ = try write(200)
      let second = try World.load(description)
      #expect(abs(grey(first) - 50) < 3 && abs(grey(second) - 200) < 3)
      // Cut short, then gone: refused, as any file that cannot be read.
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
      #expect(throws: WorldError.self) { try World.load(description) }
      try FileManager.default.removeItem(atPath: path)
      #expect(throws: WorldError.self) { try World.load(description) }
      #expect(abs(grey(second) - 200) < 3)
    }
  }

  /// Left half red, right half green, upper quarter brighter.
  private static func flat(jpeg: Bool) throws -> String {
    var pixels: [UInt8] = []
    for y in 0..<60 {
      for x in 0..<80 {
        let value: UInt8 = y < 15 ? 240 : 120
        pixels += x < 40 ? [value, 20, 20] : [20, value, 20]
      }
    }
    return jpeg
      ? try Samples.writeJPEG("flat.jpg", 80, 60, pixels) : try Samples.writePNG("flat.png", 80, 60, pixels)
  }

  @Test func aFlatPictureFillsTheViewUprightForTheWorld() throws {
    var wrong: [String] = []
    for jpeg in [false, true] {
      let world = try World(.picture(path: try Self.flat(jpeg: jpeg)))
      // Native up to the world's up, left, right and down; the window turns the picture upright again.
      let ups: [(Vector3, Int)] = [([0, 1, 0], 0), ([-1, 0.1, 0], 3), ([0, -1, 0], 2), ([1, 0.1, 0], 1)]
      for (up, turns) in ups {
        let exposure = Stage.exposure(
          world, at: Stage.nowhere, forward: [0, 0, -1], up: up, width: 160, height: 90)
        let (w, h) = turns % 2 == 0 ? (160, 90) : (90, 160)
        let picture = Picture.draw(exposure, FrameWindow(rotation: QuarterTurns(turns)), w, h)
        let (left, right, top) = (picture[w / 4, h / 2], picture[w * 3 / 4, h / 2], picture[w / 4, 2])
        let isRight = left[2] > 100 && left[1] < 40 && right[1] > 100 && right[2] < 40
        if !isRight || (turns % 2 == 1 && top[2] < 200) {
          wrong.append("\(jpeg) \(up) \(left) \(right) \(top)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func aColourIsThatColourEverywhere() throws {
    let world = try World(.colour(red: 10, green: 300, blue: -4))
    let picture = Picture.draw(Stage.exposure(world, at: Stage.nowhere, forward: [1, 0.4, 0]), 33, 17)
    #expect(Set((0..<33 * 17).map { picture[$0 % 33, $0 / 33] }) == [[0, 255, 10]])
  }

  @Test func theRoomTellsItsSidesApart() {
    func mean(_ forward: Vector3, _ up: Vector3 = [0, 1, 0]) -> [Int] {
      let picture = Picture.draw(
        Stage.exposure(Stage.room, at: [0, 1.5, 0], forward: forward, up: up), 64, 36)
      return (0..<3).map { channel in
        stride(from: channel, to: picture.bytes.count, by: 4).reduce(0) { $0 + Int(picture.bytes[$1]) }
          / (64 * 36)
      }
    }
    let sides = [
      mean([0, 0, -1]), mean([0, 0, 1]), mean([-1, 0, 0]), mean([1, 0, 0]), mean([0, 1, 0], [0, 0, 1]),
      mean([0, -1, 0], [0, 0, -1]),
    ]
    var alike: [String] = []
    for a in sides.indices {
      for b in sides.indices where a < b {
        let distance = zip(sides[a], sides[b]).map { abs($0 - $1) }.max()!
        if distance < 12 { alike.append("\(a) \(b): \(sides[a]) \(sides[b])") }
      }
    }
    #expect(alike == [])
    // Blue to the left, terracotta to the right.
    #expect(sides[2][0] > sides[2][2] && sides[3][2] > sides[3][0])
  }
}
