import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// Which outputs and preview layers of a session start after the others, as a value. [docs]
struct DeferredStart: Equatable, Sendable {
  struct Sink: Equatable, Sendable {
    var id: SessionGraph.ID
    var isDeferred: Bool
    /// Gets frames all the time, so that a late start can be seen. Others are only asked for something later.
    var delivers: Bool
  }

  /// What has started late since the session was started.
  private(set) var started: Set<SessionGraph.ID> = []
  /// The app asked for it before there was anything to start.
  private(set) var isWanted = false

  /// What has still to start. The same choice for all is no choice. [header]
  func waiting(_ sinks: [Sink]) -> [Sink] {
    let deferred = sinks.filter(\.isDeferred)
    return deferred.count == sinks.count ? [] : deferred.filter { !started.contains($0.id) }
  }

  /// What gets no frames yet.
  func heldBack(_ sinks: [Sink]) -> Set<SessionGraph.ID> {
    Set(waiting(sinks).filter(\.delivers).map(\.id))
  }

  /// The session stopped: the next start defers anew.
  mutating func forget() { self = DeferredStart() }

  /// The app asks for the late start, before or after it runs.
  mutating func want() { isWanted = true }

  /// - Returns: whether there was something to start.
  mutating func run(_ sinks: [Sink]) -> Bool {
    let waiting = waiting(sinks)
    started.formUnion(waiting.map(\.id))
    isWanted = false
    return !waiting.isEmpty
  }
}

/// A session's wishes about the late start.
struct DeferredStartWishes: Sendable {
  var runsAutomatically = true
  var delegate = WeakReference<AnyObject>(nil)
  var queue: DispatchQueue?
}

extension SessionEngine {
  static func deferredSinks(_ state: State) -> [DeferredStart.Sink] {
    state.graph.applied.sinks.map { sink in
      if let output = state.outputs[sink.id] {
        return DeferredStart.Sink(
          id: sink.id, isDeferred: output.isDeferredStartEnabled, delivers: !output.startsOnDemand)
      }
      let isDeferred = state.layers[sink.id]?.feed.isDeferred.withLock { $0 } ?? false
      return DeferredStart.Sink(id: sink.id, isDeferred: isDeferred, delivers: true)
    }
  }

  /// Runs the late start at its time: by itself one frame after the first [docs: shortly after it; one frame assumed], or
  /// when the app has asked for it.
  func planDeferredStart() {
    let plan = state.withLock { state -> PhoneTime? in
      let waiting = state.deferred.waiting(Self.deferredSinks(state))
      // Nobody sees when an output starts that delivers nothing by itself, unless a delegate is told.
      guard state.activity.isRunning, !waiting.isEmpty,
        waiting.contains(where: \.delivers) || state.deferredWishes.queue != nil
      else { return nil }
      if state.deferredWishes.runsAutomatically {
        let frames = state.feeds.values.compactMap { feed in
          feed.firstFrame.map { $0 + feed.device.object.streamConfiguration.frameDuration }
        }
        return frames.min()
      }
      return state.deferred.isWanted ? phone.clock.now : nil
    }
    guard let plan else { return }
    phone.clock.schedule(at: max(plan, phone.clock.now)) { [weak self] in
      guard let self else { return }
      queue.async { [weak self] in self?.runDeferredStart() }
    }
  }

  /// The app asks for it; the first time counts.
  func wantDeferredStart() {
    state.withLock { $0.deferred.want() }
    planDeferredStart()
  }

  private func runDeferredStart() {
    let wishes = state.withLock { state -> DeferredStartWishes? in
      guard state.activity.isRunning, state.deferred.run(Self.deferredSinks(state)) else { return nil }
      return state.deferredWishes
    }
    guard let wishes else { return }
    tell(wishes) { $0.sessionWillRunDeferredStart($1) }
    phone.trace.record("deferred-start", ["session": .integer(number)])
    reconcile()
    tell(wishes) { $0.sessionDidRunDeferredStart($1) }
  }

  private func tell(
    _ wishes: DeferredStartWishes,
    _ call: @escaping @Sendable (any AVCaptureSessionDeferredStartDelegate, AVCaptureSession) -> Void
  ) {
    guard let session = session.map({ Handover($0) }) else { return }
    wishes.queue?.async {
      if let delegate = wishes.delegate.object as? any AVCaptureSessionDeferredStartDelegate {
        call(delegate, session.object)
      }
    }
  }
}
