import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// Takes photos. Costs nothing until it takes one.
///
/// Rotation and mirroring of its connection go into the Exif orientation; pixels stay as the sensor gave them, but for
/// sensor orientation compensation. [header]
open class AVCapturePhotoOutput: AVCaptureOutput {
  /// How a photo weighs quality against time. [header]
  public enum QualityPrioritization: Int, Hashable, Sendable {
    case speed = 1
    case balanced = 2
    case quality = 3
  }

  let feed = PhotoFeed()

  public override init() {
    super.init()
    feed.start(for: self)
  }

  override var traits: OutputTraits {
    OutputTraits(
      className: "AVCapturePhotoOutput", media: [.video], mayRepeat: false, destination: .photo, taker: feed)
  }

  /// Waits until the callbacks that are due have been made.
  package func settle() { feed.queue.sync {} }

  private var device: AVCaptureDevice? { connection(with: .video)?.device }

  // MARK: What it can do

  /// JPEG; empty outside a session with a camera. [header]
  public var availablePhotoCodecTypes: [AVVideoCodecType] { device == nil ? [] : [.jpeg] }

  /// Empty outside a session with a camera. [header]
  public var availablePhotoFileTypes: [AVFileType] { device == nil ? [] : [.jpg] }

  /// Codecs for photos in a kind of file. [header]
  public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
    fileType == .jpg ? availablePhotoCodecTypes : []
  }

  /// `.off`, and with a flash the others; empty outside a session with a camera. [header]
  public var supportedFlashModes: [AVCaptureDevice.FlashMode] {
    guard let device else { return [] }
    return device.hasFlash ? [.off, .on, .auto] : [.off]
  }

  /// The most that settings may ask for. `.balanced` at first. [header]
  public var maxPhotoQualityPrioritization: QualityPrioritization {
    get { feed.state.withLock { $0.maxQuality } }
    set {
      CaptureCall.note("AVCapturePhotoOutput.maxPhotoQualityPrioritization")
      feed.state.withLock { $0.maxQuality = newValue }
    }
  }

  /// The largest photo that settings may ask for: one of the active format's `supportedMaxPhotoDimensions`, else it
  /// raises `NSInvalidArgumentException`. [header] The smallest of them at first, and again when a new format does not
  /// have what was set; 0 x 0 without a camera. [inferred]
  public var maxPhotoDimensions: CMVideoDimensions {
    get { currentMaxDimensions.dimensions }
    set {
      CaptureCall.note("AVCapturePhotoOutput.maxPhotoDimensions")
      let wanted = PhotoCheck.Dimensions(newValue)
      guard supportedDimensions.contains(wanted) else {
        raise(
          .invalidArgument,
          "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] \(newValue.width)x\(newValue.height) is not present in "
            + "the active format's supportedMaxPhotoDimensions")
      }
      feed.state.withLock { $0.maxDimensions = wanted }
    }
  }

  private var supportedDimensions: [PhotoCheck.Dimensions] {
    device?.activeFormat.supportedMaxPhotoDimensions.map { PhotoCheck.Dimensions($0) } ?? []
  }

  private var currentMaxDimensions: PhotoCheck.Dimensions {
    let supported = supportedDimensions
    let wanted = feed.state.withLock { $0.maxDimensions }
    if let wanted, supported.contains(wanted) { return wanted }
    return supported.first ?? PhotoCheck.Dimensions(width: 0, height: 0)
  }

  // MARK: Sensor orientation compensation

  /// Whether pixels can be turned to lie as those of an older, landscape-mounted front camera: for front cameras that are
  /// mounted otherwise, such as those of iPhone Duo. [header] [docs]
  public var isCameraSensorOrientationCompensationSupported: Bool { possibleCompensation != 0 }

  /// True at first where it is supported. Turn it off when the app's own rotation is right: the extra turn takes time.
  /// [header] Setting true where it is not supported raises `NSInvalidArgumentException`. [inferred]
  public var isCameraSensorOrientationCompensationEnabled: Bool {
    get { isCameraSensorOrientationCompensationSupported && feed.state.withLock { $0.wantsCompensation } }
    set {
      CaptureCall.note("AVCapturePhotoOutput.isCameraSensorOrientationCompensationEnabled")
      if newValue, !isCameraSensorOrientationCompensationSupported {
        raise(
          .invalidArgument,
          "*** -[AVCapturePhotoOutput setCameraSensorOrientationCompensationEnabled:] Not supported - use "
            + "-isCameraSensorOrientationCompensationSupported")
      }
      feed.state.withLock { $0.wantsCompensation = newValue }
    }
  }

  private var possibleCompensation: QuarterTurns {
    device.map { PhotoOrientation.compensation(for: $0.camera.id, in: $0.phone.description) } ?? 0
  }

  // MARK: Taking a photo

  /// Takes the first picture that the camera exposes from now on. Requests are worked off in their order; the delegate is
  /// held weakly and called on a queue of the output. [header] [forum]
  ///
  /// Raises `NSInvalidArgumentException` for settings that were used before or ask for what the output cannot do now,
  /// and without an active and enabled connection to a camera. [header] A session that does not run is an error in the
  /// last callbacks. [inferred]
  public func capturePhoto(
    with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate
  ) {
    CaptureCall.note("AVCapturePhotoOutput.capturePhoto")
    let wish = settings.wish
    let connection = connection(with: .video)
    let usable = connection.flatMap { $0.isEnabled && $0.isActive ? $0 : nil }
    let most = currentMaxDimensions
    let (used, maxQuality, compensates) = feed.state.withLock {
      ($0.usedIDs, $0.maxQuality, $0.wantsCompensation)
    }
    let check = PhotoCheck(
      usedIDs: used, hasActiveConnection: usable?.device != nil,
      codecs: availablePhotoCodecTypes.map(\.rawValue), flashModes: supportedFlashModes.map(\.rawValue),
      maxQuality: maxQuality.rawValue, supportedDimensions: supportedDimensions, maxDimensions: most)
    do throws(PhotoCheck.Fault) { try check.check(wish) } catch {
      raise(
        .invalidArgument, "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] \(error.text)")
    }
    guard let usable, let device = usable.device else { return }
    let reach = wish.maxDimensions ?? supportedDimensions.first ?? most
    let request = PhotoRequest(
      wish, usable, device, delegate, most: reach, compensation: compensates ? possibleCompensation : 0,
      session: usable.session?.number ?? 0)
    feed.add(request, failure: usable.session?.reasonForNoPhoto)
  }
}

