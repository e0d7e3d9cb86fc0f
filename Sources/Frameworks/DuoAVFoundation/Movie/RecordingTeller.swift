import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// Whom a recording is told, and the trace. Keeps the output alive until the recording has ended.
struct RecordingTeller: Sendable {
  let output: Handover<AVCaptureFileOutput>
  let delegate: WeakReference<AnyObject>
  let url: URL
  let connections: Handover<[AVCaptureConnection]>
  let phone: any PhoneHardware
  /// Tells sessions apart in the trace.
  let session: Int
  /// What the trace says of the pictures; nil without any.
  let picture: Picture?

  struct Picture: Sendable {
    var device: CameraID
    var angle: QuarterTurns
    var isMirrored: Bool
  }

  private func tell(_ call: (any AVCaptureFileOutputRecordingDelegate) -> Void) {
    if let delegate = delegate.object as? any AVCaptureFileOutputRecordingDelegate { call(delegate) }
  }

  func started(at time: PhoneTime) {
    let stamp = CMTime(value: time.nanoseconds, timescale: 1_000_000_000)
    tell {
      $0.fileOutput(
        output.object, didStartRecordingTo: url, startPTS: stamp, from: connections.object)
    }
  }

  func paused() {
    tell { $0.fileOutput(output.object, didPauseRecordingTo: url, from: connections.object) }
  }

  func resumed() {
    tell { $0.fileOutput(output.object, didResumeRecordingTo: url, from: connections.object) }
  }

  func finished(_ error: (any Error)?) {
    if delegate.object == nil {
      phone.trace.record(
        "movie-undelivered", ["session": .integer(session), "file": .text(url.lastPathComponent)])
    }
    tell {
      $0.fileOutput(output.object, didFinishRecordingTo: url, from: connections.object, error: error)
    }
  }

  // MARK: The trace

  func trace(begins time: PhoneTime, _ job: MovieJob) {
    let video = job.plan.video
    phone.trace.record(
      "movie-started",
      [
        "session": .integer(session), "file": .text(url.lastPathComponent),
        "time": .integer(Int(time.nanoseconds)), "device": .text(picture?.device.rawValue ?? ""),
        "codec": .text(video.map { "\($0.codec)" } ?? ""), "width": .integer(video?.width ?? 0),
        "height": .integer(video?.height ?? 0), "angle": .integer(Int(picture?.angle.degrees ?? 0)),
        "mirrored": .bool(picture?.isMirrored ?? false), "sound": .bool(job.plan.sound != nil),
      ])
  }

  func trace(ends reason: RecordingEnd, isUsable: Bool, duration: Int64, _ job: MovieJob) {
    phone.trace.record(
      "movie-finished",
      [
        "session": .integer(session), "file": .text(url.lastPathComponent), "reason": .text(reason.word),
        "usable": .bool(isUsable), "over": .integer(Int(isUsable ? duration : 0)),
        "bytes": .integer(isUsable ? Int(job.bytes) : 0),
      ])
  }
}
