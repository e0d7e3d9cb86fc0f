import Foundation
import PhoneModel
import Testing

@testable import ReportCard

/// A mounting value in a description file changes the pixels and every angle together: where a camera sits and how
/// its sensor lies is read back from the marks in its pictures.
@Suite struct MountedCameraTests {
  struct Mounted {
    var camera: CameraID
    var pose: String
    var display: DisplayID
    /// Where the lens would be without the change.
    var usual: (fromHinge: Double, above: Double)
  }

  static let cameras = [
    Mounted(camera: .outerFront, pose: "closed", display: .outer, usual: (66, 46)),
    Mounted(camera: .innerFront, pose: "open-landscape", display: .inner, usual: (39, 50)),
    Mounted(camera: .rearWide, pose: "open-landscape", display: .inner, usual: (62, 42)),
    Mounted(camera: .rearUltraWide, pose: "open-landscape", display: .inner, usual: (62, 42)),
  ]

  /// Place and native up, and how far the clockwise angle that makes the native picture upright is from the one
  /// of a sensor with its top at the body's top. In these poses the panels' x runs to the world's right.
  static let mounts: [(fromHinge: Double, above: Double, nativeUp: String, up: Vector3)] = [
    (8, -50, "top", [0, 1, 0]), (20, 20, "free", [1, 0, 0]), (75, -20, "bottom", [0, -1, 0]),
    (30, -40, "hinge", [-1, 0, 0]),
  ]

  /// The description, by way of a file.
  static func description(_ camera: CameraID, _ mount: (Double, Double, String)) throws -> PhoneDescription {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("mount-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(
      """
      {"basedOn": "duo", "cameras": [{"id": "\(camera)", "mount":
        {"fromHinge": \(mount.0), "aboveMiddle": \(mount.1), "nativeUp": "\(mount.2)"}}]}
      """.utf8
    ).write(to: url)
    return try PhoneDescription(json: Data(contentsOf: url), file: url.path)
  }

  static func solved(_ studio: PreviewStudio) throws -> SolvedCamera {
    let facts = PreviewStudio.reader.read(
      studio.preview().content, at: studio.time, placements: PlacementHistory(studio.state, at: studio.time))
    return try #require(facts.solved, "\(studio.camera): \(facts.reading.outcome)")
  }

  @Test func picturesAndAnglesFollowTheMount() throws {
    var mismatches: [String] = []
    for row in Self.cameras {
      for mount in Self.mounts {
        let name = "\(row.camera) at \(mount.fromHinge), \(mount.above), \(mount.nativeUp) up"
        let phone = try Self.description(row.camera, (mount.fromHinge, mount.above, mount.nativeUp))
        var studio = PreviewStudio(row.pose, row.display, row.camera, mirrored: false, phone: phone)

        // The native picture: its top is where the description says, and so is the lens.
        studio.angle = 0
        let native = try Self.solved(studio).pose
        if native.up.angle(to: mount.up) > 1 { mismatches.append("\(name): native up is \(native.up)") }
        func lens(_ fromHinge: Double, _ above: Double) -> Vector3 {
          let place = studio.state.placement.position
          return [place.x + fromHinge / 1000, place.y + above / 1000, native.position.z]
        }
        let miss = (native.position - lens(mount.fromHinge, mount.above)).length
        let usual = (native.position - lens(row.usual.fromHinge, row.usual.above)).length
        if miss > 0.01 || usual < 0.02 { mismatches.append("\(name): \(miss) m off, \(usual) m moved") }

        // The preview's angle and the captured picture's make it upright, and are the same while the interface
        // follows the hold.
        studio.angle = nil
        let shown = try Self.solved(studio).pose
        if shown.up.angle(to: [0, 1, 0]) > 1 {
          mismatches.append("\(name): at \(studio.usedAngle.degrees) degrees up is \(shown.up)")
        }
        let captured = RotationAngles.capture(row.camera, studio.state, at: studio.time, in: phone)
        if captured != studio.usedAngle { mismatches.append("\(name): captured at \(captured.degrees)") }
        if row.camera == .outerFront || row.camera == .innerFront {
          let virtual = RotationAngles.preview(
            .virtualFront, on: row.display, interfaceTurn: studio.turn, studio.state, in: phone)
          if virtual != captured { mismatches.append("\(name): virtual at \(virtual.degrees)") }
        }
      }
    }
    #expect(mismatches == [])
  }
}
