import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

// Presets. Raw values are Apple's. [header]

public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// Writes an asset into a new file, as a preset says. [docs]
open class AVAssetExportSession: NSObject, @unchecked Sendable {
  // `@unchecked`: everything lies behind a lock.
  public enum Status: Int, Hashable, Sendable {
    case unknown = 0
    case waiting = 1
    case exporting = 2
    case completed = 3
    case failed = 4
    case cancelled = 5
  }

  private struct State {
    var url: URL?
    var type: AVFileType?
    var status = Status.unknown
    var error: (any Error)?
    var progress: Float = 0
    var isCancelled = false
    var optimizes = false
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var metadata: [AVMetadataItem]?
  }

  public let asset: AVAsset
  public let presetName: String
  private let plan: ExportPlan
  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "diptych.export")

  /// Nil for a preset that does not exist. [header]
  public init?(asset: AVAsset, presetName: String) {
    guard let plan = ExportPlan(preset: presetName) else { return nil }
    self.asset = asset
    self.presetName = presetName
    self.plan = plan
  }

  public class func allExportPresets() -> [String] { ExportPlan.all }

  /// All of them for an asset that can be read. [header]
  public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    asset.isReadable ? ExportPlan.all : []
  }

  /// The kinds of files that the preset can make. [header]
  public var supportedFileTypes: [AVFileType] {
    [.mov, .mp4, .m4v, .m4a].filter { $0.container.map(plan.fits) ?? false }
  }

  public var outputURL: URL? {
    get { state.withLock { $0.url } }
    set { state.withLock { $0.url = newValue } }
  }

  /// One of `supportedFileTypes`, else it raises `NSInvalidArgumentException`. [header]
  public var outputFileType: AVFileType? {
    get { state.withLock { $0.type } }
    set {
      if let newValue, !supportedFileTypes.contains(newValue) {
        raise(.invalidArgument, "*** -[AVAssetExportSession setOutputFileType:] Invalid output file type")
      }
      state.withLock { $0.type = newValue }
    }
  }

  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.optimizes } }
    set { state.withLock { $0.optimizes = newValue } }
  }

  /// The part that is exported; all of it at first. [header]
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.range } }
    set { state.withLock { $0.range = newValue } }
  }

  /// Nil, at first: the asset's. [header]
  public var metadata: [AVMetadataItem]? {
    get { state.withLock { $0.metadata } }
    set { state.withLock { $0.metadata = newValue } }
  }

  public var status: Status { state.withLock { $0.status } }
  public var error: (any Error)? { state.withLock { $0.error } }
  /// 0...1. [header]
  public var progress: Float { state.withLock { $0.progress } }

  /// Works on another thread, then calls the handler; the status says how it went. Without a URL or a type it raises
  /// `NSInvalidArgumentException`, for a second export `NSInternalInconsistencyException`. [header]
  @preconcurrency
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    let method = "*** -[AVAssetExportSession exportAsynchronouslyWithCompletionHandler:]"
    let now = state.withLock { $0 }
    guard let url = now.url else {
      raise(.invalidArgument, "\(method) Cannot call \(Self.call) without an outputURL")
    }
    guard let type = now.type, let container = type.container else {
      raise(.invalidArgument, "\(method) Cannot call \(Self.call) without an outputFileType")
    }
    guard now.status == .unknown else {
      raise(.internalInconsistency, "\(method) Cannot call \(Self.call) more than once.")
    }
    state.withLock { $0.status = .exporting }
    queue.async { [self] in
      work(url, container, now)
      handler()
    }
  }

  private static let call = "exportAsynchronouslyWithCompletionHandler:"

  /// The same.
  public func export() async {
    await withCheckedContinuation { continuation in
      exportAsynchronously { continuation.resume() }
    }
  }

  /// The same, in one call; throws what went wrong. [docs]
  public func export(to url: URL, as fileType: AVFileType) async throws {
    outputURL = url
    outputFileType = fileType
    await export()
    if status == .cancelled { throw CancellationError() }
    if let error { throw error }
  }

  /// No file is left. [header]
  public func cancelExport() { state.withLock { $0.isCancelled = true } }

  private func work(_ url: URL, _ container: MovieContainer, _ wish: State) {
    do {
      if FileManager.default.fileExists(atPath: url.path) { throw AVError(.fileAlreadyExists) }
      let movie = try asset.content.result.get()
      let exporter = Exporter(
        source: asset.content.url, movie: movie, plan: plan, target: url, container: container,
        range: wish.range, putsIndexFirst: wish.optimizes,
        metadata: (wish.metadata ?? asset.metadata).compactMap(\.text))
      let isDone = try exporter.run { share in
        state.withLock { state in
          state.progress = Float(share)
          return !state.isCancelled
        }
      }
      state.withLock { state in
        state.status = isDone ? .completed : .cancelled
        if isDone { state.progress = 1 }
      }
    } catch {
      state.withLock { state in
        state.status = .failed
        state.error = WriterEngine.appsError(error)
      }
    }
  }
}
