import DuoCoreMedia
import DuoFoundation

/// What a photo is going to be. Made by the output; one object for all callbacks of a request. [header] Immutable.
public final class AVCaptureResolvedPhotoSettings: NSObject, Sendable {
  /// What only some requests have.
  struct Extras: Sendable {
    var isFlashEnabled = false
    var isRedEyeReductionEnabled = false
    var isFastCapturePrioritizationEnabled = false
    var preview = CMVideoDimensions(width: 0, height: 0)
    var thumbnail = CMVideoDimensions(width: 0, height: 0)
    var proxy = CMVideoDimensions(width: 0, height: 0)
  }

  /// That of the settings. [header]
  public let uniqueID: Int64
  /// Pixels of the file, as stored: before a viewer turns them. [inferred]
  public let photoDimensions: CMVideoDimensions
  /// How often `photoOutput(_:didFinishProcessingPhoto:error:)` is called.
  public let expectedPhotoCount: Int
  private let extras: Extras
  private let processing: Int64

  /// Always 0 x 0: there is no RAW.
  public var rawPhotoDimensions: CMVideoDimensions { CMVideoDimensions(width: 0, height: 0) }
  /// 0 x 0 when none was asked for. [header]
  public var previewDimensions: CMVideoDimensions { extras.preview }
  /// 0 x 0 when none was asked for. [header]
  public var embeddedThumbnailDimensions: CMVideoDimensions { extras.thumbnail }
  /// Always 0 x 0: there are no Live Photos.
  public var livePhotoMovieDimensions: CMVideoDimensions { CMVideoDimensions(width: 0, height: 0) }
  /// 0 x 0 unless the photo's delivery is deferred. [header]
  public var deferredPhotoProxyDimensions: CMVideoDimensions { extras.proxy }
  /// The flash fires, as the mode, the light and the phone's temperature have decided.
  public var isFlashEnabled: Bool { extras.isFlashEnabled }
  public var isRedEyeReductionEnabled: Bool { extras.isRedEyeReductionEnabled }
  /// Always false: each photo is one camera's picture.
  public var isVirtualDeviceFusionEnabled: Bool { false }
  /// The photo is made in less time than was asked, since others are still made. [header]
  public var isFastCapturePrioritizationEnabled: Bool { extras.isFastCapturePrioritizationEnabled }

  /// How long after its exposure a photo is ready: from the shortest time, with a length up to the longest.
  /// [header]
  public var photoProcessingTimeRange: CMTimeRange {
    let scale: CMTimeScale = 1_000_000_000
    return CMTimeRange(
      start: CMTime(value: processing, timescale: scale), duration: CMTime(value: 0, timescale: scale))
  }

  /// - Parameters:
  ///   - nanoseconds: From exposure to the finished photo.
  ///   - count: Photos of the request.
  init(
    uniqueID: Int64, size: VideoBufferSettings.Size, nanoseconds: Int64, count: Int = 1,
    _ extras: Extras = Extras()
  ) {
    self.uniqueID = uniqueID
    photoDimensions = size.dimensions
    expectedPhotoCount = count
    processing = nanoseconds
    self.extras = extras
  }
}
