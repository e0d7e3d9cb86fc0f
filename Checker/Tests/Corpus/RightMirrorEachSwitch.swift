import AVFoundation

final class RightMirrorEachSwitch {
  private let session: AVCaptureSession
  private let movieOutput = AVCaptureMovieFileOutput()
  private let queue = DispatchQueue(label: "session", qos: .userInitiated)

  init(session: AVCaptureSession) { self.session = session }

  func change(to input: AVCaptureDeviceInput, mirrored: Bool) {
    queue.async { [self] in
      session.beginConfiguration()
      let old = session.inputs
      old.forEach(session.removeInput)
      if session.canAddInput(input) {
        session.addInput(input)
      } else {
        old.forEach { session.addInput($0) }
      }
      mirror(mirrored)
      session.commitConfiguration()
    }
  }

  private func mirror(_ mirrored: Bool) {
    guard let connection = movieOutput.connection(with: .video), connection.isVideoMirroringSupported else { return }
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = mirrored
  }
}
