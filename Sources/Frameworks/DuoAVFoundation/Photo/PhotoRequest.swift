import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import PhoneHardware
import PhoneModel

/// One call of `capturePhoto`. Immutable.
struct PhotoRequest: Sendable {
  /// One photo of the request.
  struct Shot: Equatable, Sendable {
    /// Nil: as the stream is exposed.
    var exposure: PhotoWish.Exposure?
    /// Index of the constituent that takes it; nil: the camera that delivers.
    var constituent: Int?
  }

  let id: PhotoLine.ID
  let connection: Handover<AVCaptureConnection>
  let device: Handover<AVCaptureDevice>
  let delegate: WeakReference<AnyObject>
  let settings: AVCaptureResolvedPhotoSettings
  let wish: PhotoWish
  let orientation: PhotoOrientation
  let angle: QuarterTurns
  let isMirrored: Bool
  /// The camera's picture for which the photo's size was found.
  let picture: VideoBufferSettings.Size
  /// Another one makes the photo fail. [header]
  let colours: AVCaptureColorSpace
  /// The file's, as stored.
  let size: VideoBufferSettings.Size
  let previewSize: VideoBufferSettings.Size?
  let thumbnailSize: VideoBufferSettings.Size?
  let shots: [Shot]
  /// From exposure to the finished photo.
  let processing: PhoneDuration
  /// When the app asked.
  let time: PhoneTime
  /// Takes the picture that was exposed last, if it can.
  let usesZeroShutterLag: Bool
  /// Of what is delivered in place of the photo, as stored; nil: the photo comes itself.
  let proxySize: VideoBufferSettings.Size?
  var isDeferred: Bool { proxySize != nil }
  /// Tells sessions apart in the trace.
  let session: Int
  /// The objects that asked for each photo of a bracket.
  let bracket: Handover<[AVCaptureBracketedStillImageSettings]>

  /// Frames that it takes: constituents share one.
  var frames: Int { wish.bracket.isEmpty ? 1 : shots.count }
}

/// What decides about a request besides its settings, at the moment of the call.
struct PhotoMoment: Sendable {
  var can: PhotoCapabilities
  var wants: PhotoSwitches
  /// Settings without a size take this.
  var usual: VideoBufferSettings.Size
  /// No other request is begun and unfinished.
  var isIdle: Bool
  var session: Int
}

extension PhotoRequest {
  init(
    _ wish: PhotoWish, _ connection: AVCaptureConnection, _ device: AVCaptureDevice,
    _ delegate: any AVCapturePhotoCaptureDelegate, _ moment: PhotoMoment,
    bracket: [AVCaptureBracketedStillImageSettings]
  ) {
    let (phone, current, wants) = (device.phone, connection.current, moment.wants)
    let timing = phone.description.timing
    id = wish.uniqueID
    self.connection = Handover(connection)
    self.device = Handover(device)
    self.delegate = WeakReference(delegate)
    self.wish = wish
    self.bracket = Handover(bracket)
    angle = current.rotation
    isMirrored = current.isMirrored
    // Pixels of RAW never turn; those of every other kind do. [header]
    let compensation = wants.compensation ? moment.can.compensation : 0
    let orientation = PhotoOrientation(angle: angle, isMirrored: isMirrored, compensation: compensation)
    self.orientation = orientation
    picture = VideoBufferSettings.Size(device.streamConfiguration)
    colours = device.activeColorSpace
    let flash = AVCaptureDevice.FlashMode(rawValue: wish.flashMode).map(device.fires) ?? false
    // Best quality takes its time, which deferred delivery gives it (assumed).
    let isDeferred =
      wants.deferred && wish.codec != nil && wish.bracket.isEmpty && wish.constituents.isEmpty && !flash
      && wish.quality == AVCapturePhotoOutput.QualityPrioritization.quality.rawValue
    let most = PhotoSize.allowed(
      wish.maxDimensions ?? moment.usual, of: moment.can.dimensions, isDeferred: isDeferred)
    let native = PhotoSize.resolved(picture: picture, most: most)
    size = native.turned(orientation.stored)
    proxySize =
      isDeferred
      ? PhotoSize.resolved(picture: picture, most: moment.usual).turned(orientation.stored) : nil
    previewSize = wish.preview.map {
      PhotoSize.within($0.size ?? VideoBufferSettings.Size.preview(of: phone.description), shape: native)
        .turned(orientation.stored)
    }
    thumbnailSize = wish.thumbnail.map {
      PhotoSize.within($0.size ?? PhotoSize.usualThumbnail, shape: native).turned(orientation.stored)
    }
    if !wish.bracket.isEmpty {
      shots = wish.bracket.map { Shot(exposure: $0) }
    } else if !wish.constituents.isEmpty {
      let all = device.constituentDevices.map(\.uniqueID)
      shots = all.indices.filter { wish.constituents.contains(all[$0]) }.map { Shot(constituent: $0) }
    } else {
      shots = [Shot()]
    }
    let isFast = wants.fastCapture && wants.responsive && !moment.isIdle
    let quality: PhoneDuration =
      switch isFast ? .speed : AVCapturePhotoOutput.QualityPrioritization(rawValue: wish.quality) {
      case .speed: timing.photoSpeed.value
      case .quality: isDeferred ? timing.photoSpeed.value : timing.photoQuality.value
      case .balanced, nil: timing.photoBalanced.value
      }
    let megapixels = Double(size.width * size.height * shots.count) / 1_000_000
    let turning = orientation.stored == 0 ? 0 : Double(timing.photoTurn.value.nanoseconds) * megapixels
    processing = PhoneDuration(nanoseconds: quality.nanoseconds + Int64(turning))
    time = phone.clock.now
    session = moment.session
    // An exposure of its own cannot have been made already. [header]
    usesZeroShutterLag =
      wants.zeroShutterLag && moment.can.isBestFormat && !flash && wish.bracket.isEmpty
      && device.exposureMode != .custom
    var extras = AVCaptureResolvedPhotoSettings.Extras()
    extras.isFlashEnabled = flash
    extras.isRedEyeReductionEnabled = flash && wish.redEye && moment.can.redEye
    extras.isFastCapturePrioritizationEnabled = isFast
    if let previewSize { extras.preview = previewSize.dimensions }
    if let thumbnailSize { extras.thumbnail = thumbnailSize.dimensions }
    if let proxySize { extras.proxy = proxySize.dimensions }
    settings = AVCaptureResolvedPhotoSettings(
      uniqueID: id, size: size, nanoseconds: processing.nanoseconds, count: shots.count, extras)
  }

}

extension AVCaptureDevice {
  /// Whether the flash lights a picture that is taken now in this mode.
  func fires(_ mode: FlashMode) -> Bool {
    switch mode {
    case .on: isFlashAvailable
    case .auto: isFlashAvailable && isDark
    case .off: false
    }
  }

  /// So dark that an automatic flash fires.
  var isDark: Bool { phone.state.light < phone.description.policy.flashBelow.value }
}

extension VideoBufferSettings.Size {
  init(_ stream: StreamConfiguration) { self.init(width: stream.width, height: stream.height) }

  /// What fills a display: a square with the short side of preview-sized buffers, and its shape within. (assumed)
  fileprivate static func preview(of description: PhoneDescription) -> Self {
    let side = description.policy.previewShortSide.value
    return Self(width: side * 2, height: side * 2)
  }
}
