import Foundation
import MediaCoding

/// What an export's preset makes of a movie, as a value.
struct ExportPlan: Equatable, Sendable {
  /// Nil: samples are written as they are.
  var codec: VideoCodec?
  /// The longer and the shorter side that pictures may have; nil: as large as they are.
  var longSide, shortSide: Int?
  /// 0...1, where nothing else is said.
  var quality: Double?
  /// Nothing but sound is written.
  var isSoundOnly = false

  /// Nil for presets that do not exist here.
  init?(preset: String) {
    switch preset {
    case AVAssetExportPresetPassthrough: break
    case AVAssetExportPresetHighestQuality: (codec, quality) = (.h264, 0.8)
    case AVAssetExportPresetMediumQuality: (codec, quality, longSide, shortSide) = (.h264, 0.5, 568, 320)
    case AVAssetExportPresetLowQuality: (codec, quality, longSide, shortSide) = (.h264, 0.3, 224, 128)
    case AVAssetExportPresetHEVCHighestQuality: (codec, quality) = (.hevc, 0.8)
    case AVAssetExportPreset640x480: (codec, longSide, shortSide) = (.h264, 640, 480)
    case AVAssetExportPreset960x540: (codec, longSide, shortSide) = (.h264, 960, 540)
    case AVAssetExportPreset1280x720: (codec, longSide, shortSide) = (.h264, 1280, 720)
    case AVAssetExportPreset1920x1080: (codec, longSide, shortSide) = (.h264, 1920, 1080)
    case AVAssetExportPreset3840x2160: (codec, longSide, shortSide) = (.h264, 3840, 2160)
    case AVAssetExportPresetHEVC1920x1080: (codec, longSide, shortSide) = (.hevc, 1920, 1080)
    case AVAssetExportPresetHEVC3840x2160: (codec, longSide, shortSide) = (.hevc, 3840, 2160)
    case AVAssetExportPresetAppleM4A: isSoundOnly = true
    default: return nil
    }
  }

  static let all = [
    AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality, AVAssetExportPresetHighestQuality,
    AVAssetExportPresetHEVCHighestQuality, AVAssetExportPreset640x480, AVAssetExportPreset960x540,
    AVAssetExportPreset1280x720, AVAssetExportPreset1920x1080, AVAssetExportPreset3840x2160,
    AVAssetExportPresetHEVC1920x1080, AVAssetExportPresetHEVC3840x2160, AVAssetExportPresetAppleM4A,
    AVAssetExportPresetPassthrough,
  ]

  /// The size of the pictures: never larger than they are, of the same shape, even.
  func size(width: Int, height: Int) -> (width: Int, height: Int) {
    var scale = 1.0
    if let longSide, let shortSide {
      let (long, short) = (Double(max(width, height)), Double(min(width, height)))
      scale = min(1, Double(longSide) / long, Double(shortSide) / short)
    }
    func even(_ length: Int) -> Int { max(16, Int((Double(length) * scale / 2).rounded()) * 2) }
    return (even(width), even(height))
  }

  func fits(_ container: MovieContainer) -> Bool {
    if isSoundOnly { return container == .m4a }
    if container == .m4a { return false }
    return codec.map(container.holds) ?? true
  }
}
