@preconcurrency import AVFoundation

/// Owns the capture session. Everything that touches AVFoundation's session runs here, on its queue.
actor CaptureService {
  /// For the preview layer to show; configured only by this actor.
  nonisolated(unsafe) let session = AVCaptureSession()

  private let queue = DispatchSerialQueue(label: "capture.session")
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let videoOutput = AVCaptureVideoDataOutput()
  private let frames = FrameWatcher()
  private var input: AVCaptureDeviceInput?

  /// Streams from the camera with this identifier, and returns when its first frame has arrived.
  /// Returns nil when the camera is gone or cannot be used; the session then keeps what it had.
  func useCamera(withID uniqueID: String) async -> AVCaptureDevice? {
    guard let device = AVCaptureDevice(uniqueID: uniqueID), replaceInput(with: device) else { return nil }
    if !session.isRunning {
      session.startRunning()
    }
    await frames.firstFrame(from: uniqueID)
    return device
  }

  private func replaceInput(with device: AVCaptureDevice) -> Bool {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.outputs.isEmpty {
      videoOutput.setSampleBufferDelegate(frames, queue: frames.queue)
      if session.canAddOutput(videoOutput) {
        session.addOutput(videoOutput)
      }
    }
    let oldInput = input
    do {
      let newInput = try AVCaptureDeviceInput(device: device)
      if let oldInput {
        session.removeInput(oldInput)
      }
      if session.canAddInput(newInput) {
        session.addInput(newInput)
        input = newInput
        return true
      }
    } catch {
      print("\(device.localizedName) cannot be used: \(error)")
      return false
    }
    if let oldInput, session.canAddInput(oldInput) {
      session.addInput(oldInput)
    }
    return false
  }
}
