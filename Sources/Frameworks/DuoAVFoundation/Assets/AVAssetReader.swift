import DuoCoreMedia
import DuoFoundation
import Foundation

/// Reads samples of an asset's tracks. [docs]
open class AVAssetReader: NSObject {
  public enum Status: Int, Hashable, Sendable {
    case unknown = 0
    case reading = 1
    case completed = 2
    case failed = 3
    case cancelled = 4
  }

  struct State {
    var status = Status.unknown
    var error: (any Error)?
    var outputs: [AVAssetReaderOutput] = []
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  }

  let state = Guarded(State())
  public let asset: AVAsset

  /// Throws when the asset cannot be read. [header]
  public init(asset: AVAsset) throws {
    self.asset = asset
    super.init()
    _ = try asset.content.result.get()
  }

  public var status: Status { state.withLock { $0.status } }
  public var error: (any Error)? { state.withLock { $0.error } }
  public var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

  /// The part that is read: from zero to infinity at first. Before `startReading()`. [header]
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.timeRange } }
    set {
      expectIdle("setTimeRange:")
      state.withLock { $0.timeRange = newValue }
    }
  }

  private func expectIdle(_ method: String) {
    guard status != .unknown else { return }
    raise(
      .internalInconsistency,
      "*** -[AVAssetReader \(method)] Cannot call method when status is \(status.rawValue)")
  }

  /// Whether the output reads a track of this asset and is in no reader. [header]
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && output.reads(asset) && !outputs.contains { $0 === output } && output.reader == nil
  }

  /// Raises `NSInvalidArgumentException` when `canAdd(_:)` is false. [header]
  public func add(_ output: AVAssetReaderOutput) {
    expectIdle("addOutput:")
    guard canAdd(output) else {
      raise(.invalidArgument, "*** -[AVAssetReader addOutput:] Cannot add output \(output)")
    }
    output.join(self)
    state.withLock { $0.outputs.append(output) }
  }

  /// False when a track cannot be opened: the status is failed then. Calling it again raises
  /// `NSInternalInconsistencyException`. [header]
  @discardableResult
  public func startReading() -> Bool {
    expectIdle("startReading")
    do {
      for output in outputs { try output.open(timeRange) }
      state.withLock { $0.status = .reading }
      return true
    } catch {
      fail(error)
      return false
    }
  }

  public func cancelReading() { state.withLock { if $0.status == .reading { $0.status = .cancelled } } }

  func fail(_ error: any Error) {
    state.withLock { state in
      guard state.status != .failed else { return }
      state.status = .failed
      state.error = error
    }
  }

  /// An output has come to its end.
  func ended() {
    let isOver = outputs.allSatisfy(\.isAtEnd)
    state.withLock { if isOver, $0.status == .reading { $0.status = .completed } }
  }
}

/// Where samples come out of a reader. Abstract. [docs]
open class AVAssetReaderOutput: NSObject {
  private let owner = Guarded(WeakReference<AVAssetReader>(nil))
  var reader: AVAssetReader? { owner.withLock { $0 }.object }
  func join(_ reader: AVAssetReader) { owner.withLock { $0 = WeakReference(reader) } }
  func reads(_ asset: AVAsset) -> Bool { false }
  func open(_ range: CMTimeRange) throws {}
  var isAtEnd: Bool { true }

  override init() { super.init() }

  public var mediaType: AVMediaType { .video }

  /// True at first: the app may change what it gets. Here it always may. [header]
  public var alwaysCopiesSampleData: Bool {
    get { copies.withLock { $0 } }
    set { copies.withLock { $0 = newValue } }
  }
  private let copies = Guarded(true)

  /// The next sample; nil at the end, and when reading has failed or was cancelled: the reader's status says which.
  /// Raises before `startReading()`. [header]
  @discardableResult
  public func copyNextSampleBuffer() -> CMSampleBuffer? { nil }
}
