import DuoCoreMedia
import DuoFoundation
import PhoneModel

/// A device's depth.
struct DepthState: Hashable, Sendable {
  /// Place in the active format's `supportedDepthDataFormats`; nil when that is empty.
  var format: Int?
  /// `.invalid` stands for the format's default.
  var minFrameDuration = CMTime.invalid
}

extension DeviceRules {
  /// The largest map in 16 bits (assumed).
  func defaultDepth(of format: Int) -> DepthState {
    guard camera.formats.indices.contains(format) else { return DepthState() }
    let sizes = camera.formats[format].depthSizes
    let largest = sizes.indices.max { sizes[$0][0] * sizes[$0][1] < sizes[$1][0] * sizes[$1][1] }
    return DepthState(format: largest.map { 2 * $0 })
  }

  /// Shortest and longest time between two maps.
  func depthRange(_ state: DeviceState) -> AVFrameRateRange? {
    guard state.depth.format != nil else { return nil }
    let format = format(state)
    return AVFrameRateRange(
      minFrameRate: format.minFrameRate, maxFrameRate: min(format.maxFrameRate, depthRate))
  }

  /// What an app reads: the shortest that is allowed until it says otherwise; `.invalid` without depth. [inferred]
  func depthFrameDuration(_ state: DeviceState) -> CMTime {
    if state.depth.minFrameDuration.isValid { return state.depth.minFrameDuration }
    return depthRange(state)?.minFrameDuration ?? .invalid
  }

  /// `.invalid` returns to the default, `.positiveInfinity` ends depth. Anything else must be inside the range of
  /// the depth format. [header]
  func checkedDepthFrameDuration(
    _ duration: CMTime, _ state: DeviceState
  ) throws(DeviceFault) -> CMTime {
    guard duration.isValid else { return .invalid }
    if duration.isPositiveInfinity { return duration }
    guard let range = depthRange(state), range.contains(duration) else {
      throw .outOfRange(
        "- the passed activeDepthDataMinFrameDuration \(duration.value):\(duration.timescale) is out of the range of "
          + "the active depth data format. Use -activeDepthDataFormat.videoSupportedFrameRateRanges to discover "
          + "valid ranges.")
    }
    return duration
  }

  /// Time between two maps as they come; nil when none come.
  func depthInterval(_ state: DeviceState) -> PhoneDuration? {
    let duration = depthFrameDuration(state)
    guard state.depth.format != nil, duration.isNumeric else { return nil }
    return PhoneDuration(seconds: duration.seconds)
  }
}
