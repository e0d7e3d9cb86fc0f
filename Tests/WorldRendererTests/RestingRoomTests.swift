import Foundation
import PhoneModel
import Testing

@testable import WorldRenderer

/// What a camera at rest gets is what a camera gets that looks for the first time, byte for byte.
@Suite struct RestingRoomTests {
  private struct View {
    var pose: String
    var camera: CameraID
    var window: FrameWindow
    var width, height: Int
  }

  /// Every second lens of a few poses, with windows that are turned, flipped and cropped, and odd sizes.
  private static let views: [View] = [
    View(pose: "open-landscape", camera: .innerFront, window: FrameWindow(), width: 320, height: 180),
    View(
      pose: "closed", camera: .outerFront, window: FrameWindow(rotation: 3, isMirrored: true), width: 181,
      height: 321),
    View(
      pose: "open-landscape", camera: .rearWide,
      window: FrameWindow(x: 0.21, y: 0.17, width: 0.4, height: 0.5),
      width: 299, height: 201),
    View(
      pose: "tabletop-cover-flat", camera: .innerFront, window: FrameWindow(rotation: 1), width: 180,
      height: 320),
    // One sample in a pixel.
    View(pose: "book", camera: .rearUltraWide, window: FrameWindow(), width: 1999, height: 1501),
  ]

  private static func exposure(_ view: View, at nanoseconds: Int64, _ posters: [Poster]) throws -> Exposure {
    let camera = try #require(PhoneDescription.duo.camera(view.camera))
    let format = try #require(camera.formats.first)
    var exposure = try #require(
      Exposure(
        world: Stage.room, camera: view.camera, width: format.width, height: format.height,
        fieldOfView: format.fieldOfView, time: PhoneTime(nanoseconds: nanoseconds),
        phone: Stage.phone(view.pose)))
    exposure.posters = posters
    return exposure
  }

  /// Bytes of all planes.
  private static func draw(_ exposure: Exposure, _ view: View, _ layout: PixelLayout, afresh: Bool) -> [UInt8]
  {
    let row = (view.width + 1) / 2 * 2
    var bytes = [UInt8](
      repeating: 3, count: layout == .bgra ? view.width * view.height * 4 : row * (view.height + 1) * 3 / 2)
    bytes.withUnsafeMutableBytes { raw in
      let base = raw.baseAddress!
      let planes =
        layout == .bgra
        ? [PixelTarget.Plane(base: base, bytesPerRow: view.width * 4)]
        : [
          PixelTarget.Plane(base: base, bytesPerRow: row),
          PixelTarget.Plane(base: base + row * (view.height + 1), bytesPerRow: row),
        ]
      let target = PixelTarget(layout: layout, width: view.width, height: view.height, planes: planes)
      if afresh {
        RoomScene.shared.pictures.forget()
      }
      exposure.draw(view.window, into: target)
    }
    return bytes
  }

  @Test func aCameraAtRestGetsWhatAFirstPictureIs() async {
    // What is kept belongs to the process.
    await #expect(processExitsWith: .success) {
      var mismatches: [String] = []
      var changed = 0
      for (index, view) in Self.views.enumerated() {
        let posters =
          index % 2 == 0
          ? [] : [Poster("at rest", centre: [0.1, 1.6, -0.6], width: 0.3)]
        for layout in [PixelLayout.bgra, .biplanar420(fullRange: index % 2 == 0)] {
          // The fine clock goes on, stands, and comes round with the coarse one.
          let times: [Int64] = [500, 517, 533, 533, 4_550, 8_533].map { $0 * 1_000_000 }
          let fresh = try times.map {
            Self.draw(try Self.exposure(view, at: $0, posters), view, layout, afresh: true)
          }
          RoomScene.shared.pictures.forget()
          for (number, time) in times.enumerated() {
            let resting = Self.draw(try Self.exposure(view, at: time, posters), view, layout, afresh: false)
            if resting == fresh[number] { continue }
            let wrong = zip(resting, fresh[number]).count { $0 != $1 }
            mismatches.append("\(view) \(layout) picture \(number): \(wrong) bytes")
          }
          if fresh[0] != fresh[1] { changed += 1 }
        }
      }
      #expect(mismatches == [])
      #expect(changed >= 6, "views that show a clock: \(changed)")
    }
  }

  @Test func whatIsKeptIsBounded() async {
    await #expect(processExitsWith: .success) {
      let pictures = RoomScene.shared.pictures
      for turn in 0..<12 {
        let view = View(
          pose: "open-landscape", camera: .rearWide, window: FrameWindow(x: Double(turn) / 100, width: 0.5),
          width: 1920,
          height: 1080)
        for _ in 0..<2 { _ = Self.draw(try Self.exposure(view, at: 0, []), view, .bgra, afresh: false) }
        #expect(pictures.bytes <= RestingPictures.mostBytes)
      }
      #expect(pictures.bytes > RestingPictures.mostBytes / 2)
    }
  }
}
