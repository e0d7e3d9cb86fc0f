import DuoCoreMedia
import DuoFoundation
import Foundation

/// Takes samples and shows or plays each at its time. [header]
public protocol AVQueuedSampleBufferRendering: NSObjectProtocol {
  /// What the samples' times mean. [header]
  var timebase: CMTimebase { get }
  /// Takes a sample, also while `isReadyForMoreMediaData` is false. [header]
  func enqueue(_ sampleBuffer: CMSampleBuffer)
  /// Forgets what waits; what is shown stays. [header]
  func flush()
  /// Whether few enough samples wait. [header]
  var isReadyForMoreMediaData: Bool { get }
  /// Calls a block on the queue whenever more can come, until `stopRequestingMediaData()`. Of several calls the last
  /// counts. [header]
  @preconcurrency
  func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
  /// No block is called any more. [header]
  func stopRequestingMediaData()
  /// Whether what waits is enough to go on without a pause. [header]
  var hasSufficientMediaDataForReliablePlaybackStart: Bool { get }
}

/// Whether samples can be shown. Raw values are Apple's. [header]
public enum AVQueuedSampleBufferRenderingStatus: Int, Hashable, Sendable {
  /// Nothing was enqueued yet.
  case unknown = 0
  case rendering = 1
  /// Nothing is taken until the next flush; `error` says why.
  case failed = 2
}
