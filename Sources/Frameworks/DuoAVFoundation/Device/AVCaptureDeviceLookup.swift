import DuoFoundation
import PhoneModel

/// Lets `AVCaptureDevice(uniqueID:)` answer with the one object of a device: an initialiser of a class always
/// makes a new object, an initialiser of a protocol may hand out an existing one.
public protocol CaptureDeviceLookup {}

extension CaptureDeviceLookup {
  /// The device with this ID, always the same object; nil when it is not connected now. [header] [inferred]
  public init?(uniqueID deviceUniqueID: String) {
    CaptureCall.note("AVCaptureDevice.init(uniqueID:)")
    guard let device = CaptureSystem.current.device(uniqueID: deviceUniqueID) as? Self else { return nil }
    self = device
  }
}

extension AVCaptureDevice: CaptureDeviceLookup {
  /// The device that is used most for a media type: for `.video` the wide camera on the back [header];
  /// without one, the first camera that can be had by default; for `.audio` the microphone.
  public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    CaptureCall.note("AVCaptureDevice.default(for:)")
    let system = CaptureSystem.current
    guard mediaType == .video else { return system.devicesByDefault.first { $0.hasMediaType(mediaType) } }
    let wide = system.devices(
      [.builtInWideAngleCamera], mediaType: .video, position: .unspecified, byDefaultOnly: true)
    return wide.first ?? system.devicesByDefault.first { $0.hasMediaType(.video) }
  }

  /// The device of a type at a position; nil when nothing matches.
  /// - Parameters:
  ///   - mediaType: nil for any.
  ///   - position: `.unspecified` for any; the back comes first.
  public class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    CaptureCall.note("AVCaptureDevice.default(_:for:position:)")
    return CaptureSystem.current.devices(
      [deviceType], mediaType: mediaType, position: position, byDefaultOnly: true
    ).first
  }

  /// Every device that can be had by default.
  @available(iOS, deprecated: 10.0)
  public class func devices() -> [AVCaptureDevice] { CaptureSystem.current.devicesByDefault }

  /// Every device of a media type that can be had by default.
  @available(iOS, deprecated: 10.0)
  public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
    CaptureSystem.current.devicesByDefault.filter { $0.hasMediaType(mediaType) }
  }
}
