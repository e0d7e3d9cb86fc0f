import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneHardware

/// The working part of an asset writer. Decisions are made under one lock, on the app's thread; files are written on one
/// queue.
final class WriterEngine: Sendable {
  struct State {
    var status = AVAssetWriter.Status.unknown
    var error: (any Error)?
    var begin: CMTime?
    var end: CMTime?
    var inputs: [AVAssetWriterInput] = []
    var shouldOptimize = false
    var fragmentInterval = CMTime.invalid
    var movieTimescale: Int32 = 0
    var metadata: [AVMetadataItem] = []
    /// Samples that were handed to the queue.
    var samples = 0
    /// From the start of a movie with pictures; nil when nobody watches.
    var diary: MovieDiary?
    /// How it was cancelled.
    var cancelled = ""
    /// The app has asked for the end.
    var isFinishing = false
  }

  let url: URL
  let fileType: AVFileType
  let container: MovieContainer
  let state = Guarded(State())
  let queue = DispatchQueue(label: "diptych.asset-writer")
  /// Where handlers are called.
  private let handlers = DispatchQueue(label: "diptych.asset-writer.handlers")
  /// Touched on the queue only.
  private let file = Guarded<MovieWriter?>(nil)

  init(url: URL, fileType: AVFileType, container: MovieContainer) {
    self.url = url
    self.fileType = fileType
    self.container = container
  }

  var status: AVAssetWriter.Status { state.withLock { $0.status } }
  var begin: CMTime? { state.withLock { $0.begin } }

  /// How far the other inputs are that are not finished.
  func others(_ input: InputEngine) -> [CMTime?] {
    state.withLock { $0.inputs }.map(\.engine).filter { $0 !== input }.compactMap { other in
      other.state.withLock { state -> CMTime?? in state.isFinished ? nil : .some(state.last) }
    }
  }

  /// An input went on: others may have waited for it.
  func wentOn(_ input: InputEngine) {
    for other in state.withLock({ $0.inputs }).map(\.engine) where other !== input { other.othersChanged() }
  }

  /// Raises as Apple does for calls at the wrong time.
  func expect(_ allowed: [AVAssetWriter.Status], _ method: String) {
    let status = status
    if !allowed.contains(status) { refuse(method, status) }
  }

  /// The app asks for the end: the first time while it writes, and whenever nothing is to be ended.
  func expectEnd(_ method: String) {
    expect([.writing, .failed, .cancelled], method)
    let isSecond = state.withLock { state in
      defer { state.isFinishing = true }
      return state.isFinishing && state.status == .writing
    }
    if isSecond { refuse(method, .writing) }
  }

  func refuse(_ method: String, _ status: AVAssetWriter.Status) -> Never {
    raise(.internalInconsistency, "*** -[\(method)] Cannot call method when status is \(status.rawValue)")
  }

  // MARK: Start

