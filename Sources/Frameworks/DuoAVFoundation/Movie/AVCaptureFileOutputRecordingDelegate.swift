import DuoCoreMedia
import DuoFoundation
import Foundation

/// Hears of recordings, on no particular thread. [header]
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
  /// The first data was written. Not called when nothing could be written. [header]
  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])
  /// The same, with the time stamp of the first data on the session's clock. A delegate that has this method does not get
  /// the other. [header]
  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
    from connections: [AVCaptureConnection])
  /// Nothing is written from now on, until the recording goes on or ends. [header]
  func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection])
  /// A paused recording goes on. [header]
  func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection])
  /// The file is finished, or there is none. Called once for every request, always. [header]
  ///
  /// - Parameter error: Not always a failure: with `AVErrorRecordingSuccessfullyFinishedKey` true in its user info the
  ///   file is usable. [docs]
  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
  public func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  /// Nothing tells before which methods a Swift class has, so this one calls the older.
  public func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
    from connections: [AVCaptureConnection]
  ) { fileOutput(output, didStartRecordingTo: fileURL, from: connections) }
  public func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
  public func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) {}
}
