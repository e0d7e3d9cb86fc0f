import DuoCoreMedia
import DuoFoundation
import Foundation

/// Takes pictures for a display layer, on any thread. [docs]
///
/// What `AVSampleBufferDisplayLayer` says of samples and their times holds here.
public final class AVSampleBufferVideoRenderer: NSObject, AVQueuedSampleBufferRendering, Sendable {
  let rendering: SampleRendering

  /// A renderer that no layer shows.
  public override convenience init() { self.init(rendering: SampleRendering()) }

  init(rendering: SampleRendering) {
    self.rendering = rendering
    super.init()
    rendering.listen { [weak self] in self?.take($0) }
  }

  private func take(_ news: SampleRendering.News) {
    switch news {
    case .status(let old, let new): announce(\.status, old: old, new: new)
    case .failedToDecode(let error):
      NotificationCenter.default.post(
        name: Self.didFailToDecodeNotification, object: self,
        userInfo: [Self.didFailToDecodeNotificationErrorKey: error])
    case .requiresFlush:
      NotificationCenter.default.post(
        name: Self.requiresFlushToResumeDecodingDidChangeNotification, object: self)
    case .readyForDisplay: break
    }
  }

  /// Observable. [header]
  public var status: AVQueuedSampleBufferRenderingStatus { rendering.status }
  /// Why `status` is failed; else nil. [header]
  public var error: (any Swift.Error)? { rendering.error }
  /// The app was in the background: only a flush makes samples be taken again. [header]
  public var requiresFlushToResumeDecoding: Bool { rendering.requiresFlush }
  public var timebase: CMTimebase { rendering.timebase }

  public func enqueue(_ sampleBuffer: CMSampleBuffer) {
    rendering.enqueue(sampleBuffer, "AVSampleBufferVideoRenderer.enqueue")
  }

  public func flush() { rendering.flush(removesPicture: false) }

  /// Forgets what waits, and takes the picture away if asked to. The handler is called once that is done, on no
  /// particular queue. [header]
  @preconcurrency
  public func flush(
    removingDisplayedImage removeDisplayedImage: Bool,
    completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    rendering.flush(removesPicture: removeDisplayedImage)
    if let handler { rendering.queue.async(execute: handler) }
  }

  public var isReadyForMoreMediaData: Bool { rendering.isReady }

  @preconcurrency
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
  {
    rendering.request(on: queue, block)
  }

  public func stopRequestingMediaData() { rendering.stopRequesting() }

  public var hasSufficientMediaDataForReliablePlaybackStart: Bool { rendering.hasSufficientData }

  /// The picture that is shown; nil without one. [header]
  public func displayedPixelBuffer() -> CVPixelBuffer? { rendering.shown?.buffer.object }

  /// A sample could not be shown; see `didFailToDecodeNotificationErrorKey`. [header]
  public static let didFailToDecodeNotification = Notification.Name(
    "AVSampleBufferVideoRendererDidFailToDecodeNotification")
  /// In `didFailToDecodeNotification`: an `NSError`. [header]
  public static let didFailToDecodeNotificationErrorKey =
    "AVSampleBufferVideoRendererDidFailToDecodeNotificationErrorKey"
  /// `requiresFlushToResumeDecoding` changed. [header]
  public static let requiresFlushToResumeDecodingDidChangeNotification = Notification.Name(
    "AVSampleBufferVideoRendererRequiresFlushToResumeDecodingDidChangeNotification")
}

extension AVSampleBufferVideoRenderer: KeyValueObservable {
  public typealias ObservedRoot = AVSampleBufferVideoRenderer
  public static var observableKeyPaths: [PartialKeyPath<AVSampleBufferVideoRenderer>] { [\.status] }
}
