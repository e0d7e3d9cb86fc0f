import AVFoundation

protocol CameraEngineDelegate: AnyObject {
  func engine(_ engine: CameraEngine, didFailWith error: Error)
}

final class CameraEngine {
  weak var delegate: CameraEngineDelegate?
  let session: AVCaptureSession
  private let camera: AVCaptureDevice

  init(session: AVCaptureSession, camera: AVCaptureDevice) {
    self.session = session
    self.camera = camera
  }

  func configure(_ block: (AVCaptureDevice) throws -> Void) {
    do {
      try camera.lockForConfiguration()
      defer { camera.unlockForConfiguration() }
      try block(camera)
    } catch {
      delegate?.engine(self, didFailWith: error)
    }
  }

  func go() {
    session.startRunning()  // finds: start-on-main
  }
}
