import CPNG
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import SimulatedPhone

/// What becomes of a run whose world is a file that changes.
@Suite struct WorldFileTests {
  private static func write(_ grey: UInt8, to path: String) throws {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    (image.width, image.height, image.format) = (64, 32, UInt32(PNG_FORMAT_FLAG_COLOR))
    let pixels = [UInt8](repeating: grey, count: 64 * 32 * 3)
    guard png_image_write_to_file(&image, path, 0, pixels, 64 * 3, nil) != 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  private func grey(_ frame: SensorFrame) -> Int {
    var pixels = [UInt8](repeating: 0, count: 64 * 48 * 4)
    pixels.withUnsafeMutableBytes { bytes in
      let plane = PixelTarget.Plane(base: bytes.baseAddress!, bytesPerRow: 64 * 4)
      frame.imager.draw(
        FrameWindow(), into: PixelTarget(layout: .bgra, width: 64, height: 48, planes: [plane]))
    }
    return Int(pixels[(24 * 64 + 32) * 4 + 1])
  }

  /// Named again, the file is what it is then: another picture, or no picture, which is refused.
  @Test func theSamePathAgain() throws {
    for makeWorld in [WorldDescription.picture(path:), WorldDescription.panorama(path:)] {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        .path
      defer { unlink(path) }
      try Self.write(60, to: path)
      let world = makeWorld(path)
      let (phone, clock) = try SimulatedPhone.manual(world: world)
      let frames = Log<SensorFrame>()
      let configuration = StreamConfiguration(
        width: 64, height: 48, fieldOfView: 70, frameDuration: .milliseconds(100))
      _ = try phone.openCamera(StreamRequest(camera: .outerFront, configuration: configuration)) {
        frames.add($0)
      }
      func run(to seconds: Double) throws -> SensorFrame {
        clock.advance(to: PhoneTime(seconds: seconds))
        return try #require(frames.entries.last)
      }
      let first = try run(to: 1)
      // In place, and nobody told the phone: what was read stays.
      try Self.write(200, to: path)
      let second = try run(to: 2)
      #expect(phone.send(.world(world)) == nil)
      let third = try run(to: 3)
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      try whole.prefix(whole.count - 20).write(to: URL(fileURLWithPath: path))
      #expect(phone.send(.world(world))?.hasPrefix("\(path): ") == true)
      #expect(phone.log.lines.last?.contains("ignored") == true)
      let fourth = try run(to: 4)
      unlink(path)
      #expect(phone.send(.world(world)) == "\(path): no such file")
      let fifth = try run(to: 5)
      #expect(phone.state.world == world)
      let seen = [first, second, third, fourth, fifth].map(grey)
      #expect(zip(seen, [60, 60, 200, 200, 200]).allSatisfy { abs($0 - $1) < 4 }, "\(seen)")
    }
  }
}
