import AVFoundation

@available(iOS 27.1, *)
final class FoldWithMultiCam {
  private let session = AVCaptureMultiCamSession()  // finds: multicam-for-fold, interruption-unobserved, runtime-error-unobserved
  private let outerOutput = AVCaptureVideoDataOutput()
  private let innerOutput = AVCaptureVideoDataOutput()

  func build() throws {
    let found = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera], mediaType: .video,
      position: .front)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    for camera in found.devices {
      let input = try AVCaptureDeviceInput(device: camera)
      session.addInputWithNoConnections(input)
    }
    session.addOutputWithNoConnections(outerOutput)
    session.addOutputWithNoConnections(innerOutput)
  }
}
