import AVFoundation

protocol Mirroring: AnyObject {
  func apply(mirrored: Bool)
}

final class MirrorWrongOrder: Mirroring {
  private let layer: AVCaptureVideoPreviewLayer

  init(_ layer: AVCaptureVideoPreviewLayer) { self.layer = layer }

  func apply(mirrored: Bool) {
    guard let connection = layer.connection else { return }
    guard connection.isVideoMirroringSupported else { return }
    connection.isVideoMirrored = mirrored  // finds: mirror-before-automatic-off
    connection.automaticallyAdjustsVideoMirroring = false
  }
}
