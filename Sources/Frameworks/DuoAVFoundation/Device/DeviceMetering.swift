import Foundation
import PhoneHardware
import PhoneModel

// What the automatics look at: light, colour and distance of a small part of what the camera sees.
extension DeviceRules {
  /// A point in the middle stands for the whole picture; a rectangle for itself.
  static func isWhole(_ point: CGPoint, _ region: CGRect?) -> Bool {
    region == nil && point == CGPoint(x: 0.5, y: 0.5)
  }

  /// The part of the picture that a point or a rectangle of interest stands for.
  static func window(_ point: CGPoint, _ region: CGRect?) -> FrameWindow {
    let part = region ?? Self.region(around: point)
    return FrameWindow(x: part.minX, y: part.minY, width: part.width, height: part.height)
  }

  /// Middle grey as a part of white. [docs]: what a light meter takes everything for
  static let middleGrey = 0.18

  /// Stops that bring what was seen to middle grey, no more than three either way (assumed).
  static func spotStops(_ seen: SceneProbe?) -> Double {
    guard let seen else { return 0 }
    return min(max(log2(middleGrey / max(seen.luminance, 1e-4)), -3), 3)
  }
}

extension AVCaptureDevice {
  /// What the camera sees of a part of its picture now, in the world's own light and neutral colours.
  func look(at window: FrameWindow) -> SceneProbe? {
    guard rules.takesPictures, !formats.isEmpty else { return nil }
    return phone.probe(camera.id, streamConfiguration, window)
  }

  /// Meters the point of interest for an automatic exposure; the whole picture needs no look.
  func meter() {
    let now = current.exposure
    let seen =
      DeviceRules.isWhole(now.point, now.region)
      ? nil : look(at: DeviceRules.window(now.point, now.region))
    update { $0.exposure.spotStops = DeviceRules.spotStops(seen) }
  }

  /// Where the lens goes for the focus point, with what it finds there.
  func focused() {
    let (point, region) = (current.focus.point, current.focus.region)
    guard let seen = look(at: DeviceRules.window(point, region)) else { return }
    update { state in
      let distance = rules.distance(seen.depth, state.focus.rangeRestriction)
      state.focus.lensPosition = rules.lensPosition(sharpAt: distance)
      state.focus.isEverythingSharp =
        DeviceRules.isWhole(point, region) && state.focus.rangeRestriction == .none
    }
  }

  /// The phone moved, got hot, or its light or world changed: what is automatic looks again.
  func followPhone(_ change: PhoneChange) {
    let (before, after) = (change.before, change.after)
    let dims = before.light != after.light
    if dims || before.thermal != after.thermal {
      update { state in
        state.thermal = after.thermal
        state.light = after.light
        if dims, rules.takesPictures, state.exposure.mode == .continuousAutoExposure {
          state.exposure.search = rules.newSearch(locks: false, in: &state)
        }
      }
      if dims { finishExposureSearch() }
    }
    let moves = before.placement != after.placement || before.world != after.world
    guard moves, change.cause != nil, rules.takesPictures else { return }
    let state = current
    if state.exposure.mode == .continuousAutoExposure,
      !DeviceRules.isWhole(state.exposure.point, state.exposure.region)
    {
      update { $0.exposure.search = rules.newSearch(locks: false, in: &$0) }
      meter()
      finishExposureSearch()
    }
    if state.focus.mode == .continuousAutoFocus, !DeviceRules.isWhole(state.focus.point, state.focus.region) {
      update { $0.focus.search = rules.newSearch(locks: false, in: &$0) }
      finishFocusSearch()
    }
    grayWorldMayHaveChanged()
    framingMonitor.withLock { $0 }?.look()
  }
}

extension DeviceRules {
  /// The nearest distance that a restriction lets the lens go to; "near" ends and "far" begins at half a metre (assumed).
  func distance(_ seen: Double, _ restriction: AVCaptureDevice.AutoFocusRangeRestriction) -> Double {
    switch restriction {
    case .none: seen
    case .near: min(seen, 0.5)
    case .far: max(seen, 0.5)
    }
  }
}
