import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// A movie that can be read. [docs] Abstract: `AVURLAsset` is the one that exists.
///
/// What it holds is read once, when it is first asked for. The synchronous members wait for that; `load` does it on
/// another thread.
open class AVAsset: NSObject, @unchecked Sendable {
  // `@unchecked`: what is read lies behind a lock and never changes.
  let content: AssetContent

  init(content: AssetContent) { self.content = content }

  /// An asset for a file. [docs]
  public convenience init(url: URL) { self.init(content: AssetContent(url)) }

  // MARK: What it is

  /// Zero when it cannot be read. [inferred]
  public var duration: CMTime { content.movie.map { CMTime($0.duration) } ?? .zero }
  /// In the order of the file.
  public var tracks: [AVAssetTrack] { content.tracks(of: self) }
  /// Those of a medium.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }
  /// Those that can be seen, or heard.
  public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }
  /// The track with this number; nil: none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }
  public var metadata: [AVMetadataItem] { content.movie?.metadata.compactMap { AVMetadataItem($0) } ?? [] }
  /// Those of the common key space.
  public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
  /// Whether it has a track that can be decoded.
  public var isPlayable: Bool { content.movie?.tracks.contains { $0.isVideo || $0.isSound } ?? false }
  public var isReadable: Bool { isPlayable }
  public var isExportable: Bool { isPlayable }
  public var isComposable: Bool { isPlayable }
  public var hasProtectedContent: Bool { false }
  public var providesPreciseDurationAndTiming: Bool { true }
  /// 1, as files without another wish have it.
  public var preferredRate: Float { 1 }
  public var preferredTransform: CGAffineTransform { .identity }

  // MARK: Loading

  /// Those of a medium. Throws when the file cannot be read. [docs]
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    _ = try await content.loaded()
    return tracks(withMediaType: mediaType)
  }

  /// The same.
  @preconcurrency
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    content.load { [self] result in
      switch result {
      case .success: completionHandler(tracks(withMediaType: mediaType), nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// Those that can be seen, or heard. Throws when the file cannot be read. [docs]
  public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws
    -> [AVAssetTrack]
  {
    _ = try await content.loaded()
    return tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// The same.
  @preconcurrency
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    content.load { [self] result in
      switch result {
      case .success: completionHandler(tracks(withMediaCharacteristic: mediaCharacteristic), nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  /// The track with this number; nil: none. Throws when the file cannot be read. [docs]
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    _ = try await content.loaded()
    return track(withTrackID: trackID)
  }

  /// Reads, then calls the handler, on a queue of the asset. Keys are not looked at: reading one reads all. [docs]
  @preconcurrency
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    content.load { _ in handler?() }
  }

  /// What has become of reading; the error when it failed. [docs]
  public func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?)
    -> AVKeyValueStatus
  {
    switch content.state {
    case nil: return .unknown
    case .success: return .loaded
    case .failure(let error):
      outError?.pointee = error as NSError
      return .failed
    }
  }
}

/// What has become of a value. [header]
public enum AVKeyValueStatus: Int, Hashable, Sendable {
  case unknown = 0
  case loading = 1
  case loaded = 2
  case failed = 3
  case cancelled = 4
}

/// A movie at a URL. Only files can be read.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// - Parameter options: `AVURLAssetPreferPreciseDurationAndTimingKey` is always true here.
  public init(url URL: URL, options: [String: Any]? = nil) { super.init(content: AssetContent(URL)) }

  public convenience init(url: URL) { self.init(url: url, options: nil) }

  public var url: URL { content.url }
}

public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// What a file holds, read once.
final class AssetContent: Sendable {
  let url: URL
  private let read = Guarded<Result<MovieDescription, AVError>?>(nil)
  private let queue = DispatchQueue(label: "diptych.asset")

  init(_ url: URL) { self.url = url }

  /// Nil: nobody asked yet.
  var state: Result<MovieDescription, AVError>? { read.withLock { $0 } }

  var result: Result<MovieDescription, AVError> {
    read.withLock { read in
      if let read { return read }
      let made = Result { () throws(AVError) in try Self.open(url) }
      read = made
      return made
    }
  }

  private static func open(_ url: URL) throws(AVError) -> MovieDescription {
    guard url.isFileURL else {
      throw AVError(
        .unknown, userInfo: [NSURLErrorKey: url, NSLocalizedDescriptionKey: "Only files can be read"])
    }
    do throws(MovieError) { return try MovieReader(path: url.path).movie } catch {
      throw AVError(reading: error, url)
    }
  }

  var movie: MovieDescription? {
    if case .success(let movie) = result { movie } else { nil }
  }

  func load(_ handler: @escaping @Sendable (Result<MovieDescription, AVError>) -> Void) {
    queue.async { [self] in handler(result) }
  }

  func loaded() async throws -> MovieDescription {
    try await withCheckedContinuation { continuation in load { continuation.resume(returning: $0) } }.get()
  }

  func tracks(of asset: AVAsset) -> [AVAssetTrack] {
    movie?.tracks.compactMap { $0.isVideo || $0.isSound ? AVAssetTrack($0, of: asset) : nil } ?? []
  }
}

extension AVError {
  /// What apps get of a file that cannot be read.
  init(reading error: MovieError, _ url: URL) {
    let code: AVError.Code =
      switch error.kind {
      case .unknownFormat, .empty: .fileFormatNotRecognized
      case .corrupt, .truncated: .fileFailedToParse
      case .codecMissing: .decoderNotFound
      default: .unknown
      }
    self.init(code, userInfo: [NSUnderlyingErrorKey: error, NSURLErrorKey: url])
  }
}

extension CMTime {
  init(_ time: MediaTime) { self.init(value: time.value, timescale: time.timescale) }
}
