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
/// for late data still count. [header] Of two synchronisers with one output the one whose delegate was set last has it.
/// [inferred]
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
    noteQueue(nil)
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
    let old = core.delegate
    core.set(delegate, queue: delegate == nil ? nil : delegateCallbackQueue)
    noteQueue(delegate == nil ? nil : delegateCallbackQueue)
    if old !== delegate { announce(\.delegate, old: old, new: delegate) }
  }

  private func noteQueue(_ queue: DispatchQueue?) {
    for case let output as any SynchronizableOutput in dataOutputs
    where queue != nil || output.synchronizer == nil { output.delegateQueueIs(queue, of: .synchronizer) }
  }
}

extension AVCaptureDataOutputSynchronizer: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureDataOutputSynchronizer
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureDataOutputSynchronizer>] { [\.delegate] }
}

/// An output that can hand its data over instead of calling its delegate.
protocol SynchronizableOutput: AVCaptureOutput {
  /// Where its data goes; what was on its way to its delegate goes nowhere.
  var synchronizer: SynchronizerLink? { get set }
}

extension AVCaptureVideoDataOutput: SynchronizableOutput {
  var synchronizer: SynchronizerLink? {
    get { feed.state.withLock { $0.synchronizer } }
    set {
      feed.state.withLock { state in
        state.synchronizer = newValue
        state.beginTurn()
      }
    }
  }
}

extension AVCaptureDepthDataOutput: SynchronizableOutput {
  var synchronizer: SynchronizerLink? {
    get { feed.state.withLock { $0.synchronizer } }
    set {
      feed.state.withLock { state in
        state.synchronizer = newValue
        state.beginTurn()
      }
    }
  }
}

extension AVCaptureAudioDataOutput: SynchronizableOutput {
  var synchronizer: SynchronizerLink? {
    get { feed.synchronizer }
    set { feed.synchronizer = newValue }
  }
}

extension AVCaptureMetadataOutput: SynchronizableOutput {
  var synchronizer: SynchronizerLink? {
    get { feed.synchronizer }
    set { feed.synchronizer = newValue }
  }
}
