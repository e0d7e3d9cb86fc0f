import DuoCoreMedia
import DuoFoundation
import PhoneModel

extension AVCaptureDevice {
  /// How the device delivers pictures. Observable. Needs the configuration lock.
  ///
  /// Setting it turns the preset of the session into `.inputPriority` and returns the frame durations to
  /// their defaults; setting a preset hands the choice back to the session. A format of another device raises
  /// `NSInvalidArgumentException`. [header]
  public var activeFormat: Format {
    get { formats[current.format] }
    set {
      let index = formats.firstIndex { $0 === newValue }
      configure("setActiveFormat:", cause: .format) { state throws(DeviceFault) in
        guard let index else {
          throw .invalidArgument(
            "The activeFormat passed is not supported by the device. Use -formats to discover valid formats.")
        }
        rules.select(index, in: &state)
      }
    }
  }

  /// The shortest frame, so the highest rate. Observable. Needs the configuration lock. `.invalid` returns to
  /// the format's default; a value outside every range of the format raises `NSInvalidArgumentException`.
  /// [header] A microphone has none: `.invalid`.
  public var activeVideoMinFrameDuration: CMTime {
    get { rules.takesPictures ? rules.minFrameDuration(current) : .invalid }
    set {
      configure("setActiveVideoMinFrameDuration:") { state throws(DeviceFault) in
        state.minFrameDuration = try rules.setFrameDuration(newValue, state)
      }
    }
  }

  /// The longest frame, so the lowest rate. The same rules. A simulated camera always runs at its highest
  /// allowed rate, so this limits exposure, not the rate; an exposure that is held and longer is shortened. [header]
  public var activeVideoMaxFrameDuration: CMTime {
    get { rules.takesPictures ? rules.maxFrameDuration(current) : .invalid }
    set {
      configure("setActiveVideoMaxFrameDuration:") { state throws(DeviceFault) in
        try rules.setLongestFrame(newValue, in: &state)
      }
    }
  }

  /// Whether a session with this preset can use the device. [header]
  public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
    supportsPreset(preset.rawValue)
  }

  // MARK: Dynamic aspect ratio

  /// The part of a square sensor that is delivered; nil when the active format has a fixed ratio. Starts as
  /// the first of `activeFormat.supportedDynamicAspectRatios`. Observable. [header]
  public var dynamicAspectRatio: AspectRatio? { current.aspectRatio.map(AspectRatio.init(rawValue:)) }

  /// The size of the pictures for the ratio now, sensor's native top up; 0 x 0 when the format's ratio is
  /// fixed. Observable. [header]
  public var dynamicDimensions: CMVideoDimensions { dimensions(current) }

  func dimensions(_ state: DeviceState) -> CMVideoDimensions {
    guard state.aspectRatio != nil else { return CMVideoDimensions(width: 0, height: 0) }
    let geometry = rules.geometry(state)
    return CMVideoDimensions(width: Int32(geometry.width), height: Int32(geometry.height))
  }

  /// Changes the ratio, also while a session runs, without rebuilding it. Needs the configuration lock. A
  /// ratio that the active format does not list raises `NSInvalidArgumentException`. [header]
  /// - Parameter handler: Called in the order of the calls, with the device-clock time of the first picture
  ///   that has the new ratio; the time of the call when no session streams (assumed).
  @preconcurrency
  public func setDynamicAspectRatio(
    _ dynamicAspectRatio: AspectRatio,
    completionHandler handler: (@Sendable (CMTime, (any Error)?) -> Void)? = nil
  ) {
    let time = configure("setDynamicAspectRatio:completionHandler:") { state throws(DeviceFault) in
      try rules.setAspectRatio(dynamicAspectRatio.rawValue, in: &state)
    }
    if let handler { handlers.add(at: time) { handler($0, nil) } }
  }

  /// The same; returns the time that the handler would get.
  @discardableResult
  public nonisolated(nonsending) func setDynamicAspectRatio(
    _ dynamicAspectRatio: AspectRatio
  ) async throws -> CMTime {
    await withCheckedContinuation { continuation in
      setDynamicAspectRatio(dynamicAspectRatio) { time, _ in continuation.resume(returning: time) }
    }
  }
}
