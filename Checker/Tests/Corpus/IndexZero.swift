import AVFoundation

struct IndexZero {
  var devices: [AVCaptureDevice] {
    AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera, .builtInTelephotoCamera], mediaType: .video, position: .back
    ).devices
  }

  func first() throws -> AVCaptureDeviceInput {
    let camera = AVCaptureDevice.DiscoverySession(deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .back).devices.first!  // finds: device-forced
    return try AVCaptureDeviceInput(device: camera)
  }
}
