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

  /// Whether a photo would be taken at once. Raw values are Apple's. [header]
  public enum CaptureReadiness: Int, Hashable, Sendable {
    case sessionNotRunning = 0
    case ready = 1
    /// Very soon: the next request may be made already. [header]
    case notReadyMomentarily = 2
    case notReadyWaitingForCapture = 3
    case notReadyWaitingForProcessing = 4
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

  override func sessionChanged() {
    feed.state.withLock { state in
      state.line.overlaps = state.switches.responsive
    }
    watchLight()
    announceChanges()
    finishPreparation()
  }

  /// Waits until the callbacks that are due have been made.
  package func settle() { for _ in 0..<3 { feed.queue.sync {} } }

  var device: AVCaptureDevice? { connection(with: .video)?.device }

  var capabilities: PhotoCapabilities { device.map { PhotoCapabilities($0) } ?? PhotoCapabilities() }

  /// The switches, as far as they are supported now.
  var switches: PhotoSwitches { feed.state.withLock { $0.switches }.limited(to: capabilities) }

  /// Sets a switch that is only for those that can.
  func set(
    _ value: Bool, _ path: WritableKeyPath<PhotoSwitches, Bool>, _ name: String, isSupported: Bool,
    _ reason: String
  ) {
    CaptureCall.note("AVCapturePhotoOutput.\(name)")
    if value, !isSupported {
      let setter = name.hasPrefix("is") ? String(name.dropFirst(2)) : name
      raise(.invalidArgument, "*** -[AVCapturePhotoOutput set\(setter):] \(reason)")
    }
    feed.state.withLock { state in
      state.switches[keyPath: path] = value
      // What builds on it goes with it. [header]
      if !state.switches.zeroShutterLag { state.switches.responsive = false }
      if !state.switches.responsive { state.switches.fastCapture = false }
      state.line.overlaps = state.switches.responsive
    }
    announceChanges()
  }

  // MARK: Limits

  /// The most that settings may ask for. `.balanced` at first, `.speed` in a session of several cameras. [header]
  open var maxPhotoQualityPrioritization: QualityPrioritization {
    get { QualityPrioritization(rawValue: limitedSwitches.maxQuality) ?? .balanced }
    set {
      CaptureCall.note("AVCapturePhotoOutput.maxPhotoQualityPrioritization")
      feed.state.withLock { $0.switches.maxQuality = newValue.rawValue }
    }
  }

  private var limitedSwitches: PhotoSwitches {
    var switches = switches
    if switches.maxQuality == 0 {
      let isMultiCam = SessionMembership.session(of: self)?.isMultiCam == true
      switches.maxQuality = (isMultiCam ? QualityPrioritization.speed : .balanced).rawValue
    }
    return switches
  }

  /// The largest photo that settings may ask for: one of the active format's `supportedMaxPhotoDimensions`, else it
  /// raises `NSInvalidArgumentException`. [header] The smallest of them at first, and again when a new format does not
  /// have what was set; 0 x 0 without a camera. [inferred]
  open var maxPhotoDimensions: CMVideoDimensions {
    get { Self.maxDimensions(switches, capabilities).dimensions }
    set {
      CaptureCall.note("AVCapturePhotoOutput.maxPhotoDimensions")
      let wanted = PhotoCheck.Dimensions(newValue)
      guard capabilities.dimensions.contains(wanted) else {
        raise(
          .invalidArgument,
          "*** -[AVCapturePhotoOutput setMaxPhotoDimensions:] \(newValue.width)x\(newValue.height) is not present in "
            + "the active format's supportedMaxPhotoDimensions")
      }
      feed.state.withLock { $0.switches.maxDimensions = wanted }
      announceChanges()
    }
  }

  static func maxDimensions(_ switches: PhotoSwitches, _ can: PhotoCapabilities) -> PhotoCheck.Dimensions {
    let sizes = can.dimensions
    if let wanted = switches.maxDimensions, sizes.contains(wanted) { return wanted }
    // Before there was a size to set, apps asked for the largest so. [docs]
    return (switches.highResolution ? sizes.last : sizes.first) ?? PhotoCheck.Dimensions(width: 0, height: 0)
  }

  // MARK: Taking a photo

  /// Takes the first picture that the camera exposes from now on, or with zero shutter lag the last one before. Requests are
  /// worked off in their order; the delegate is held weakly and called on a queue of the output. [header] [forum]
  ///
  /// Raises `NSInvalidArgumentException` for settings that were used before or ask for what the output cannot do now,
  /// and without an active and enabled connection to a camera. [header] A session that does not run is an error in the
  /// last callbacks. [inferred]
  open func capturePhoto(
    with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate
  ) {
    CaptureCall.note("AVCapturePhotoOutput.capturePhoto")
    let wish = settings.wish
    let usable = connection(with: .video).flatMap { $0.isEnabled && $0.isActive ? $0 : nil }
    check(wish, usable, "AVCapturePhotoOutput capturePhotoWithSettings:delegate:")
    guard let usable, let device = usable.device else { return }
    let (can, wants) = (capabilities, switches)
    feed.state.withLock { $0.line.limit = device.phone.description.policy.photosInFlight.value }
    let moment = PhotoMoment(
      can: can, wants: wants,
      usual: (wish.highResolution ? Self.maxDimensions(wants, can) : can.dimensions.first)
        ?? Self.maxDimensions(wants, can),
      isIdle: feed.state.withLock { $0.line.isEmpty }, session: usable.session?.number ?? 0)
    let request = PhotoRequest(
      wish, usable, device, delegate, moment,
      bracket: (settings as? AVCapturePhotoBracketSettings)?.bracketedSettings ?? [])
    feed.add(request, failure: usable.session?.reasonForNoPhoto)
    receivedRequest(wish.uniqueID)
  }

  /// Raises what the rules refuse.
  /// - Parameter method: Class and selector, for the text.
  func check(_ wish: PhotoWish, _ usable: AVCaptureConnection?, _ method: String) {
    let (can, wants) = (capabilities, limitedSwitches)
    let check = PhotoCheck(
      can: can, wants: wants, usedIDs: feed.state.withLock { $0.usedIDs },
      hasActiveConnection: usable?.device != nil, maxDimensions: Self.maxDimensions(wants, can))
    do throws(PhotoCheck.Fault) { try check.check(wish) } catch {
      raise(.invalidArgument, "*** -[\(method)] \(error.text)")
    }
  }
}
