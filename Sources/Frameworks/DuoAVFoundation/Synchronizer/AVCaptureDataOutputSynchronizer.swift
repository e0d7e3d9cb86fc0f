import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel

/// Receives data of several outputs together.
public protocol AVCaptureDataOutputSynchronizerDelegate: NSObjectProtocol {
  /// Data of one time, on the synchroniser's queue.
  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection)
}

/// Delivers the data of several outputs of one session in one callback for each time.
///
/// While its delegate is set, the outputs' own delegates hear nothing; they do again once it is nil. The outputs' flags
/// for late data still count. [header]
open class AVCaptureDataOutputSynchronizer: NSObject {
  /// The first is the primary one. [header]
  public let dataOutputs: [AVCaptureOutput]
  private let core: SynchronizerCore

  /// Data outputs of one session, for video, depth, metadata or sound. Sound has times of its own: it comes by itself,
  /// between the frames, and a frame waits for the sound of its time. [header] [inferred]
  ///
  /// Raises `NSInvalidArgumentException` for no output, another kind of output, one that is named twice, and outputs that
  /// are not in one session. [inferred]
  public init(dataOutputs: [AVCaptureOutput]) {
    func refuse(_ why: String) -> Never {
      raise(.invalidArgument, "*** -[AVCaptureDataOutputSynchronizer initWithDataOutputs:] \(why)")
    }
    if dataOutputs.isEmpty { refuse("dataOutputs must not be empty") }
    if Set(dataOutputs.map(ObjectIdentifier.init)).count < dataOutputs.count {
      refuse("dataOutputs contains an output twice")
    }
    for output in dataOutputs where !(output is any SynchronizableOutput) {
      refuse("Unsupported data output \(type(of: output))")
    }
    let sessions = dataOutputs.map { SessionMembership.session(of: $0) }
    guard let session = sessions[0], sessions.allSatisfy({ $0 === session }) else {
      refuse("All data outputs must be in one session")
    }
    self.dataOutputs = dataOutputs
    core = SynchronizerCore(outputs: dataOutputs)
    super.init()
    core.start(for: self)
  }

  deinit {
    core.end()
    for output in dataOutputs { output.delegateQueueIs(nil, of: .synchronizer) }
  }

  /// Held weakly; nil without one. Observable. [header]
  public var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { core.delegate }

  /// The queue that was given with the delegate. [header]
  public var delegateCallbackQueue: DispatchQueue? { core.queue }

  /// Collections come on the queue, which must be serial to keep their order. A delegate without a queue raises
  /// `NSInvalidArgumentException`. Nil and nil give the outputs back to their own delegates. [header]
  public func setDelegate(
    _ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?, queue delegateCallbackQueue: DispatchQueue?
  ) {
    if delegate != nil, delegateCallbackQueue == nil {
      raise(
        .invalidArgument, "*** -[AVCaptureDataOutputSynchronizer setDelegate:queue:] NULL queue passed")
    }
    for output in dataOutputs {
      output.delegateQueueIs(delegate == nil ? nil : delegateCallbackQueue, of: .synchronizer)
    }
    let old = core.delegate
    core.set(delegate, queue: delegate == nil ? nil : delegateCallbackQueue)
    if old !== delegate { announce(\.delegate, old: old, new: delegate) }
  }
}

extension AVCaptureDataOutputSynchronizer: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureDataOutputSynchronizer
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureDataOutputSynchronizer>] { [\.delegate] }
}

/// An output that can hand its data over instead of calling its delegate.
protocol SynchronizableOutput: AVCaptureOutput {
  func set(synchronizer: SynchronizerLink?)
}

extension AVCaptureVideoDataOutput: SynchronizableOutput {
  func set(synchronizer: SynchronizerLink?) { feed.state.withLock { $0.synchronizer = synchronizer } }
}

extension AVCaptureDepthDataOutput: SynchronizableOutput {
  func set(synchronizer: SynchronizerLink?) { feed.state.withLock { $0.synchronizer = synchronizer } }
}

extension AVCaptureAudioDataOutput: SynchronizableOutput {
  func set(synchronizer: SynchronizerLink?) { feed.set(synchronizer: synchronizer) }
}

extension AVCaptureMetadataOutput: SynchronizableOutput {
  func set(synchronizer: SynchronizerLink?) { feed.set(synchronizer: synchronizer) }
}
