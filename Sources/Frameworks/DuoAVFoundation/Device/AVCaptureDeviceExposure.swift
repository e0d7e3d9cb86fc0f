import DuoCoreMedia
import DuoFoundation

// The picture's light is the world's, times what exposure time and ISO are over what the room needs; automatics take phone
// time to get there.
extension AVCaptureDevice {
  /// `.autoExpose` measures once, then becomes `.locked`. Observable. Needs the configuration lock; an
  /// unsupported mode raises `NSInvalidArgumentException`. [header]
  public var exposureMode: ExposureMode {
    get { current.exposure.mode }
    set {
      configure("setExposureMode:") { state throws(DeviceFault) in
        try rules.setExposureMode(newValue, in: &state)
      }
      if current.exposure.search != nil { meter() }
      finishExposureSearch()
    }
  }

  /// Virtual cameras have no `.custom`. [header]
  public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { rules.supports(exposureMode) }

  /// True for every camera (assumed).
  public var isExposurePointOfInterestSupported: Bool { rules.takesPictures }

  /// As `focusPointOfInterest`, for exposure.
  public var exposurePointOfInterest: CGPoint {
    get { current.exposure.point }
    set {
      configure("setExposurePointOfInterest:") { state throws(DeviceFault) in
        try rules.requirePictures("exposurePointOfInterest", "-isExposurePointOfInterestSupported")
        state.exposure.point = newValue
        state.exposure.region = nil
      }
    }
  }

  /// Observable.
  public var isAdjustingExposure: Bool { current.exposure.search != nil }

  /// Observable; read it at any time.
  public var exposureDuration: CMTime { exposureDuration(current) }
  /// Observable; read it at any time.
  public var iso: Float { Float(rules.exposure(current).iso) }
  /// Stops by which the exposure misses its goal. Observable.
  public var exposureTargetOffset: Float { Float(rules.targetOffset(current)) }
  /// Stops. Observable.
  public var exposureTargetBias: Float { current.exposure.bias }
  /// Stops, the least that `setExposureTargetBias` takes. [header]
  public var minExposureTargetBias: Float { Float(camera.traits.minExposureBias.value) }
  /// Stops, the most that `setExposureTargetBias` takes. [header]
  public var maxExposureTargetBias: Float { Float(camera.traits.maxExposureBias.value) }
  /// The f-number. Constant. [header]
  public var lensAperture: Float { Float(camera.traits.aperture.value) }

  func exposureDuration(_ state: DeviceState) -> CMTime {
    CMTime(nearest: rules.exposure(state).duration)
  }

  func activeMaxExposureDuration(_ state: DeviceState) -> CMTime {
    CMTime(nearest: rules.maxExposure(state))
  }

  /// The longest exposure that the automatic may use. Observable. Needs the configuration lock. `.invalid`
  /// returns to the default; outside the format's range it raises `NSRangeException`. Changes of format and
  /// preset reset it. [header]
  public var activeMaxExposureDuration: CMTime {
    get { activeMaxExposureDuration(current) }
    set {
      configure("setActiveMaxExposureDuration:") { state throws(DeviceFault) in
        try rules.setMaxExposure(newValue.isValid ? newValue.seconds : nil, in: &state)
      }
    }
  }

  /// Keeps the duration.
  public static let currentExposureDuration = CMTime.invalid
  /// Keeps the ISO.
  public static let currentISO = Float.greatestFiniteMagnitude
  /// Keeps the bias.
  public static let currentExposureTargetBias = Float.greatestFiniteMagnitude

  /// Exposes as told. Needs the configuration lock. Out of the format's ranges it raises `NSRangeException`;
  /// a virtual camera raises `NSInvalidArgumentException`. [header]
  /// - Parameter handler: Called in the order of the calls, with the device-clock time of the first picture.
  @preconcurrency
  public func setExposureModeCustom(
    duration: CMTime, iso ISO: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    configure("setExposureModeCustomWithDuration:ISO:completionHandler:") { state throws(DeviceFault) in
      try rules.setCustomExposure(
        duration: duration.isValid ? duration.seconds : nil,
        iso: ISO == Self.currentISO ? nil : Double(ISO), in: &state)
    }
    if let handler { handlers.add(at: nextFrame(), handler) }
  }

  /// The same; returns the time that the handler would get.
  @discardableResult
  public nonisolated(nonsending) func setExposureModeCustom(duration: CMTime, iso ISO: Float) async -> CMTime
  {
    await withCheckedContinuation { continuation in
      setExposureModeCustom(duration: duration, iso: ISO) { continuation.resume(returning: $0) }
    }
  }

  /// Makes the automatic brighter or darker, in stops. Needs the configuration lock. Out of range it raises
  /// `NSRangeException`. [header]
  /// - Parameter handler: Called in the order of the calls, with the device-clock time of the first picture.
  @preconcurrency
  public func setExposureTargetBias(
    _ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    configure("setExposureTargetBias:completionHandler:") { state throws(DeviceFault) in
      try rules.setBias(bias, in: &state)
    }
    if let handler { handlers.add(at: nextFrame(), handler) }
  }

  /// The same; returns the time that the handler would get.
  @discardableResult
  public nonisolated(nonsending) func setExposureTargetBias(_ bias: Float) async -> CMTime {
    await withCheckedContinuation { continuation in
      setExposureTargetBias(bias) { continuation.resume(returning: $0) }
    }
  }
}
