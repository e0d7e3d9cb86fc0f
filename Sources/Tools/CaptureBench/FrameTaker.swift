import DuoAVFoundation
import DuoCoreMedia
import Foundation
import Synchronization

/// A delegate that has each frame drawn, and reads all of it if asked to.
final class FrameTaker: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  struct Seen: Sendable {
    var frames = 0
    var dropped = 0
    /// Of pixels.
    var bytes = 0
    var width = 0, height = 0
    /// Of what was read.
    var sum: UInt64 = 0
    /// Between two calls that bring a frame.
    var longestGap = Duration.zero
    /// The longest time in a call.
    var longestCall = Duration.zero
    /// Between two time stamps, seconds.
    var longestStep = 0.0
    fileprivate var last: ContinuousClock.Instant?
    fileprivate var lastStamp: CMTime?
  }

  private let state = Mutex(Seen())
  private let reads: Bool

  init(reads: Bool) { self.reads = reads }

  var seen: Seen { state.withLock { $0 } }

  /// Counts from nothing.
  func reset() { state.withLock { $0 = Seen() } }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    let (start, stamp) = (ContinuousClock.now, sampleBuffer.presentationTimeStamp)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let (bytes, sum) = look(at: buffer)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    let spent = start.duration(to: .now)
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    state.withLock { seen in
      seen.frames += 1
      seen.bytes += bytes
      (seen.width, seen.height) = (width, height)
      seen.sum &+= sum
      if let last = seen.last { seen.longestGap = max(seen.longestGap, last.duration(to: start)) }
      if let last = seen.lastStamp { seen.longestStep = max(seen.longestStep, (stamp - last).seconds) }
      seen.longestCall = max(seen.longestCall, spent)
      seen.last = start
      seen.lastStamp = stamp
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) { state.withLock { $0.dropped += 1 } }

  private func look(at buffer: CVPixelBuffer) -> (bytes: Int, sum: UInt64) {
    let planes = CVPixelBufferGetPlaneCount(buffer)
    guard planes > 0 else {
      return look(
        CVPixelBufferGetBaseAddress(buffer), CVPixelBufferGetWidth(buffer) * 4,
        CVPixelBufferGetHeight(buffer), CVPixelBufferGetBytesPerRow(buffer))
    }
    return (0..<planes).reduce(into: (bytes: 0, sum: 0)) { all, plane in
      // Two bytes for each pixel of the second plane.
      let part = look(
        CVPixelBufferGetBaseAddressOfPlane(buffer, plane),
        CVPixelBufferGetWidthOfPlane(buffer, plane) * (plane + 1),
        CVPixelBufferGetHeightOfPlane(buffer, plane), CVPixelBufferGetBytesPerRowOfPlane(buffer, plane))
      all = (all.bytes + part.bytes, all.sum &+ part.sum)
    }
  }

  private func look(
    _ base: UnsafeMutableRawPointer?, _ rowBytes: Int, _ rows: Int, _ bytesPerRow: Int
  ) -> (bytes: Int, sum: UInt64) {
    guard let base else { return (0, 0) }
    var sum: UInt64 = 0
    if reads {
      for row in 0..<rows {
        let start = base + row * bytesPerRow
        for place in stride(from: 0, to: rowBytes - 7, by: 8) {
          sum &+= start.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        }
      }
    }
    return (rowBytes * rows, sum)
  }
}
