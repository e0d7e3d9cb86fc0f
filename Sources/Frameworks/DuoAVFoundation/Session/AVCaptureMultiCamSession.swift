import DuoFoundation
import PhoneHardware
import PhoneModel

/// A session that several cameras feed at once. [docs]
///
/// Each camera's `activeFormat` is the app's to choose, and must be one with `isMultiCamSupported`; only sets of cameras in
/// `supportedMultiCamDeviceSets` can be added. A camera whose connections or ports are all switched off stops, and the
/// others go on. When `startRunning()` or `commitConfiguration()` returns, every preview layer shows its camera. [header]
///
/// A start with a format that is not for several cameras, or with a `hardwareCost` above 1, fails with a
/// `runtimeErrorNotification`: `AVError.unsupportedDeviceActiveFormat`, `AVError.sessionHardwareCostOverage`.
open class AVCaptureMultiCamSession: AVCaptureSession {
  public override init() {
    CaptureCall.note("AVCaptureMultiCamSession.init()")
    let system = CaptureSystem.current
    super.init(engine: SessionEngine(phone: system.phone, rights: system.rights, isMultiCam: true))
  }

  /// A session on a phone that need not be the process's own.
  package override init(on phone: any PhoneHardware, rights: CaptureRights = CaptureRights()) {
    super.init(engine: SessionEngine(phone: phone, rights: rights, isMultiCam: true))
  }

  /// Whether this phone runs several cameras at once. [header]
  public class var isMultiCamSupported: Bool {
    !MultiCam.sets(in: CaptureSystem.current.phone.description).isEmpty
  }

  /// What the configuration takes of what the phone can do for long; above 1 it grows too hot in time. The pixels of all
  /// cameras in a second count; lower their frame rates to lower it. [header]; the numbers are the description's (assumed)
  ///
  /// Above 1 the devices' `systemPressureState` rises level by level while the session runs. At `.shutdown` all sessions
  /// are interrupted; a phone that has cooled lets them go on. How long that takes is the description's (assumed).
  public var systemPressureCost: Float { engine.systemPressureCost }
}

extension AVCaptureSession {
  /// What the configuration takes of the hardware: above 1 it cannot run, and starting it fails with
  /// `AVError.sessionHardwareCostOverage`. [header]
  ///
  /// For a session of several cameras: cameras that are connected and switched on; less for 16:9 than for 4:3, less for a
  /// binned format, more for a higher maximum rate of the format, unless `videoMinFrameDurationOverride` limits it. An
  /// ordinary session costs nothing but with several video data outputs, or with one and a movie file output. [header]
  /// How much each costs is the description's (assumed).
  public var hardwareCost: Float { engine.hardwareCost }
}
