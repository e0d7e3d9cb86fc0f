import DuoCoreMedia
import DuoFoundation
import Synchronization

/// Feeds a session from a device. Safe on any thread.
public class AVCaptureDeviceInput: AVCaptureInput {
  /// The device that was opened. [docs]
  public let device: AVCaptureDevice
  private let portStore = Mutex<[Handed<Port>]>([])
  let extras = DeviceInputExtras()

  /// Opens the device. While the person has not decided, the question is put to them, and pictures stay black
  /// until they say yes. [header]
  /// - Throws: `AVError.deviceNotConnected` after an unplug, `.applicationIsNotAuthorizedToUseDevice` when
  ///   the person or a restriction forbids it, `.deviceInUseByAnotherApplication` while another client has
  ///   the camera. [header] [docs]
  public init(device: AVCaptureDevice) throws {
    self.device = device
    super.init()
    CaptureCall.note("AVCaptureDeviceInput.init(device:)")
    try Self.open(device)
    portStore.withLock { $0 = makePorts().map { Handed($0) } }
    makeHiddenPorts()
    device.register(self)
  }

  private static func open(_ device: AVCaptureDevice) throws {
    let about: [String: Any] = [AVErrorDeviceKey: device, AVErrorMediaTypeKey: device.medium.rawValue]
    guard device.isConnected else { throw AVError(.deviceNotConnected, userInfo: about) }
    switch device.authorization.status(for: device.medium) {
    case .denied, .restricted: throw AVError(.applicationIsNotAuthorizedToUseDevice, userInfo: about)
    case .notDetermined: device.authorization.request(device.medium) { _ in }
    case .authorized: break
    }
    let takers = device.phone.state.takenByOthers
    guard takers.isDisjoint(with: [device.camera.id] + device.camera.constituents) else {
      throw AVError(.deviceInUseByAnotherApplication, userInfo: about)
    }
  }

  /// The picture, what is recognised in it, and depth where a format has it. [docs] [inferred]
  private func makePorts() -> [Port] {
    let hasDepth = device.formats.contains { !$0.supportedDepthDataFormats.isEmpty }
    let types: [AVMediaType] =
      device.hasMediaType(.audio) ? [.audio] : [.video, .metadataObject] + (hasDepth ? [.depthData] : [])
    return types.map {
      Port(
        input: self, mediaType: $0, sourceDeviceType: device.deviceType,
        sourceDevicePosition: device.position)
    }
  }

  public override var ports: [Port] { portStore.withLock { $0 }.map(\.value) }

  /// Tells the picture's or the sound's port what the device delivers now.
  func refreshFormatDescription() {
    for port in ports where port.mediaType == .audio {
      port.setFormatDescription(device.isAttachedToSession ? device.activeFormat.formatDescription : nil)
    }
    guard device.hasMediaType(.video) else { return }
    let description = device.isAttachedToSession ? device.deliveredFormatDescription : nil
    for port in ports(for: .video, sourceDeviceType: nil, sourceDevicePosition: .unspecified) {
      port.setFormatDescription(description)
    }
  }
}
