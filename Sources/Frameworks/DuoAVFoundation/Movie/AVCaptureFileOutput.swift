import DuoCoreMedia
import DuoFoundation
import Foundation

/// An output that writes into files. Abstract: use `AVCaptureMovieFileOutput`.
open class AVCaptureFileOutput: AVCaptureOutput {
  let feed: MovieFeed

  init(feed: MovieFeed) {
    self.feed = feed
    super.init()
  }

  /// The name of the class in exceptions.
  var className: String { "AVCaptureFileOutput" }

  /// Waits until what is due has been written and told.
  package func settle() { feed.settle() }

  // MARK: Recording

  /// The file that is being written; nil while nothing is. [header]
  open var outputFileURL: URL? { feed.state.withLock { $0.recording?.url } }

  /// True from the call that starts a recording to the one that ends it, or until it ends by itself (moments assumed).
  open var isRecording: Bool { feed.state.withLock { $0.recording != nil } }

  /// Whether the recording is held. [header]
  open var isRecordingPaused: Bool { feed.state.withLock { $0.recording?.times.isPaused ?? false } }

  /// Length of what has been recorded into the present file; zero while there is none. [header]
  open var recordedDuration: CMTime {
    CMTime(value: feed.state.withLock { $0.recording?.times.duration ?? 0 }, timescale: 1_000_000_000)
  }

  /// Bytes of the present file; 0 while there is none. [header]
  open var recordedFileSize: Int64 { feed.state.withLock { $0.recording?.job }?.bytes ?? 0 }

  /// Begins a recording with the next picture. While another is being written, that one is finished first, and nothing
  /// between the two is lost. [header]
  ///
  /// A file of that name, a folder that does not exist, and a session that does not run are errors in the finish
  /// callback. A URL that is not a file's, and an output without an active and enabled connection, raise
  /// `NSInvalidArgumentException`. [header] [forum]
  /// - Parameter delegate: Held weakly (assumed).
  open func startRecording(
    to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    CaptureCall.note("AVCaptureFileOutput.startRecording")
    let method = "*** -[\(className) startRecordingToOutputFileURL:recordingDelegate:]"
    guard outputFileURL.isFileURL else {
      raise(.invalidArgument, "\(method) \(outputFileURL) is not a file URL")
    }
    let active = connections.filter { $0.isEnabled && $0.isActive }
    guard !active.isEmpty else { raise(.invalidArgument, "\(method) No active/enabled connections") }
    start(outputFileURL, delegate, active)
  }

  func start(
    _ url: URL, _ delegate: any AVCaptureFileOutputRecordingDelegate, _ connections: [AVCaptureConnection]
  ) {}

  /// Ends the recording. The file is finished when the delegate hears of it. Nothing happens while there is none.
  /// [header]
  open func stopRecording() {
    CaptureCall.note("AVCaptureFileOutput.stopRecording")
    feed.end(.stopped)
  }

  /// Holds the recording: what comes until `resumeRecording()` is not in the file. [header] Nothing happens when there is
  /// none or it is held already. [inferred]
  open func pauseRecording() {
    CaptureCall.note("AVCaptureFileOutput.pauseRecording")
    feed.pause()
  }

  /// Goes on after `pauseRecording()`. [header]
  open func resumeRecording() {
    CaptureCall.note("AVCaptureFileOutput.resumeRecording")
    feed.resume()
  }

  // MARK: Limits

  /// Reaching it ends the recording with `AVError.maximumDurationReached`. `.invalid`, at first: no limit. [header]
  open var maxRecordedDuration: CMTime {
    get { feed.state.withLock { $0.limits.duration } }
    set { feed.state.withLock { $0.limits.duration = newValue } }
  }

  /// Bytes. Reaching it ends the recording with `AVError.maximumFileSizeReached`. 0, at first: no limit. [header]
  open var maxRecordedFileSize: Int64 {
    get { feed.state.withLock { $0.limits.bytes } }
    set { feed.state.withLock { $0.limits.bytes = newValue } }
  }

  /// Bytes. With less free space the recording ends with `AVError.diskFull`. 0, at first: no limit. [header]
  open var minFreeDiskSpaceLimit: Int64 {
    get { feed.state.withLock { $0.limits.freeSpace } }
    set { feed.state.withLock { $0.limits.freeSpace = newValue } }
  }
}
