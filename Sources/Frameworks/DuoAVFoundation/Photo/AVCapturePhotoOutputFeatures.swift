import DuoCoreMedia
import DuoFoundation
import PhoneModel

// Which kinds of capture the camera and its format support, and which the app has turned on.
extension AVCapturePhotoOutput {
  // MARK: Sensor orientation compensation

  /// Whether pixels can be turned to lie as those of an older, landscape-mounted front camera: for front cameras that are
  /// mounted otherwise, such as those of iPhone Duo. [header] [docs]
  public var isCameraSensorOrientationCompensationSupported: Bool { capabilities.compensation != 0 }

  /// True at first where it is supported. Turn it off when the app's own rotation is right: the extra turn takes time.
  /// [header] Setting true where it is not supported raises `NSInvalidArgumentException`. [inferred]
  public var isCameraSensorOrientationCompensationEnabled: Bool {
    get { isCameraSensorOrientationCompensationSupported && switches.compensation }
    set {
      set(
        newValue, \.compensation, "isCameraSensorOrientationCompensationEnabled",
        isSupported: isCameraSensorOrientationCompensationSupported,
        "Not supported - use -isCameraSensorOrientationCompensationSupported")
    }
  }

  // MARK: Fast capture

  /// Formats for the best photos. [measured]
  public var isZeroShutterLagSupported: Bool { capabilities.isBestFormat }

  /// The photo is the picture that the person saw when they pressed. True at first where it is supported; true elsewhere raises
  /// `NSInvalidArgumentException`. Off, it takes responsive capture with it. [header]
  public var isZeroShutterLagEnabled: Bool {
    get { isZeroShutterLagSupported && switches.zeroShutterLag }
    set {
      set(
        newValue, \.zeroShutterLag, "isZeroShutterLagEnabled", isSupported: isZeroShutterLagSupported,
        "Not supported - use -isZeroShutterLagSupported")
    }
  }

  /// Formats for the best photos, with zero shutter lag on. [measured] [header]
  public var isResponsiveCaptureSupported: Bool { isZeroShutterLagEnabled }

  /// The next request begins when the one before is exposed; photos still come in their order. False at first. Without support
  /// true raises `NSInvalidArgumentException`. [header]
  public var isResponsiveCaptureEnabled: Bool {
    get { isResponsiveCaptureSupported && switches.responsive }
    set {
      set(
        newValue, \.responsive, "isResponsiveCaptureEnabled", isSupported: isResponsiveCaptureSupported,
        "Not supported - use -isResponsiveCaptureSupported")
    }
  }

  /// With responsive capture on. [header]
  public var isFastCapturePrioritizationSupported: Bool { isResponsiveCaptureEnabled }

  /// Photos that are asked for while others are still made, take no longer than `.speed` allows. False at first. Without support
  /// true raises `NSInvalidArgumentException`. [header]
  public var isFastCapturePrioritizationEnabled: Bool {
    get { isFastCapturePrioritizationSupported && switches.fastCapture }
    set {
      set(
        newValue, \.fastCapture, "isFastCapturePrioritizationEnabled",
        isSupported: isFastCapturePrioritizationSupported,
        "Not supported - use -isFastCapturePrioritizationSupported")
    }
  }

  // MARK: Deferred delivery

  /// Formats for the best photos. (assumed)
  public var isAutoDeferredPhotoDeliverySupported: Bool { capabilities.isBestFormat }

  /// Photos of best quality come as proxies at once. False at first. Without support true raises `NSInvalidArgumentException`.
  /// [header]; which photos: assumed
  public var isAutoDeferredPhotoDeliveryEnabled: Bool {
    get { isAutoDeferredPhotoDeliverySupported && switches.deferred }
    set {
      set(
        newValue, \.deferred, "isAutoDeferredPhotoDeliveryEnabled",
        isSupported: isAutoDeferredPhotoDeliverySupported,
        "Not supported - use -isAutoDeferredPhotoDeliverySupported")
    }
  }

  // MARK: Several cameras

  /// Virtual cameras that change between their constituents by the zoom. [header]
  public var isVirtualDeviceConstituentPhotoDeliverySupported: Bool { !capabilities.constituents.isEmpty }

