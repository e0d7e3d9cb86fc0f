import AVFoundation

final class ExposureHelpers {
  private let camera: AVCaptureDevice

  init(camera: AVCaptureDevice) { self.camera = camera }

  func reset() {
    if camera.isExposureModeSupported(.continuousAutoExposure) {
      camera.exposureMode = .continuousAutoExposure  // finds: unlocked-configuration
    }
    camera.setExposureTargetBias(0)  // finds: unlocked-configuration
  }
}
