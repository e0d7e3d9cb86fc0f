import AVFoundation
import QuartzCore

@available(iOS 17.0, *)
final class WeakCoordinator: NSObject {
  private weak var rotation: AVCaptureDevice.RotationCoordinator?

  func watch(_ camera: AVCaptureDevice, shownIn layer: CALayer) {
    rotation = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: layer)  // finds: coordinator-not-kept
    if let angle = rotation?.videoRotationAngleForHorizonLevelCapture {
      print("turn by", angle)
    }
  }
}
