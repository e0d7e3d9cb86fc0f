import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// What the phone's own body hides.
@Suite struct PhoneBodyTests {
  private static let cameras: [CameraID] = [.outerFront, .innerFront, .rearWide, .rearUltraWide]

  @Test func coveredCamerasAreBlackInEveryWorldAndLayout() throws {
    let covered: [(String, CameraID)] = [
      ("closed", .innerFront), ("tabletop-rear-flat", .rearWide), ("tabletop-cover-flat", .outerFront),
      ("face-up", .rearUltraWide), ("face-down", .innerFront),
    ]
    var lit: [String] = []
    for world in [Stage.room, try World(.colour(red: 250, green: 250, blue: 250))] {
      for (pose, camera) in covered {
        let exposure = Exposure(
          world: world, camera: camera, width: 64, height: 48, fieldOfView: 95, time: .zero,
          phone: Stage.phone(pose))!
        let picture = Picture.draw(exposure, 64, 48)
        let isBlack = picture.bytes.enumerated().allSatisfy { $0.element == ($0.offset % 4 == 3 ? 255 : 0) }
        if !isBlack || !exposure.isCovered { lit.append("\(pose) \(camera)") }
      }
    }
    #expect(lit == [])
  }

  @Test func coveredIsWhatThePhonesModelSays() {
    var different: [String] = []
    for pose in Pose.names(for: .duo) {
      for hinge in stride(from: 0.0, through: 180, by: 1) {
        let phone = Stage.phone(pose, hinge: hinge)
        let body = PhoneBody(phone)
        for camera in Self.cameras {
          let covers = body.covers(CameraPose(phone.camera(camera)!))
          if covers != phone.isCovered(camera) { different.append("\(pose) \(hinge) \(camera): \(covers)") }
        }
      }
    }
    #expect(different == [])
  }

  /// How much of a bright world the inner camera sees.
  private static func brightPart(hinge: Double, aspect: (Int, Int), world: World) -> Double {
    let exposure = Exposure(
      world: world, camera: .innerFront, width: aspect.0, height: aspect.1, fieldOfView: 95, time: .zero,
      phone: Stage.phone("book", hinge: hinge))!
    let picture = Picture.draw(exposure, 90, 90)
    let bright = (0..<90 * 90).filter { picture.bytes[$0 * 4] > 100 }.count
    return Double(bright) / (90 * 90)
  }

  @Test func thePanelHidesMoreTheFurtherItIsShut() throws {
    let world = try World(.colour(red: 220, green: 220, blue: 220))
    let parts = [180.0, 130, 110, 90, 70, 50, 30].map {
      Self.brightPart(hinge: $0, aspect: (1000, 1000), world: world)
    }
    #expect(parts[0] == 1)
    #expect(parts[1] > 0.97)
    #expect(zip(parts.dropFirst(), parts.dropFirst(2)).allSatisfy { $0 > $1 })
    #expect(parts[3] < 0.86)
    #expect(parts[6] < 0.45)
  }

  @Test func thePanelEndsWhereItsEdgeIs() throws {
    // At 90 degrees the cover panel stands upright before the inner camera's left: its far edge is panelWidth out.
    let duo = PhoneDescription.duo
    let phone = Stage.phone("book", hinge: 90)
    let exposure = Exposure(
      world: try World(.colour(red: 220, green: 220, blue: 220)), camera: .innerFront, width: 1000,
      height: 1000,
      fieldOfView: 95, time: .zero, phone: phone)!
    let picture = Picture.draw(exposure, 400, 400)
    let mount = duo.camera(.innerFront)!.mount
    // Native up is towards the cover panel: the panel covers the rows above the edge's image.
    let slope = mount.fromHinge.value / duo.panelWidth.value
    let row = 200 - 200 * slope / tan(95.0 / 2 * .pi / 180)
    let dark = (0..<400).prefix { picture[200, $0][0] < 100 }.count
    #expect(abs(Double(dark) - row) < 1.5)
  }

  @Test func thePanelStandsBefore360DegreePicturesToo() throws {
    let path = try Samples.panorama(width: 256)
    let world = try World(.panorama(path: path))
    let exposure = Exposure(
      world: world, camera: .innerFront, width: 1000, height: 1000, fieldOfView: 95, time: .zero,
      phone: Stage.phone("book", hinge: 90))!
    let picture = Picture.draw(exposure, 200, 200)
    #expect(picture[100, 5][0] < 40)
    #expect(picture[100, 195][0] > 60)
  }
}
