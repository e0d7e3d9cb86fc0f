import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware

/// Plays a movie by the phone's clock. Pictures are shown by an `AVPlayerLayer`; sound is not heard.
open class AVPlayer: NSObject, @unchecked Sendable {
  // `@unchecked`: everything lies in the engine, behind a lock.
  public enum ActionAtItemEnd: Int, Hashable, Sendable {
    case advance = 0
    case pause = 1
    case none = 2
  }

  public enum Status: Int, Hashable, Sendable {
    case unknown = 0
    case readyToPlay = 1
    case failed = 2
  }

  public enum TimeControlStatus: Int, Hashable, Sendable {
    case paused = 0
    case waitingToPlayAtSpecifiedRate = 1
    case playing = 2
  }

  let engine: PlayerEngine

  public override init() {
    engine = PlayerEngine(phone: CurrentPhone.phone)
    super.init()
    engine.start(for: self)
  }

  /// On a phone that need not be the process's own.
  package init(on phone: any PhoneHardware) {
    engine = PlayerEngine(phone: phone)
    super.init()
    engine.start(for: self)
  }

  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  public convenience init(playerItem item: AVPlayerItem?) {
    self.init()
    replaceCurrentItem(with: item)
  }

  deinit { engine.stop() }

  public var currentItem: AVPlayerItem? { engine.state.withLock { $0.item } }

  /// The new item begins at its beginning, at the rate at which the player is. [inferred]
  public func replaceCurrentItem(with item: AVPlayerItem?) { engine.replace(item) }

  /// Unknown until an item is ready; failed when the item is. [inferred]
  public var status: Status { engine.status }
  public var error: (any Error)? { currentItem?.error }

  /// The same as setting `rate` to the default rate. [docs]
  public func play() { rate = defaultRate }
  /// The same as setting `rate` to 0. [header]
  public func pause() { rate = 0 }
  /// The same as setting `rate`: nothing is ever waited for here. [inferred]
  public func playImmediately(atRate rate: Float) { self.rate = rate }

  /// At what rate `play()` plays; 1 at first. [docs]
  public var defaultRate: Float {
    get { engine.state.withLock { $0.defaultRate } }
    set { engine.state.withLock { $0.defaultRate = newValue } }
  }

  /// Kept; nobody hears a simulated phone. False at first. [header]
  public var isMuted: Bool {
    get { engine.state.withLock { $0.isMuted } }
    set { engine.state.withLock { $0.isMuted = newValue } }
  }

  /// Kept; nobody hears a simulated phone. 1 at first. [header]
  public var volume: Float {
    get { engine.state.withLock { $0.volume } }
    set { engine.state.withLock { $0.volume = newValue } }
  }

  /// Kept; movies here are files, which never stall. True at first. [header]
  public var automaticallyWaitsToMinimizeStalling: Bool {
    get { engine.state.withLock { $0.waits } }
    set { engine.state.withLock { $0.waits = newValue } }
  }

  /// 0 stands still, 1 plays, less than 0 plays backwards. [header] Without an item the player waits for one. [docs]
  public var rate: Float {
    get { Float(engine.state.withLock { $0.time.rate }) }
    set { engine.set(rate: newValue) }
  }

  /// Waiting while there is nothing to play. [docs]
  public var timeControlStatus: TimeControlStatus { engine.state.withLock { $0.pace.control } }

  /// `.pause` at first. [header]
  public var actionAtItemEnd: ActionAtItemEnd {
    get { engine.state.withLock { $0.actionAtEnd } }
    set { engine.state.withLock { $0.actionAtEnd = newValue } }
  }

  public func currentTime() -> CMTime { engine.currentTime }

  /// Goes on from there at the same rate. Always exact here. [header]
  public func seek(to time: CMTime) { engine.seek(to: time) }

  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { engine.seek(to: time) }

  @preconcurrency
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    engine.seek(to: time)
    DispatchQueue.main.async { completionHandler(true) }
  }

  @preconcurrency
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) { seek(to: time, completionHandler: completionHandler) }

  /// The same; returns what the handler would get.
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

  /// Calls a block in steps of the movie's time while it plays, and whenever time jumps, playing starts or stops; on the main
  /// queue unless another is given. [header]
  /// - Returns: what `removeTimeObserver(_:)` takes.
  @preconcurrency
  @discardableResult
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any { engine.observe(every: interval, on: queue ?? .main, block) }

  /// Raises `NSInvalidArgumentException` for what is no observer. [header]
  public func removeTimeObserver(_ observer: Any) {
    guard let ticket = observer as? PlayerTicket else {
      raise(
        .invalidArgument,
        "*** -[AVPlayer removeTimeObserver:] An instance of AVPlayer cannot remove a time observer that was added by a "
          + "different instance of AVPlayer.")
    }
    engine.end(ticket)
  }
}

extension AVPlayer: KeyValueObservable {
  public typealias ObservedRoot = AVPlayer
  public static var observableKeyPaths: [PartialKeyPath<AVPlayer>] {
    [\.status, \.rate, \.timeControlStatus, \.currentItem]
  }
}
