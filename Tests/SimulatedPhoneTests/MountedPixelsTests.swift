import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

/// A mounting value of the description changes pixels and angles together.
@Suite struct MountedPixelsTests {
  static let side = 64

  /// The rear camera's picture of the room, turned by a clockwise angle.
  static func picture(of phone: SimulatedPhone, _ clock: ManualClock, turned: QuarterTurns) throws -> [UInt8]
  {
    let frames = Log<SensorFrame>()
    let configuration = StreamConfiguration(
      width: side, height: side, fieldOfView: 70, frameDuration: .milliseconds(100))
    let stream = try phone.openCamera(StreamRequest(camera: .rearWide, configuration: configuration)) {
      frames.add($0)
    }
    clock.advance(by: .milliseconds(400))
    stream.stop()
    clock.advance(by: .seconds(1))
    var pixels = [UInt8](repeating: 0, count: side * side * 4)
    pixels.withUnsafeMutableBytes { bytes in
      let plane = PixelTarget.Plane(base: bytes.baseAddress!, bytesPerRow: side * 4)
      frames.entries[0].imager.draw(
        FrameWindow(rotation: turned),
        into: PixelTarget(layout: .bgra, width: side, height: side, planes: [plane]))
    }
    return pixels
  }

  static func difference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    zip(a, b).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(a.count)
  }

  /// A sensor mounted a quarter turn further: the native picture is another, the upright one the same.
  @Test func theSensorsNativeUp() throws {
    var turnedMount = PhoneDescription.duo
    let index = turnedMount.cameras.firstIndex { $0.id == .rearWide }!
    turnedMount.cameras[index].mount.nativeUp.value = .top
    var angles: [QuarterTurns] = []
    var native: [[UInt8]] = []
    var upright: [[UInt8]] = []
    for description in [PhoneDescription.duo, turnedMount] {
      let (phone, clock) = try SimulatedPhone.manual(description, world: .room)
      let angle = RotationAngles.capture(.rearWide, phone.state, at: clock.now, in: description)
      angles.append(angle)
      native.append(try Self.picture(of: phone, clock, turned: 0))
      upright.append(try Self.picture(of: phone, clock, turned: angle))
    }
    #expect(angles == [1, 0])
    #expect(Self.difference(native[0], native[1]) > 10)
    #expect(Self.difference(upright[0], upright[1]) < 2)
  }

  /// Mounted on the other face, the camera sees what is behind the person.
  @Test func theFace() throws {
    var moved = PhoneDescription.duo
    let index = moved.cameras.firstIndex { $0.id == .rearWide }!
    moved.cameras[index].mount.face.value = .inside
    let (phone, clock) = try SimulatedPhone.manual(.duo, pose: "open-landscape", world: .room)
    let (other, otherClock) = try SimulatedPhone.manual(moved, pose: "open-landscape", world: .room)
    let pictures = [
      try Self.picture(of: phone, clock, turned: 1), try Self.picture(of: other, otherClock, turned: 1),
    ]
    #expect(Self.difference(pictures[0], pictures[1]) > 10)
    #expect(Facing.direction(of: .rearWide, for: .inner, other.state, in: moved) == .forward)
  }
}
