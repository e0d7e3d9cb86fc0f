import AVFoundation

/// Waits for one photo. The output calls it on a queue of its own.
final class PhotoReceiver: NSObject, AVCapturePhotoCaptureDelegate {
  enum Failure: Error {
    case noFile
  }

  private let done: (Result<Data, any Error>) -> Void
  private var result: Result<Data, any Error> = .failure(Failure.noFile)

  init(done: @escaping (Result<Data, any Error>) -> Void) {
    self.done = done
    super.init()
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    if let error {
      result = .failure(error)
    } else if let data = photo.fileDataRepresentation() {
      result = .success(data)
    }
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {
    done(error.map { .failure($0) } ?? result)
  }
}
