import AVFoundation

enum RightDepthFormat {
  static func best(for device: AVCaptureDevice) -> AVCaptureDevice.Format? {
    device.activeFormat.supportedDepthDataFormats
      .filter { CMFormatDescriptionGetMediaSubType($0.formatDescription) == kCVPixelFormatType_DepthFloat16 }
      .max { $0.formatDescription.dimensions.width < $1.formatDescription.dimensions.width }
  }

  static func apply(to device: AVCaptureDevice) throws {
    guard let format = best(for: device) else { return }
    try device.lockForConfiguration()
    device.activeDepthDataFormat = format
    device.unlockForConfiguration()
  }
}
