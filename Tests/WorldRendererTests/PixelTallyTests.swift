import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Each in a process of its own, since the counts belong to the process.
@Suite struct PixelTallyTests {
  private static let (width, height) = (64, 48)

  /// Bytes that one picture costs, drawn and written again, and all its bytes, counted here from its planes.
  private static func cost(
    _ description: WorldDescription, _ layout: PixelLayout, _ settings: CameraSettings = CameraSettings(),
    at time: PhoneTime = .zero
  ) throws -> (cost: [Int], whole: Int) { try cost(try World(description), layout, settings, at: time) }

  private static func cost(
    _ world: World, _ layout: PixelLayout, _ settings: CameraSettings = CameraSettings(),
    at time: PhoneTime = .zero
  ) throws -> (cost: [Int], whole: Int) {
    let pose = try #require(Pose.named("open-landscape", for: .duo))
    let exposure = Exposure(
      world: world,
      // Ahead of the phone, so that its body is never in the picture.
      camera: CameraPose(position: [0, 1.5, -2], forward: [0, 0, -1], up: [0, 1, 0]), width: 128, height: 96,
      fieldOfView: 70, zoom: 1.5, time: time, settings: settings,
      phone: PlacedPhone(Body(.duo, hinge: pose.hinge), at: pose.placement))
    let memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    defer { memory.deallocate() }
    let isBGRA = layout == .bgra
    let planes = (isBGRA ? [0] : [0, width * height]).map { offset in
      PixelTarget.Plane(base: memory + offset, bytesPerRow: isBGRA ? width * 4 : width)
    }
    let before = PixelTally.bytes
    exposure.draw(
      FrameWindow(rotation: 1, isMirrored: true),
      into: PixelTarget(layout: layout, width: width, height: height, planes: planes))
    let bytes = PixelTally.bytes - before
    return ([bytes.drawn, bytes.moved], isBGRA ? width * height * 4 : width * height * 3 / 2)
  }

  /// Turned, mirrored and zoomed 360-degree pictures are drawn where they are wanted, in either format.
  @Test func surroundingPicturesAreDrawnOnce() async {
    await #expect(processExitsWith: .success) {
      let path = try Samples.panorama(width: 256)
      for layout in [PixelLayout.bgra, .biplanar420(fullRange: false), .biplanar420(fullRange: true)] {
        let (cost, whole) = try Self.cost(.panorama(path: path), layout)
        #expect(cost == [whole, 0], "\(layout)")
      }
    }
  }

  /// So are flat ones. What has to be made of the file's planes is made for the first picture, and counted there.
  @Test func flatPicturesAreDrawnPlaneByPlane() async {
    await #expect(processExitsWith: .success) {
      let path = try Samples.writePNG("tally.png", 128, 96, [UInt8](repeating: 90, count: 128 * 96 * 3))
      let world = try World(.picture(path: path))
      for layout in [PixelLayout.bgra, .biplanar420(fullRange: false), .biplanar420(fullRange: true)] {
        let (first, whole) = try Self.cost(world, layout)
        // Seen this small it comes from a copy of half the size.
        #expect(first[0] == whole && first[1] >= 64 * 48, "\(layout)")
        #expect(try Self.cost(world, layout).cost == [whole, 0], "\(layout)")
      }
    }
  }

  /// The room too. A camera at rest gets copies of a kept picture, with the clocks that go on drawn into them.
  @Test func theRoomIsDrawnOnceOrCopiedOnce() async {
    await #expect(processExitsWith: .success) {
      for layout in [PixelLayout.bgra, .biplanar420(fullRange: false)] {
        let (first, whole) = try Self.cost(.room, layout)
        #expect(first == [whole, 0], "\(layout)")
        #expect(try Self.cost(.room, layout).cost == [whole, whole], "\(layout)")
        #expect(try Self.cost(.room, layout).cost == [0, whole], "\(layout)")
        let later = try Self.cost(.room, layout, at: PhoneTime(seconds: 1)).cost
        #expect(later[0] > 0 && later[0] < whole && later[1] == whole, "\(layout) \(later)")
      }
    }
  }

  /// What is drawn as B, G, R, A first is converted after that, and so is what is made brighter: all of it counts.
  @Test func conversionsAndPassesCount() async {
    await #expect(processExitsWith: .success) {
      let colours = Self.width * Self.height * 4
      let (plain, whole) = try Self.cost(.colour(red: 9, green: 90, blue: 40), .biplanar420(fullRange: false))
      #expect(plain == [colours, whole])
      var brighter = CameraSettings()
      brighter.exposure = 1.0
      #expect(try Self.cost(.room, .bgra, brighter).cost == [colours, colours])
    }
  }
}
