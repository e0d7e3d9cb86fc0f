import DuoFoundation
import Foundation
import PhoneModel

/// Where an output hands its data, while a synchroniser has it.
struct SynchronizerLink: Sendable {
  fileprivate let core: SynchronizerCore
  fileprivate let output: Int

  /// - Parameter finished: Called when the app has had the data.
  func take(
    _ data: AVCaptureSynchronizedData, at time: PhoneTime, finished: @escaping @Sendable () -> Void
  ) {
    core.change {
      $0.take(SynchronizerCore.Part(data: Handover(data), finished: finished), at: time, from: output)
    }
  }

  /// Data of an output of which is known when the next comes at the earliest.
  func take(
    _ data: AVCaptureSynchronizedData, at time: PhoneTime, andNothingBefore next: PhoneTime,
    finished: @escaping @Sendable () -> Void
  ) {
    core.change {
      $0.take(SynchronizerCore.Part(data: Handover(data), finished: finished), at: time, from: output)
        + $0.knows(output, until: next + PhoneDuration(nanoseconds: -1))
    }
  }

  /// The output has nothing more until this time.
  func nothing(until time: PhoneTime) { core.change { $0.knows(output, until: time) } }
}

/// The part of a synchroniser that data reaches, on whatever thread it comes.
final class SynchronizerCore: Sendable {
  struct Part: Sendable {
    var data: Handover<AVCaptureSynchronizedData>
    var finished: @Sendable () -> Void
  }

  private struct State {
    var delegate = WeakReference<AnyObject>(nil)
    var queue: DispatchQueue?
    /// Counts who was named to get the data. What lies on the queue of one before reaches nobody.
    var turn = 0
    var matcher: SyncMatcher<Part>
  }

  private let outputs: [WeakReference<AVCaptureOutput>]
  private let state: Guarded<State>
  private let owner = Guarded(WeakReference<AVCaptureDataOutputSynchronizer>(nil))

  init(outputs: [AVCaptureOutput]) {
    self.outputs = outputs.map { WeakReference($0) }
    state = Guarded(State(matcher: SyncMatcher(outputs: outputs.count)))
  }

  /// Must be called once.
  func start(for synchronizer: AVCaptureDataOutputSynchronizer) {
    owner.withLock { $0 = WeakReference(synchronizer) }
  }

  var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? {
    state.withLock { $0.delegate }.object as? any AVCaptureDataOutputSynchronizerDelegate
  }

  var queue: DispatchQueue? { state.withLock { $0.queue } }

  func set(_ delegate: AnyObject?, queue: DispatchQueue?) {
    let reference = WeakReference<AnyObject>(delegate)
    let forgotten = state.withLock { state in
      state.delegate = reference
      state.queue = queue
      state.turn += 1
      return delegate == nil ? state.matcher.clear() : []
    }
    for (index, output) in outputs.enumerated() {
      guard let output = output.object as? any SynchronizableOutput else { continue }
      if delegate != nil {
        output.synchronizer = SynchronizerLink(core: self, output: index)
      } else if has(output) {
        output.synchronizer = nil
      }
    }
    for part in forgotten { part.finished() }
  }

  func end() { set(nil, queue: nil) }

  /// Whether an output's data comes here: another synchroniser may have taken it.
  private func has(_ output: AVCaptureOutput?) -> Bool {
    (output as? any SynchronizableOutput)?.synchronizer?.core === self
  }

  /// Changes what waits, and delivers what is complete.
  fileprivate func change(_ body: (inout SyncMatcher<Part>) -> [SyncMatcher<Part>.Collection]) {
    // Asked with no lock held: connections have their own.
    let silent = outputs.map { !has($0.object) || !Self.flows($0.object) }
    state.withLock { state in
      var complete: [SyncMatcher<Part>.Collection] = []
      for (index, isSilent) in silent.enumerated() {
        complete += state.matcher.set(index, isSilent: isSilent)
      }
      complete += body(&state.matcher)
      // With the lock held, so that collections are queued in order.
      for collection in complete {
        if let queue = state.queue {
          queue.async { [self, turn = state.turn] in deliver(collection, turn) }
        } else {
          for part in collection.items.values { part.finished() }
        }
      }
    }
  }

  /// Whether data can come from an output now.
  private static func flows(_ output: AVCaptureOutput?) -> Bool {
    if let sound = output as? AVCaptureAudioDataOutput,
      SessionMembership.session(of: sound)?.isHearing != true
    {
      return false
    }
    return output?.connections.contains { $0.isActive && $0.isEnabled } ?? false
  }

  /// On the delegate's queue.
  private func deliver(_ collection: SyncMatcher<Part>.Collection, _ turn: Int) {
    let parts = collection.items.sorted { $0.key < $1.key }.compactMap { index, part in
      outputs[index].object.map { ($0, part.data.object) }
    }
    let delegate =
      state.withLock { $0.turn == turn ? $0.delegate.object : nil }
      as? any AVCaptureDataOutputSynchronizerDelegate
    if let delegate, let synchronizer = owner.withLock({ $0 }).object, !parts.isEmpty {
      delegate.dataOutputSynchronizer(
        synchronizer, didOutput: AVCaptureSynchronizedDataCollection(parts))
    }
    for part in collection.items.values { part.finished() }
  }
}
