import DuoFoundation
import Foundation
import PhoneModel

/// Receives what a metadata output found, on the output's queue.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
  /// What is in the picture now; an empty list once when nothing is any more. [docs] [forum]
  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection)
}

extension AVCaptureMetadataOutputObjectsDelegate {
  public func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {}
}

/// Finds faces, bodies and codes in a camera's picture.
///
/// Codes are read from the pixels. Pictures are looked at a few times a second, as the phone's description says
/// (assumed), and only while somebody listens and has asked for something.
open class AVCaptureMetadataOutput: AVCaptureOutput {
  let feed = MetadataFeed()

  public override init() {
    super.init()
    feed.start(for: self)
  }

  override var traits: OutputTraits {
    OutputTraits(
      className: "AVCaptureMetadataOutput", media: [.metadataObject], mayRepeat: false, destination: .other,
      taker: feed)
  }

  /// Objects come on the queue, which must be serial to keep their order. The delegate is held weakly. A delegate without
  /// a queue raises `NSInvalidArgumentException`. [header]
  open func setMetadataObjectsDelegate(
    _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?,
    queue objectsCallbackQueue: DispatchQueue?
  ) {
    if objectsDelegate != nil, objectsCallbackQueue == nil {
      raise(
        .invalidArgument, "*** -[AVCaptureMetadataOutput setMetadataObjectsDelegate:queue:] NULL queue passed"
      )
    }
    delegateQueueIs(objectsDelegate == nil ? nil : objectsCallbackQueue)
    feed.set(objectsDelegate, queue: objectsDelegate == nil ? nil : objectsCallbackQueue)
  }

  /// Held weakly; nil without one. [header]
  open var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? {
    feed.delegate as? any AVCaptureMetadataOutputObjectsDelegate
  }

  /// The queue that was given with the delegate; nil without one. [header]
  open var metadataObjectsCallbackQueue: DispatchQueue? { feed.queue }

  /// What can be asked for. Empty until the output is connected to a camera. Observable. [header] [forum]
  open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] {
    connections.contains { $0.device != nil } ? AVMetadataObject.ObjectType.found : []
  }

  /// What is looked for. Empty at first. A type that is not available now raises `NSInvalidArgumentException`, so the
  /// output has to be in a session with a camera first. [header] [forum]
  open var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
    get { feed.types }
    set {
      let wanted = newValue ?? []
      let available = availableMetadataObjectTypes
      if let missing = wanted.first(where: { !available.contains($0) }) {
        raise(
          .invalidArgument,
          "*** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found - use "
            + "-availableMetadataObjectTypes (\(missing.rawValue))")
      }
      feed.types = wanted
    }
  }

  /// Objects that do not touch it are dropped. In units of the unturned picture, 0...1 from its top left; the whole at
  /// first. [header] Another one while the session runs takes a moment, in which the call waits [forum]; how long is the
  /// phone's description's (assumed).
  ///
  /// Any rectangle is kept; what counts is its part in the picture, so one beside the picture finds nothing. [inferred]
  open var rectOfInterest: CGRect {
    get { feed.rectOfInterest }
    set {
      guard feed.rectOfInterest != newValue else { return }
      feed.rectOfInterest = newValue
      guard let session = SessionMembership.session(of: self), session.runsNow else { return }
      session.spend(
        session.phone.description.timing.rectOfInterestBlocks.value,
        in: "AVCaptureMetadataOutput.rectOfInterest")
    }
  }
}

extension AVCaptureMetadataOutput: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureMetadataOutput
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureMetadataOutput>] {
    [\.availableMetadataObjectTypes]
  }
}

extension SessionEngine {
  /// What metadata outputs can find changes with their connections.
  func followMetadataOutputs() {
    for case let output as AVCaptureMetadataOutput in state.withLock({ Array($0.outputs.values) }) {
      output.feed.followConnections()
    }
  }
}
