import BarcodeReading
import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

@Suite struct PosterDrawingTests {
  /// What a camera reads of the posters in a world.
  private func read(
    _ posters: [Poster], in world: World = Stage.room, forward: Vector3 = [0, 0, -1], up: Vector3 = [0, 1, 0]
  ) throws -> [ReadBarcode] {
    var exposure = Stage.exposure(
      world, at: [0.4, 1.3, 0.2], forward: forward, up: up, width: 960, height: 720, fieldOfView: 60)
    exposure.posters = posters
    let picture = Picture.draw(exposure, 960, 720)
    let luma = (0..<960 * 720).map { picture.bytes[4 * $0 + 1] }
    return try BarcodeReader.read(
      luma, width: 960, height: 720, bytesPerRow: 960,
      Set(posters.compactMap { Symbology(rawValue: $0.code.rawValue) }))
  }

  private let texts: [Poster.Code: String] = [
    .qr: "duo qr", .aztec: "duo aztec", .dataMatrix: "duo matrix", .pdf417: "duo pdf",
    .ean13: "4006381333931",
    .ean8: "96385074", .upcA: "036000291452", .upcE: "01234565", .code39: "DUO39", .code93: "DUO93",
    .code128: "duo 128", .itf: "00012345678905", .codabar: "A1234B",
  ]

  @Test func everyCodeIsReadOutOfTheRoom() throws {
    var mismatches: [String] = []
    for code in Poster.Code.allCases {
      let text = texts[code]!
      let found = try read([Poster(text, code: code, centre: [0.4, 1.3, -0.5], width: 0.5)])
      if found.map(\.text) != [text] { mismatches.append("\(code): \(found)") }
    }
    #expect(mismatches == [])
  }

  /// The four corners of the code's own square, seen by a plain pinhole.
  @Test func cornersAreWhereAPinholeSeesThem() throws {
    for turn in [0.0, 90, 200] {
      let poster = Poster(
        "corners", centre: [0.45, 1.25, -0.6], facing: [0.2, 0.1, 1], width: 0.4, turn: turn)
      let code = try #require(try read([poster]).first)
      let drawing = try BarcodeDrawing("corners", .qr)
      let dark = drawing.modules.indices.filter { drawing.modules[$0] }.map { $0 % drawing.width }
      let margin = Double(dark.min()!) / Double(drawing.width)
      let axes = poster.axes
      let half = 0.4 * (0.5 - margin)
      let focal = 480 / tan(30 * Double.pi / 180)
      for (corner, signs) in zip(code.corners, [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)]) {
        let point: Vector3 = poster.centre + axes.right * (signs.0 * half) + axes.up * (signs.1 * half)
        let seen: Vector3 = point - Vector3(0.4, 1.3, 0.2)
        let (x, y) = (480 + focal * seen.x / -seen.z, 360 - focal * seen.y / -seen.z)
        #expect(abs(corner.x - x) < 5 && abs(corner.y - y) < 5, "\(turn): \(corner), not (\(x), \(y))")
      }
    }
  }

  @Test func postersStandInEveryWorld() throws {
    let poster = Poster("anywhere", centre: [0.4, 1.3, -0.5], width: 0.4)
    #expect(
      try read([poster], in: try World(.colour(red: 200, green: 100, blue: 50))).map(\.text) == ["anywhere"])
    let two = [poster, Poster("second", centre: [0.9, 1.3, -0.9], width: 0.3)]
    #expect(Set(try read(two).map(\.text)) == ["anywhere", "second"])
  }

  @Test func theBackOfAPosterIsBlankAndDepthKnowsIt() throws {
    let poster = Poster("away", centre: [0.4, 1.3, -0.5], facing: [0, 0, -1], width: 0.4)
    #expect(try read([poster]) == [])
    var exposure = Stage.exposure(
      Stage.room, at: [0.4, 1.3, 0.2], forward: [0, 0, -1], width: 9, height: 9, fieldOfView: 40)
    exposure.posters = [poster]
    var depth = [Float](repeating: 0, count: 81)
    depth.withUnsafeMutableBytes { bytes in
      exposure.draw(
        into: PixelTarget(
          layout: .depthFloat32, width: 9, height: 9,
          planes: [PixelTarget.Plane(base: bytes.baseAddress!, bytesPerRow: 36)]))
    }
    #expect(abs(depth[40] - 0.7) < 1e-4)
  }

  @Test func aRoomWithoutPostersIsAsItWas() {
    var exposure = Stage.exposure(Stage.room, forward: [0, 0, -1], width: 64, height: 48, fieldOfView: 60)
    let before = Picture.draw(exposure, 64, 48).bytes
    exposure.posters = []
    #expect(Picture.draw(exposure, 64, 48).bytes == before)
  }

  @Test func whatCannotBeDrawnIsNamed() {
    let bad = Poster("abc", code: .ean13, centre: [0, 1, 0])
    #expect(bad.drawingFault?.hasPrefix("\"abc\" cannot be written as ean13: ") == true)
    #expect(Poster("a", centre: [0, 1, 0], width: 0).drawingFault == "a poster is 0.001 to 100 m wide")
    #expect(Poster("a", centre: [0, 1, 0]).drawingFault == nil)
    #expect(Set(Poster.Code.allCases.map(\.rawValue)) == Set(Symbology.drawable.map(\.rawValue)))
  }
}

