import AVFoundation

/// The camera at a position, and its session.
///
/// `@unchecked` because the session is changed on its own queue only.
final class Camera: @unchecked Sendable {
  let session = AVCaptureSession()
  private let sessionQueue = DispatchQueue(label: "camera.session")

  /// Streams from the first camera at the position. `ready` gets it, or nil if it cannot be used.
  func use(
    _ position: AVCaptureDevice.Position, ready: @escaping @MainActor @Sendable (AVCaptureDevice?) -> Void
  ) {
    sessionQueue.async {
      let id = self.replaceInput(withCameraAt: position)
      if id != nil && !self.session.isRunning {
        self.session.startRunning()
      }
      DispatchQueue.main.async { ready(id.flatMap(AVCaptureDevice.init(uniqueID:))) }
    }
  }

  private func replaceInput(withCameraAt position: AVCaptureDevice.Position) -> String? {
    let types: [AVCaptureDevice.DeviceType] =
      position == .front
      ? [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera, .builtInWideAngleCamera]
      : [.builtInDualWideCamera, .builtInWideAngleCamera]
    let discovery = AVCaptureDevice.DiscoverySession(
      deviceTypes: types, mediaType: .video, position: position)
    guard let device = discovery.devices.first, let input = try? AVCaptureDeviceInput(device: device) else {
      return nil
    }
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let oldInput = session.inputs.first
    if let oldInput {
      session.removeInput(oldInput)
    }
    if session.canAddInput(input) {
      session.addInput(input)
      return device.uniqueID
    }
    if let oldInput {
      session.addInput(oldInput)
    }
    return nil
  }
}
