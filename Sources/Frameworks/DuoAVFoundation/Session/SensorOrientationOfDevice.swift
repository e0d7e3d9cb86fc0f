import PhoneModel

extension SensorOrientation {
  /// From where the device's camera is mounted; a virtual device has the mount of its first constituent.
  init(of device: AVCaptureDevice) { self.init(of: device.camera.id, in: device.phone.description) }

  init(of camera: CameraID, in phone: PhoneDescription) {
    let upright = RotationAngles.relative(camera, to: .portrait, in: phone)
    let turnedOnce = RotationAngles.relative(camera, to: .landscapeLeft, in: phone)
    self.init(portrait: upright, sense: turnedOnce == upright + 1 ? 1 : -1)
  }
}

extension AVCaptureDevice {
  /// The angle at which a data output's connection to this device starts.
  var defaultDataAngle: QuarterTurns {
    guard position == .front else { return 0 }
    return QuarterTurns(phone.description.policy.compatibilityRotation.value / 90)
  }
}
