import AVFoundation

typealias SwapCompletion = (Result<AVCaptureDevice, Error>) -> Void

final class LensSwapper {
  private let session: AVCaptureSession
  private let queue: DispatchQueue

  init(_ session: AVCaptureSession, queue: DispatchQueue) {
    self.session = session
    self.queue = queue
  }

  /// Completion-handler style; the old lens is gone when the new one is refused.
  func swap(to device: AVCaptureDevice, completion: @escaping SwapCompletion) {
    queue.async {
      do {
        let input = try AVCaptureDeviceInput(device: device)
        self.session.beginConfiguration()
        for old in self.session.inputs { self.session.removeInput(old) }
        if !self.session.canAddInput(input) {  // finds: input-not-restored
          self.session.commitConfiguration()
          DispatchQueue.main.async { completion(.failure(CocoaError(.featureUnsupported))) }
          return
        }
        self.session.addInput(input)
        self.session.commitConfiguration()
        DispatchQueue.main.async { completion(.success(device)) }
      } catch {
        DispatchQueue.main.async { completion(.failure(error)) }
      }
    }
  }
}
