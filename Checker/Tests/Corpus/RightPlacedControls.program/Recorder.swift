import AVFoundation

@MainActor final class Recorder {
  let layer = AVCaptureVideoPreviewLayer()
  func toggle() {}
}
