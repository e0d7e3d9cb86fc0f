import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// Writes a movie file from samples that an app has. [docs]
///
/// Encoding and writing happen on a queue of the writer. A file that is not finished is removed.
open class AVAssetWriter: NSObject {
  public enum Status: Int, Hashable, Sendable {
    case unknown = 0
    case writing = 1
    case completed = 2
    case failed = 3
    case cancelled = 4
  }

  let engine: WriterEngine

  /// A writer of QuickTime, MPEG-4, M4V or M4A files. Other types raise `NSInvalidArgumentException`, and so does a URL
  /// that is not a file's. [header] No file is touched yet.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    let method = "*** -[AVAssetWriter initWithURL:fileType:error:]"
    guard outputURL.isFileURL else {
      raise(.invalidArgument, "\(method) invalid parameter not satisfying: [outputURL isFileURL]")
    }
    guard let container = outputFileType.container else {
      raise(.invalidArgument, "\(method) Invalid file type \(outputFileType.rawValue)")
    }
    engine = WriterEngine(url: outputURL, fileType: outputFileType, container: container)
    super.init()
  }

  /// The same.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  deinit {
    if engine.status == .writing { engine.cancel(as: "released") }
    engine.letGo()
  }

  public var outputURL: URL { engine.url }
  public var outputFileType: AVFileType { engine.fileType }
  public var availableMediaTypes: [AVMediaType] { engine.container == .m4a ? [.audio] : [.video, .audio] }

  /// May be read from any thread. [header]
  public var status: Status { engine.status }
  /// Why the status is failed; nil otherwise. [header]
  public var error: (any Error)? { engine.state.withLock { $0.error } }

  // MARK: Set before writing

  /// The index comes before the data. False at first. [header]
  public var shouldOptimizeForNetworkUse: Bool {
    get { engine.state.withLock { $0.shouldOptimize } }
    set { set("setShouldOptimizeForNetworkUse:") { $0.shouldOptimize = newValue } }
  }

  /// What was written can be played after each interval, whatever happens later. `.invalid`, at first: only a finished
  /// file can. [header]
  public var movieFragmentInterval: CMTime {
    get { engine.state.withLock { $0.fragmentInterval } }
    set { set("setMovieFragmentInterval:") { $0.fragmentInterval = newValue } }
  }

  /// Units of the movie's own times; 0, at first: as usual. [header]
  public var movieTimeScale: CMTimeScale {
    get { engine.state.withLock { $0.movieTimescale } }
    set { set("setMovieTimeScale:") { $0.movieTimescale = newValue } }
  }

  /// Texts of the file. [header]
  public var metadata: [AVMetadataItem] {
    get { engine.state.withLock { $0.metadata } }
    set { set("setMetadata:") { $0.metadata = newValue } }
  }

  private func set(_ method: String, _ body: (inout WriterEngine.State) -> Void) {
    engine.expect([.unknown], "AVAssetWriter \(method)")
    engine.state.withLock { body(&$0) }
  }

  // MARK: Inputs

  public var inputs: [AVAssetWriterInput] { engine.state.withLock { $0.inputs } }

  /// Whether an input with such settings could be added. [header]
  public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    // Why it can't is not asked.
    guard let plan = try? WriterPlan(mediaType, outputSettings, hint: nil) else { return false }
    return plan.fits(engine.container)
  }

  /// False for an input that is in a writer, that the kind of file cannot hold, and after writing has started. [header]
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { refusal(input) == nil }

  /// Raises `NSInvalidArgumentException` when `canAdd(_:)` is false, after the start
  /// `NSInternalInconsistencyException`. [header]
  public func add(_ input: AVAssetWriterInput) {
    engine.expect([.unknown], "AVAssetWriter addInput:")
    if let refusal = refusal(input) { raise(.invalidArgument, "*** -[AVAssetWriter addInput:] \(refusal)") }
    input.engine.attach(to: engine)
    engine.state.withLock { $0.inputs.append(input) }
  }

  private func refusal(_ input: AVAssetWriterInput) -> String? {
    if engine.status != .unknown { return "Cannot add input after writing has started" }
    if input.engine.isAttached { return "The input has already been added to an AVAssetWriter" }
    if case .packets(nil) = input.engine.plan, engine.container != .quickTime {
      return
        "In order to perform passthrough to file type \(outputFileType.rawValue), please provide a format hint "
        + "in the AVAssetWriterInput initializer"
    }
    return input.engine.plan.fits(engine.container)
      ? nil
      : "Cannot write media type \(input.mediaType.rawValue) with these settings to \(outputFileType.rawValue)"
  }

  // MARK: Writing

  /// Makes the file. False when it cannot be made: the status is failed and `error` says why, `fileAlreadyExists` for a
  /// file of that name. [header] Calling it again raises `NSInternalInconsistencyException`. [forum]
  @discardableResult
  public func startWriting() -> Bool {
    engine.expect([.unknown], "AVAssetWriter startWriting")
    return engine.start()
  }

  /// The time of the samples that becomes the movie's beginning; what comes before is not shown. Needed before the first
  /// sample. [header]
  public func startSession(atSourceTime startTime: CMTime) {
    let method = "AVAssetWriter startSessionAtSourceTime:"
    engine.expect([.writing, .failed], method)
    guard startTime.isNumeric else {
      raise(
        .invalidArgument, "*** -[\(method)] invalid parameter not satisfying: CMTIME_IS_NUMERIC(startTime)")
    }
    guard engine.begin == nil else {
      raise(.internalInconsistency, "*** -[\(method)] Cannot start a session twice")
    }
    engine.beginSession(at: startTime)
  }

  /// The time of the samples at which the movie ends; later samples are not in it. [header] Without a session it raises
  /// `NSInternalInconsistencyException`. [forum]
  public func endSession(atSourceTime endTime: CMTime) {
    let method = "AVAssetWriter endSessionAtSourceTime:"
    engine.expect([.writing, .failed], method)
    guard endTime.isNumeric else {
      raise(.invalidArgument, "*** -[\(method)] invalid parameter not satisfying: CMTIME_IS_NUMERIC(endTime)")
    }
    if engine.status == .writing, engine.begin == nil { engine.refuse(method, .writing) }
    engine.state.withLock { $0.end = endTime }
  }

  /// Removes the file. [header]
  public func cancelWriting() { engine.cancel() }

  /// Finishes the file; the status says how it went when the handler is called, on a queue of the writer. [header] A
  /// second call raises `NSInternalInconsistencyException`. [forum]
  @preconcurrency
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    engine.expectEnd("AVAssetWriter finishWritingWithCompletionHandler:")
    // Apps let their last reference go here; the file is completed all the same.
    let kept = Handover(self)
    engine.finish {
      handler()
      withExtendedLifetime(kept.object) {}
    }
  }

  /// The same.
  public nonisolated(nonsending) func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }

  /// The same; waits.
  /// - Returns: whether the file is complete.
  @available(*, noasync)
  @discardableResult
  public func finishWriting() -> Bool {
    engine.expectEnd("AVAssetWriter finishWriting")
    engine.finish {}
    engine.queue.sync {}
    return engine.status == .completed
  }
}
