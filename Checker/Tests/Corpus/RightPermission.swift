import AVFoundation

/// Asks, then starts on the queue that the answer comes on.
final class RightPermission {
  private let session: AVCaptureSession
  private let sessionQueue = DispatchQueue(label: "permission.session")

  init(session: AVCaptureSession) { self.session = session }

  func begin(completion: @escaping (Bool) -> Void) {
    switch AVCaptureDevice.authorizationStatus(for: .video) {
    case .authorized:
      sessionQueue.async {
        self.session.startRunning()
        DispatchQueue.main.async { completion(true) }
      }
    case .notDetermined:
      sessionQueue.suspend()
      AVCaptureDevice.requestAccess(for: .video) { granted in
        self.sessionQueue.resume()
        DispatchQueue.main.async { completion(granted) }
      }
    default:
      completion(false)
    }
  }
}
