import PhoneModel

extension DeviceRules {
  func isTorchAvailable(_ state: DeviceState) -> Bool { camera.hasTorch && isCool(state) }

  /// A hot phone has neither torch nor flash.
  func isCool(_ state: DeviceState) -> Bool {
    let levels = ThermalLevel.allCases
    guard let now = levels.firstIndex(of: state.thermal),
      let limit = levels.firstIndex(of: camera.traits.torchUnavailableFrom.value)
    else { return false }
    return now < limit
  }

  func supports(_ mode: AVCaptureDevice.TorchMode) -> Bool { mode == .off || camera.hasTorch }

  func setTorchMode(_ mode: AVCaptureDevice.TorchMode, in state: inout DeviceState) throws(DeviceFault) {
    guard supports(mode) else {
      throw .invalidArgument(
        "- the passed torchMode \(mode.rawValue) is not supported by the device. "
          + "Use -isTorchModeSupported: to discover valid modes.")
    }
    state.torch = TorchState(mode: mode, level: 1)
  }

  /// Above 0, at most 1, or the constant that asks for as much as there is. 0 is refused too: the mode `off`
  /// is meant. [forum]
  func checkedTorchLevel(_ level: Float) throws(DeviceFault) -> Float {
    guard camera.hasTorch else {
      throw .invalidArgument("- the device does not have a torch. Use -hasTorch.")
    }
    if level == AVCaptureDevice.maxAvailableTorchLevel { return 1 }
    guard level > 0, level <= 1 else {
      throw .invalidArgument("- the passed torchLevel \(level) is not in the range (0, 1]")
    }
    return level
  }

  /// The automatic lights in the dark (assumed: under a tenth of the room's normal light).
  func isTorchActive(_ state: DeviceState) -> Bool { torchLevel(state) > 0 }

  /// 0 when the torch is dark.
  func torchLevel(_ state: DeviceState) -> Float {
    guard isTorchAvailable(state) else { return 0 }
    switch state.torch.mode {
    case .off: return 0
    case .on: return state.torch.level
    case .auto: return state.light < 0.1 ? 1 : 0
    }
  }
}
