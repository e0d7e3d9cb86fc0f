import AVFoundation

/// The front camera and its session. Everything but `session` belongs to the session queue.
final class Camera: NSObject {
  let session = AVCaptureSession()

  private let sessionQueue = DispatchQueue(label: "camera.session")
  private let frameQueue = DispatchQueue(label: "camera.frames")
  private let videoOutput = AVCaptureVideoDataOutput()
  private var isConfigured = false
  private var frameCount = 0

  /// Builds the session; `ready` gets the camera on the main queue.
  func configure(ready: @escaping (AVCaptureDevice) -> Void) {
    sessionQueue.async {
      guard !self.isConfigured,
        let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
      else { return }
      self.isConfigured = true
      self.session.beginConfiguration()
      defer { self.session.commitConfiguration() }

      do {
        let input = try AVCaptureDeviceInput(device: device)
        guard self.session.canAddInput(input) else { return }
        self.session.addInput(input)
      } catch {
        print("The front camera cannot be used: \(error)")
        return
      }
      self.videoOutput.setSampleBufferDelegate(self, queue: self.frameQueue)
      if self.session.canAddOutput(self.videoOutput) {
        self.session.addOutput(self.videoOutput)
      }
      DispatchQueue.main.async { ready(device) }
    }
  }

  func start() {
    sessionQueue.async {
      if self.isConfigured && !self.session.isRunning {
        self.session.startRunning()
      }
    }
  }
}

extension Camera: AVCaptureVideoDataOutputSampleBufferDelegate {
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    frameCount += 1
  }
}
