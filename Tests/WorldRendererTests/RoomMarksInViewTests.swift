import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// Every camera that sees anything, in every pose of the verdicts' table A5, shows enough marks at the sizes at
/// which displays show it.
@Suite struct RoomMarksInViewTests {
  private struct View: CustomStringConvertible {
    var pose: String
    var hinge: Double?
    var camera: CameraID
    var shown: (width: Int, height: Int)
    var fills: Bool
    var aspect: String
    var description: String {
      "\(pose) \(hinge ?? -1) \(camera) \(aspect) \(fills ? "fills" : "in") \(shown.width)x\(shown.height)"
    }
  }

  private static let poses: [(String, Double?)] = [
    ("closed", nil), ("open-landscape", nil), ("open-portrait", nil), ("flipped", nil), ("book", nil),
    ("book", 100),
    ("tabletop-rear-flat", nil), ("tabletop-cover-flat", nil),
  ]

  private static let frames: [(CameraID, String, Int, Int)] = [
    (.outerFront, "16:9", 1920, 1080), (.innerFront, "16:9", 1920, 1080), (.rearWide, "16:9", 1920, 1080),
    (.rearWide, "4:3", 4032, 3024), (.rearUltraWide, "16:9", 3840, 2160),
  ]

  private static func views(_ pose: String, _ hinge: Double?) -> [(View, Exposure, QuarterTurns)] {
    let phone = Stage.phone(pose, hinge: hinge)
    return frames.flatMap { camera, aspect, width, height -> [(View, Exposure, QuarterTurns)] in
      let format = PhoneDescription.duo.camera(camera)!.formats.first {
        $0.width == width && $0.height == height && !$0.isBinned
      }!
      let exposure = Exposure(
        world: Stage.room, camera: camera, width: width, height: height, fieldOfView: format.fieldOfView,
        time: PhoneTime(seconds: 83.25), phone: phone)!
      if exposure.isCovered { return [] }
      let sizes = [
        (466, 678, false), (466, 678, true), (951, 669, false), (951, 669, true), (669, 951, false),
      ]
      return sizes.map { w, h, fills in
        (
          View(
            pose: pose, hinge: hinge, camera: camera, shown: (w, h), fills: fills, aspect: aspect), exposure,
          upright(exposure.camera)
        )
      }
    }
  }

  /// Quarter turns that bring the world's up (for a camera that looks at the ceiling: the way behind) to the top.
  private static func upright(_ camera: CameraPose) -> QuarterTurns {
    let up: Vector3 = abs(camera.forward.y) > 0.866 ? [0, 0, 1] : [0, 1, 0]
    let parts = [up.dot(camera.up), -up.dot(camera.right), -up.dot(camera.up), up.dot(camera.right)]
    return QuarterTurns(parts.indices.max { parts[$0] < parts[$1] }!)
  }

  /// The window and the size in which a frame is fitted into a display, or fills it.
  private static func placed(_ view: View, _ exposure: Exposure, _ turns: QuarterTurns) -> (
    FrameWindow, Int, Int
  ) {
    let sideways = turns.count % 2 == 1
    let width = Double(sideways ? exposure.height : exposure.width)
    let height = Double(sideways ? exposure.width : exposure.height)
    let (across, down) = (Double(view.shown.width) / width, Double(view.shown.height) / height)
    let scale = view.fills ? max(across, down) : min(across, down)
    let (w, h) = (
      min(width * scale, Double(view.shown.width)), min(height * scale, Double(view.shown.height))
    )
    let (partX, partY) = (w / (width * scale), h / (height * scale))
    let (x, y) = sideways ? (partY, partX) : (partX, partY)
    let window = FrameWindow(x: (1 - x) / 2, y: (1 - y) / 2, width: x, height: y, rotation: turns)
    return (window, Int(w.rounded()), Int(h.rounded()))
  }

  private struct Seen: Equatable {
    var places: Set<Int> = []
    var fine: Set<Int> = []
    var coarse: Set<Int> = []
    var unknown = 0

    init(_ tags: [FoundTag]) {
      for tag in tags {
        switch RoomMarks.role(of: tag.id) {
        case .place: places.insert(tag.id)
        case .fineClock: fine.insert(tag.id)
        case .coarseClock: coarse.insert(tag.id)
        case .holder, .subject: break
        case nil: unknown += 1
        }
      }
    }
  }

  @Test(arguments: Array(poses.indices)) func threePlacesAndTheTimeAreReadInEveryView(_ index: Int) {
    let (pose, hinge) = Self.poses[index]
    let detector = TagDetector()
    let clock = RoomClock.clockIDs(at: PhoneTime(seconds: 83.25))
    var poor: [String] = []
    var count = 0
    for (view, exposure, turns) in Self.views(pose, hinge) {
      let (window, width, height) = Self.placed(view, exposure, turns)
      let seen = Seen(detector.find(in: .draw(exposure, window, width, height)))
      let enough = seen.places.count >= 3 && seen.fine == [clock.fine] && seen.coarse == [clock.coarse]
      if !enough || seen.unknown > 0 {
        poor.append("\(view): \(seen.places.count) places, \(seen.fine), \(seen.coarse), \(seen.unknown)")
      }
      count += 1
    }
    #expect(poor == [])
    #expect(count >= 10)
  }

  @Test func mirroredPicturesReadOnlyWhenTheyAreFlippedBack() {
    let detector = TagDetector()
    var wrong: [String] = []
    for (pose, hinge) in Self.poses {
      for (view, exposure, turns) in Self.views(pose, hinge) where view.shown.width == 951 && !view.fills {
        var (window, width, height) = Self.placed(view, exposure, turns)
        let plain = Seen(detector.find(in: .draw(exposure, window, width, height)))
        window.isMirrored = true
        let mirrored = Picture.draw(exposure, window, width, height)
        let asItIs = detector.find(in: mirrored)
        let flipped = Seen(detector.find(in: mirrored.turned(0, flipped: true)))
        if !asItIs.isEmpty || flipped != plain {
          wrong.append("\(view): \(asItIs.map(\.id)), \(flipped.places.count) of \(plain.places.count)")
        }
      }
    }
    #expect(wrong == [])
  }
}
