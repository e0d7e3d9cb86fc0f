import AVFoundation
import DuoTesting
import Testing
import UIKit

@testable import TwoFaces

/// A tap on a preview sets focus and exposure to the place that the finger hit: in every pose, on either display.
@Suite struct TwoFacesFocusTests {
  /// A preview, as the phone's tables have it: which camera it shows, how its picture is turned and whether it is mirrored.
  struct Shown {
    var display: DisplayID
    /// Of the display's interface, in points.
    var frame: CGRect
    var camera: AVCaptureDevice.DeviceType
    /// Degrees clockwise from the camera's own picture to the one on the display.
    var angle: Double
    var isMirrored: Bool

    /// Where a place of the camera's own picture is on the display: the picture is turned about its middle, mirrored, and
    /// made as large as it has to be to leave nothing of the frame free.
    func point(of place: CGPoint, in picture: CGSize) -> CGPoint {
      let turn = angle * .pi / 180
      let (right, down) = ((place.x - 0.5) * picture.width, (place.y - 0.5) * picture.height)
      let x = (right * cos(turn) - down * sin(turn)) * (isMirrored ? -1 : 1)
      let y = right * sin(turn) + down * cos(turn)
      let width = abs(picture.width * cos(turn)) + abs(picture.height * sin(turn))
      let height = abs(picture.width * sin(turn)) + abs(picture.height * cos(turn))
      let scale = max(frame.width / width, frame.height / height)
      return CGPoint(x: frame.midX + x * scale, y: frame.midY + y * scale)
    }
  }

  static let outer = AVCaptureDevice.DeviceType.builtInOuterUltraWideCamera
  static let inner = AVCaptureDevice.DeviceType.builtInInnerUltraWideCamera
  static let rear = AVCaptureDevice.DeviceType.builtInDualWideCamera
  static let tall = CGRect(x: 0, y: 0, width: 466, height: 678)
  static let wide = CGRect(x: 0, y: 0, width: 951, height: 669)
  static let high = CGRect(x: 0, y: 0, width: 669, height: 951)
  /// Beside the fold, and above it.
  static let page = CGRect(x: 0, y: 0, width: 455.5, height: 669)
  static let screen = CGRect(x: 0, y: 0, width: 669, height: 455.5)

  @MainActor static func points(_ type: AVCaptureDevice.DeviceType) throws -> (focus: CGPoint?, CGPoint) {
    let device = try #require(find(type))
    return (
      device.isFocusPointOfInterestSupported ? device.focusPointOfInterest : nil,
      device.exposurePointOfInterest
    )
  }

  static func find(_ type: AVCaptureDevice.DeviceType) -> AVCaptureDevice? {
    AVCaptureDevice.DiscoverySession(deviceTypes: [type], mediaType: .video, position: .unspecified).devices
      .first
  }

  /// Taps three places of a preview.
  @MainActor static func focus(_ app: TestedApp, _ pose: String, _ shown: Shown) async throws -> [String] {
    let device = try #require(find(shown.camera))
    let others = [outer, inner, rear].filter { $0 != shown.camera }
    let before = try others.map(points)
    // A square sensor gives a part of its square.
    let dimensions =
      device.dynamicAspectRatio == nil
      ? device.activeFormat.formatDescription.dimensions : device.dynamicDimensions
    let picture = CGSize(width: Double(dimensions.width), height: Double(dimensions.height))
    var mismatches: [String] = []
    for (x, y) in [(0.3, 0.35), (0.6, 0.2), (0.45, 0.7)] {
      let tap = CGPoint(x: shown.frame.width * x, y: shown.frame.height * y)
      try await app.tap(x: tap.x, y: tap.y, on: shown.display)
      await app.phone.run(for: .milliseconds(100))
      let set = try points(shown.camera)
      for place in [set.focus, set.1].compactMap({ $0 }) {
        let point = shown.point(of: place, in: picture)
        // The edges of views lie on pixels, three for a point.
        if hypot(point.x - tap.x, point.y - tap.y) > 0.25 {
          mismatches.append(
            "\(pose), \(shown.display), \(shown.camera.rawValue): \(tap) became \(place), which is at \(point)"
          )
        }
      }
    }
    for (index, other) in others.enumerated() where try points(other) != before[index] {
      mismatches.append("\(pose), \(shown.display): \(other.rawValue) was set as well")
    }
    return mismatches
  }

