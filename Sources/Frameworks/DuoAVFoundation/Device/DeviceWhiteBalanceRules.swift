import PhoneModel

extension DeviceRules {
  /// Virtual cameras cannot lock at chosen gains. [header]
  var locksWhiteBalanceAtGains: Bool { takesPictures && camera.constituents.isEmpty }

  /// The gains that the automatic finds.
  var neutralGains: AVCaptureDevice.WhiteBalanceGains {
    let gains = camera.traits.neutralGains.value.map(Float.init)
    return AVCaptureDevice.WhiteBalanceGains(redGain: gains[0], greenGain: gains[1], blueGain: gains[2])
  }

  func gains(_ state: DeviceState) -> AVCaptureDevice.WhiteBalanceGains {
    state.whiteBalance.held ?? neutralGains
  }

  func setWhiteBalanceMode(
    _ mode: AVCaptureDevice.WhiteBalanceMode, in state: inout DeviceState
  ) throws(DeviceFault) {
    guard takesPictures else {
      throw .invalidArgument(
        "- the passed whiteBalanceMode \(mode.rawValue) is not supported by the device. "
          + "Use -isWhiteBalanceModeSupported: to discover valid modes.")
    }
    let now = gains(state)
    state.whiteBalance.mode = mode
    switch mode {
    case .locked:
      state.whiteBalance.held = now
      state.whiteBalance.search = nil
    case .autoWhiteBalance, .continuousAutoWhiteBalance:
      state.whiteBalance.held = nil
      state.whiteBalance.search = newSearch(locks: mode == .autoWhiteBalance, in: &state)
    }
  }

  func endWhiteBalanceSearch(_ number: Int, in state: inout DeviceState) {
    guard let search = state.whiteBalance.search, search.number == number else { return }
    state.whiteBalance.search = nil
    if search.locks {
      state.whiteBalance.held = gains(state)
      state.whiteBalance.mode = .locked
    }
  }

  /// Each gain must be 1...maximum after dividing by the smallest. [header]
  func lockWhiteBalance(
    at gains: AVCaptureDevice.WhiteBalanceGains, in state: inout DeviceState
  ) throws(DeviceFault) {
    guard gains != AVCaptureDevice.currentWhiteBalanceGains else {
      try setWhiteBalanceMode(.locked, in: &state)
      return
    }
    guard locksWhiteBalanceAtGains else {
      throw .invalidArgument(
        "- the device only supports AVCaptureWhiteBalanceGainsCurrent. "
          + "Use -isLockingWhiteBalanceWithCustomDeviceGainsSupported.")
    }
    let all = [gains.redGain, gains.greenGain, gains.blueGain]
    let smallest = all.min() ?? 0
    let limit = Float(camera.traits.maxWhiteBalanceGain.value)
    guard smallest > 0, all.allSatisfy({ $0 / smallest <= limit }) else {
      throw .outOfRange(
        "The passed whiteBalanceGains \(all) are out of range [1, \(limit)]. Use -maxWhiteBalanceGain.")
    }
    state.whiteBalance.held = AVCaptureDevice.WhiteBalanceGains(
      redGain: gains.redGain / smallest, greenGain: gains.greenGain / smallest,
      blueGain: gains.blueGain / smallest)
    state.whiteBalance.mode = .locked
    state.whiteBalance.search = nil
  }
}
