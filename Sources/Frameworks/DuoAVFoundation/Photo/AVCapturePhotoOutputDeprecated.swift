import DuoCoreMedia
import DuoFoundation

// Older spellings.
extension AVCapturePhotoOutput {
  /// Photos as large as the format allows: what `maxPhotoDimensions` says now. False at first. [docs]
  @available(iOS, deprecated: 16.0)
  public var isHighResolutionCaptureEnabled: Bool {
    get { feed.state.withLock { $0.switches.highResolution } }
    set {
      CaptureCall.note("AVCapturePhotoOutput.isHighResolutionCaptureEnabled")
      feed.state.withLock { $0.switches.highResolution = newValue }
      announceChanges()
    }
  }

  /// Every camera joins pictures where a priority asks for it. [header]
  @available(iOS, deprecated: 13.0)
  public var isStillImageStabilizationSupported: Bool { device != nil }

  /// Always false: it tells that the camera would join pictures of the scene, which none here does.
  @available(iOS, deprecated: 13.0)
  public var isStillImageStabilizationScene: Bool { false }

  @available(iOS, deprecated: 13.0)
  public var isDualCameraFusionSupported: Bool { isVirtualDeviceFusionSupported }

  @available(iOS, deprecated: 13.0)
  public var isDualCameraDualPhotoDeliverySupported: Bool { isVirtualDeviceConstituentPhotoDeliverySupported }

  @available(iOS, deprecated: 13.0)
  public var isDualCameraDualPhotoDeliveryEnabled: Bool {
    get { isVirtualDeviceConstituentPhotoDeliveryEnabled }
    set { isVirtualDeviceConstituentPhotoDeliveryEnabled = newValue }
  }
}
