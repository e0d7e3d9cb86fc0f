import AVFoundation

/// Tells when the first frame has come through a connection.
///
/// `@unchecked` because its state is used on its own queue only.
final class FrameWatcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  let queue = DispatchQueue(label: "capture.frames")

  /// What the newest frame came through. Kept, so that no later connection has the same identity.
  private var current: AVCaptureConnection?
  private var awaited: (connection: ObjectIdentifier, continuation: AsyncStream<Void>.Continuation)?

  /// Returns when a frame has come through the connection, when the task is cancelled, or when somebody waits for
  /// another connection.
  func firstFrame(through connection: ObjectIdentifier) async {
    let (arrival, continuation) = AsyncStream.makeStream(of: Void.self)
    queue.async {
      self.awaited?.continuation.finish()
      self.awaited = (connection, continuation)
      self.resumeIfArrived()
    }
    for await _ in arrival {}
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard current !== connection else { return }
    current = connection
    resumeIfArrived()
  }

  private func resumeIfArrived() {
    guard let awaited, let current, awaited.connection == ObjectIdentifier(current) else { return }
    awaited.continuation.finish()
    self.awaited = nil
  }
}
