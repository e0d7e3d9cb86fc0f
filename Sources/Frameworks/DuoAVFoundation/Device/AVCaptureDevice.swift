import DuoCoreMedia
import DuoFoundation
import PhoneHardware
import PhoneModel
import Synchronization

/// A camera of the phone, or its microphone.
///
/// There is one object for each unique ID as long as the device is connected. [inferred] A device that comes
/// back is a new object. [header] Every member may be called on any thread; observers are told on the thread
/// that makes the change, which for zoom movements and changes of the phone is the phone's clock.
public class AVCaptureDevice: NSObject {
  /// What this device is made of.
  package let camera: CameraDescription
  /// The phone that it belongs to.
  package let phone: any PhoneHardware
  package let authorization: CaptureAuthorization
  /// In the order of the phone's description. Order is the hardware's; do not rely on it. [header]
  public let formats: [Format]
  /// Empty for a physical camera; for a zooming device widest first. [header]
  public let constituentDevices: [AVCaptureDevice]

  /// Nil for a camera.
  let microphone: MicrophoneDescription?
  let rules: DeviceRules
  let core: Mutex<DeviceState>
  let links = Mutex(DeviceLinks())
  let handlers: CompletionQueue
  /// Made when it is asked for.
  let framingMonitor = Mutex<AVCaptureSmartFramingMonitor?>(nil)

  init(
    camera: CameraDescription, phone: any PhoneHardware, authorization: CaptureAuthorization,
    state: PhoneState, constituents: [AVCaptureDevice]
  ) {
    self.camera = camera
    self.phone = phone
    self.authorization = authorization
    let microphone = camera.id == .microphone ? phone.description.sound.microphone : nil
    self.microphone = microphone
    formats =
      microphone.map { [Format.of($0, as: camera)] }
      ?? camera.formats.map {
        Format(
          $0, autoFocus: camera.traits.autoFocus.value,
          depthRate: phone.description.sensing.depthRate.value)
      }
    constituentDevices = constituents
    rules = DeviceRules(camera: camera, depthRate: phone.description.sensing.depthRate.value)
    core = Mutex(rules.initialState(state))
    handlers = CompletionQueue(clock: phone.clock)
  }

  /// The state now.
  var current: DeviceState { core.withLock { $0 } }

  // MARK: Identity

  /// The same over reconnects, relaunches and restarts. Says nothing about the kind of camera. [header]
  public var uniqueID: String { camera.uniqueID }
  /// The same for every unit of a model. [header]
  public var modelID: String { camera.modelID }
  /// For display only. A microphone's follows the route of sound. [header]
  public var localizedName: String {
    microphone == nil
      ? camera.localizedName : AudioSystem.of(phone).route.inputs.first?.name ?? camera.localizedName
  }
  /// Always Apple here: every camera is built in. [inferred]
  public var manufacturer: String { "Apple Inc." }
  /// Constant; safe on any thread. A discovery session may find the camera under other types too. [header]
  public var deviceType: DeviceType { DeviceType(rawValue: camera.deviceType) }

  /// Where the hardware sits, never where it points. [header] [docs]
  public var position: Position {
    switch camera.position {
    case .unspecified: .unspecified
    case .back: .back
    case .front: .front
    }
  }

  /// Observable. Once false it stays false for this object. [header]
  public var isConnected: Bool { current.isConnected }

  /// Nothing suspends a camera that is part of a phone. [header]: a closed lid, for example
  public var isSuspended: Bool { false }

  /// Cameras have video only, the microphone sound only. [inferred]
  public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == medium }

  /// False for every camera that is built in. [header]
  public var isContinuityCamera: Bool { deviceType == .continuityCamera }

  /// It has constituents: zoom cameras, and the front camera of iPhone Duo. [header] [seed]
  public var isVirtualDevice: Bool { !camera.constituents.isEmpty }

  public override var description: String {
    "<AVCaptureDevice: \(localizedName) [\(uniqueID)]>"
  }

  // MARK: Configuration lock

  /// Needed before every hardware setter. Calls may nest and must be paired. ([inferred]: not documented)
  /// - Throws: `AVError.deviceNotConnected` after an unplug;
  ///   `AVError.deviceLockedForConfigurationByAnotherProcess` while another client has the camera (assumed).
  public func lockForConfiguration() throws {
    CaptureCall.note("AVCaptureDevice.lockForConfiguration")
    let takers = phone.state.takenByOthers
    guard isConnected else { throw AVError(.deviceNotConnected, userInfo: [AVErrorDeviceKey: self]) }
    guard takers.isDisjoint(with: [camera.id] + camera.constituents) else {
      throw AVError(
        .deviceLockedForConfigurationByAnotherProcess, userInfo: [AVErrorDeviceKey: self])
    }
    core.withLock { $0.locks += 1 }
  }

  /// Ends the lock. Without one it raises. [forum]
  public func unlockForConfiguration() {
    let wasLocked = core.withLock { state in
      guard state.locks > 0 else { return false }
      state.locks -= 1
      return true
    }
    if !wasLocked { DeviceFault.notLocked.raised(by: "unlockForConfiguration") }
  }
}
