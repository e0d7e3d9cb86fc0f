import DuoFoundation
import Foundation
import PhoneModel

extension AVCaptureDevice {
  /// The zoom factors at which a zooming device goes to its next camera: one fewer than its constituents.
  /// Empty for physical devices [header], and for a device that chooses by display, whose cameras no zoom
  /// factor selects (assumed).
  public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] {
    camera.switchOverZoomFactors.value.map { NSNumber(value: $0) }
  }

  /// The camera that feeds a virtual device; nil for a physical one, and until a session with it runs.
  /// Observable. [header]
  public var activePrimaryConstituent: AVCaptureDevice? { constituent(current) }

  func constituent(_ state: DeviceState) -> AVCaptureDevice? {
    constituentDevices.first { $0.camera.id == state.activeConstituent }
  }

  /// `.auto` on zooming devices, `.unsupported` on all others. Observable. [header]; the pair of front
  /// cameras that follows the display counts as unsupported (assumed).
  public var primaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
    current.switching
  }

  /// Empty unless restricted. Observable.
  public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
    PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { current.switchingConditions }

  /// The behaviour in force: no output has one of its own. Observable. [header]
  public var activePrimaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
    current.switching
  }

  public var activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
    PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  { current.switchingConditions }

  /// Needs the configuration lock. Raises `NSInvalidArgumentException` where it is unsupported, and for
  /// conditions beside any behaviour but `.restricted`. `.locked` raises `minAvailableVideoZoomFactor` to the
  /// active camera's factor. [header]
  ///
  /// The simulated phone chooses the camera by zoom factor always, so this limits the zoom and changes
  /// nothing else.
  public func setPrimaryConstituentDeviceSwitchingBehavior(
    _ switchingBehavior: PrimaryConstituentDeviceSwitchingBehavior,
    restrictedSwitchingBehaviorConditions: PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
  ) {
    configure(
      "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:"
    ) { state throws(DeviceFault) in
      try rules.setSwitching(
        switchingBehavior, conditions: restrictedSwitchingBehaviorConditions, in: &state)
    }
  }
}

extension DeviceRules {
  func setSwitching(
    _ behavior: AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior,
    conditions: AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions,
    in state: inout DeviceState
  ) throws(DeviceFault) {
    guard camera.switching == .followsZoom, behavior != .unsupported else {
      throw .invalidArgument("- the device does not support constituent device switching behavior")
    }
    guard conditions.isEmpty || behavior == .restricted else {
      throw .invalidArgument(
        "- restrictedSwitchingBehaviorConditions must be empty unless the behavior is "
          + "AVCapturePrimaryConstituentDeviceSwitchingBehaviorRestricted")
    }
    state.switching = behavior
    state.switchingConditions = conditions
    state.zoom.factor = clampedZoom(state.zoom.factor, state)
  }
}
