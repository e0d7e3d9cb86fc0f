import AVFoundation

final class BurstCapture: NSObject {
  private let output: AVCapturePhotoOutput
  private var pictures: [Data] = []

  init(_ output: AVCapturePhotoOutput) {
    self.output = output
  }

  func burst(of count: Int) {
    pictures.removeAll()
    let settings = AVCapturePhotoSettings()
    settings.photoQualityPrioritization = .speed
    for _ in 0..<count {
      output.capturePhoto(with: settings, delegate: self)  // finds: photo-settings-reused
    }
  }
}

extension BurstCapture: AVCapturePhotoCaptureDelegate {
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    if let data = photo.fileDataRepresentation() { pictures.append(data) }
  }
}
