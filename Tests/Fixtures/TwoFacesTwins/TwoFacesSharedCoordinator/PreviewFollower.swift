import AVFoundation
import AVKit
import UIKit

/// Keeps one preview upright and mirrored as its own viewer expects it. Every display has one of its own: the same camera
/// faces the viewer of one display and turns its back on the viewer of the other.
@MainActor
final class PreviewFollower {
  private let view: PreviewView
  private static var directionCoordinator: AVCaptureDeviceDirectionCoordinator?
  private var rotationCoordinator: AVCaptureDevice.RotationCoordinator?
  private var observation: NSKeyValueObservation?
  private var camera: AVCaptureDeviceDescriptor?

  /// - Parameter onDirections: called with every new map, the first one included.
  init(_ view: PreviewView, onDirections: ((AVCaptureDeviceDirectionMap) -> Void)? = nil) {
    self.view = view
    if Self.directionCoordinator != nil { return }
    Self.directionCoordinator = AVCaptureDeviceDirectionCoordinator(
      view: view, deviceTypes: CameraModel.deviceTypes
    ) { [weak self] map in
      onDirections?(map)
      // Not here: the session must be left alone while directions are reported.
      Task { self?.updateMirroring() }
    }
  }

  /// Degrees by which a photo is to be turned now to be level.
  var captureAngle: CGFloat { rotationCoordinator?.videoRotationAngleForHorizonLevelCapture ?? 0 }

  /// The session streams from this camera now.
  func follow(_ camera: AVCaptureDeviceDescriptor) {
    self.camera = camera
    updateMirroring()
    guard let device = AVCaptureDevice(uniqueID: camera.uniqueID) else { return }
    let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: view.previewLayer)
    rotationCoordinator = coordinator
    observation = coordinator.observe(
      \.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]
    ) { [weak self] _, change in
      guard let angle = change.newValue else { return }
      MainActor.assumeIsolated { self?.turn(to: angle) }
    }
  }

  private func turn(to angle: CGFloat) {
    guard let connection = view.previewLayer.connection, connection.isVideoRotationAngleSupported(angle)
    else { return }
    connection.videoRotationAngle = angle
  }

  /// A camera that looks at this display's viewer is shown as in a mirror, whichever side of the phone it is on.
  private func updateMirroring() {
    guard let camera, let connection = view.previewLayer.connection, connection.isVideoMirroringSupported
    else { return }
    let forward = Self.directionCoordinator?.deviceDirections.forwardFacingDeviceDescriptors ?? []
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = forward.contains { $0.uniqueID == camera.uniqueID }
  }
}
