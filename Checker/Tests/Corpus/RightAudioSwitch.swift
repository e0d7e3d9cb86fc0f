import AVFoundation

final class RightAudioSwitch {
  private let session: AVCaptureSession
  private var microphone: AVCaptureDeviceInput?
  private let output = AVCaptureAudioDataOutput()

  init(session: AVCaptureSession) { self.session = session }

  func use(_ device: AVCaptureDevice) throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if let microphone { session.removeInput(microphone) }
    let input = try AVCaptureDeviceInput(device: device)
    if session.canAddInput(input) { session.addInput(input) }
    if session.canAddOutput(output) { session.addOutput(output) }
    microphone = input
  }
}
