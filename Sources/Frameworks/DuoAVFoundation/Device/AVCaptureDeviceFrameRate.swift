import DuoCoreMedia
import DuoFoundation
import PhoneModel

extension AVCaptureDevice {
  /// The rate falls in low light: formats up to 30 a second go down to 24, those up to 60 to 30 and 24. Starts false, also after
  /// a change of format. Needs the configuration lock; a format without support raises `NSInvalidArgumentException`. While true,
  /// setting a frame duration raises the same. Observable. [header]
  ///
  /// The rate falls where the automatic exposure would be noisy at the higher one (assumed).
  public var isAutoVideoFrameRateEnabled: Bool {
    get { current.adjustsFrameRate }
    set {
      configure("setAutoVideoFrameRateEnabled:") { state throws(DeviceFault) in
        guard !newValue || rules.format(state).isAutoFrameRateSupported else {
          throw .invalidArgument(
            "- the active format does not support auto video frame rate. "
              + "Use -activeFormat.isAutoVideoFrameRateSupported.")
        }
        state.adjustsFrameRate = newValue
        rules.resetFrameDurations(in: &state)
      }
    }
  }
}

extension CameraFormat {
  /// Formats of 30 and of 60 a second. [header]
  var isAutoFrameRateSupported: Bool { maxFrameRate == 30 || maxFrameRate == 60 }
}

extension DeviceRules {
  /// Frame durations to choose from in low light, short to long; nil when the rate does not adjust itself.
  func automaticFrameDuration(_ state: DeviceState) -> CMTime? {
    guard state.adjustsFrameRate, format(state).isAutoFrameRateSupported else { return nil }
    let rates: [Int32] = format(state).maxFrameRate == 60 ? [60, 30, 24] : [30, 24]
    let most = camera.traits.noiselessISO.value
    let rate = rates.first { neededExposure(state) * Double($0) <= most } ?? 24
    return CMTime(value: 1, timescale: rate)
  }

  /// A duration that the app sets, while the rate is not automatic.
  func setFrameDuration(_ duration: CMTime, _ state: DeviceState) throws(DeviceFault) -> CMTime {
    guard !state.adjustsFrameRate else {
      throw .invalidArgument("- not allowed while autoVideoFrameRateEnabled is YES")
    }
    return try checkedFrameDuration(duration, state)
  }

  /// A longest frame that is shorter than an exposure that is held shortens it. [header]
  func setLongestFrame(_ duration: CMTime, in state: inout DeviceState) throws(DeviceFault) {
    state.maxFrameDuration = try setFrameDuration(duration, state)
    holdExposureInRange(in: &state)
  }
}