extension PhotoRequest {
  /// - Parameter most: The largest that the photo may be, sensor's native top up.
  fileprivate init(
    _ wish: PhotoWish, _ connection: AVCaptureConnection, _ device: AVCaptureDevice,
    _ delegate: any AVCapturePhotoCaptureDelegate, most: PhotoCheck.Dimensions, compensation: QuarterTurns,
    session: Int
  ) {
    let (phone, current) = (device.phone, connection.current)
    let timing = phone.description.timing
    id = wish.uniqueID
    self.connection = Handover(connection)
    self.device = Handover(device)
    self.delegate = WeakReference(delegate)
    angle = current.rotation
    isMirrored = current.isMirrored
    orientation = PhotoOrientation(angle: angle, isMirrored: isMirrored, compensation: compensation)
    picture = VideoBufferSettings.Size(device.streamConfiguration)
    size = PhotoSize.resolved(picture: picture, most: most).turned(orientation.stored)
    compressionQuality = wish.compressionQuality ?? PhotoExposure.usualQuality
    processing =
      switch AVCapturePhotoOutput.QualityPrioritization(rawValue: wish.quality) {
      case .speed: timing.photoSpeed.value
      case .quality: timing.photoQuality.value
      case .balanced, nil: timing.photoBalanced.value
      }
    time = phone.clock.now
    self.session = session
    let isDark = phone.state.light < phone.description.policy.flashBelow.value
    let isWanted =
      wish.flashMode == AVCaptureDevice.FlashMode.on.rawValue
      || wish.flashMode == AVCaptureDevice.FlashMode.auto.rawValue && isDark
    settings = AVCaptureResolvedPhotoSettings(
      uniqueID: id, size: size, isFlashEnabled: isWanted && device.isFlashAvailable,
      nanoseconds: processing.nanoseconds)
  }
}
