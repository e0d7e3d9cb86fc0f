import AVFoundation
import DuoTesting
import Synchronization
import Testing
import UIKit

@Suite struct RotationCoordinatorTests {
  /// The last table of the reference, as far as one app on one phone meets it: preview and capture angle in degrees.
  @Test func closedAndOpen() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let cameras = [
          ("virtual", try camera(.builtInWideAngleCamera)),
          ("outer", try camera(.builtInOuterUltraWideCamera)),
          ("inner", try camera(.builtInInnerUltraWideCamera)),
          ("rear", try camera(.builtInDualWideCamera, .back)),
        ]
        let coordinators = cameras.map {
          ($0.0, AVCaptureDevice.RotationCoordinator(device: $0.1, previewLayer: view.previewLayer))
        }
        func angles(_ names: [String]) -> [String] {
          coordinators.filter { names.contains($0.0) }.map { name, coordinator in
            "\(name) \(Int(coordinator.videoRotationAngleForHorizonLevelPreview)) "
              + "\(Int(coordinator.videoRotationAngleForHorizonLevelCapture))"
          }
        }
        try await phone.settle()
        #expect(angles(["virtual", "outer", "rear"]) == ["virtual 0 0", "outer 0 0", "rear 90 90"])
        try await phone.move(to: .openLandscape, over: .seconds(1))
        try await phone.settle()
        #expect(
          angles(["virtual", "outer", "inner", "rear"]) == [
            "virtual 90 90", "outer 0 0", "inner 90 90", "rear 90 90",
          ])
        try await phone.move(to: .openPortrait, over: .seconds(1))
        try await phone.settle()
        #expect(
          angles(["virtual", "outer", "inner", "rear"]) == [
            "virtual 0 0", "outer 90 90", "inner 0 0", "rear 180 180",
          ])
      }
    }
  }

  @Test func anglesAreObservedOnTheMainThread() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let device = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: view.previewLayer)
        let angles = Mutex<[CGFloat]>([])
        let observation = coordinator.observe(
          \.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]
        ) { coordinator, change in
          #expect(
            Thread.isMainThread && change.newValue == coordinator.videoRotationAngleForHorizonLevelPreview)
          angles.withLock { $0.append(coordinator.videoRotationAngleForHorizonLevelPreview) }
        }
        try await phone.move(to: .openLandscape, over: .seconds(1))
        try await phone.settle()
        #expect(angles.withLock { $0 } == [0, 90])
        observation.invalidate()
        try await phone.move(to: .openPortrait)
        try await phone.settle()
        #expect(angles.withLock { $0.count } == 2)
      }
    }
  }

  @Test func previewsStandUprightWhenTheAngleIsFollowed() async {
    await #expect(processExitsWith: .success) {
      await onStage { phone, view in
        let device = try #require(
          AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
        let session = try session(device)
        let layer = view.previewLayer
        layer.videoGravity = .resizeAspectFill
        layer.session = session
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        session.startRunning()
        for pose in [PhonePose.closed, .openLandscape, .openPortrait, .book] {
          try await phone.move(to: pose, over: .milliseconds(500))
          try await phone.settle()
          layer.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
          try phone.reading(of: layer).expect(faces: .person, upright: true, mirrored: true, stale: false)
        }
      }
    }
  }
}
