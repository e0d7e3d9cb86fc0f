import AVFoundation

/// The front camera and its session.
///
/// `@unchecked` because the session is changed on its own queue only, and the counts on the frames' queue only.
final class Camera: NSObject, @unchecked Sendable {
  let session = AVCaptureSession()
  /// Nil on a device without a front camera.
  let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)

  private let sessionQueue = DispatchQueue(label: "camera.session")
  private let frameQueue = DispatchQueue(label: "camera.frames")
  private let videoOutput = AVCaptureVideoDataOutput()
  private var isConfigured = false
  private var frameCount = 0
  private var droppedCount = 0

  /// Starts the session, and builds it the first time. `configured` learns, before the camera starts, whether that
  /// was possible.
  func start(configured: @escaping @MainActor @Sendable (Bool) -> Void) {
    sessionQueue.async {
      self.isConfigured = self.isConfigured || self.configure()
      let isConfigured = self.isConfigured
      DispatchQueue.main.async { configured(isConfigured) }
      if isConfigured && !self.session.isRunning {
        self.session.startRunning()
      }
    }
  }

  func stop() {
    sessionQueue.async {
      self.session.stopRunning()
      self.frameQueue.async { print("\(self.frameCount) frames, \(self.droppedCount) dropped") }
    }
  }

  private func configure() -> Bool {
    guard let device else { return false }
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    do {
      let input = try AVCaptureDeviceInput(device: device)
      guard session.canAddInput(input) else { return false }
      session.addInput(input)
    } catch {
      print("\(device.localizedName) cannot be used: \(error)")
      return false
    }
    videoOutput.setSampleBufferDelegate(self, queue: frameQueue)
    if session.canAddOutput(videoOutput) {
      session.addOutput(videoOutput)
    }
    return true
  }
}

extension Camera: AVCaptureVideoDataOutputSampleBufferDelegate {
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    frameCount += 1
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    droppedCount += 1
  }
}
