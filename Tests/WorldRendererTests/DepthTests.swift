import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Depth along the axis, against distances that follow from the room's measures.
@Suite struct DepthTests {
  private static func depth(_ exposure: Exposure, _ width: Int, _ height: Int, extra: Int = 0) -> [[Float]] {
    let row = (width + extra) * 4
    var bytes = [UInt8](repeating: 0, count: row * height)
    return bytes.withUnsafeMutableBytes { raw in
      exposure.draw(
        into: PixelTarget(
          layout: .depthFloat32, width: width, height: height,
          planes: [.init(base: raw.baseAddress!, bytesPerRow: row)]))
      return (0..<height).map { y in
        (0..<width).map { raw.load(fromByteOffset: y * row + $0 * 4, as: Float.self) }
      }
    }
  }

  @Test func theCeilingIsAsFarAsItIsHigh() {
    let exposure = Stage.exposure(
      Stage.room, at: [0.1, 1.6, 0.05], forward: [0, 1, 0], up: [0, 0, 1], width: 90, height: 60,
      fieldOfView: 40)
    let depth = Self.depth(exposure, 90, 60, extra: 3)
    let expected = RoomMarks.height - 1.6
    var wrong: [Float] = []
    // Between the ceiling and the boards of its marks.
    for value in depth.joined() where value > Float(expected) + 1e-4 || value < Float(expected) - 0.016 {
      wrong.append(value)
    }
    #expect(wrong == [])
    #expect(Set(depth.joined().map { ($0 * 1000).rounded() }).count == 2)
  }

  @Test func aSlantedViewOfTheFloorFollowsItsPlane() {
    let forward = Vector3(0, -1, -0.4).normalized
    let exposure = Stage.exposure(
      Stage.room, at: [2.1, 1.2, 0.9], forward: forward, up: [0, 1, 0], width: 60, height: 60, fieldOfView: 30
    )
    let depth = Self.depth(exposure, 60, 60)
    let projection = exposure.projection(FrameWindow(), width: 60, height: 60)
    var worst = 0.0
    for y in 0..<60 {
      for x in 0..<60 {
        let across: Vector3 = projection.dx * (Double(x) + 0.5)
        let down: Vector3 = projection.dy * (Double(y) + 0.5)
        let ray: Vector3 = projection.d0 + across + down
        worst = max(worst, abs(Double(depth[y][x]) - 1.2 / -ray.y))
      }
    }
    #expect(worst < 0.002)
  }

  @Test func picturesAndColoursAreFarAway() throws {
    let exposure = Stage.exposure(
      try World(.colour(red: 1, green: 2, blue: 3)), forward: [0, 0, -1], width: 41, height: 31,
      fieldOfView: 90)
    let depth = Self.depth(exposure, 41, 31)
    let corner = Exposure.farthest / (1 + pow(40.0 / 41, 2) + pow(30.0 / 41, 2)).squareRoot()
    #expect(abs(Double(depth[15][20]) - Exposure.farthest) < 0.001)
    #expect(abs(Double(depth[0][0]) - corner) < 0.001)
  }

  @Test func aCoveredCameraHasNoDepth() {
    let exposure = Exposure(
      world: Stage.room, camera: .innerFront, width: 64, height: 48, fieldOfView: 90, time: .zero,
      phone: Stage.phone("closed"))!
    #expect(Set(Self.depth(exposure, 64, 48).joined()) == [0])
  }

  @Test func theOtherPanelIsCloseInTheNarrowBook() throws {
    let exposure = Exposure(
      world: try World(.colour(red: 200, green: 200, blue: 200)), camera: .innerFront, width: 200,
      height: 200,
      fieldOfView: 95, time: .zero, phone: Stage.phone("book", hinge: 90))!
    let near = Self.depth(exposure, 200, 200).joined().filter { $0 < 0.2 }
    #expect(near.count > 1000)
    #expect(near.allSatisfy { $0 > 0.02 })
  }
}
