import Foundation
import PhoneModel

extension DeviceRules {
  func maxZoom(_ state: DeviceState) -> Double {
    camera.formats.indices.contains(state.format) ? max(1, camera.formats[state.format].maxZoom) : 1
  }

  /// A zooming device that is locked to a camera cannot go below the factor at which that camera takes over.
  /// [header]
  func minAvailableZoom(_ state: DeviceState) -> Double {
    guard state.switching == .locked, let constituent = state.activeConstituent else { return 1 }
    return min(Self.factor(of: constituent, in: camera), maxZoom(state))
  }

  func maxAvailableZoom(_ state: DeviceState) -> Double { maxZoom(state) }

  func clampedZoom(_ factor: Double, _ state: DeviceState) -> Double {
    min(max(factor, minAvailableZoom(state)), maxAvailableZoom(state))
  }

  /// Below 1 or above the format's maximum is an error; between these and the available range it is clamped.
  /// [header]
  func checkedZoom(_ factor: Double, _ state: DeviceState) throws(DeviceFault) -> Double {
    guard factor >= 1, factor <= maxZoom(state) else {
      throw .outOfRange(
        "The passed videoZoomFactor \(factor) is out of range [1, \(maxZoom(state))]. "
          + "Use -activeFormat.videoMaxZoomFactor to discover the valid range.")
    }
    return clampedZoom(factor, state)
  }

  /// Sets the factor at once and ends a movement. [header]
  func setZoom(_ factor: Double, in state: inout DeviceState) throws(DeviceFault) {
    state.zoom.factor = try checkedZoom(factor, state)
    state.zoom.ramp = nil
  }

  /// Starts a movement from where the zoom is now. Rate 0 cancels; the sign does not matter. [header] An infinite rate is
  /// there at once, and one that is no number cancels (assumed).
  func startRamp(
    to factor: Double, rate: Double, at time: PhoneTime, in state: inout DeviceState
  ) throws(DeviceFault) {
    let target = try checkedZoom(factor, state)
    let number = state.zoom.movements + 1
    state.zoom.movements = number
    guard rate != 0, rate.isFinite, target != state.zoom.factor else {
      if rate.isInfinite { state.zoom.factor = target }
      state.zoom.ramp = nil
      return
    }
    state.zoom.ramp = ZoomRamp(
      from: state.zoom.factor, to: target, rate: abs(rate), start: time, number: number)
  }

  /// Moves the zoom to where a movement is at `time`; ends the movement when it has arrived.
  func advanceRamp(to time: PhoneTime, in state: inout DeviceState) {
    guard let ramp = state.zoom.ramp else { return }
    let growth = pow(2, ramp.rate * (time - ramp.start).seconds)
    let isGrowing = ramp.to > ramp.from
    let factor = isGrowing ? ramp.from * growth : ramp.from / growth
    let hasArrived = isGrowing ? factor >= ramp.to : factor <= ramp.to
    state.zoom.factor = hasArrived ? ramp.to : factor
    if hasArrived { state.zoom.ramp = nil }
  }
}

extension DeviceRules {
  /// One over the factor at which the wide camera takes over. A constituent of a zooming camera counts in
  /// that camera's factors: an ultra wide that switches at 2 shows half of what people call 1x. [header]
  static func displayZoomMultiplier(of camera: CameraDescription, among cameras: [CameraDescription])
    -> Double
  {
    if camera.switching == .followsZoom { return 1 / factorOfWide(in: camera, among: cameras) }
    guard
      let zooming = cameras.first(where: {
        $0.switching == .followsZoom && $0.constituents.contains(camera.id)
      })
    else { return 1 }
    return factor(of: camera.id, in: zooming) / factorOfWide(in: zooming, among: cameras)
  }

  /// The zoom factor of a zooming camera at which a constituent's whole view is shown.
  static func factor(of constituent: CameraID, in zooming: CameraDescription) -> Double {
    guard let index = zooming.constituents.firstIndex(of: constituent), index > 0 else { return 1 }
    return zooming.switchOverZoomFactors.value.indices.contains(index - 1)
      ? zooming.switchOverZoomFactors.value[index - 1] : 1
  }

  private static func factorOfWide(in zooming: CameraDescription, among cameras: [CameraDescription])
    -> Double
  {
    let wide = zooming.constituents.first { id in
      cameras.contains { $0.id == id && $0.deviceType == "AVCaptureDeviceTypeBuiltInWideAngleCamera" }
    }
    return wide.map { factor(of: $0, in: zooming) } ?? 1
  }
}
