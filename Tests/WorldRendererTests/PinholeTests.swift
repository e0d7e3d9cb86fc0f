import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Where things appear, against plain trigonometry.
@Suite struct PinholeTests {
  /// Column and row of a point, from angles, without the renderer's matrices.
  private static func pixel(_ point: Vector3, _ exposure: Exposure) -> SIMD2<Double> {
    let way: Vector3 = point - exposure.camera.position
    let depth = way.dot(exposure.camera.forward)
    let focal = Double(exposure.width) / 2 / tan(exposure.fieldOfView / 2 * .pi / 180) * exposure.zoom
    return [
      Double(exposure.width) / 2 + focal * way.dot(exposure.camera.right) / depth,
      Double(exposure.height) / 2 - focal * way.dot(exposure.camera.up) / depth,
    ]
  }

  private static func isInside(_ pixel: SIMD2<Double>, _ width: Double, _ height: Double) -> Bool {
    pixel.x > 4 && pixel.y > 4 && pixel.x < width - 4 && pixel.y < height - 4
  }

  @Test func cornersOfReadTagsLieWhereTheMarksAre() {
    let detector = TagDetector()
    var far: [String] = []
    var compared = 0
    let views: [(Vector3, Vector3, Double)] = [
      ([0.1, -0.05, -1], [0.05, 1, 0], 80), ([1, 0.1, 0.3], [0, 1, 0.2], 60),
      ([0.2, 1, 0.1], [0, 0.1, 1], 70),
      ([-1, 0.1, 0.9], [0, 1, 0], 50),
    ]
    for (forward, up, fieldOfView) in views {
      let exposure = Stage.exposure(
        Stage.room, at: [0.2, 1.4, 0.3], forward: forward, up: up, width: 1280, height: 720,
        fieldOfView: fieldOfView)
      let marks = RoomMarks(placement: exposure.phone.placement, at: exposure.time).marks
      for tag in detector.find(in: .draw(exposure, 1280, 720)) {
        guard let mark = marks.first(where: { $0.id == tag.id && $0.role == .place }) else { continue }
        // The library also reads tags that the picture's edge cuts; their corners are guesses.
        let isWhole = mark.corners.allSatisfy { Self.isInside(Self.pixel($0, exposure), 1280, 720) }
        guard isWhole else { continue }
        for (found, corner) in zip(tag.corners, mark.corners) {
          let away = found - Self.pixel(corner, exposure)
          let distance = (away.x * away.x + away.y * away.y).squareRoot()
          compared += 1
          if distance > 1 { far.append("\(tag.id): \(distance)") }
        }
      }
    }
    #expect(far == [])
    #expect(compared > 100)
  }

  @Test func zoomIsASmallerFieldOfView() {
    var zoomed = Stage.exposure(Stage.room, forward: [0, 0, -1])
    zoomed.zoom = 2
    let narrow = Stage.exposure(
      Stage.room, forward: [0, 0, -1], fieldOfView: 2 * atan(tan(Double.pi / 4) / 2) * 180 / .pi)
    #expect(Picture.draw(zoomed, 320, 180).likeness(to: .draw(narrow, 320, 180)) > 50)
    #expect(
      Picture.draw(zoomed, 320, 180).likeness(
        to: .draw(Stage.exposure(Stage.room, forward: [0, 0, -1]), 320, 180)) < 30)
  }

  @Test func aCropIsThatPartOfThePicture() {
    let exposure = Stage.exposure(Stage.room, forward: [0.3, 0.1, -1])
    let whole = Picture.draw(exposure, 320, 180)
    let part = Picture.draw(exposure, FrameWindow(x: 0.25, y: 0.5, width: 0.5, height: 0.25), 160, 45)
    var cut = Picture(width: 160, height: 45, bytes: [])
    for y in 0..<45 {
      let start = ((90 + y) * 320 + 80) * 4
      cut.bytes += whole.bytes[start..<start + 160 * 4]
    }
    #expect(part.likeness(to: cut) > 50)
  }

  @Test func turnedAndMirroredWindowsAreThePlainPictureTurnedAndFlipped() {
    let exposure = Stage.exposure(Stage.room, forward: [0.2, -0.1, 1], up: [0.1, 1, 0])
    let plain = Picture.draw(exposure, 320, 180)
    var unlike: [String] = []
    for quarters in 0..<4 {
      for mirrored in [false, true] {
        let window = FrameWindow(rotation: QuarterTurns(quarters), isMirrored: mirrored)
        let (w, h) = quarters % 2 == 0 ? (320, 180) : (180, 320)
        let likeness = Picture.draw(exposure, window, w, h).likeness(
          to: plain.turned(quarters, flipped: mirrored))
        if likeness < 45 { unlike.append("\(quarters) \(mirrored): \(likeness)") }
      }
    }
    #expect(unlike == [])
    #expect(plain.likeness(to: plain.turned(0, flipped: true)) < 25)
  }

  @Test func theSameRequestGivesTheSameBytes() {
    for camera in [CameraID.outerFront, .innerFront, .rearWide] {
      let exposure = Exposure(
        world: Stage.room, camera: camera, width: 1920, height: 1080, fieldOfView: 80, time: .zero,
        phone: Stage.phone("book"))!
      #expect(Picture.draw(exposure, 384, 216) == Picture.draw(exposure, 384, 216))
    }
  }

  @Test func clockMarksShowTheTimeOfTheExposure() {
    let detector = TagDetector()
    var wrong: [String] = []
    for seconds in [0, 3.99, 4.0, 61.5, 599.9, 601.25] {
      var exposure = Stage.exposure(Stage.room, forward: [0, 0, -1], width: 640, height: 360)
      exposure.time = PhoneTime(seconds: seconds)
      let ids = detector.find(in: .draw(exposure, 640, 360)).map(\.id)
      let fine = Set(ids.filter { RoomMarks.role(of: $0) == .fineClock })
      let coarse = Set(ids.filter { RoomMarks.role(of: $0) == .coarseClock })
      guard fine.count == 1, coarse.count == 1,
        let read = RoomClock.time(fine: fine.first!, coarse: coarse.first!, near: exposure.time)
      else {
        wrong.append("\(seconds): \(fine) \(coarse)")
        continue
      }
      if abs(read.seconds - seconds) > 1 / 120.0 + 1e-6 { wrong.append("\(seconds): \(read)") }
    }
    #expect(wrong == [])
  }
}
