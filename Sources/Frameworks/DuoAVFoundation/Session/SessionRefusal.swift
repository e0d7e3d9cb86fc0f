/// Why a session refuses a change, with the words of Apple's exception where they are known.
enum SessionRefusal: Error, Equatable, Sendable {
  case inputAlreadyAdded
  case inputInOtherSession
  case secondInputOfItsKind
  case presetNotSupported(input: String, preset: String)
  case presetLacksACamera(preset: String)
  case outputAlreadyAdded
  case outputInOtherSession
  case secondOutputOfItsKind(String)
  case outputsExclude(String, String)
  case connectionAlreadyAdded
  case connectionInOtherSession
  case connectionWithoutOutput
  case connectionWithoutInput
  case connectionOfWrongMedia(String, String)
  case connectionTaken(String)
  case camerasCannotRunTogether([String])
  case presetOfSeveralCameras(String)
  case constituentOutsideMultiCam
  case constituentNotTaken(String)

  /// The reason as the exception states it, without the method's name. Texts of the first four and of
  /// `secondOutputOfItsKind` are Apple's [forum]; the others are ours, since nobody has published them.
  var text: String {
    switch self {
    case .inputAlreadyAdded:
      "An AVCaptureInput instance may not be added more than once to a session"
    case .inputInOtherSession:
      "An AVCaptureInput instance may not be added to more than one session"
    case .secondInputOfItsKind:
      "Multiple audio/video AVCaptureInputs are not currently supported"
    case .presetNotSupported(let input, let preset):
      "Can't add \(input) because the device does not support \(preset) - "
        + "Use -[AVCaptureDevice supportsAVCaptureSessionPreset:]"
    case .presetLacksACamera(let preset):
      "\(preset) is not supported by the session's camera - Use -[AVCaptureSession canSetSessionPreset:]"
    case .outputAlreadyAdded:
      "An AVCaptureOutput instance may not be added more than once to a session"
    case .outputInOtherSession:
      "An AVCaptureOutput instance may not be added to more than one session"
    case .secondOutputOfItsKind(let name):
      "Cannot add output <\(name)> to capture session <AVCaptureSession> because more than one output of "
        + "the same type is unsupported."
    case .outputsExclude(let name, let other):
      "Cannot add output <\(name)> to capture session <AVCaptureSession> because it already has <\(other)>."
    case .connectionAlreadyAdded:
      "An AVCaptureConnection instance may not be added more than once to a session"
    case .connectionInOtherSession:
      "An AVCaptureConnection instance may not be added to more than one session"
    case .connectionWithoutOutput:
      "Can't add a connection whose output or preview layer is not in the session"
    case .connectionWithoutInput:
      "Can't add a connection whose input is not in the session"
    case .connectionOfWrongMedia(let media, let name):
      "Can't add a connection of media type \(media) to <\(name)>"
    case .connectionTaken(let name):
      "Can't add a second connection of its media type to <\(name)>"
    case .camerasCannotRunTogether(let cameras):
      "These cameras cannot run together: \(cameras.joined(separator: ", ")) - "
        + "Use -[AVCaptureDeviceDiscoverySession supportedMultiCamDeviceSets]"
    case .presetOfSeveralCameras(let preset):
      "\(preset) is not supported by AVCaptureMultiCamSession, whose preset is always "
        + "AVCaptureSessionPresetInputPriority"
    case .constituentOutsideMultiCam:
      "A port of a constituent device may only be connected in an AVCaptureMultiCamSession"
    case .constituentNotTaken(let name):
      "<\(name)> takes no port of a constituent device"
    }
  }
}
