import DuoFoundation
import PhoneHardware
import PhoneModel

extension AVCaptureDevice {
  /// A search for devices. Device types are mandatory, so that new hardware never appears by surprise.
  /// [header]
  public class DiscoverySession: NSObject {
    let deviceTypes: [DeviceType]
    let mediaType: AVMediaType?
    let position: Position
    private let system: CaptureSystem
    var phone: any PhoneHardware { system.phone }

    /// - Parameters:
    ///   - deviceTypes: What to look for; the order is the order of the result.
    ///   - mediaType: nil for any.
    ///   - position: `.unspecified` for any.
    public convenience init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      CaptureCall.note("AVCaptureDevice.DiscoverySession.init(deviceTypes:mediaType:position:)")
      self.init(
        deviceTypes: deviceTypes, mediaType: mediaType, position: position, system: .current)
    }

    package init(
      deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position, system: CaptureSystem
    ) {
      self.deviceTypes = deviceTypes
      self.mediaType = mediaType
      self.position = position
      self.system = system
      super.init()
      system.register(self)
    }

    /// The devices that are connected at the moment of the call. Ordered by the device types, and by the raw
    /// value of the position inside one type. A device is listed once. Observable. [header]
    public var devices: [AVCaptureDevice] {
      system.devices(deviceTypes, mediaType: mediaType, position: position)
    }

    func announceIfChanged(from old: [AVCaptureDevice], to new: [AVCaptureDevice]) {
      if !old.elementsEqual(new, by: ===) { announce(\.devices, old: old, new: new) }
    }
  }
}

extension AVCaptureDevice.DiscoverySession: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureDevice.DiscoverySession
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureDevice.DiscoverySession>] { [\.devices] }
}
