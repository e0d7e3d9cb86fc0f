import AVFoundation

@available(iOS 17.0, *)
final class AngleMix {
  private let preview: AVCaptureVideoPreviewLayer
  private let movie = AVCaptureMovieFileOutput()
  private var coordinator: AVCaptureDevice.RotationCoordinator
  private var observation: NSKeyValueObservation?

  init(device: AVCaptureDevice, preview: AVCaptureVideoPreviewLayer) {
    self.preview = preview
    coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: preview)
  }

  func follow() {
    observation = coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.initial, .new]) { [weak self] coordinator, _ in
      self?.turn(coordinator)
    }
  }

  private func turn(_ coordinator: AVCaptureDevice.RotationCoordinator) {
    let angle = coordinator.videoRotationAngleForHorizonLevelPreview
    preview.connection?.videoRotationAngle = angle
    movie.connection(with: .video)?.videoRotationAngle = angle  // finds: one-angle-for-both
  }
}