  /// Aimed at the person: the front camera of the display that the app is on, as in a mirror.
  @MainActor static func focusOnThePerson(_ app: TestedApp) async throws -> [String] {
    let phone = app.phone
    let rows: [(pose: PhonePose, Shown)] = [
      (.closed, Shown(display: .outer, frame: tall, camera: outer, angle: 0, isMirrored: true)),
      (.openLandscape, Shown(display: .inner, frame: wide, camera: inner, angle: 90, isMirrored: true)),
      (.openPortrait, Shown(display: .inner, frame: high, camera: inner, angle: 0, isMirrored: true)),
      (.book, Shown(display: .inner, frame: page, camera: inner, angle: 90, isMirrored: true)),
      (
        .tabletopCoverFlat, Shown(display: .inner, frame: screen, camera: inner, angle: 180, isMirrored: true)
      ),
      (.tabletopRearFlat, Shown(display: .inner, frame: screen, camera: inner, angle: 0, isMirrored: true)),
      (.flipped, Shown(display: .outer, frame: tall, camera: outer, angle: 0, isMirrored: true)),
    ]
    var mismatches: [String] = []
    for (pose, shown) in rows {
      try await phone.move(to: pose)
      if pose == .flipped { try await phone.play(.moveApp(.outer)) }
      try await phone.settle()
      mismatches += try await focus(app, pose.rawValue, shown)
    }
    // Turned round: the rear camera, as in a mirror.
    try await app.tap("turn")
    try await phone.settle()
    mismatches += try await focus(
      app, "flipped, rear camera",
      Shown(display: .outer, frame: tall, camera: rear, angle: 90, isMirrored: true))
    return mismatches
  }

  /// Aimed at the scene: the rear camera on both displays, on the outer one as in a mirror.
  @MainActor static func focusOnTheScene(_ app: TestedApp) async throws -> [String] {
    let phone = app.phone
    func own(_ frame: CGRect, _ angle: Double) -> Shown {
      Shown(display: .inner, frame: frame, camera: rear, angle: angle, isMirrored: false)
    }
    func accessory(_ frame: CGRect, _ angle: Double) -> Shown {
      Shown(display: .outer, frame: frame, camera: rear, angle: angle, isMirrored: true)
    }
    let lying = CGRect(x: 0, y: 0, width: tall.height, height: tall.width)
    // From the outer display's side the phone turns the other way round; it offers no upside down.
    let turns: [(turn: Int, [Shown])] = [
      (0, [own(wide, 90), accessory(tall, 90)]), (1, [own(high, 180), accessory(lying, 180)]),
      (2, [own(wide, 270), accessory(lying, 180)]), (3, [own(high, 0), accessory(lying, 0)]),
    ]
    try await phone.move(to: .openLandscape)
    try await phone.settle()
    try await app.tap("turn")
    var mismatches: [String] = []
    for (turn, displays) in turns {
      if turn > 0 { try await phone.play(.turn(1)) }
      try await phone.settle()
      for shown in displays { mismatches += try await focus(app, "turn \(turn)", shown) }
    }
    for (pose, shown) in [(PhonePose.book, own(page, 90)), (.tabletopCoverFlat, own(screen, 0))] {
      try await phone.move(to: pose)
      try await phone.settle()
      mismatches += try await focus(app, pose.rawValue, shown)
    }
    return mismatches
  }

  @Test func ofTheCameraThatLooksAtThePerson() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(AppDelegate.self, limit: 400) { app in
        let mismatches = try await TwoFacesFocusTests.focusOnThePerson(app)
        #expect(mismatches == [], "\(mismatches.joined(separator: "\n"))")
      }
    }
  }

  @Test func ofTheRearCameraOnBothDisplays() async {
    await #expect(processExitsWith: .success) {
      await AppTest.run(AppDelegate.self, limit: 400) { app in
        let mismatches = try await TwoFacesFocusTests.focusOnTheScene(app)
        #expect(mismatches == [], "\(mismatches.joined(separator: "\n"))")
      }
    }
  }
}
