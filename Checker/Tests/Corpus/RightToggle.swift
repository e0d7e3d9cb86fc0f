import AVFoundation
import Combine

final class RightToggle: ObservableObject {
  @Published private(set) var position: AVCaptureDevice.Position = .front

  func toggle() {
    position = position == .front ? .back : .front
  }

  var camera: AVCaptureDevice? {
    AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
  }

  var label: String {
    switch position {
    case .front: return "front"
    case .back: return "rear"
    default: return ""
    }
  }
}
