import DuoFoundation
import Foundation

/// Learns when a session starts what was to start later. [docs]
public protocol AVCaptureSessionDeferredStartDelegate: NSObjectProtocol {
  func sessionWillRunDeferredStart(_ session: AVCaptureSession)
  func sessionDidRunDeferredStart(_ session: AVCaptureSession)
}

extension AVCaptureSession {
  /// Whether the app may say when the late start runs: always. [assumed]
  public var isManualDeferredStartSupported: Bool { true }

  /// True at first: outputs and layers with `isDeferredStartEnabled` start by themselves, shortly after the first frame of
  /// the others. False: when the app calls `runDeferredStartWhenNeeded()`. [docs]
  public var automaticallyRunsDeferredStart: Bool {
    get { engine.state.withLock { $0.deferredWishes.runsAutomatically } }
    set {
      CaptureCall.note("AVCaptureSession.automaticallyRunsDeferredStart")
      engine.state.withLock { $0.deferredWishes.runsAutomatically = newValue }
    }
  }

  /// Starts what was to start later, soon; the call does not wait. Raises `NSInvalidArgumentException` while
  /// `automaticallyRunsDeferredStart` is true. [header]
  public func runDeferredStartWhenNeeded() {
    CaptureCall.note("AVCaptureSession.runDeferredStartWhenNeeded")
    if automaticallyRunsDeferredStart {
      raise(
        .invalidArgument,
        "*** -[AVCaptureSession runDeferredStartWhenNeeded] Cannot be called when automaticallyRunsDeferredStart is YES"
      )
    }
    engine.wantDeferredStart()
  }

  /// The delegate is held weakly. One without a queue raises `NSInvalidArgumentException`. [header]
  public func setDeferredStartDelegate(
    _ deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)?,
    deferredStartDelegateCallbackQueue: DispatchQueue?
  ) {
    if deferredStartDelegate != nil, deferredStartDelegateCallbackQueue == nil {
      raise(
        .invalidArgument,
        "*** -[AVCaptureSession setDeferredStartDelegate:deferredStartDelegateCallbackQueue:] NULL queue passed"
      )
    }
    let reference = WeakReference<AnyObject>(deferredStartDelegate)
    engine.state.withLock { state in
      state.deferredWishes.delegate = reference
      state.deferredWishes.queue = deferredStartDelegate == nil ? nil : deferredStartDelegateCallbackQueue
    }
  }

  public var deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)? {
    engine.state.withLock { $0.deferredWishes.delegate }.object
      as? any AVCaptureSessionDeferredStartDelegate
  }

  public var deferredStartDelegateCallbackQueue: DispatchQueue? {
    engine.state.withLock { $0.deferredWishes.queue }
  }
}

extension AVCaptureOutput {
  /// Whether the output may start after the session: every one may (assumed).
  public var isDeferredStartSupported: Bool { true }

  /// Whether the output starts after the session, to let the preview come sooner. True at first for photo and file
  /// outputs, which are asked for something later, false for others. The same for all outputs and layers of a session is
  /// as if it were not there. Set it before the session's configuration is committed. [header]
  public var isDeferredStartEnabled: Bool {
    get { deferral.withLock { $0 } ?? startsOnDemand }
    set { deferral.withLock { $0 = newValue } }
  }

  /// A photo or file output: it gets nothing until it is asked for something.
  var startsOnDemand: Bool {
    traits.className.hasSuffix("PhotoOutput") || traits.className.hasSuffix("FileOutput")
  }
}

extension AVCaptureVideoPreviewLayer {
  /// Whether the layer may start after the session: always (assumed).
  public var isDeferredStartSupported: Bool { true }

  /// Whether the layer starts after the session; false at first. For several layers, defer those that are seen later.
  /// [header]
  public var isDeferredStartEnabled: Bool {
    get { feed.isDeferred.withLock { $0 } }
    set { feed.isDeferred.withLock { $0 = newValue } }
  }
}
