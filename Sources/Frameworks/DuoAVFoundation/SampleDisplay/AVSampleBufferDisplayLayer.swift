import DuoCoreMedia
import DuoFoundation
import DuoQuartzCore
import Foundation

/// Shows pictures that the app gives it, each at its time. [docs]
///
/// A picture is shown from its presentation time on, until the next one's; what comes late is shown at once. With
/// `kCMSampleAttachmentKey_DisplayImmediately` it replaces everything that was enqueued before, whatever its time. Times
/// are those of the host clock, or of `controlTimebase`. [header] So frames of a camera are shown as they come. Samples may
/// come on any thread. Compressed samples are not decoded: the layer fails with `AVError.decodeFailed`.
open class AVSampleBufferDisplayLayer: CALayer, AVQueuedSampleBufferRendering {
  /// The newer way to give the layer its pictures. [header]
  public let sampleBufferRenderer: AVSampleBufferVideoRenderer
  private let gravity = Guarded(AVLayerVideoGravity.resizeAspect)

  var rendering: SampleRendering { sampleBufferRenderer.rendering }

  public override init() {
    sampleBufferRenderer = AVSampleBufferVideoRenderer()
    super.init()
    listen()
  }

  init(renderer: AVSampleBufferVideoRenderer) {
    sampleBufferRenderer = renderer
    super.init()
    listen()
  }

  /// A copy of another layer's values; it shows nothing.
  public override init(layer: Any) {
    sampleBufferRenderer = AVSampleBufferVideoRenderer()
    super.init(layer: layer)
    if let other = layer as? AVSampleBufferDisplayLayer { videoGravity = other.videoGravity }
    listen()
  }

  /// Stops the process: Diptych has no archives of layers.
  public required init?(coder: NSCoder) {
    sampleBufferRenderer = AVSampleBufferVideoRenderer()
    super.init(coder: coder)
  }

  private func listen() {
    let reference = WeakReference(self)
    rendering.listen { reference.object?.take($0) }
  }

  private func take(_ news: SampleRendering.News) {
    let center = NotificationCenter.default
    switch news {
    case .status(let old, let new): announce(\.status, old: old, new: new)
    case .failedToDecode(let error):
      center.post(
        name: .AVSampleBufferDisplayLayerFailedToDecode, object: self,
        userInfo: [AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey: error])
    case .requiresFlush:
      center.post(name: .AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange, object: self)
    case .readyForDisplay: center.post(name: Self.readyForDisplayDidChangeNotification, object: self)
    }
  }

  /// `.resizeAspect` at first. [header]
  public var videoGravity: AVLayerVideoGravity {
    get { gravity.withLock { $0 } }
    set { gravity.withLock { $0 = newValue } }
  }

  /// What the samples' times mean; nil, at first: they are times of the host clock. [header]
  public var controlTimebase: CMTimebase? {
    get { rendering.controlTimebase }
    set { rendering.controlTimebase = newValue }
  }

  /// A picture is shown. [header]
  public var isReadyForDisplay: Bool { rendering.isReadyForDisplay }

  // MARK: Samples

  /// Observable. After a failure nothing is taken until the next flush. [header]; the end by a flush [forum]
  public var status: AVQueuedSampleBufferRenderingStatus { rendering.status }
  /// Why `status` is failed; else nil. [header]
  public var error: (any Swift.Error)? { rendering.error }
  /// The app was in the background: only a flush makes samples be taken again. [header]
  public var requiresFlushToResumeDecoding: Bool { rendering.requiresFlush }
  /// `controlTimebase`, or one that runs with the host clock. [header]
  public var timebase: CMTimebase { rendering.timebase }

  public func enqueue(_ sampleBuffer: CMSampleBuffer) {
    rendering.enqueue(sampleBuffer, "AVSampleBufferDisplayLayer.enqueue")
  }

  public func flush() { rendering.flush(removesPicture: false) }

  /// Forgets what waits and takes the picture away. [header]
  public func flushAndRemoveImage() { rendering.flush(removesPicture: true) }

  public var isReadyForMoreMediaData: Bool { rendering.isReady }

  @preconcurrency
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
  {
    rendering.request(on: queue, block)
  }

  public func stopRequestingMediaData() { rendering.stopRequesting() }

  public var hasSufficientMediaDataForReliablePlaybackStart: Bool { rendering.hasSufficientData }

  /// `isReadyForDisplay` changed. [header]
  public static let readyForDisplayDidChangeNotification = Notification.Name(
    "AVSampleBufferDisplayLayerReadyForDisplayDidChangeNotification")
}

extension AVSampleBufferDisplayLayer: KeyValueObservable {
  public typealias ObservedRoot = AVSampleBufferDisplayLayer
  public static var observableKeyPaths: [PartialKeyPath<AVSampleBufferDisplayLayer>] { [\.status] }
}

extension AVSampleBufferDisplayLayer: FrameShowing {
  package func shown(in bounds: CGRect) -> ShownPreview? {
    guard let phone = rendering.phone else { return nil }
    return rendering.shown?.shown(in: bounds, videoGravity, on: phone)
  }

  /// A layer without a picture may be meant for anything.
  package var previewSource: PreviewSource? {
    guard let phone = rendering.phone else { return nil }
    return rendering.shown?.source(on: phone)
  }
}

/// In `.AVSampleBufferDisplayLayerFailedToDecode`: an `NSError`. [header]
public let AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey =
  "AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey"

// The object of each notification is the layer. Posted on no particular thread.
extension NSNotification.Name {
  /// A sample could not be shown. [header]
  public static let AVSampleBufferDisplayLayerFailedToDecode = NSNotification.Name(
    "AVSampleBufferDisplayLayerFailedToDecodeNotification")
  /// `requiresFlushToResumeDecoding` changed. [header]
  public static let AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange = NSNotification.Name(
    "AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChangeNotification")
}
