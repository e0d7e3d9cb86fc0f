import DuoCoreMedia
import DuoFoundation
import Foundation

/// Follows one request for a photo. All methods are called on one serial queue of the output, not the main one, in the
/// order in which they stand here; each once (the photo's once for each photo), also after an error. [header]; the order of the middle ones [docs]
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
  /// The first one: the settings are decided, also those that the request left open. [header]
  func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  /// The shutter.
  func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  /// The picture is exposed, and not made into a file yet. [header]
  func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
  /// The photo is there, also with an error; then it has no file. A delegate without this method stops the process
  /// with `NSInvalidArgumentException`. [header]; on a phone at the request, here when the photo is ready, since
  /// nothing tells before which methods a Swift class has.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?)
  /// In place of the photo when its delivery is deferred. The output must have that on; a delegate without this method then
  /// stops the process with `NSInvalidArgumentException`, when the proxy is ready. [header]
  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?, error: (any Error)?
  )
  /// Of Live Photos, which no camera here takes: never called.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
    resolvedSettings: AVCaptureResolvedPhotoSettings)
  /// Of Live Photos, which no camera here takes: never called.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
    duration: CMTime, photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?)
  /// The last one: the delegate can go.
  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?)
}

extension AVCapturePhotoCaptureDelegate {
  public func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  public func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    raise(
      .invalidArgument,
      "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] "
        + "The delegate must implement photoOutput:didFinishProcessingPhoto:error:")
  }
  public func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?, error: (any Error)?
  ) {
    raise(
      .invalidArgument,
      "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] The delegate must implement "
        + "captureOutput:didFinishCapturingDeferredPhotoProxy:error:")
  }
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
    resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {}
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
    duration: CMTime, photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {}
  public func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {}
}
