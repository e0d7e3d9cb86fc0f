import AVFoundation
import UIKit

final class NotificationOrientation {
  private let layer: AVCaptureVideoPreviewLayer
  private var token: (any NSObjectProtocol)?

  init(layer: AVCaptureVideoPreviewLayer) {
    self.layer = layer
    token = NotificationCenter.default.addObserver(
      forName: UIDevice.orientationDidChangeNotification, object: nil, queue: .main
    ) { [weak layer] _ in
      guard let connection = layer?.connection, connection.isVideoOrientationSupported else { return }
      connection.videoOrientation = UIDevice.current.orientation == .landscapeLeft ? .landscapeRight : .portrait  // finds: legacy-orientation
    }
  }
}
