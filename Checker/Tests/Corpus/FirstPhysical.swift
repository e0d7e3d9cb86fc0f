import AVFoundation

@available(iOS 27.1, *)
struct FirstPhysical {
  func selfieCamera() -> AVCaptureDevice? {
    let discovery = AVCaptureDevice.DiscoverySession(  // finds: facing-from-position
      deviceTypes: [.builtInInnerUltraWideCamera, .builtInOuterUltraWideCamera], mediaType: .video,
      position: .front)
    return discovery.devices.first
  }
}
