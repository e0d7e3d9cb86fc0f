import DuoFoundation

extension AVCaptureSession {
  /// Whether the app may use its camera while another app is on the display too: with the background mode `voip`, or
  /// the entitlement `com.apple.developer.avfoundation.multitasking-camera-access`. Observable; it never changes while
  /// an app runs. [header]
  public var isMultitaskingCameraAccessSupported: Bool { engine.rights.hasMultitaskingCameraAccess }

  /// Asks for it: then a layout with several apps does not interrupt the session. False at first, true with the
  /// entitlement. Observable. [header]
  ///
  /// It counts from the next start on: set it before the session starts [header]; a change while it runs waits
  /// [inferred]. Setting true where it is not supported raises `NSInvalidArgumentException`. [header]; name of the
  /// exception [inferred]
  public var isMultitaskingCameraAccessEnabled: Bool {
    get { engine.wantsMultitaskingCameraAccess }
    set {
      CaptureCall.note("AVCaptureSession.isMultitaskingCameraAccessEnabled")
      guard !newValue || isMultitaskingCameraAccessSupported else {
        raise(
          .invalidArgument,
          "*** -[AVCaptureSession setMultitaskingCameraAccessEnabled:] Multitasking camera access is not supported - "
            + "Use -isMultitaskingCameraAccessSupported")
      }
      let old = engine.setWantsMultitaskingCameraAccess(newValue)
      if old != newValue { announce(\.isMultitaskingCameraAccessEnabled, old: old, new: newValue) }
    }
  }
}
