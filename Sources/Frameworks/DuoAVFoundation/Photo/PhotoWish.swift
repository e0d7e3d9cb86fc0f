import DuoCoreMedia
import DuoImageIO
import Foundation

/// What an app asks of a photo, as a value.
struct PhotoWish: Equatable, Sendable {
  typealias Size = VideoBufferSettings.Size

  enum Format: Equatable, Sendable {
    /// No dictionary was given: JPEG. [header]
    case standard
    /// Raw value of an `AVVideoCodecType`.
    case codec(String)
    case pixels(OSType)
    /// Neither of the two keys, or both.
    case none, both
    /// RAW and nothing else.
    case absent
  }

  /// How one photo of a bracket is exposed.
  enum Exposure: Equatable, Sendable {
    /// Stops over the automatic exposure; nil keeps the device's bias.
    case bias(Double?)
    /// Seconds; 0 keeps what is.
    case manual(duration: Double, iso: Double)
  }

  /// A second, smaller picture.
  struct Small: Equatable, Sendable {
    /// A pixel format, or the raw value of a codec.
    var format: OSType = 0
    var codec: String?
    /// Both or none; the picture keeps its shape within them. [header]
    var size: Size?
  }

  var uniqueID: Int64
  var format = Format.standard
  /// Raw value of an `AVFileType`.
  var fileType: String?
  /// 0...1; nil: as the camera likes.
  var compressionQuality: Double?
  /// Raw value of an `AVCapturePhotoOutput.QualityPrioritization`.
  var quality = 2
  /// Raw value of an `AVCaptureDevice.FlashMode`.
  var flashMode = 0
  /// Nil: the smallest that the format supports.
  var maxDimensions: Size?
  var depth = false
  var calibration = false
  var portraitMatte = false
  var livePhotoURL: URL?
  /// A pixel format; 0 for none.
  var raw: OSType = 0
  /// Empty: no bracket.
  var bracket: [Exposure] = []
  var lensStabilization = false
  var suppressesShutterSound = false
  /// Unique IDs; empty: one photo.
  var constituents: [String] = []
  var preview: Small?
  var thumbnail: Small?
  var redEye = false
  var distortionCorrection = false
  var constantColor = false
  var highResolution = false
  var fusion = true
  /// The app set both the old stabilisation flag and a priority.
  var mixesOldAndNewQuality = false
  var metadata = ImageMetadata()
  var embedsDepth = true
  var isDepthFiltered = true

  /// The codec of the file; nil for pixels and RAW.
  var codec: String? {
    switch format {
    case .standard: "jpeg"
    case .codec(let codec): codec
    case .pixels, .none, .both, .absent: nil
    }
  }
}
