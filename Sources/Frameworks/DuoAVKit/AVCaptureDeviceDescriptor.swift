import DuoAVFoundation
import Foundation
import PhoneModel

/// Names a camera without opening or reserving it; free to cross threads and actors. [docs]
///
/// Make the device with `AVCaptureDevice(uniqueID:)`, which returns nil when the camera has gone since.
/// Two descriptors are equal when they are the same object. [header]
public final class AVCaptureDeviceDescriptor: NSObject, Sendable {
  /// The camera's own, the same at each launch; `AVCaptureDevice(uniqueID:)` takes it. [docs]
  public let uniqueID: String
  /// The kind of camera, as of the device. [docs]
  public let deviceType: AVCaptureDevice.DeviceType
  /// For display only.
  public let localizedName: String
  /// What the camera delivers: video. [docs]
  public let mediaTypes: Set<AVMediaType>
  /// Where the camera sits, not where it points.
  public let position: AVCaptureDevice.Position

  init(_ camera: CameraDescription) {
    uniqueID = camera.uniqueID
    deviceType = AVCaptureDevice.DeviceType(rawValue: camera.deviceType)
    localizedName = camera.localizedName
    mediaTypes = [.video]
    position =
      switch camera.position {
      case .unspecified: .unspecified
      case .back: .back
      case .front: .front
      }
  }
}
