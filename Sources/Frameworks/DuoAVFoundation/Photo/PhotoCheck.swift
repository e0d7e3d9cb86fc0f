import DuoCoreMedia

/// The rules that a request for a photo must keep, as a value; each one broken is an `NSInvalidArgumentException`.
struct PhotoCheck: Sendable {
  typealias Dimensions = VideoBufferSettings.Size

  /// What the camera and its format allow now.
  var can = PhotoCapabilities()
  /// What the output was told.
  var wants = PhotoSwitches()
  var usedIDs: Set<Int64> = []
  var hasActiveConnection = true
  var maxDimensions = Dimensions(width: 0, height: 0)

  enum Fault: Error, Hashable, Sendable, CaseIterable {
    case reused, noConnection
    case formatNeedsOneKey, codecUnavailable, pixelFormatUnavailable
    case fileTypeUnavailable, fileTypeUnfit
    case quality, flash, dimensionsUnsupported, dimensionsTooLarge
    case depth, livePhoto, livePhotoURL, raw, bracketCount, bracketBias, bracketExposure
    case shutterSound
    case constituentsOff, constituentsFew, constituentsUnknown, calibration, matte
    case previewFormat, thumbnailCodec, smallSize, highResolution, distortionCorrection, constantColor
    case lensStabilization
  }

  /// In the order in which the header lists the rules; those that have no place there come last. [header]
  func check(_ wish: PhotoWish) throws(Fault) {
    if usedIDs.contains(wish.uniqueID) { throw .reused }
    if !hasActiveConnection { throw .noConnection }
    try checkFormat(wish)
    if wish.quality > wants.maxQuality { throw .quality }
    if !can.flashModes.contains(wish.flashMode) { throw .flash }
    if let most = wish.maxDimensions {
      if !can.dimensions.contains(most) { throw .dimensionsUnsupported }
      if most.width > maxDimensions.width || most.height > maxDimensions.height { throw .dimensionsTooLarge }
    }
    if wish.depth, !wants.depth { throw .depth }
    if let url = wish.livePhotoURL {
      if !wants.livePhoto { throw .livePhoto }
      if !url.isFileURL { throw .livePhotoURL }
    }
    if wish.raw != 0 { throw .raw }
    try checkBracket(wish)
    if wish.suppressesShutterSound, !can.shutterSoundSuppression { throw .shutterSound }
    try checkExtras(wish)
  }

  private func checkFormat(_ wish: PhotoWish) throws(Fault) {
    switch wish.format {
    case .standard, .absent: break
    case .none, .both: throw .formatNeedsOneKey
    case .pixels(let format): if !can.pixelFormats.contains(format) { throw .pixelFormatUnavailable }
    case .codec(let codec): if !can.codecs.contains(codec) { throw .codecUnavailable }
    }
    if let type = wish.fileType {
      guard can.fileTypes.contains(type) else { throw .fileTypeUnavailable }
      if let codec = wish.codec, !PhotoFiles.codecs(of: type).contains(codec) { throw .fileTypeUnfit }
      if case .pixels = wish.format, type != PhotoFiles.tiff { throw .fileTypeUnfit }
    }
  }

  private func checkBracket(_ wish: PhotoWish) throws(Fault) {
    if wish.bracket.count > can.bracketLimit { throw .bracketCount }
    for exposure in wish.bracket {
      switch exposure {
      case .bias(let bias): if let bias, !can.biasRange.contains(bias) { throw .bracketBias }
      case .manual(let duration, let iso):
        guard can.hasManualExposure, duration == 0 || can.durations.contains(duration),
          iso == 0 || can.isoRange.contains(iso)
        else { throw .bracketExposure }
      }
    }
    if wish.lensStabilization { throw .lensStabilization }
  }

  private func checkExtras(_ wish: PhotoWish) throws(Fault) {
    if !wish.constituents.isEmpty {
      if !wants.constituents { throw .constituentsOff }
      if Set(wish.constituents).count < 2 { throw .constituentsFew }
      if !wish.constituents.allSatisfy(can.constituents.contains) { throw .constituentsUnknown }
    }
    if wish.calibration { throw .calibration }
    if wish.portraitMatte { throw .matte }
    if let preview = wish.preview {
      if !can.pixelFormats.contains(preview.format) { throw .previewFormat }
      if let size = preview.size, size.width <= 0 || size.height <= 0 { throw .smallSize }
    }
    if let thumbnail = wish.thumbnail {
      guard let codec = thumbnail.codec, PhotoFiles.thumbnailCodecs(of: wish.fileType).contains(codec) else {
        throw .thumbnailCodec
      }
      if let size = thumbnail.size, size.width <= 0 || size.height <= 0 { throw .smallSize }
    }
    if wish.highResolution, !wants.highResolution { throw .highResolution }
    if wish.distortionCorrection, !wants.distortionCorrection { throw .distortionCorrection }
    if wish.constantColor { throw .constantColor }
  }
}

