import Foundation
import PhoneHardware
import PhoneModel
import Synchronization

// What sessions write into the phone's trace; `Specs/trace.md` describes the lines.

/// The cameras of a session as its trace told last: a value.
///
/// An exchange is told when the session's only camera is another one than before, whether the app removed and added it in
/// one configuration block or in two.
struct TracedInputs: Equatable, Sendable {
  enum Change: Equatable, Sendable {
    case added(CameraID), removed(CameraID)
    case replaced(from: CameraID, to: CameraID)
  }

  private(set) var cameras: [CameraID] = []
  /// The camera of a session that has, or had last, no other.
  private var only: CameraID?

  /// The configuration that applies has these cameras now.
  /// - Returns: what changed, removals first.
  mutating func become(_ now: [CameraID]) -> [Change] {
    var changes = cameras.filter { !now.contains($0) }.map(Change.removed)
    changes += now.filter { !cameras.contains($0) }.map(Change.added)
    cameras = now
    guard let camera = now.first else { return changes }
    if now.count == 1, let only, only != camera { changes.append(.replaced(from: only, to: camera)) }
    only = now.count == 1 ? camera : nil
    return changes
  }
}

/// Gives sessions numbers, from 1 in each process.
enum SessionNumbers {
  private static let count = Atomic<Int>(0)
  static func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

extension SessionEngine {
  /// Tells which inputs came and went, when no configuration block is open.
  func traceInputs() {
    traceMicrophone()
    let changes = state.withLock { state -> [TracedInputs.Change] in
      guard !state.graph.isConfiguring else { return [] }
      let cameras = state.graph.applied.inputs.compactMap {
        $0.source == .camera ? (state.inputs[$0.id] as? AVCaptureDeviceInput)?.device.camera.id : nil
      }
      return state.traced.become(cameras)
    }
    let session: TraceValue = .integer(number)
    for change in changes {
      switch change {
      case .added(let camera):
        phone.trace.record("input-added", ["session": session, "device": .text(camera.rawValue)])
      case .removed(let camera):
        phone.trace.record("input-removed", ["session": session, "device": .text(camera.rawValue)])
      case .replaced(let from, let to):
        phone.trace.record(
          "input-replaced", ["session": session, "from": .text(from.rawValue), "to": .text(to.rawValue)])
      }
    }
  }

  func trace(_ notice: SessionActivity.Notice) {
    let session: TraceValue = .integer(number)
    switch notice {
    case .didStart: phone.trace.record("session-started", ["session": session])
    case .didStop: phone.trace.record("session-stopped", ["session": session])
    case .wasInterrupted(let reason):
      let name = InterruptionReason(rawValue: reason).map { "\($0)" } ?? "\(reason)"
      phone.trace.record("session-interrupted", ["session": session, "reason": .text(name)])
    case .interruptionEnded: phone.trace.record("session-interruption-ended", ["session": session])
    case .runtimeError(let code):
      phone.trace.record("session-failed", ["session": session, "code": .integer(code)])
    }
  }

  func trace(_ drops: DropRow.News) {
    let session: TraceValue = .integer(number)
    switch drops {
    case .begins(let drop):
      phone.trace.record(
        "frames-dropped",
        ["session": session, "reason": .text("\(AVCaptureOutput.DataDroppedReason(drop))")])
    case .ends(let count):
      phone.trace.record("frames-delivered-again", ["session": session, "dropped": .integer(count)])
    }
  }

  /// Lets the phone time pass that a call of the app's takes. On the main thread that is time in which the app's main
  /// thread does nothing, and the trace says so.
  func spend(_ duration: PhoneDuration, in call: String) {
    if Thread.isMainThread {
      phone.trace.record(
        "main-thread-blocked",
        [
          "session": .integer(number), "call": .text(call), "over": .integer(Int(duration.nanoseconds)),
        ])
    }
    phone.clock.spend(duration)
  }
}
