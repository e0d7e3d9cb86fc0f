import AVFoundation
import DuoTesting
import Testing
import UIKit

/// The preview of an app that draws its own is graded like any other.
@Suite struct SampleBufferPreviewTests {
  func run(
    pose: PhonePose = .closed,
    _ body: @MainActor (TestedApp, DisplayLayerSceneDelegate) async throws -> Void
  ) async {
    await AppTest.run(
      DisplayLayerAppDelegate.self, scene: DisplayLayerSceneDelegate.self, on: .duo, pose: pose
    ) { app in try await body(app, try #require(DisplayLayerSceneDelegate.current)) }
  }

  @Test func framesAsTheyWereDelivered() async {
    await #expect(processExitsWith: .success) {
      await SampleBufferPreviewTests().run { app, scene in
        #expect(try app.reading(of: .outer).previews.isEmpty)
        try scene.start(try camera(.builtInOuterUltraWideCamera), angle: 0, mirrored: true)
        try await app.phone.settle()
        try app.preview().expect(
          camera: .outerFront, faces: .person, upright: true, mirrored: true, stale: false)
        #expect(try app.preview().device != nil && app.preview().findings.isEmpty)
        #expect(scene.view.displayLayer.isReadyForDisplay && scene.view.displayLayer.status == .rendering)

        // Unmirrored, and on its side: what the report card says against it.
        try scene.start(try camera(.builtInOuterUltraWideCamera), angle: 90, mirrored: false)
        try await app.phone.settle()
        try app.preview().expect(camera: .outerFront, upright: false, mirrored: false, stale: false)
        #expect(try app.preview().findings.count == 2)

        // Another camera through the same layer.
        try scene.start(try camera(.builtInWideAngleCamera, .back), angle: 90, mirrored: false)
        try await app.phone.settle()
        try app.preview().expect(camera: .rear, faces: .away, upright: true, mirrored: false, stale: false)

        // Nobody gives it pictures any more: it holds the last one, which is old.
        scene.output.setSampleBufferDelegate(nil, queue: nil)
        try await app.phone.settle()
        try app.preview().expect(stale: true)
        scene.view.displayLayer.flushAndRemoveImage()
        #expect(try app.reading(of: .outer).previews.isEmpty)
      }
    }
  }

  /// Of a buffer of the app's own only the pixels tell, and they do.
  @Test func picturesThatTheAppDrew() async {
    await #expect(processExitsWith: .success) {
      await SampleBufferPreviewTests().run { app, scene in
        try scene.start(try camera(.builtInOuterUltraWideCamera), angle: 0, mirrored: true, copies: true)
        try await app.phone.settle()
        let reading = try app.preview()
        try reading.expect(camera: .outerFront, faces: .person, upright: true, mirrored: true, stale: false)
        #expect(reading.findings == ["rule 15: The app drew this picture itself: only its pixels tell."])
        #expect(reading.device == nil)
      }
    }
  }

  /// The app flushes, so that its preview comes back.
  @Test func backFromTheBackground() async {
    await #expect(processExitsWith: .success) {
      await SampleBufferPreviewTests().run { app, scene in
        try scene.start(try camera(.builtInOuterUltraWideCamera), angle: 0, mirrored: true)
        try await app.phone.settle()
        try await app.phone.play(.background)
        try await app.phone.settle()
        #expect(scene.view.displayLayer.requiresFlushToResumeDecoding)
        #expect(scene.view.displayLayer.status == .failed)
        try await app.phone.play(.foreground)
        try await app.phone.settle()
        try app.preview().expect(camera: .outerFront, stale: false)
        #expect(!scene.view.displayLayer.requiresFlushToResumeDecoding)
      }
    }
  }
}
