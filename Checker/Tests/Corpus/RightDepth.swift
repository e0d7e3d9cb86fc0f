import AVFoundation

final class RightDepth: NSObject {
  private let photoOutput: AVCapturePhotoOutput
  private let depthOutput = AVCaptureDepthDataOutput()

  init(photoOutput: AVCapturePhotoOutput) { self.photoOutput = photoOutput }

  func update() {
    photoOutput.isDepthDataDeliveryEnabled = photoOutput.isDepthDataDeliverySupported
  }

  func stream(from device: AVCaptureDevice, into session: AVCaptureSession) {
    guard !device.activeFormat.supportedDepthDataFormats.isEmpty else { return }
    session.beginConfiguration()
    if session.canAddOutput(depthOutput) { session.addOutput(depthOutput) }
    session.commitConfiguration()
  }

  func settings() -> AVCapturePhotoSettings {
    let settings = AVCapturePhotoSettings()
    settings.isDepthDataDeliveryEnabled = photoOutput.isDepthDataDeliveryEnabled
    settings.embedsDepthDataInPhoto = false
    return settings
  }
}
