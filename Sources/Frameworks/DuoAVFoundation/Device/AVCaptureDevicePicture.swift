import DuoCoreMedia
import DuoFoundation
import PhoneModel

// High dynamic range, colours, tone mapping, distortion, low light: what applies to the whole picture.
extension AVCaptureDevice {
  // MARK: High dynamic range

  /// Starts true. Needs the configuration lock. [header]
  public var automaticallyAdjustsVideoHDREnabled: Bool {
    get { current.hdr.isAutomatic }
    set {
      configure("setAutomaticallyAdjustsVideoHDREnabled:") { state throws(DeviceFault) in
        state.hdr.isAutomatic = newValue
      }
    }
  }

  /// Observable. Needs the configuration lock, the automatic turned off before, and a format that supports it, else it raises
  /// `NSGenericException`. [header] The automatic leaves it off (assumed). Light brighter than white is then pressed into the
  /// picture in place of being cut off, by a curve that the phone's description says (assumed); only the room has such light.
  public var isVideoHDREnabled: Bool {
    get { rules.isVideoHDREnabled(current) }
    set {
      configure("setVideoHDREnabled:") { state throws(DeviceFault) in
        try rules.setVideoHDR(newValue, in: &state)
      }
    }
  }

  // MARK: Colours

  /// Which colours the buffers' numbers mean. Starts as the narrowest of the format, also after a change of format; a session
  /// chooses it unless its `automaticallyConfiguresCaptureDeviceForWideColor` is off. Needs the configuration lock; a space that
  /// the format does not list raises `NSInvalidArgumentException`. [header] Buffers, photos and movies follow it, and movies end and
  /// photos fail that were begun with another. [header] Previews show the same colours in any space; with HLG their
  /// highlights are as with video HDR.
  public var activeColorSpace: AVCaptureColorSpace {
    get { rules.colorSpace(current) }
    set {
      configure("setActiveColorSpace:") { state throws(DeviceFault) in
        try rules.setColorSpace(newValue, in: &state)
      }
    }
  }

  // MARK: Tone mapping, distortion

  /// No format of the phone supports it: false, and true raises `NSGenericException`. [header]
  public var isGlobalToneMappingEnabled: Bool {
    get { false }
    set {
      configure("setGlobalToneMappingEnabled:") { _ throws(DeviceFault) in
        guard !newValue else {
          throw DeviceFault(
            name: .generic,
            reason: "- the active format does not support global tone mapping. "
              + "Use -activeFormat.isGlobalToneMappingSupported.")
        }
      }
    }
  }

  /// No lens of a simulated phone bends lines: there is nothing to correct.
  public var isGeometricDistortionCorrectionSupported: Bool { false }

  /// False; true raises `NSInvalidArgumentException`. [inferred]
  public var isGeometricDistortionCorrectionEnabled: Bool {
    get { false }
    set {
      configure("setGeometricDistortionCorrectionEnabled:") { _ throws(DeviceFault) in
        guard !newValue else {
          throw .invalidArgument(
            "- the device does not support it. Use -isGeometricDistortionCorrectionSupported.")
        }
      }
    }
  }

  // MARK: Low light

  /// As the phone's description says.
  public var isLowLightBoostSupported: Bool { camera.traits.boostsInLowLight.value }

  /// The camera amplifies beyond the format's highest ISO, since the light is too low for that. Observable. [header]
  public var isLowLightBoostEnabled: Bool { rules.isBoosting(current) }

  /// Starts false. Needs the configuration lock; without support it raises `NSInvalidArgumentException`. [header]
  public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
    get { current.exposure.mayBoost }
    set {
      configure("setAutomaticallyEnablesLowLightBoostWhenAvailable:") { state throws(DeviceFault) in
        guard isLowLightBoostSupported else {
          throw .invalidArgument(
            "- the device does not support low light boost. Use -isLowLightBoostSupported.")
        }
        state.exposure.mayBoost = newValue
      }
    }
  }
}

struct VideoHDRState: Hashable, Sendable {
  var isAutomatic = true
  var isEnabled = false
}

extension DeviceRules {
  func isVideoHDREnabled(_ state: DeviceState) -> Bool {
    !camera.formats.isEmpty && !state.hdr.isAutomatic && state.hdr.isEnabled
      && format(state).isVideoHDRSupported
  }

  func setVideoHDR(_ value: Bool, in state: inout DeviceState) throws(DeviceFault) {
    guard !state.hdr.isAutomatic else {
      throw DeviceFault(
        name: .generic, reason: "- not allowed while automaticallyAdjustsVideoHDREnabled is YES")
    }
    guard !value || format(state).isVideoHDRSupported else {
      throw DeviceFault(
        name: .generic,
        reason: "- the active format does not support video HDR. Use -activeFormat.isVideoHDRSupported.")
    }
    state.hdr.isEnabled = value
  }

  func colorSpace(_ state: DeviceState) -> AVCaptureColorSpace {
    guard camera.formats.indices.contains(state.format) else { return .sRGB }
    return state.colorSpace ?? format(state).colorSpaces[0]
  }

  func setColorSpace(_ space: AVCaptureColorSpace, in state: inout DeviceState) throws(DeviceFault) {
    guard format(state).colorSpaces.contains(space) else {
      throw .invalidArgument(
        "- the passed colorSpace \(space.rawValue) is not supported by the active format. "
          + "Use -activeFormat.supportedColorSpaces.")
    }
    state.colorSpace = space
  }

  /// How much above the highest ISO the boost goes: one stop (assumed).
  static let boost = 2.0

  func isBoosting(_ state: DeviceState) -> Bool {
    guard state.exposure.mayBoost, state.exposure.held == nil, !camera.formats.isEmpty else { return false }
    return exposure(state).iso > format(state).maxISO * 1.0001
  }
}

extension CameraFormat {
  /// Formats of 8 bits that the sensor reads no faster than 30 times a second: it takes two exposures for each (assumed). Those
  /// of 10 bits always have the wide range and never say so. [header]
  var isVideoHDRSupported: Bool { !pixelFormat.hasPrefix("x") && maxFrameRate <= 30 }

  /// Narrow to wide, as other iPhones list them (assumed): Apple Log, of both versions, is for the formats of ProRes.
  var colorSpaces: [AVCaptureColorSpace] {
    switch pixelFormat {
    case "x420": [.HLG_BT2020]
    case "x422": [.sRGB, .P3_D65, .HLG_BT2020, .appleLog, .appleLog2]
    default: [.sRGB, .P3_D65]
    }
  }
}