  /// Settings may ask for a photo from each constituent. False at first. Without support true raises
  /// `NSInvalidArgumentException`. [header]
  public var isVirtualDeviceConstituentPhotoDeliveryEnabled: Bool {
    get { switches.constituents }
    set {
      set(
        newValue, \.constituents, "isVirtualDeviceConstituentPhotoDeliveryEnabled",
        isSupported: isVirtualDeviceConstituentPhotoDeliverySupported,
        "Not supported - use -isVirtualDeviceConstituentPhotoDeliverySupported")
    }
  }

  /// Always false: each photo is one camera's picture.
  public var isVirtualDeviceFusionSupported: Bool { false }
  /// Always false.
  public var isCameraCalibrationDataDeliverySupported: Bool { false }

  // MARK: Depth

  /// The active format has depth. Observable. [header]
  public var isDepthDataDeliverySupported: Bool { capabilities.depth }

  /// False at first, and again when support goes. Without support true raises `NSInvalidArgumentException`. [header]
  public var isDepthDataDeliveryEnabled: Bool {
    get { switches.depth }
    set {
      set(
        newValue, \.depth, "isDepthDataDeliveryEnabled", isSupported: isDepthDataDeliverySupported,
        "Not supported - use -isDepthDataDeliverySupported")
    }
  }

  // MARK: What no camera here does

  /// Always false: no lens of a simulated phone bends lines.
  public var isContentAwareDistortionCorrectionSupported: Bool { false }
  /// Cannot be true: it raises `NSInvalidArgumentException`. [header]
  public var isContentAwareDistortionCorrectionEnabled: Bool {
    get { false }
    set {
      refuse(
        newValue, "setContentAwareDistortionCorrectionEnabled:", "isContentAwareDistortionCorrectionSupported"
      )
    }
  }

  /// Always false.
  public var isConstantColorSupported: Bool { false }
  /// Cannot be true: it raises `NSInvalidArgumentException`. [header]
  public var isConstantColorEnabled: Bool {
    get { false }
    set { refuse(newValue, "setConstantColorEnabled:", "isConstantColorSupported") }
  }

  /// Always false.
  public var isPortraitEffectsMatteDeliverySupported: Bool { false }
  /// Cannot be true: it raises `NSInvalidArgumentException`. [header]
  public var isPortraitEffectsMatteDeliveryEnabled: Bool {
    get { false }
    set {
      refuse(newValue, "setPortraitEffectsMatteDeliveryEnabled:", "isPortraitEffectsMatteDeliverySupported")
    }
  }

  /// Always empty: no camera here cuts people out of pictures.
  public var availableSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] { [] }
  /// Cannot have any: others than the available types raise `NSInvalidArgumentException`. [header]
  public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
    get { [] }
    set {
      refuse(
        !newValue.isEmpty, "setEnabledSemanticSegmentationMatteTypes:",
        "availableSemanticSegmentationMatteTypes")
    }
  }

  /// Always false: no camera here takes Live Photos.
  public var isLivePhotoCaptureSupported: Bool { false }
  /// Cannot be true: it raises `NSInvalidArgumentException`. [header]
  public var isLivePhotoCaptureEnabled: Bool {
    get { false }
    set { refuse(newValue, "setLivePhotoCaptureEnabled:", "isLivePhotoCaptureSupported") }
  }
  /// Without Live Photos setting it raises `NSInvalidArgumentException`. [header]
  public var isLivePhotoCaptureSuspended: Bool {
    get { false }
    set {
      CaptureCall.note("AVCapturePhotoOutput.isLivePhotoCaptureSuspended")
      raise(
        .invalidArgument,
        "*** -[AVCapturePhotoOutput setLivePhotoCaptureSuspended:] May not be set unless livePhotoCaptureEnabled is YES"
      )
    }
  }
  /// Always empty.
  public var availableLivePhotoVideoCodecTypes: [AVVideoCodecType] { [] }
  /// Always false: the hand of a simulated person does not shake.
  public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

  // MARK: Others

  /// Photos of a bracket at most; 0 without a camera. [header]
  public var maxBracketedCapturePhotoCount: Int { capabilities.bracketLimit }

  /// Whether the law lets apps take photos without a sound. [header]
  public var isShutterSoundSuppressionSupported: Bool { capabilities.shutterSoundSuppression }
}
