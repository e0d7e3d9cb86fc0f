import DuoCoreMedia
import PhoneHardware
import PhoneModel

/// Takes the sound of a connection. Called on the phone's clock, in step with the camera's frames: each buffer comes
/// when its last sample has been taken. So it must not block.
protocol SoundTaker: AnyObject, Sendable {
  func take(_ sound: SoundBuffer, through connection: AVCaptureConnection, of device: AVCaptureDevice)
  /// Sound comes through this connection from now on; nil: no more.
  func soundFlows(through connection: AVCaptureConnection?)
}
