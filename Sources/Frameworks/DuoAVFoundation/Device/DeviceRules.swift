import DuoCoreMedia
import DuoFoundation
import PhoneHardware
import PhoneModel

/// What a device decides, as functions on its state. No locks, no callbacks, no clock.
struct DeviceRules: Sendable {
  let camera: CameraDescription
  /// The frame rate ranges of each format, in the order of the description.
  let ranges: [AVFrameRateRange]

  /// Depth maps in a second at most.
  let depthRate: Double

  init(
    camera: CameraDescription, depthRate: Double = SensingDescription.usual.depthRate.value
  ) {
    self.camera = camera
    self.depthRate = depthRate
    ranges = camera.formats.map {
      AVFrameRateRange(minFrameRate: $0.minFrameRate, maxFrameRate: $0.maxFrameRate)
    }
  }

  /// A device before anybody touched it: the format of the default preset, or the first.
  func initialState(_ phone: PhoneState) -> DeviceState {
    var state = DeviceState()
    state.thermal = phone.thermal
    state.light = phone.light
    state.focus.mode = hasAutoFocus ? .continuousAutoFocus : .locked
    state.switching = camera.switching == .followsZoom ? .auto : .unsupported
    select(formatFor(preset: "High") ?? 0, in: &state)
    state.picture = picture(state)
    return state
  }

  func format(_ state: DeviceState) -> CameraFormat { camera.formats[state.format] }

  // MARK: Formats and presets

  /// - Parameter preset: Raw value of the preset without its prefix.
  func formatFor(preset: String) -> Int? { camera.formats.firstIndex { $0.presets.contains(preset) } }

  /// Makes a format active. Frame durations and the longest exposure return to the format's default, the
  /// aspect ratio to its first. [header] The zoom and an exposure that is held stay as far as the format allows (assumed).
  func select(_ format: Int, in state: inout DeviceState) {
    state.format = format
    resetFrameDurations(in: &state)
    state.depth = defaultDepth(of: format)
    state.exposure.maxDuration = nil
    state.torch = TorchState()
    state.colorSpace = nil
    state.adjustsFrameRate = false
    state.focus.region = nil
    state.exposure.region = nil
    state.aspectRatio =
      camera.formats.indices.contains(format) ? camera.formats[format].aspectRatios.first : nil
    state.zoom.ramp = nil
    state.zoom.factor = clampedZoom(state.zoom.factor, state)
  }

  /// An exposure that is held follows the format and its usual longest frame.
  func resetFrameDurations(in state: inout DeviceState) {
    state.minFrameDuration = .invalid
    state.maxFrameDuration = .invalid
    holdExposureInRange(in: &state)
  }

  // MARK: Frame durations

  /// 30 frames a second where the format can, else its fastest rate (assumed: what iPhones are seen to do).
  func defaultFrameDuration(_ state: DeviceState) -> CMTime {
    guard ranges.indices.contains(state.format) else { return .invalid }
    let range = ranges[state.format]
    let usual = CMTime(value: 1, timescale: 30)
    return range.contains(usual) ? usual : range.minFrameDuration
  }

  func minFrameDuration(_ state: DeviceState) -> CMTime {
    if let automatic = automaticFrameDuration(state) { return automatic }
    return state.minFrameDuration.isValid ? state.minFrameDuration : defaultFrameDuration(state)
  }

  func maxFrameDuration(_ state: DeviceState) -> CMTime {
    if let automatic = automaticFrameDuration(state) { return automatic }
    return state.maxFrameDuration.isValid ? state.maxFrameDuration : defaultFrameDuration(state)
  }

  /// `.invalid` returns to the default; anything else must be inside a range of the format. [header]
  /// A minimum longer than the maximum is accepted: apps set the two one after the other.
  func checkedFrameDuration(_ duration: CMTime, _ state: DeviceState) throws(DeviceFault) -> CMTime {
    guard duration.isValid else { return .invalid }
    guard takesPictures, ranges.indices.contains(state.format), ranges[state.format].contains(duration) else {
      throw .invalidArgument(
        "- the passed activeFrameDuration \(duration.value):\(duration.timescale) is not supported by the device. "
          + "Use -activeFormat.videoSupportedFrameRateRanges to discover valid ranges.")
    }
    return duration
  }

  // MARK: Dynamic aspect ratio

  func setAspectRatio(_ ratio: String, in state: inout DeviceState) throws(DeviceFault) {
    guard format(state).aspectRatios.contains(ratio) else {
      throw .invalidArgument(
        "- the passed dynamicAspectRatio \(ratio) is not supported by the active format. "
          + "Use -activeFormat.supportedDynamicAspectRatios to discover valid aspect ratios.")
    }
    state.aspectRatio = ratio
  }

  func geometry(_ state: DeviceState) -> FormatGeometry {
    FormatGeometry(format(state), ratio: state.aspectRatio)
  }

  // MARK: What the hardware is asked for

  /// The camera runs at its highest allowed rate, but for a custom exposure that is longer than such a frame. [inferred]
  func stream(_ state: DeviceState) -> StreamConfiguration {
    let geometry = geometry(state)
    var frame = minFrameDuration(state).seconds
    if state.exposure.mode == .custom, let held = state.exposure.held {
      frame = max(frame, min(held.duration, ranges[state.format].maxFrameDuration.seconds))
    }
    return StreamConfiguration(
      width: geometry.width, height: geometry.height, fieldOfView: geometry.fieldOfView,
      zoom: state.zoom.factor, frameDuration: PhoneDuration(seconds: frame), settings: settings(state)
    )
  }
}
