import AVFoundation

actor RightActor {
  enum Failure: Error { case noCamera, refused }

  nonisolated let session: AVCaptureSession
  private let photoOutput = AVCapturePhotoOutput()
  private var input: AVCaptureDeviceInput?
  private var rotation: AVCaptureDevice.RotationCoordinator?

  init(session: AVCaptureSession) { self.session = session }

  func setUp() throws {
    guard let camera = AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back) else {
      throw Failure.noCamera
    }
    if photoOutput.isCameraSensorOrientationCompensationSupported {
      photoOutput.isCameraSensorOrientationCompensationEnabled = false
    }
    session.beginConfiguration()
    session.addOutput(photoOutput)
    session.commitConfiguration()
    try useCamera(camera)
  }

  func useCamera(_ camera: AVCaptureDevice) throws {
    let next = try AVCaptureDeviceInput(device: camera)
    let old = input
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if let old { session.removeInput(old) }
    guard session.canAddInput(next) else {
      if let old { session.addInput(old) }
      throw Failure.refused
    }
    session.addInput(next)
    input = next
    rotation = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: nil)
  }

  func takePhoto(_ delegate: any AVCapturePhotoCaptureDelegate) {
    if let angle = rotation?.videoRotationAngleForHorizonLevelCapture,
      let connection = photoOutput.connection(with: .video), connection.isVideoRotationAngleSupported(angle)
    {
      connection.videoRotationAngle = angle
    }
    photoOutput.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
  }

  func start() { session.startRunning() }
  func stop() { session.stopRunning() }
}
