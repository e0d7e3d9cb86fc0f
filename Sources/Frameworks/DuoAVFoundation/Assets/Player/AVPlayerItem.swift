import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// A movie as a player plays it. [docs]
open class AVPlayerItem: NSObject, @unchecked Sendable {
  // `@unchecked`: the asset is `Sendable`, the player is held weakly behind a lock.
  public enum Status: Int, Hashable, Sendable {
    case unknown = 0
    case readyToPlay = 1
    case failed = 2
  }

  public let asset: AVAsset
  private let player = Guarded(WeakReference<PlayerEngine>(nil))

  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  public init(asset: AVAsset) { self.asset = asset }

  private let known = Guarded(Status.unknown)

  /// Unknown until a player has taken the item and read its movie, which observers are told on the main queue. [docs]
  public var status: Status { known.withLock { $0 } }

  /// Why it cannot be played; nil unless the status is failed. [header]
  public var error: (any Error)? {
    if status == .failed, case .failure(let error) = asset.content.result { error } else { nil }
  }

  /// On the main queue, for a player that has the item.
  func becomeReady() {
    let new: Status = if case .failure = asset.content.result { .failed } else { .readyToPlay }
    let old = known.withLock { known in
      defer { known = new }
      return known
    }
    if old != new { announce(\.status, old: old, new: new) }
  }

  public var duration: CMTime { asset.duration }
  public var tracks: [AVAssetTrack] { asset.tracks }

  /// The size at which it is shown, turned as its transform says; zero without pictures. [header]
  public var presentationSize: CGSize {
    guard let track = asset.tracks(withMediaType: .video).first else { return .zero }
    let turned = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
    return turned.size
  }

  func attach(_ engine: PlayerEngine?) { player.withLock { $0 = WeakReference(engine) } }

  /// Zero outside a player. [inferred]
  public func currentTime() -> CMTime { player.withLock { $0 }.object?.currentTime ?? .zero }

  /// Moves its player there. Always exact here. [header]
  @preconcurrency
  public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    let engine = player.withLock { $0 }.object
    engine?.seek(to: time)
    completionHandler?(engine != nil)
  }

  @preconcurrency
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) { seek(to: time, completionHandler: completionHandler) }

  /// The same; returns what the handler would get: false outside a player. [inferred]
  @discardableResult
  public nonisolated(nonsending) func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time) { continuation.resume(returning: $0) }
    }
  }

  /// The same; returns what the handler would get.
  @discardableResult
  public nonisolated(nonsending) func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool { await seek(to: time) }

  /// Played to its end; the object is the item. [header]
  public static let didPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification")
  /// Playing failed; the object is the item. [header]
  public static let failedToPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
}

extension AVPlayerItem: KeyValueObservable {
  public typealias ObservedRoot = AVPlayerItem
  public static var observableKeyPaths: [PartialKeyPath<AVPlayerItem>] { [\.status] }
}

extension NSNotification.Name {
  /// The older name of `AVPlayerItem.didPlayToEndTimeNotification`.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
}
