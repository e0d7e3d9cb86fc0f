import DuoCoreMedia
import Foundation
import PhoneModel

extension DeviceRules {
  /// Virtual cameras have no custom exposure. [header]
  func supports(_ mode: AVCaptureDevice.ExposureMode) -> Bool {
    takesPictures && (mode != .custom || camera.constituents.isEmpty)
  }

  func setExposureMode(_ mode: AVCaptureDevice.ExposureMode, in state: inout DeviceState) throws(DeviceFault)
  {
    guard supports(mode) else {
      throw .invalidArgument(
        "- the passed exposureMode \(mode.rawValue) is not supported by the device. "
          + "Use -isExposureModeSupported: to discover valid modes.")
    }
    let now = exposure(state)
    state.exposure.mode = mode
    switch mode {
    case .locked, .custom:
      state.exposure.held = now
      state.exposure.search = nil
    case .autoExpose, .continuousAutoExposure:
      state.exposure.held = nil
      state.exposure.search = newSearch(locks: mode == .autoExpose, in: &state)
    }
  }

  func endExposureSearch(_ number: Int, in state: inout DeviceState) {
    guard let search = state.exposure.search, search.number == number else { return }
    state.exposure.search = nil
    if search.locks {
      state.exposure.held = exposure(state)
      state.exposure.mode = .locked
    }
  }

  /// - Parameters:
  ///   - duration: Seconds; nil keeps it.
  ///   - iso: nil keeps it.
  func setCustomExposure(
    duration: Double?, iso: Double?, in state: inout DeviceState
  ) throws(DeviceFault) {
    guard supports(AVCaptureDevice.ExposureMode.custom) else {
      throw .invalidArgument(
        "- the passed exposureMode 3 is not supported by the device. "
          + "Use -isExposureModeSupported: to discover valid modes.")
    }
    let format = format(state)
    // Ends are compared with the rounding of the times and floats that the format itself hands out.
    if let duration, !Self.isInside(duration, format.minExposure, format.maxExposure) {
      throw .outOfRange(
        "The passed duration \(duration) is out of range [\(format.minExposure), \(format.maxExposure)]. "
          + "Use -activeFormat.minExposureDuration and -activeFormat.maxExposureDuration.")
    }
    if let iso, !Self.isInside(iso, format.minISO, format.maxISO) {
      throw .outOfRange(
        "The passed ISO \(iso) is out of range [\(format.minISO), \(format.maxISO)]. "
          + "Use -activeFormat.minISO and -activeFormat.maxISO.")
    }
    let now = exposure(state)
    state.exposure.mode = .custom
    state.exposure.search = nil
    state.exposure.held = ExposureReading(duration: duration ?? now.duration, iso: iso ?? now.iso)
    // A long custom exposure lengthens the frame. [header]
    if let duration, duration > maxFrameDuration(state).seconds {
      state.maxFrameDuration = CMTime(nearest: duration)
    }
  }

  /// An exposure that is held never leaves the format's ranges, nor lasts longer than the longest frame: a shorter one
  /// shortens it. [header]; ranges [inferred]
  func holdExposureInRange(in state: inout DeviceState) {
    guard let held = state.exposure.held, camera.formats.indices.contains(state.format) else { return }
    let format = format(state)
    let longest = max(format.minExposure, min(format.maxExposure, maxFrameDuration(state).seconds))
    state.exposure.held = ExposureReading(
      duration: min(max(held.duration, format.minExposure), longest),
      iso: min(max(held.iso, format.minISO), format.maxISO))
  }

  func setBias(_ bias: Float, in state: inout DeviceState) throws(DeviceFault) {
    try requirePictures("exposureTargetBias", "-isExposureModeSupported:")
    guard bias != AVCaptureDevice.currentExposureTargetBias else { return }
    let range = camera.traits.minExposureBias.value...camera.traits.maxExposureBias.value
    guard range.contains(Double(bias)) else {
      throw .outOfRange(
        "The passed bias \(bias) is out of range [\(range.lowerBound), \(range.upperBound)]. "
          + "Use -minExposureTargetBias and -maxExposureTargetBias.")
    }
    state.exposure.bias = bias
  }

  /// - Parameter seconds: nil returns to the automatic limit.
  func setMaxExposure(_ seconds: Double?, in state: inout DeviceState) throws(DeviceFault) {
    try requirePictures("activeMaxExposureDuration", "-isExposureModeSupported:")
    let format = format(state)
    if let seconds, !Self.isInside(seconds, format.minExposure, format.maxExposure) {
      throw .outOfRange(
        "The passed activeMaxExposureDuration \(seconds) is out of range "
          + "[\(format.minExposure), \(format.maxExposure)].")
    }
    state.exposure.maxDuration = seconds
  }

  func maxExposure(_ state: DeviceState) -> Double {
    state.exposure.maxDuration ?? min(format(state).maxExposure, maxFrameDuration(state).seconds)
  }

  /// The exposure now: what is held, or what the automatic picks for the light. The automatic prefers low
  /// ISO: it lengthens the exposure to its limit before it raises the ISO (assumed).
  func exposure(_ state: DeviceState) -> ExposureReading {
    if let held = state.exposure.held { return held }
    let format = format(state)
    let needed = neededExposure(state) * pow(2, Double(state.exposure.bias))
    let duration = min(max(needed / format.minISO, format.minExposure), maxExposure(state))
    let most = format.maxISO * (state.exposure.mayBoost ? Self.boost : 1)
    let iso = min(max(needed / duration, format.minISO), most)
    return ExposureReading(duration: duration, iso: iso)
  }

  /// Stops by which the exposure misses what the light needs, the bias included. 0 for an automatic that
  /// reaches its goal. [header]
  func targetOffset(_ state: DeviceState) -> Double {
    guard takesPictures else { return 0 }
    let now = exposure(state)
    return log2(now.duration * now.iso / neededExposure(state)) - Double(state.exposure.bias)
  }

  /// Seconds times ISO for the light now, the torch's included as far as it reaches people.
  func neededExposure(_ state: DeviceState) -> Double {
    let reach = PhotoExposure.flashReach
    let light = state.light + lamp(state) / (reach * reach)
    return camera.traits.roomExposure.value / max(light, 1e-6) * pow(2, state.exposure.spotStops)
  }

  private static func isInside(_ value: Double, _ low: Double, _ high: Double) -> Bool {
    value >= low - 1e-6 && value <= high * (1 + 1e-6) + 1e-6
  }
}
