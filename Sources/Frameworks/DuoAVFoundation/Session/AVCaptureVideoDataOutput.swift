import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel

/// Receives the frames of a video data output, on the output's queue. Every method is optional.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// A frame. Its pixels are turned and mirrored as the connection says. Buffers come from a pool: keeping several
  /// stops delivery. [header]
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
  /// A frame that is not delivered: it has timing and format, no pixels, and the reason as the attachment
  /// `kCMSampleBufferAttachmentKey_DroppedFrameReason`. [header]
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
  public func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}

/// Hands every frame of a camera to a delegate. [docs] Several may be in one session. [header]
open class AVCaptureVideoDataOutput: AVCaptureOutput {
  let feed = VideoDataFeed()

  public override init() {
    super.init()
    feed.start(for: self)
  }

  override var traits: OutputTraits {
    OutputTraits(
      className: "AVCaptureVideoDataOutput", media: [.video], mayRepeat: true, destination: .videoData,
      taker: feed)
  }

  // MARK: Delegate

  /// Frames come on `sampleBufferCallbackQueue`, which must be serial to keep their order. The delegate is held
  /// weakly. A delegate without a queue raises `NSInvalidArgumentException`. [header]
  open func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {
    if sampleBufferDelegate != nil, queue == nil {
      raise(
        .invalidArgument, "*** -[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
    }
    delegateQueueIs(sampleBufferDelegate == nil ? nil : queue)
    let reference = WeakReference<AnyObject>(sampleBufferDelegate)
    feed.state.withLock { state in
      state.delegate = reference
      state.queue = sampleBufferDelegate == nil ? nil : queue
      state.beginTurn()
    }
  }

  /// Held weakly; nil without one. [header]
  open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
    feed.state.withLock { $0.delegate.object } as? any AVCaptureVideoDataOutputSampleBufferDelegate
  }

  /// The queue that was given with the delegate; nil without one. [header]
  open var sampleBufferCallbackQueue: DispatchQueue? { feed.state.withLock { $0.queue } }

  /// True at first: a frame that comes while the delegate is busy is dropped at once. False: frames wait until no
  /// buffer is left. [header]
  open var alwaysDiscardsLateVideoFrames: Bool {
    get { feed.state.withLock { $0.gate.discardsLateFrames } }
    set { feed.state.withLock { $0.gate.discardsLateFrames = newValue } }
  }

  // MARK: Size

  /// True at first: under the preset `.photo` buffers are made for a preview, under any other they have the size of the
  /// camera's picture. [header] Turning it off keeps the present size. [inferred]
  open var automaticallyConfiguresOutputBufferDimensions: Bool {
    get { feed.state.withLock { $0.choosesSizeAutomatically } }
    set {
      let now = deliversPreviewSizedOutputBuffers
      feed.state.withLock { state in
        if state.choosesSizeAutomatically, !newValue { state.wantsPreviewSize = now }
        state.choosesSizeAutomatically = newValue
      }
    }
  }

  /// Whether buffers are made for a preview: smaller than the camera's picture, of the same shape. How small, the
  /// phone's description says (assumed). A size in `videoSettings` from before stays (assumed).
  ///
  /// Setting it while `automaticallyConfiguresOutputBufferDimensions` is true raises `NSInvalidArgumentException`.
  /// [header]; name of the exception [inferred]
  open var deliversPreviewSizedOutputBuffers: Bool {
    get {
      let preset = SessionMembership.session(of: self)?.appliedPreset
      return feed.state.withLock { VideoDataFeed.isPreviewSized($0, preset: preset) }
    }
    set {
      let isAllowed = feed.state.withLock { state in
        if !state.choosesSizeAutomatically { state.wantsPreviewSize = newValue }
        return !state.choosesSizeAutomatically
      }
      guard isAllowed else {
        raise(
          .invalidArgument,
          "*** -[AVCaptureVideoDataOutput setDeliversPreviewSizedOutputBuffers:] Cannot be set when "
            + "automaticallyConfiguresOutputBufferDimensions is YES")
      }
    }
  }

