import DuoCoreMedia
import DuoFoundation

/// What a photo is going to be. Made by the output; one object for all callbacks of a request. [header] Immutable.
public final class AVCaptureResolvedPhotoSettings: NSObject, Sendable {
  /// That of the settings. [header]
  public let uniqueID: Int64
  /// Pixels of the file, as stored: before a viewer turns them. [inferred]
  public let photoDimensions: CMVideoDimensions
  /// Whether this photo is lit. [header] The light is not seen in the simulated picture.
  public let isFlashEnabled: Bool
  /// How often `photoOutput(_:didFinishProcessingPhoto:error:)` is called: once.
  public let expectedPhotoCount: Int
  private let processing: (shortest: Int64, longest: Int64)
  /// How long after its exposure a photo is ready: from the shortest time, with a length up to the longest.
  /// [header]
  public var photoProcessingTimeRange: CMTimeRange {
    let scale: CMTimeScale = 1_000_000_000
    return CMTimeRange(
      start: CMTime(value: processing.shortest, timescale: scale),
      duration: CMTime(value: processing.longest - processing.shortest, timescale: scale))
  }

  /// - Parameter nanoseconds: From exposure to the finished photo.
  init(uniqueID: Int64, size: VideoBufferSettings.Size, isFlashEnabled: Bool, nanoseconds: Int64) {
    self.uniqueID = uniqueID
    photoDimensions = size.dimensions
    self.isFlashEnabled = isFlashEnabled
    expectedPhotoCount = 1
    processing = (nanoseconds, nanoseconds)
  }
}
