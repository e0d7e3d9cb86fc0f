import DuoCoreMedia
import DuoFoundation
import Foundation

/// Receives the depth of a depth data output, on the output's queue. Every method is optional.
public protocol AVCaptureDepthDataOutputDelegate: NSObjectProtocol {
  /// A map, turned and mirrored as the connection says.
  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection)
  /// A map that is not delivered: everything but the distances. [header]
  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason)
}

extension AVCaptureDepthDataOutputDelegate {
  public func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection
  ) {}
  public func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
  ) {}
}

/// Hands a camera's depth maps to a delegate, in the device's `activeDepthDataFormat`. [header]
///
/// Maps come with the frames of the camera, at most as often as `activeDepthDataMinFrameDuration` says. The connection is
/// active while the device's active format has depth. [inferred]
open class AVCaptureDepthDataOutput: AVCaptureOutput {
  let feed = DepthDataFeed()

  public override init() {
    super.init()
    feed.start(for: self)
  }

  override var traits: OutputTraits {
    OutputTraits(
      className: "AVCaptureDepthDataOutput", media: [.depthData], mayRepeat: false, destination: .depthData,
      taker: feed)
  }

  /// Maps come on the queue, which must be serial to keep their order. The delegate is held weakly. A delegate without
  /// a queue raises `NSInvalidArgumentException`. [header]
  public func setDelegate(
    _ delegate: (any AVCaptureDepthDataOutputDelegate)?, callbackQueue: DispatchQueue?
  ) {
    if delegate != nil, callbackQueue == nil {
      raise(
        .invalidArgument, "*** -[AVCaptureDepthDataOutput setDelegate:callbackQueue:] NULL queue passed")
    }
    delegateQueueIs(delegate == nil ? nil : callbackQueue)
    let reference = WeakReference<AnyObject>(delegate)
    feed.state.withLock { state in
      state.delegate = reference
      state.queue = delegate == nil ? nil : callbackQueue
      state.beginTurn()
    }
  }

  /// Held weakly; nil without one. [header]
  public var delegate: (any AVCaptureDepthDataOutputDelegate)? {
    feed.state.withLock { $0.delegate.object } as? any AVCaptureDepthDataOutputDelegate
  }

  /// The queue that was given with the delegate; nil without one. [header]
  public var delegateCallbackQueue: DispatchQueue? { feed.state.withLock { $0.queue } }

  /// True at first: depth that comes while the delegate is busy is dropped at once. False: it waits until no buffer is
  /// left. [header]
  public var alwaysDiscardsLateDepthData: Bool {
    get { feed.state.withLock { $0.gate.discardsLateFrames } }
    set { feed.state.withLock { $0.gate.discardsLateFrames = newValue } }
  }

  /// True at first: maps are smoothed over time and their holes filled. False: values as measured, NaN where none is
  /// known. [header]
  public var isFilteringEnabled: Bool {
    get { feed.state.withLock { $0.isFiltered } }
    set { feed.state.withLock { $0.isFiltered = newValue } }
  }
}
