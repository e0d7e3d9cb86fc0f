import AVFoundation

extension AVCaptureDevice {
  var formatsWithDepth: [Format] { formats.filter { !$0.supportedDepthDataFormats.isEmpty } }
}

final class RightDepthExtension {
  let depth = AVCaptureDepthDataOutput()

  func add(to session: AVCaptureSession, from device: AVCaptureDevice) throws {
    guard let best = device.formatsWithDepth.last else { return }
    try device.lockForConfiguration()
    device.activeFormat = best
    device.unlockForConfiguration()
    session.beginConfiguration()
    if session.canAddOutput(depth) { session.addOutput(depth) }
    session.commitConfiguration()
  }
}
