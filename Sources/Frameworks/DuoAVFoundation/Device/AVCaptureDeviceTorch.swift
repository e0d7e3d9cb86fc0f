import DuoFoundation

// The torch lights what the camera sees, near things most. It is on while a session uses the camera only.
extension AVCaptureDevice {
  /// Whether the camera has a lamp beside it. [docs]
  public var hasTorch: Bool { camera.hasTorch }
  /// False on a hot phone. Observable.
  public var isTorchAvailable: Bool { rules.isTorchAvailable(current) }
  /// Observable.
  public var isTorchActive: Bool { rules.isTorchActive(current) }
  /// 0...1; 0 when dark. Observable.
  public var torchLevel: Float { rules.torchLevel(current) }

  /// `.off` always, the others where there is a torch. [docs]
  public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { rules.supports(torchMode) }

  /// Observable. Needs the configuration lock; an unsupported mode raises `NSInvalidArgumentException`.
  /// [header]
  public var torchMode: TorchMode {
    get { current.torch.mode }
    set {
      configure("setTorchMode:") { state throws(DeviceFault) in
        try rules.setTorchMode(newValue, in: &state)
      }
    }
  }

  /// As bright as the torch can be now.
  public static let maxAvailableTorchLevel = Float.greatestFiniteMagnitude

  /// Lights the torch. Needs the configuration lock. Outside 0...1, and at exactly 0 [forum], it raises
  /// `NSInvalidArgumentException`. [header]
  /// - Throws: `AVError.torchLevelUnavailable` when the phone is too hot.
  public func setTorchModeOn(level torchLevel: Float) throws {
    let isAvailable = isTorchAvailable
    configure("setTorchModeOnWithLevel:error:") { state throws(DeviceFault) in
      let level = try rules.checkedTorchLevel(torchLevel)
      if isAvailable { state.torch = TorchState(mode: .on, level: level) }
    }
    if !isAvailable { throw AVError(.torchLevelUnavailable, userInfo: [AVErrorDeviceKey: self]) }
  }

  /// A session begins or ends using the camera, or its format changes: the torch goes out, whatever lit it. [forum]
  func resetTorch() {
    guard current.torch.mode != .off else { return }
    update { $0.torch = TorchState() }
  }

  /// Whether photos can be lit. [docs]
  public var hasFlash: Bool { camera.hasFlash }
  /// False on a hot phone. Observable.
  public var isFlashAvailable: Bool { isFlashAvailable(current) }

  func isFlashAvailable(_ state: DeviceState) -> Bool {
    hasFlash && rules.isCool(state)
  }

  /// `.off` always, the others where there is a flash. [docs]
  @available(iOS, deprecated: 10.0)
  public func isFlashModeSupported(_ flashMode: FlashMode) -> Bool { flashMode == .off || hasFlash }

  /// Says whether the flash fires for a still image output. Ignored by photo outputs, as on iOS: their settings have a
  /// flash mode of their own. Needs the configuration lock; an unsupported mode raises `NSInvalidArgumentException`.
  /// [header]
  @available(iOS, deprecated: 10.0)
  public var flashMode: FlashMode {
    get { current.flashMode }
    set {
      configure("setFlashMode:") { state throws(DeviceFault) in
        guard newValue == .off || camera.hasFlash else {
          throw .invalidArgument(
            "- the passed flashMode \(newValue.rawValue) is not supported by the device. "
              + "Use -isFlashModeSupported: to discover valid modes.")
        }
        state.flashMode = newValue
      }
    }
  }
}
