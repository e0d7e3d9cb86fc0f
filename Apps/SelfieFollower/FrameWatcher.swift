@preconcurrency import AVFoundation
import Foundation

/// Tells when a camera's first frame has arrived. Its state is used on its own queue only.
final class FrameWatcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  let queue = DispatchQueue(label: "capture.frames")

  private var current: String?
  private var waiting: [(camera: String, resume: CheckedContinuation<Void, Never>)] = []

  /// Returns when a frame of the camera is here. A newer call for another camera ends an older one.
  func firstFrame(from camera: String) async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.resume { $0 != camera }
        if self.current == camera {
          continuation.resume()
        } else {
          self.waiting.append((camera, continuation))
        }
      }
    }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let camera = (connection.inputPorts.first?.input as? AVCaptureDeviceInput)?.device.uniqueID
    guard let camera, camera != current else { return }
    current = camera
    resume { $0 == camera }
  }

  private func resume(where matches: (String) -> Bool) {
    for entry in waiting where matches(entry.camera) {
      entry.resume.resume()
    }
    waiting.removeAll { matches($0.camera) }
  }
}
