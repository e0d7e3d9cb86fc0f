import DuoCoreMedia
import DuoFoundation

// Gains amplify their colour in the picture; the neutral ones leave the room as it is.
extension AVCaptureDevice {
  /// How much each colour is amplified; the smallest is 1. [header]
  public struct WhiteBalanceGains: Hashable, Sendable {
    /// From 1 to the device's `maxWhiteBalanceGain` where they are to be set. [header]
    public var redGain, greenGain, blueGain: Float

    public init() { self.init(redGain: 0, greenGain: 0, blueGain: 0) }

    public init(redGain: Float, greenGain: Float, blueGain: Float) {
      self.redGain = redGain
      self.greenGain = greenGain
      self.blueGain = blueGain
    }
  }

  /// `.autoWhiteBalance` measures once, then becomes `.locked`. Observable. Needs the configuration lock; an
  /// unsupported mode raises `NSInvalidArgumentException`. [header]
  public var whiteBalanceMode: WhiteBalanceMode {
    get { current.whiteBalance.mode }
    set {
      configure("setWhiteBalanceMode:") { state throws(DeviceFault) in
        try rules.setWhiteBalanceMode(newValue, in: &state)
      }
      finishWhiteBalanceSearch()
    }
  }

  /// Every camera of the phone supports every mode.
  public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool {
    rules.takesPictures
  }

  /// Observable.
  public var isAdjustingWhiteBalance: Bool { current.whiteBalance.search != nil }
  /// Observable.
  public var deviceWhiteBalanceGains: WhiteBalanceGains { rules.gains(current) }
  /// The largest gain of a colour, the smallest being 1. [header]
  public var maxWhiteBalanceGain: Float { Float(camera.traits.maxWhiteBalanceGain.value) }

  /// False for virtual cameras. [header]
  public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { rules.locksWhiteBalanceAtGains }

  /// Keeps the gains.
  public static let currentWhiteBalanceGains = WhiteBalanceGains(
    redGain: .greatestFiniteMagnitude, greenGain: .greatestFiniteMagnitude,
    blueGain: .greatestFiniteMagnitude)

  /// Locks at gains. Needs the configuration lock. After dividing by the smallest each must be
  /// 1...`maxWhiteBalanceGain`, else it raises `NSRangeException`. [header]
  /// - Parameter handler: Called in the order of the calls, with the device-clock time of the first picture.
  @preconcurrency
  public func setWhiteBalanceModeLocked(
    with whiteBalanceGains: WhiteBalanceGains, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    configure("setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:") {
      state throws(DeviceFault) in
      try rules.lockWhiteBalance(at: whiteBalanceGains, in: &state)
    }
    if let handler { handlers.add(at: nextFrame(), handler) }
  }

  /// The same; returns the time that the handler would get.
  @discardableResult
  public nonisolated(nonsending) func setWhiteBalanceModeLocked(
    with whiteBalanceGains: WhiteBalanceGains
  ) async -> CMTime {
    await withCheckedContinuation { continuation in
      setWhiteBalanceModeLocked(with: whiteBalanceGains) { continuation.resume(returning: $0) }
    }
  }
}
