import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// A track of a movie: pictures or sound. [docs] Immutable.
open class AVAssetTrack: NSObject, @unchecked Sendable {
  // `@unchecked`: all it has never changes; the asset is held weakly.
  let track: MovieTrack
  private let owner: WeakReference<AVAsset>
  let url: URL

  init(_ track: MovieTrack, of asset: AVAsset) {
    self.track = track
    owner = WeakReference(asset)
    url = asset.content.url
  }

  /// Held weakly. [header]
  public var asset: AVAsset? { owner.object }
  public var trackID: CMPersistentTrackID { CMPersistentTrackID(track.index + 1) }
  public var mediaType: AVMediaType { track.isVideo ? .video : .audio }
  public var isPlayable: Bool { true }
  public var isDecodable: Bool { true }
  public var isEnabled: Bool { true }
  public var isSelfContained: Bool { true }

  /// Pixels as stored: what is shown is this, turned by `preferredTransform`. Zero for sound. [header]
  public var naturalSize: CGSize {
    guard case .video(let width, let height) = track.format.kind else { return .zero }
    return CGSize(width: width, height: height)
  }

  /// How the pictures are shown. [header]
  public var preferredTransform: CGAffineTransform { CGAffineTransform(track.matrix) }

  public var timeRange: CMTimeRange {
    CMTimeRange(start: CMTime(track.start), duration: CMTime(track.duration))
  }

  public var naturalTimeScale: CMTimeScale { track.timescale }
  /// Pictures a second; 0 for sound.
  public var nominalFrameRate: Float { track.isVideo ? Float(track.nominalFrameRate) : 0 }
  public var minFrameDuration: CMTime {
    guard track.isVideo, track.nominalFrameRate > 0 else { return .invalid }
    return CMTime(seconds: 1 / track.nominalFrameRate, preferredTimescale: track.timescale)
  }
  /// Bits a second.
  public var estimatedDataRate: Float { Float(track.bitRate) }
  public var totalSampleDataLength: Int64 { Int64(Double(track.bitRate) / 8 * track.duration.seconds) }
  public var languageCode: String? { track.languageTag }

  /// One `CMFormatDescription`. [header]
  public var formatDescriptions: [Any] { track.format.formatDescription.map { [$0] } ?? [] }

  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    mediaCharacteristic == (track.isVideo ? .visual : .audible)
  }
}

/// What media are like. Raw values are Apple's. [header]
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
  public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
}
