import DuoCoreMedia
import DuoFoundation

// Everything is sharp until the app locks the lens somewhere, or focuses on a point: what is nearer or farther is blurred
// then as the lens' opening says.
extension AVCaptureDevice {
  /// `.autoFocus` searches once, then becomes `.locked`. Observable. Needs the configuration lock; an
  /// unsupported mode raises `NSInvalidArgumentException`. [header]
  public var focusMode: FocusMode {
    get { current.focus.mode }
    set {
      configure("setFocusMode:") { state throws(DeviceFault) in
        try rules.setFocusMode(newValue, in: &state)
      }
      finishFocusSearch()
    }
  }

  /// A camera with a fixed lens supports `.locked` only.
  public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { rules.supports(focusMode) }

  /// True where the lens moves. [inferred]
  public var isFocusPointOfInterestSupported: Bool { rules.hasAutoFocus }

  /// (0, 0) top left, (1, 1) bottom right of the picture with the sensor's native top up. Has no effect until
  /// `focusMode` is set again. Observable. Needs the configuration lock; without support it raises
  /// `NSInvalidArgumentException`. [header]
  public var focusPointOfInterest: CGPoint {
    get { current.focus.point }
    set {
      configure("setFocusPointOfInterest:") { state throws(DeviceFault) in
        try rules.setFocusPoint(newValue, in: &state)
      }
    }
  }

  /// Observable.
  public var isAdjustingFocus: Bool { current.focus.search != nil }

  /// True where the lens moves. [inferred]
  public var isAutoFocusRangeRestrictionSupported: Bool { rules.hasAutoFocus }

  /// Needs the configuration lock; without support it raises `NSInvalidArgumentException`. [header]
  public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
    get { current.focus.rangeRestriction }
    set {
      configure("setAutoFocusRangeRestriction:") { state throws(DeviceFault) in
        try rules.setRangeRestriction(newValue, in: &state)
      }
    }
  }

  /// 0 nearest, 1 furthest. Observable. [header]
  public var lensPosition: Float { current.focus.lensPosition }

  /// False for virtual cameras and fixed lenses.
  public var isLockingFocusWithCustomLensPositionSupported: Bool { rules.locksFocusAtPosition }

  /// Keeps the lens where it is.
  public static let currentLensPosition = Float.greatestFiniteMagnitude

  /// Moves the lens and locks the focus. Needs the configuration lock. Out of 0...1 it raises
  /// `NSRangeException`. [header]
  /// - Parameter handler: Called in the order of the calls, with the device-clock time of the first picture.
  @preconcurrency
  public func setFocusModeLocked(
    lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    configure("setFocusModeLockedWithLensPosition:completionHandler:") { state throws(DeviceFault) in
      try rules.lockFocus(at: lensPosition, in: &state)
    }
    if let handler { handlers.add(at: nextFrame(), handler) }
  }

  /// The same; returns the time that the handler would get.
  @discardableResult
  public nonisolated(nonsending) func setFocusModeLocked(lensPosition: Float) async -> CMTime {
    await withCheckedContinuation { continuation in
      setFocusModeLocked(lensPosition: lensPosition) { continuation.resume(returning: $0) }
    }
  }

  /// Millimetres; -1 when unknown. [header]
  public var minimumFocusDistance: Int { camera.traits.minimumFocusDistance.value }
}

extension AVCaptureDevice.Format {
  /// How a format's sensor finds focus; `.none` for a fixed lens.
  public enum AutoFocusSystem: Int, Hashable, Sendable {
    case none = 0
    case contrastDetection = 1
    case phaseDetection = 2
  }
}