  /// - Returns: false when the file cannot be made; the status is then failed.
  func start() -> Bool {
    let begun = state.withLock { $0 }
    do {
      if FileManager.default.fileExists(atPath: url.path) { throw AVError(.fileAlreadyExists) }
      try queue.sync { try open(begun) }
      let diary = diary(of: begun)
      state.withLock { state in
        state.status = .writing
        state.diary = diary
      }
      for input in begun.inputs { input.engine.readinessChanged() }
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Only movies with pictures have one.
  private func diary(of state: State) -> MovieDiary? {
    guard CurrentPhone.isRunning, state.inputs.contains(where: { $0.mediaType == .video }) else { return nil }
    return MovieDiary(url, by: .assetWriter, hasPictures: true, on: CurrentPhone.phone)
  }

  private func open(_ state: State) throws {
    var settings = MovieSettings(container: container)
    settings.putsIndexFirst = state.shouldOptimize
    // Nobody has said what the pictures mean: they will.
    settings.waitsForColours = state.inputs.contains { input in
      if case .pictures(let video, _, _) = input.engine.plan { video.colours == nil } else { false }
    }
    if state.fragmentInterval.isNumeric, state.fragmentInterval.seconds > 0 {
      settings.fragmentInterval = MediaTime(state.fragmentInterval)
    }
    if state.movieTimescale > 0 { settings.movieTimescale = state.movieTimescale }
    settings.metadata = state.metadata.compactMap(\.text)
    settings.creationDate = Int64(Date().timeIntervalSince1970)
    let writer = try MovieWriter(path: url.path, settings: settings)
    for input in state.inputs { try input.engine.join(writer) }
    try writer.start()
    file.withLock { $0 = writer }
  }

  /// The first failure counts. What is on the disk goes.
  func fail(_ error: any Error) {
    let isFirst = state.withLock { state in
      guard state.status != .failed, state.status != .cancelled else { return false }
      state.status = .failed
      state.error = Self.appsError(error)
      return true
    }
    if isFirst { queue.async { [self] in drop() } }
  }

  /// On the queue: removes an unfinished file but for whole fragments of one that failed, and says why it ended.
  private func drop() {
    let now = state.withLock { $0 }
    let code = (now.error as? AVError).map { "\($0.code)" }
    let isUsable = file.withLock { $0 }?.abandon(keepingFragments: now.status == .failed) ?? false
    file.withLock { $0 = nil }
    now.diary?.ended(now.status == .cancelled ? now.cancelled : code ?? "unknown", isUsable: isUsable)
  }

  static func appsError(_ error: any Error) -> any Error {
    guard let movie = error as? MovieError else { return error }
    let code: AVError.Code =
      switch movie.kind {
      case .diskFull: .diskFull
      case .codecMissing: .encoderNotFound
      default: .unknown
      }
    return AVError(code, userInfo: [NSUnderlyingErrorKey: movie])
  }

  // MARK: Samples

  /// Writes on the queue.
  func write(_ body: @escaping @Sendable (MovieWriter) throws -> Void, then: @escaping @Sendable () -> Void) {
    state.withLock { $0.samples += 1 }
    queue.async { [self] in
      defer { then() }
      guard status == .writing, let writer = file.withLock({ $0 }) else { return }
      do { try body(writer) } catch { fail(error) }
    }
  }

  func beginSession(at time: CMTime) {
    state.withLock { $0.begin = time }
    queue.async { [self] in
      do { try file.withLock({ $0 })?.startSession(at: MediaTime(time)) } catch { fail(error) }
    }
  }

  // MARK: End

  func finish(_ done: @escaping @Sendable () -> Void) {
    for input in state.withLock({ $0.inputs }) { input.engine.close() }
    queue.async { [self] in
      close()
      handlers.async { done() }
    }
  }

  /// On the queue.
  private func close() {
    guard status == .writing, let writer = file.withLock({ $0 }) else { return }
    do {
      let (end, samples) = state.withLock { ($0.end, $0.samples) }
      // Nobody says what becomes of a file without samples; it would look complete. (assumed)
      guard samples > 0 else { throw AVError(.noDataCaptured) }
      _ = try writer.finish(at: end.map { MediaTime($0) })
      file.withLock { $0 = nil }
      // Somebody may have taken it away meanwhile.
      guard FileManager.default.fileExists(atPath: url.path) else {
        throw AVError(
          .unknown,
          userInfo: [NSLocalizedDescriptionKey: "\(url.lastPathComponent) was removed while it was written"])
      }
      // The app may do with the file what it likes as soon as it knows.
      state.withLock { $0.diary }?.ended("stopped", isUsable: true)
      state.withLock { $0.status = .completed }
    } catch {
      fail(error)
      drop()
    }
  }

  /// Nobody has the writer any more. It and its inputs hold each other.
  func letGo() {
    let inputs = state.withLock { state in
      defer { state.inputs = [] }
      return state.inputs
    }
    // They end with this call, where the app has none of them.
    withExtendedLifetime(inputs) {}
  }

  /// - Parameter word: What watchers are told.
  func cancel(as word: String = "cancelled") {
    state.withLock { $0.cancelled = word }
    for input in state.withLock({ $0.inputs }) { input.engine.close() }
    state.withLock { if $0.status == .writing || $0.status == .unknown { $0.status = .cancelled } }
    queue.sync { drop() }
  }
}
