import Foundation
import PhoneModel

extension DeviceRules {
  var hasAutoFocus: Bool { camera.traits.autoFocus.value != .none }

  /// A lens that cannot move is always locked.
  func supports(_ mode: AVCaptureDevice.FocusMode) -> Bool { mode == .locked || hasAutoFocus }

  /// Virtual cameras cannot lock at a chosen lens position. [header]
  var locksFocusAtPosition: Bool { hasAutoFocus && camera.constituents.isEmpty }

  func setFocusMode(_ mode: AVCaptureDevice.FocusMode, in state: inout DeviceState) throws(DeviceFault) {
    guard supports(mode) else {
      throw .invalidArgument(
        "- the passed focusMode \(mode.rawValue) is not supported by the device. "
          + "Use -isFocusModeSupported: to discover valid modes.")
    }
    state.focus.mode = mode
    state.focus.search = mode == .locked ? nil : newSearch(locks: mode == .autoFocus, in: &state)
  }

  func setFocusPoint(_ point: CGPoint, in state: inout DeviceState) throws(DeviceFault) {
    guard hasAutoFocus else {
      throw .invalidArgument(
        "- the device does not support focusPointOfInterest. Use -isFocusPointOfInterestSupported.")
    }
    state.focus.point = point
    state.focus.region = nil
  }

  func setRangeRestriction(
    _ restriction: AVCaptureDevice.AutoFocusRangeRestriction, in state: inout DeviceState
  ) throws(DeviceFault) {
    guard hasAutoFocus else {
      throw .invalidArgument(
        "- the device does not support autoFocusRangeRestriction. Use -isAutoFocusRangeRestrictionSupported.")
    }
    state.focus.rangeRestriction = restriction
  }

  /// - Parameter position: 0...1, or the constant that keeps the position. [header]
  func lockFocus(at position: Float, in state: inout DeviceState) throws(DeviceFault) {
    let keeps = position == AVCaptureDevice.currentLensPosition
    guard keeps || (0...1).contains(position) else {
      throw .outOfRange("The passed lensPosition \(position) is out of range [0, 1]")
    }
    guard keeps || locksFocusAtPosition else {
      throw .invalidArgument(
        "- the device only supports AVCaptureLensPositionCurrent. "
          + "Use -isLockingFocusWithCustomLensPositionSupported.")
    }
    if !keeps {
      state.focus.lensPosition = position
      state.focus.isEverythingSharp = false
    }
    state.focus.mode = .locked
    state.focus.search = nil
  }

  /// A search of an automatic; it ends after the camera's settling time.
  func newSearch(locks: Bool, in state: inout DeviceState) -> Search {
    state.searches += 1
    return Search(number: state.searches, locks: locks)
  }

  /// The moment at which a search has found its value.
  func endFocusSearch(_ number: Int, in state: inout DeviceState) {
    guard let search = state.focus.search, search.number == number else { return }
    state.focus.search = nil
    if search.locks { state.focus.mode = .locked }
  }
}
