import AVFoundation
import UIKit

/// Keeps its rotation coordinator and both observations as long as the camera is in use.
@available(iOS 17.0, *)
final class RightKeptObservations: NSObject {
  private struct Following {
    let coordinator: AVCaptureDevice.RotationCoordinator
    let observations: [NSKeyValueObservation]
  }

  private var following: Following?

  func follow(_ device: AVCaptureDevice, preview: AVCaptureVideoPreviewLayer, output: AVCaptureMovieFileOutput) {
    let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: preview)
    following = Following(
      coordinator: coordinator,
      observations: [
        coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]) { coordinator, _ in
          preview.connection?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelPreview
        },
        coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.initial, .new]) { coordinator, _ in
          output.connection(with: .video)?.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelCapture
        },
      ])
  }
}
