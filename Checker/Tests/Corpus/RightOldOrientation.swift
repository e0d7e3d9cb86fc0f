import AVFoundation
import UIKit

/// videoOrientation only where nothing newer exists.
final class RightOldOrientation {
  private var coordinator: Any?

  func turn(_ output: AVCapturePhotoOutput, _ device: AVCaptureDevice) {
    guard let connection = output.connection(with: .video) else { return }
    if #available(iOS 26.0, *) {
      let rotation = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
      coordinator = rotation
      output.isCameraSensorOrientationCompensationEnabled = false
      connection.videoRotationAngle = rotation.videoRotationAngleForHorizonLevelCapture
    } else if connection.isVideoOrientationSupported {
      connection.videoOrientation = .portrait
    }
  }
}
