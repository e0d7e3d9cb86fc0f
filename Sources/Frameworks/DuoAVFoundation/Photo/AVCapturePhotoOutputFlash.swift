import DuoFoundation
import Foundation

// Flash.
extension AVCapturePhotoOutput {
  /// `.off`, and with a flash the others; empty outside a session with a camera. [header]
  public var supportedFlashModes: [AVCaptureDevice.FlashMode] {
    capabilities.flashModes.compactMap { AVCaptureDevice.FlashMode(rawValue: $0) }
  }

  /// Cameras with a flash. [header]
  public var isAutoRedEyeReductionSupported: Bool { capabilities.redEye }

  /// Whether a photo with the watched settings would be lit. False unless `photoSettingsForSceneMonitoring` is set.
  /// Observable. [header]
  public var isFlashScene: Bool {
    guard let mode = feed.state.withLock({ $0.watchedFlash }), let device, device.isFlashAvailable else {
      return false
    }
    switch AVCaptureDevice.FlashMode(rawValue: mode) {
    case .on: return true
    case .auto: return device.isDark
    case .off, nil: return false
    }
  }

  /// What `isFlashScene` is about; nil at first: nothing. Copied. A flash mode that is not supported raises
  /// `NSInvalidArgumentException`. [header]
  public var photoSettingsForSceneMonitoring: AVCapturePhotoSettings? {
    get {
      guard let mode = feed.state.withLock({ $0.watchedFlash }) else { return nil }
      let settings = AVCapturePhotoSettings()
      settings.flashMode = AVCaptureDevice.FlashMode(rawValue: mode) ?? .off
      return settings
    }
    set {
      CaptureCall.note("AVCapturePhotoOutput.photoSettingsForSceneMonitoring")
      if let mode = newValue?.flashMode, device != nil, !supportedFlashModes.contains(mode) {
        raise(
          .invalidArgument,
          "*** -[AVCapturePhotoOutput setPhotoSettingsForSceneMonitoring:] "
            + "settings.flashMode must be present in self.supportedFlashModes")
      }
      feed.state.withLock { $0.watchedFlash = newValue?.flashMode.rawValue }
      watchLight()
      announceChanges()
    }
  }

  /// Hears of the light, and of the flash's heat, while somebody wants to know.
  func watchLight() {
    let phone = device?.phone
    let wants = feed.state.withLock { $0.watchedFlash != nil }
    guard let phone, wants else { return feed.state.withLock { $0.observation = nil } }
    if feed.state.withLock({ $0.observation != nil }) { return }
    let observation = phone.observe { [weak feed] change in
      guard change.before.light != change.after.light || change.before.thermal != change.after.thermal else {
        return
      }
      feed?.noteReadiness()
    }
    feed.state.withLock { $0.observation = observation }
  }
}
