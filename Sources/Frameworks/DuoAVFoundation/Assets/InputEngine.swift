import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// The working part of an input: what is on its way to the file, and who wants to hear when more can come.
final class InputEngine: Sendable {
  struct State {
    var writer: WriterEngine?
    var track: MovieWriter.TrackID?
    var transform = CGAffineTransform.identity
    var timescale: CMTimeScale = 0
    var expectsRealTime = false
    var wantsMultiplePasses = false
    /// Samples on their way.
    var pending = 0
    var isFinished = false
    /// Of the newest sample.
    var last: CMTime?
    var request: (queue: DispatchQueue, block: @Sendable () -> Void)?
    var isCalling = false
    /// It was found to be ahead of others.
    var isHeldBack = false
    /// Samples that the app gave since it was called last.
    var given = 0
  }

  /// So many samples may be on their way (assumed).
  static let most = 8

  let type: AVMediaType
  let plan: WriterPlan
  let state = Guarded(State())

  init(type: AVMediaType, plan: WriterPlan) {
    self.type = type
    self.plan = plan
  }

  var isAttached: Bool { state.withLock { $0.writer != nil } }
  var writer: WriterEngine? { state.withLock { $0.writer } }

  func attach(to writer: WriterEngine) { state.withLock { $0.writer = writer } }

  /// On the writer's queue.
  func join(_ file: MovieWriter) throws {
    let (transform, timescale) = state.withLock { ($0.transform, $0.timescale) }
    let track: MovieWriter.TrackID
    switch plan {
    case .pictures(let video, let width, let height):
      var settings = video.track(width: width, height: height, frameRate: 30, usualBitRate: true)
      settings.matrix = TrackMatrix(transform)
      if timescale > 0 { settings.timescale = timescale }
      track = try file.addTrack(settings)
    case .sound(let sound): track = try file.addTrack(sound)
    case .packets(var format?):
      format.matrix = TrackMatrix(transform)
      var scale: CMTimeScale = timescale > 0 ? timescale : 600
      if case .sound(let rate, _) = format.kind { scale = Int32(rate) }
      track = try file.addTrack(copying: format, timescale: scale)
    case .packets(nil):
      throw AVError(
        .unknown,
        userInfo: [NSLocalizedDescriptionKey: "An input without settings needs a source format hint"])
    }
    state.withLock { $0.track = track }
  }

  // MARK: Readiness

  var isReady: Bool {
    guard let writer, writer.status == .writing else { return false }
    let own = state.withLock { state -> (last: CMTime?, isInRealTime: Bool)? in
      state.isFinished || state.pending >= Self.most ? nil : (state.last, state.expectsRealTime)
    }
    guard let own else { return false }
    // Who has samples as they happen cannot wait.
    guard !own.isInRealTime, Interleaving.mustWait(own.last, others: writer.others(self), begin: writer.begin)
    else { return true }
    state.withLock { $0.isHeldBack = true }
    return false
  }

  /// Another track went on or ended.
  func othersChanged() {
    guard state.withLock({ $0.isHeldBack }), isReady else { return }
    state.withLock { $0.isHeldBack = false }
    readinessChanged()
  }

  /// Calls the app's block if more can come. It is called again when it gave something and all of that is written.
  func readinessChanged() {
    guard isReady else { return }
    let request = state.withLock { state -> (queue: DispatchQueue, block: @Sendable () -> Void)? in
      guard let request = state.request, !state.isCalling else { return nil }
      state.isCalling = true
      state.given = 0
      return request
    }
    guard let request else { return }
    request.queue.async { [self] in
      if isReady { request.block() }
      let again = state.withLock { state in
        state.isCalling = false
        return state.given > 0 && state.pending == 0
      }
      if again { readinessChanged() }
    }
  }

  func close() {
    state.withLock { state in
      state.isFinished = true
      state.request = nil
    }
    writer?.wentOn(self)
  }

  // MARK: Samples

  /// Takes a sample whose turn it is.
  /// - Returns: false when it does not fit what came before; the writer has failed then.
  func take(
    at time: CMTime, _ body: @escaping @Sendable (MovieWriter, MovieWriter.TrackID) throws -> Void
  ) -> Bool {
    guard let writer, writer.status == .writing else { return false }
    let end = writer.state.withLock { $0.end }
    if let end, time >= end { return true }
    let diary = type == .video ? writer.state.withLock({ $0.diary }) : nil
    let track = state.withLock { state -> MovieWriter.TrackID? in
      if type == .video, case .pictures = plan, let last = state.last, time <= last { return nil }
      state.last = time
      state.pending += 1
      state.given += 1
      return state.track
    }
    guard let track else {
      writer.fail(AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The samples' times must rise"]))
      return false
    }
    writer.wentOn(self)
    diary?.picture()
    writer.write({ try body($0, track) }) { [self] in
      let isDrained = state.withLock { state in
        state.pending -= 1
        return state.pending <= Self.most / 2
      }
      if isDrained, state.withLock({ $0.pending == 0 || $0.given >= Self.most }) { readinessChanged() }
    }
    return true
  }
}

extension TrackMatrix {
  init(_ transform: CGAffineTransform) {
    self.init(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx, ty: transform.ty)
  }
}

extension CGAffineTransform {
  init(_ matrix: TrackMatrix) {
    self.init(a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx, ty: matrix.ty)
  }
}
