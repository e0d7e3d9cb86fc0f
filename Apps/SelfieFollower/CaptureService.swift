@preconcurrency import AVFoundation

/// Owns the capture session: everything that changes it runs here, on the actor's queue.
actor CaptureService {
  enum Failure: Error {
    case cameraIsGone
    case sessionRefusesCamera
  }

  /// For a preview layer to show. Changed by this actor only.
  nonisolated(unsafe) let session = AVCaptureSession()

  private let queue = DispatchSerialQueue(label: "capture.session")
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let videoOutput = AVCaptureVideoDataOutput()
  private let frames = FrameWatcher()
  private var input: AVCaptureDeviceInput?

  /// Streams from the camera with this identifier, and returns when its first frame is here or the task is cancelled.
  /// When it throws, the session keeps the camera that it had.
  func useCamera(withID uniqueID: String) async throws {
    guard let device = AVCaptureDevice(uniqueID: uniqueID) else { throw Failure.cameraIsGone }
    try replaceInput(with: device)
    start()
    if let connection = videoOutput.connection(with: .video) {
      await frames.firstFrame(through: ObjectIdentifier(connection))
    }
  }

  func start() {
    if !session.isRunning {
      session.startRunning()
    }
  }

  private func replaceInput(with device: AVCaptureDevice) throws {
    let newInput = try AVCaptureDeviceInput(device: device)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.outputs.isEmpty {
      videoOutput.setSampleBufferDelegate(frames, queue: frames.queue)
      if session.canAddOutput(videoOutput) {
        session.addOutput(videoOutput)
      }
    }
    if let input {
      session.removeInput(input)
    }
    guard session.canAddInput(newInput) else {
      if let input {
        session.addInput(input)
      }
      throw Failure.sessionRefusesCamera
    }
    session.addInput(newInput)
    input = newInput
  }
}
