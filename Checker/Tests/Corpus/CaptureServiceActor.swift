import AVFoundation

actor CaptureServiceActor {
  enum Failure: Error { case noCamera, cannotAdd }

  let session = AVCaptureSession()  // finds: interruption-unobserved, runtime-error-unobserved
  private let photoOutput = AVCapturePhotoOutput()  // finds: compensation-left-on
  private var input: AVCaptureDeviceInput?
  private var rotation: AVCaptureDevice.RotationCoordinator?

  func prepare(_ layer: CALayer) throws {
    guard let camera = AVCaptureDevice.default(.builtInDualWideCamera, for: .video, position: .back) else {
      throw Failure.noCamera
    }
    session.beginConfiguration()
    let first = try AVCaptureDeviceInput(device: camera)
    guard session.canAddInput(first) else {
      throw Failure.cannotAdd  // finds: switch-outside-configuration
    }
    session.addInput(first)
    session.addOutput(photoOutput)
    session.commitConfiguration()
    input = first
    rotation = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: layer)  // finds: rotation-coordinator-stale
  }

  func change(to camera: AVCaptureDevice) throws {
    let next = try AVCaptureDeviceInput(device: camera)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let old = input
    if let old { session.removeInput(old) }
    guard session.canAddInput(next) else {
      if let old { session.addInput(old) }
      throw Failure.cannotAdd
    }
    session.addInput(next)
    input = next
  }

  func start() { session.startRunning() }
  func stop() { session.stopRunning() }
}