extension PhotoCheck.Fault {
  /// Those of reuse, connection, quality and shutter sound are Apple's texts [forum]; the others are ours in Apple's manner.
  var text: String {
    switch self {
    case .reused: "Settings may not be re-used"
    case .noConnection: "No active and enabled video connection"
    case .formatNeedsOneKey:
      "settings.format must contain exactly one of kCVPixelBufferPixelFormatTypeKey and AVVideoCodecKey"
    case .codecUnavailable:
      "settings.format's AVVideoCodecKey must be present in self.availablePhotoCodecTypes"
    case .pixelFormatUnavailable:
      "settings.format's kCVPixelBufferPixelFormatTypeKey must be present in self.availablePhotoPixelFormatTypes"
    case .fileTypeUnavailable: "settings.processedFileType must be present in self.availablePhotoFileTypes"
    case .fileTypeUnfit:
      "settings.format's AVVideoCodecKey must be present in self.supportedPhotoCodecTypesForFileType: for "
        + "settings.processedFileType"
    case .quality:
      "settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization"
    case .flash: "settings.flashMode must be present in self.supportedFlashModes"
    case .dimensionsUnsupported:
      "settings.maxPhotoDimensions must be present in the active format's supportedMaxPhotoDimensions"
    case .dimensionsTooLarge: "settings.maxPhotoDimensions must not be larger than self.maxPhotoDimensions"
    case .depth:
      "settings.depthDataDeliveryEnabled may not be set to YES unless self.isDepthDataDeliveryEnabled is YES"
    case .livePhoto:
      "settings.livePhotoMovieFileURL may not be set unless self.livePhotoCaptureEnabled is YES and "
        + "self.livePhotoCaptureSuspended is NO"
    case .livePhotoURL: "settings.livePhotoMovieFileURL must be a file URL"
    case .raw:
      "settings.rawPhotoPixelFormatType must be present in self.availableRawPhotoPixelFormatTypes"
    case .bracketCount:
      "settings.bracketedSettings.count must not be greater than self.maxBracketedCapturePhotoCount"
    case .bracketBias:
      "settings.bracketedSettings' exposureTargetBias must be between the device's minExposureTargetBias and "
        + "maxExposureTargetBias"
    case .bracketExposure:
      "settings.bracketedSettings' exposureDuration and ISO must be supported by the device's active format"
    case .shutterSound:
      "settings.shutterSoundSuppressionEnabled may not be set to YES unless self.shutterSoundSuppressionSupported is YES"
    case .constituentsOff:
      "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices may not be set unless "
        + "self.virtualDeviceConstituentPhotoDeliveryEnabled is YES"
    case .constituentsFew:
      "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must contain at least two devices"
    case .constituentsUnknown:
      "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices must be a subset of the source device's "
        + "constituentDevices"
    case .calibration:
      "settings.cameraCalibrationDataDeliveryEnabled may not be set to YES unless "
        + "self.cameraCalibrationDataDeliverySupported is YES"
    case .matte:
      "settings.portraitEffectsMatteDeliveryEnabled may not be set to YES unless "
        + "self.portraitEffectsMatteDeliveryEnabled is YES"
    case .previewFormat:
      "settings.previewPhotoFormat's kCVPixelBufferPixelFormatTypeKey must be present in "
        + "settings.availablePreviewPhotoPixelFormatTypes"
    case .thumbnailCodec:
      "settings.embeddedThumbnailPhotoFormat's AVVideoCodecKey must be present in "
        + "settings.availableEmbeddedThumbnailPhotoCodecTypes"
    case .smallSize: "width and height must both be present and greater than zero"
    case .highResolution:
      "settings.highResolutionPhotoEnabled may not be set to YES unless self.highResolutionCaptureEnabled is YES"
    case .distortionCorrection:
      "settings.autoContentAwareDistortionCorrectionEnabled may not be set to YES unless "
        + "self.contentAwareDistortionCorrectionEnabled is YES"
    case .constantColor:
      "settings.constantColorEnabled may not be set to YES unless self.constantColorEnabled is YES"
    case .lensStabilization:
      "settings.lensStabilizationEnabled may not be set to YES unless "
        + "self.lensStabilizationDuringBracketedCaptureSupported is YES"
    }
  }
}
