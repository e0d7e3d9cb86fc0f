import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Each in a process of its own, since the counts belong to the process.
@Suite struct PixelTallyTests {
  private static let (width, height) = (64, 48)

  /// Bytes that one picture costs, drawn and written again, and all its bytes, counted here from its planes.
  private static func cost(
    _ description: WorldDescription, _ layout: PixelLayout, _ settings: CameraSettings = CameraSettings()
  ) throws -> (cost: [Int], whole: Int) {
    let pose = try #require(Pose.named("open-landscape", for: .duo))
    let exposure = Exposure(
      world: try World(description),
      // Ahead of the phone, so that its body is never in the picture.
      camera: CameraPose(position: [0, 1.5, -2], forward: [0, 0, -1], up: [0, 1, 0]), width: 128, height: 96,
      fieldOfView: 70, zoom: 1.5, time: .zero, settings: settings,
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

  /// What is drawn as B, G, R, A first is converted after that, and both are counted.
  @Test func conversionsAndPassesCount() async {
    await #expect(processExitsWith: .success) {
      let colours = Self.width * Self.height * 4
      let (plain, whole) = try Self.cost(.room, .biplanar420(fullRange: false))
      #expect(plain == [colours, whole])
      #expect(try Self.cost(.room, .bgra).cost == [colours, 0])
      var brighter = CameraSettings()
      brighter.exposure = 1.0
      #expect(try Self.cost(.room, .bgra, brighter).cost == [colours, colours])
    }
  }
}
