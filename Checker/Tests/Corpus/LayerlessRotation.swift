import AVFoundation

@available(iOS 17.0, *)
struct LayerlessRotation {
  let layer: AVCaptureVideoPreviewLayer

  func apply(_ device: AVCaptureDevice) {
    let rotation = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)  // finds: rotation-coordinator-stale
    let angle = rotation.videoRotationAngleForHorizonLevelPreview
    if layer.connection?.isVideoRotationAngleSupported(angle) == true {
      layer.connection?.videoRotationAngle = angle
    }
  }
}
