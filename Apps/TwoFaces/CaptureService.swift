@preconcurrency import AVFoundation

/// Owns the capture session: everything that changes it runs here, on the actor's queue.
actor CaptureService {
  enum Failure: Error {
    case cameraIsGone
    case sessionRefusesCamera
  }

  /// For preview layers to show. Changed by this actor only.
  nonisolated(unsafe) let session = AVCaptureSession()

  private let queue = DispatchSerialQueue(label: "capture.session")
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let photoOutput = AVCapturePhotoOutput()
  private let videoOutput = AVCaptureVideoDataOutput()
  private let frames = FrameWatcher()
  private var input: AVCaptureDeviceInput?
  /// The output holds its delegates weakly.
  private var receivers: [Int64: PhotoReceiver] = [:]

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
      session.sessionPreset = .photo
      videoOutput.setSampleBufferDelegate(frames, queue: frames.queue)
      for output in [videoOutput, photoOutput] as [AVCaptureOutput] where session.canAddOutput(output) {
        session.addOutput(output)
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
    if let largest = device.activeFormat.supportedMaxPhotoDimensions.last {
      photoOutput.maxPhotoDimensions = largest
    }
    // Photos are turned by the rotation coordinator's angle alone.
    if photoOutput.isCameraSensorOrientationCompensationSupported {
      photoOutput.isCameraSensorOrientationCompensationEnabled = false
    }
  }

  // MARK: Photos

  /// Returns the file when it is finished. The photo is turned by `angle` degrees to be level.
  @discardableResult
  func takePhoto(angle: CGFloat) async throws -> Data {
    if let connection = photoOutput.connection(with: .video), connection.isVideoRotationAngleSupported(angle)
    {
      connection.videoRotationAngle = angle
    }
    let settings = AVCapturePhotoSettings()
    settings.maxPhotoDimensions = photoOutput.maxPhotoDimensions
    defer { receivers[settings.uniqueID] = nil }
    return try await withCheckedThrowingContinuation { continuation in
      let receiver = PhotoReceiver { continuation.resume(with: $0) }
      receivers[settings.uniqueID] = receiver
      photoOutput.capturePhoto(with: settings, delegate: receiver)
    }
  }

  /// - Parameter point: in the camera's own space, as a preview layer converts it.
  func focus(at point: CGPoint) {
    guard let device = input?.device else { return }
    do {
      try device.lockForConfiguration()
    } catch {
      return
    }
    defer { device.unlockForConfiguration() }
    if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
      device.focusPointOfInterest = point
      device.focusMode = .autoFocus
    }
    if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
      device.exposurePointOfInterest = point
      device.exposureMode = .continuousAutoExposure
    }
  }
}
