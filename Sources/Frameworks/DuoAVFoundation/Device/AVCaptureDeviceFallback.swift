import DuoFoundation
import PhoneModel

extension AVCaptureDevice {
  /// The cameras that a virtual device may take where its first choice cannot see (too dark, too near): all of its own (assumed).
  /// Empty for a physical device. [header]
  public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] { constituentDevices }

  /// Starts as all that are supported. Needs the configuration lock; a device that is not supported raises
  /// `NSInvalidArgumentException`. Observable. [header] The simulated phone chooses by zoom or display alone, which always sees.
  public var fallbackPrimaryConstituentDevices: [AVCaptureDevice] {
    get { fallbacks(current) }
    set {
      let ids = newValue.map(\.camera.id)
      configure("setFallbackPrimaryConstituentDevices:") { state throws(DeviceFault) in
        guard ids.allSatisfy(camera.constituents.contains) else {
          throw .invalidArgument(
            "- a passed device is not in supportedFallbackPrimaryConstituentDevices")
        }
        state.fallbacks = ids
      }
    }
  }

  func fallbacks(_ state: DeviceState) -> [AVCaptureDevice] {
    guard let chosen = state.fallbacks else { return constituentDevices }
    return chosen.compactMap { id in constituentDevices.first { $0.camera.id == id } }
  }
}
