import Foundation
import PhoneHardware
import PhoneModel

/// Who of the app's sessions on one phone has which camera: keeps the queue, and tells those whom a change concerns.
final class SharedCameras: Sendable {
  private struct State: Sendable {
    var queue = CameraQueue()
    /// Sessions that waited when the media services fell over, and have not heard of it.
    var deaf: Set<CameraQueue.Session> = []
    var engines: [CameraQueue.Session: WeakReference<SessionEngine>] = [:]
  }

  private let state = Guarded(State())
  private let opening = OpeningGate()

  private static let all = PerPhone<SharedCameras>()

  /// The one of a phone.
  static func of(_ phone: any PhoneHardware) -> SharedCameras { all.of(phone) { SharedCameras() } }

  /// What a session wants now; nil: nothing. Sessions that lose or win a camera by it hear of it on their own queues.
  func set(_ facts: SessionFacts?, for engine: SessionEngine) {
    let phone = engine.phone
    let others = state.withLock { state -> [SessionEngine] in
      let session = ObjectIdentifier(engine)
      let (now, description) = (phone.state, phone.description)
      let before = state.queue.waiting(now, in: description)
      if let facts {
        state.queue.claim(facts, for: session)
        state.engines[session] = WeakReference(engine)
      } else {
        state.queue.release(session)
        state.engines[session] = nil
        state.deaf.remove(session)
      }
      let changed = before.symmetricDifference(state.queue.waiting(now, in: description))
      return state.queue.claims.map(\.session).filter { $0 != session && changed.contains($0) }
        .compactMap { state.engines[$0]?.object }
    }
    for other in others { other.queueChanged() }
  }

  /// The media services fell over: no session has anything any more. Those that wait go on waiting until they have heard
  /// of it, so that none of them starts by itself.
  func reset(on phone: any PhoneHardware) {
    state.withLock { state in
      state.deaf.formUnion(state.queue.waiting(phone.state, in: phone.description))
      state.queue = CameraQueue()
      state.engines = [:]
    }
  }

  func hasHeardOfReset(_ engine: SessionEngine) {
    state.withLock { _ = $0.deaf.remove(ObjectIdentifier(engine)) }
  }

  func isWaiting(_ engine: SessionEngine) -> Bool {
    let phone = engine.phone
    return state.withLock { $0.deaf.union($0.queue.waiting(phone.state, in: phone.description)) }
      .contains(ObjectIdentifier(engine))
  }

  /// Opens a camera for a session whose turn it is; cameras that others still hold are taken from them first.
  /// - Returns: false when it is another session's turn.
  func open(_ feed: CameraFeed, for engine: SessionEngine) throws(CameraOpenError) -> Bool {
    let phone = engine.phone
    return try opening.pass { () throws(CameraOpenError) in
      if isWaiting(engine) { return false }
      for other in state.withLock({ $0.engines.values.compactMap(\.object) }) where other !== engine {
        other.giveUp()
      }
      try feed.open(on: phone)
      return true
    }
  }
}

/// One camera is opened at a time, so that of two sessions that start at once the later one has it in the end.
///
/// Unlike other locks it is held while the phone is called, whose observers run meanwhile; they must not block, and
/// one that starts a session on the same thread passes.
private final class OpeningGate: Sendable {
  private let lock = NSRecursiveLock()

  func pass(_ body: () throws(CameraOpenError) -> Bool) throws(CameraOpenError) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
