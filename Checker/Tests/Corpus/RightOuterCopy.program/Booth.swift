import AVFoundation
import Observation

@MainActor @Observable final class Booth {
  let layer = AVCaptureVideoPreviewLayer()
  func takePhoto() {}
  func startTimer() {}
}