  // MARK: Settings

  /// Pixel formats for `videoSettings`. The order means nothing; they change with the camera's `activeFormat`. [header] Of a
  /// camera of ten bits there are such formats too; pictures in one of eight bits keep the colours of the camera (assumed).
  open var availableVideoPixelFormatTypes: [OSType] { VideoBufferSettings.availableFormats(from: native) }

  /// The camera's pixel format.
  private var native: OSType? {
    connection(with: .video)?.device?.activeFormat.formatDescription.mediaSubType.rawValue
  }

  /// Keys: `kCVPixelBufferPixelFormatTypeKey`, and together `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey`.
  /// Nil or an empty dictionary: as the device delivers. Reading always gives a filled dictionary; without a camera
  /// only the pixel format. [header]
  ///
  /// Other keys are told on standard error and left out. [forum] Raises `NSInvalidArgumentException` for other pixel
  /// formats, and for a size that is larger than the camera's picture or of another shape, each as the connection turns
  /// it, or given while buffers are preview-sized. [header]
  open var videoSettings: [String: Any]! {
    get { filledSettings }
    set {
      do throws(VideoBufferSettings.Refusal) {
        let settings = try checked(newValue ?? [:])
        feed.state.withLock { $0.settings = settings }
      } catch {
        raise(.invalidArgument, "*** -[AVCaptureVideoDataOutput setVideoSettings:] \(error.text)")
      }
    }
  }

  private func checked(_ wish: [String: Any]) throws(VideoBufferSettings.Refusal) -> VideoBufferSettings {
    let format = kCVPixelBufferPixelFormatTypeKey as String
    let (width, height) = (kCVPixelBufferWidthKey as String, kCVPixelBufferHeightKey as String)
    let ignored = wish.keys.filter { ![format, width, height].contains($0) }.sorted()
    if !ignored.isEmpty {
      let line =
        "*** [AVCaptureVideoDataOutput setVideoSettings:] - videoSettings dictionary contains one or more "
        + "unsupported (ignored) keys: (\(ignored.joined(separator: ", ")))\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
    let number = wish[format] as? NSNumber
    if wish[format] != nil, number == nil { throw .unsupportedPixelFormat }
    if wish[width] != nil || wish[height] != nil, deliversPreviewSizedOutputBuffers { throw .previewSized }
    return try VideoBufferSettings(
      pixelFormat: number?.uint32Value, from: native, width: (wish[width] as? NSNumber)?.intValue,
      height: (wish[height] as? NSNumber)?.intValue, picture: picture)
  }

  /// The camera's picture as the connection turns it.
  private var picture: VideoBufferSettings.Size? {
    guard let connection = connection(with: .video), let device = connection.device else { return nil }
    let configuration = device.streamConfiguration
    return VideoBufferSettings.Size(width: configuration.width, height: configuration.height)
      .turned(connection.current.rotation)
  }

  /// The buffers that are made of it without a size in `videoSettings`.
  private var delivered: VideoBufferSettings.Size? {
    guard let picture, let phone = connection(with: .video)?.device?.phone else { return nil }
    return deliversPreviewSizedOutputBuffers
      ? picture.preview(shortSide: phone.description.policy.previewShortSide.value) : picture
  }

  /// The size of the buffers that it delivers; nil without a camera.
  var bufferSize: VideoBufferSettings.Size? { feed.state.withLock { $0.settings.size } ?? delivered }

  private var filledSettings: [String: Any] {
    let wish = feed.state.withLock { $0.settings }
    let format = VideoBufferSettings.delivered(wish.pixelFormat, from: native)
    var settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: format]
    if let size = wish.size ?? delivered {
      settings[kCVPixelBufferWidthKey as String] = size.width
      settings[kCVPixelBufferHeightKey as String] = size.height
    }
    return settings
  }
}
