import AVFoundation

extension AVCaptureOutput {
  func mirrorAll(_ mirrored: Bool) {
    for connection in connections where connection.isVideoMirroringSupported {
      connection.isVideoMirrored = mirrored  // finds: mirror-before-automatic-off
    }
  }

  func unmirror() {
    connections.forEach {
      $0.automaticallyAdjustsVideoMirroring = false
      $0.isVideoMirrored = false  // finds: mirror-unsupported
    }
  }
}
