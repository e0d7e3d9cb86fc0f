import PhoneModel

// Automatics take phone time to settle.
extension AVCaptureDevice {
  /// Ends the search that a setter began, after the camera's settling time.
  func finishFocusSearch() {
    guard let number = current.focus.search?.number else { return }
    focused()
    let usual = camera.traits.focusSettles.value
    settle(after: current.focus.isSmooth ? usual + usual : usual) { $0.endFocusSearch(number, in: &$1) }
  }

  func finishExposureSearch() {
    guard let number = current.exposure.search?.number else { return }
    settle(after: camera.traits.exposureSettles.value) { $0.endExposureSearch(number, in: &$1) }
  }

  func finishWhiteBalanceSearch() {
    guard let number = current.whiteBalance.search?.number else { return }
    settle(after: camera.traits.whiteBalanceSettles.value) { $0.endWhiteBalanceSearch(number, in: &$1) }
  }

  private func settle(
    after delay: PhoneDuration, _ end: @escaping @Sendable (DeviceRules, inout DeviceState) -> Void
  ) {
    let device = Handed(WeakDevice(self))
    phone.clock.schedule(after: delay) {
      guard let device = device.value.device else { return }
      device.update { end(device.rules, &$0) }
    }
  }
}