@Suite struct PeopleTests {
  private func exposure(_ camera: CameraID, _ pose: String, width: Int = 640, height: Int = 480) -> Exposure {
    Exposure(
      world: Stage.room, camera: camera, width: width, height: height, fieldOfView: 80, time: .zero,
      phone: Stage.phone(pose))!
  }

  /// Who has a face in the picture, camera by camera: those who look at the phone from before the lens.
  @Test func facesAreOfThoseWhoStandBeforeTheLens() {
    func faces(_ camera: CameraID, _ pose: String) -> [Figure] {
      exposure(camera, pose).people.filter { $0.face != nil }.map(\.figure)
    }
    #expect(faces(.outerFront, "closed") == [.holder])
    #expect(faces(.rearWide, "closed") == [.subject])
    // Covered by the other panel.
    #expect(faces(.innerFront, "closed") == [])
    #expect(faces(.innerFront, "open-landscape") == [.holder])
    #expect(faces(.outerFront, "open-landscape") == [.subject])
  }

  /// The point between the eyes by plain projection lies in the upper half of the face's box.
  @Test func boxesLieRoundTheEyes() throws {
    for (camera, pose) in [
      (CameraID.outerFront, "closed"), (.rearWide, "closed"), (.innerFront, "open-landscape"),
    ] {
      let exposure = exposure(camera, pose)
      let person = try #require(exposure.people.first { $0.face != nil })
      let face = try #require(person.face)
      let seen = exposure.phone.placement.eyes(of: person.figure) - exposure.camera.position
      let (x, y, z) = (
        seen.dot(exposure.camera.right), seen.dot(exposure.camera.up), seen.dot(exposure.camera.forward)
      )
      let focal = 0.5 / tan(40 * Double.pi / 180)
      let (u, v) = (0.5 + focal * x / z, 0.5 - focal * y / z * 640 / 480)
      #expect(u > face.x && u < face.x + face.width && v > face.y && v < face.y + face.height)
      // A head is about 0.16 m wide and 0.23 m high, whichever way the picture lies.
      let sizes = [face.width * 640, face.height * 480].map { $0 * z / (focal * 640) }.sorted()
      #expect(sizes[0] > 0.12 && sizes[0] < 0.26 && sizes[1] > 0.2 && sizes[1] < 0.36, "\(sizes)")
      // The crown is where the picture's up points after turning by the roll.
      let up = Vector3(0, 1, 0)
      let expected = atan2(up.dot(exposure.camera.right), up.dot(exposure.camera.up)) * 180 / .pi
      let difference = abs((person.roll - expected).truncatingRemainder(dividingBy: 360))
      #expect(min(difference, 360 - difference) < 12)
      #expect(abs(person.yaw) < 30)
      if let body = person.body { #expect(body.width * body.height > face.width * face.height) }
    }
  }

  @Test func whatStandsInFrontHidesAFace() throws {
    var exposure = exposure(.outerFront, "closed")
    let eyes = exposure.phone.placement.eyes(of: .holder)
    let toCamera: Vector3 = (exposure.camera.position - eyes).normalized
    exposure.posters = [Poster("x", centre: eyes + toCamera * 0.2, facing: toCamera, width: 1)]
    #expect(exposure.people.allSatisfy { $0.face == nil })
    exposure.posters = [Poster("x", centre: eyes - toCamera * 0.6, facing: toCamera, width: 1)]
    #expect(exposure.people.contains { $0.face != nil })
  }

  @Test func onlyTheRoomHasPeople() throws {
    var colour = exposure(.outerFront, "closed")
    colour.world = try World(.colour(red: 1, green: 2, blue: 3))
    #expect(colour.people == [])
  }
}
