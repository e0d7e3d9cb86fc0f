import DuoCoreMedia
import DuoFoundation
import PhoneModel

extension PhoneDescription {
  /// The capture device of this name, the microphone among them.
  func captureDevice(_ id: CameraID) -> CameraDescription? { captureDevices.first { $0.id == id } }

  /// What searches go through: cameras, then the microphone.
  var captureDevices: [CameraDescription] {
    let prefix = "AVCaptureSessionPreset"
    let presets = AVCaptureSession.Preset.all.map { String($0.rawValue.dropFirst(prefix.count)) }
    return cameras + (sound.microphone.map { [$0.captureDevice(presets: presets)] } ?? [])
  }
}

extension DeviceRules {
  /// False for a microphone, which can focus or expose nothing.
  var takesPictures: Bool { camera.id != .microphone }
}

extension AVCaptureDevice {
  /// The kind of media that the device is for.
  var medium: AVMediaType { microphone == nil ? .video : .audio }
}

extension AVCaptureDevice.Format {
  /// What a microphone delivers.
  static func of(_ microphone: MicrophoneDescription, as device: CameraDescription) -> AVCaptureDevice.Format
  {
    AVCaptureDevice.Format(
      device.formats[0], sound: CMFormatDescription(sound: microphone.sampleRate.value, channels: 1))
  }
}
