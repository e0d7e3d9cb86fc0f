import DuoCoreMedia
import DuoFoundation
import PhoneModel

/// What observers of a photo output know of it.
struct PhotoAnnouncement: Equatable, Sendable {
  var can = PhotoCapabilities()
  var switches = PhotoSwitches().limited(to: PhotoCapabilities())
  var isFlashScene = false
  var readiness = AVCapturePhotoOutput.CaptureReadiness.sessionNotRunning
}

/// Settings that are prepared, and who waits for it.
struct PhotoPreparation: Sendable {
  var settings: Handover<[AVCapturePhotoSettings]> = Handover([])
  var waiting: (@Sendable (Bool, (any Error)?) -> Void)?
}

extension AVCapturePhotoOutput: KeyValueObservable {
  public typealias ObservedRoot = AVCapturePhotoOutput

  public static var observableKeyPaths: [PartialKeyPath<AVCapturePhotoOutput>] {
    [
      \.availablePhotoCodecTypes, \.availablePhotoPixelFormatTypes, \.availablePhotoFileTypes,
      \.availableRawPhotoPixelFormatTypes, \.availableRawPhotoFileTypes, \.supportedFlashModes,
      \.isFlashScene,
      \.captureReadiness, \.isDepthDataDeliverySupported, \.isDepthDataDeliveryEnabled,
      \.isZeroShutterLagSupported, \.isZeroShutterLagEnabled, \.isResponsiveCaptureSupported,
      \.isResponsiveCaptureEnabled, \.isFastCapturePrioritizationSupported,
      \.isFastCapturePrioritizationEnabled, \.isAutoDeferredPhotoDeliverySupported,
      \.isAutoDeferredPhotoDeliveryEnabled, \.isVirtualDeviceConstituentPhotoDeliverySupported,
      \.isVirtualDeviceConstituentPhotoDeliveryEnabled, \.isContentAwareDistortionCorrectionSupported,
      \.isLivePhotoCaptureSupported, \.isShutterSoundSuppressionSupported,
      \.isCameraSensorOrientationCompensationSupported, \.isCameraSensorOrientationCompensationEnabled,
      \.isAutoRedEyeReductionSupported, \.maxPhotoDimensions,
    ]
  }

  /// What is true now.
  var announcement: PhotoAnnouncement {
    let can = capabilities
    let switches = feed.state.withLock { $0.switches }.limited(to: can)
    return PhotoAnnouncement(
      can: can, switches: switches, isFlashScene: isFlashScene, readiness: captureReadiness)
  }

  /// Tells observers what became different, with no lock held.
  func announceChanges() {
    let new = announcement
    let old = feed.state.withLock { state in
      defer {
        state.announced = new
        state.switches = state.switches.kept(by: new.can)
      }
      return state.announced
    }
    guard old != new else { return }
    func tell<Value: Equatable>(
      _ keyPath: KeyPath<AVCapturePhotoOutput, Value>, _ read: (PhotoAnnouncement) -> Value
    ) {
      let (before, after) = (read(old), read(new))
      if before != after { announce(keyPath, old: before, new: after) }
    }
    tell(\.availablePhotoCodecTypes) { $0.can.codecs.map { AVVideoCodecType(rawValue: $0) } }
    tell(\.availablePhotoPixelFormatTypes) { $0.can.pixelFormats }
    tell(\.availablePhotoFileTypes) { $0.can.fileTypes.map { AVFileType(rawValue: $0) } }
    tell(\.supportedFlashModes) { $0.can.flashModes.compactMap { AVCaptureDevice.FlashMode(rawValue: $0) } }
    tell(\.isFlashScene, \.isFlashScene)
    tell(\.isAutoRedEyeReductionSupported, \.can.redEye)
    tell(\.isDepthDataDeliverySupported, \.can.depth)
    tell(\.isDepthDataDeliveryEnabled, \.switches.depth)
    tell(\.isZeroShutterLagSupported, \.can.isBestFormat)
    tell(\.isZeroShutterLagEnabled) { $0.can.isBestFormat && $0.switches.zeroShutterLag }
    tell(\.isResponsiveCaptureSupported, \.can.isBestFormat)
    tell(\.isResponsiveCaptureEnabled, \.switches.responsive)
    tell(\.isFastCapturePrioritizationSupported, \.can.isBestFormat)
    tell(\.isFastCapturePrioritizationEnabled, \.switches.fastCapture)
    tell(\.isAutoDeferredPhotoDeliverySupported, \.can.isBestFormat)
    tell(\.isAutoDeferredPhotoDeliveryEnabled, \.switches.deferred)
    tell(\.isVirtualDeviceConstituentPhotoDeliverySupported) { !$0.can.constituents.isEmpty }
    tell(\.isVirtualDeviceConstituentPhotoDeliveryEnabled, \.switches.constituents)
    tell(\.isShutterSoundSuppressionSupported, \.can.shutterSoundSuppression)
    tell(\.isCameraSensorOrientationCompensationSupported) { $0.can.compensation != 0 }
    tell(\.isCameraSensorOrientationCompensationEnabled) {
      $0.can.compensation != 0 && $0.switches.compensation
    }
    let sizes = [old, new].map { Self.maxDimensions($0.switches, $0.can).dimensions }
    if sizes[0].width != sizes[1].width || sizes[0].height != sizes[1].height {
      announce(\.maxPhotoDimensions, old: sizes[0], new: sizes[1])
    }
    tell(\.captureReadiness, \.readiness)
    if old.readiness != new.readiness { tellCoordinators() }
  }
}

extension PhotoSwitches {
  /// What fell back stays off when its support comes again. [header]
  func kept(by can: PhotoCapabilities) -> PhotoSwitches { limited(to: can) }
}
