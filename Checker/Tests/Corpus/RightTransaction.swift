import AVFoundation

extension AVCaptureSession {
  func transaction(_ changes: (AVCaptureSession) throws -> Void) rethrows {
    beginConfiguration()
    defer { commitConfiguration() }
    try changes(self)
  }
}

final class RightTransaction {
  let session: AVCaptureSession
  var videoInput: AVCaptureDeviceInput?

  init(session: AVCaptureSession) { self.session = session }

  func replace(with device: AVCaptureDevice) throws {
    let new = try AVCaptureDeviceInput(device: device)
    session.transaction { session in
      if let videoInput { session.removeInput(videoInput) }
      if session.canAddInput(new) {
        session.addInput(new)
        videoInput = new
      } else if let videoInput {
        session.addInput(videoInput)
      }
    }
  }
}
