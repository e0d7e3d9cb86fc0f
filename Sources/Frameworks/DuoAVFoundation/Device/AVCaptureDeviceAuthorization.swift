import DuoFoundation

extension AVCaptureDevice {
  /// Whether the person lets the app use the camera or the microphone. Any other media type raises
  /// `NSInvalidArgumentException`. [header]
  public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    requireAuthorizable(mediaType, "authorizationStatusForMediaType:")
    return CaptureSystem.current.authorization.status(for: mediaType)
  }

  /// Asks the person, once; later calls answer with the stored choice. Does not block. Any media type but
  /// `.video` and `.audio` raises `NSInvalidArgumentException` [header]; a missing usage text in the app's
  /// Info.plist ends the app. [docs]
  /// - Parameter handler: Called on an arbitrary queue.
  @preconcurrency
  public class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    requireAuthorizable(mediaType, "requestAccessForMediaType:completionHandler:")
    CaptureSystem.current.authorization.request(mediaType, handler)
  }

  /// The same; returns the person's answer.
  public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    await withCheckedContinuation { continuation in
      requestAccess(for: mediaType) { continuation.resume(returning: $0) }
    }
  }

  private class func requireAuthorizable(_ mediaType: AVMediaType, _ selector: String) {
    if mediaType == .video || mediaType == .audio { return }
    raise(
      .invalidArgument,
      "*** +[AVCaptureDevice \(selector)] Invalid media type \(mediaType.rawValue): "
        + "only AVMediaTypeVideo and AVMediaTypeAudio are supported")
  }
}
