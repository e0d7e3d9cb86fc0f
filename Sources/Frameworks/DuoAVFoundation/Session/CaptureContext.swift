import CDispatch
import Foundation
import PhoneHardware
import PhoneModel

/// On which thread or serial queue something is called.
struct CaptureContext: Sendable {
  private var thread: UInt
  /// Empty for a thread without a queue; global queues have labels too, but run on many threads at once.
  private var queue: String

  static var current: CaptureContext {
    CaptureContext(
      thread: UInt(pthread_self()), queue: String(cString: dispatch_queue_get_label(nil)))
  }

  /// A serial queue may go on on another thread.
  func isInOrder(with other: CaptureContext) -> Bool {
    thread == other.thread || (queue == other.queue && queue != "" && !queue.hasPrefix("com.apple.root"))
  }
}

/// An open configuration block, and what was called elsewhere meanwhile.
///
/// What counts is phone time: within one moment of it the machine decides which thread is first, so a call in the moment
/// in which the block begins or ends is in no block.
struct ConfigurationBlock: Sendable {
  let context: CaptureContext
  private let start: PhoneTime
  private var met: [(call: String, time: PhoneTime)] = []

  init(openedIn context: CaptureContext, at time: PhoneTime) {
    self.context = context
    start = time
  }

  /// A call in another context.
  mutating func meet(_ call: String, at time: PhoneTime) {
    if time > start { met.append((call, time)) }
  }

  func waiters(endingAt end: PhoneTime) -> [String] { met.filter { $0.time < end }.map(\.call) }
}

/// Whose delegate gets an output's data: while a synchroniser has one, the output's own hears nothing.
enum DelegateQueueRole { case own, synchronizer }

/// The outputs whose delegates are called on a queue, or were.
final class DelegateQueueMark: Sendable {
  fileprivate let outputs = Guarded<[WeakReference<AVCaptureOutput>]>([])
  fileprivate static let key = DispatchSpecificKey<DelegateQueueMark>()

  fileprivate static func of(_ queue: DispatchQueue) -> DelegateQueueMark {
    if let mark = queue.getSpecific(key: key) { return mark }
    let mark = DelegateQueueMark()
    queue.setSpecific(key: key, value: mark)
    return mark
  }
}

extension AVCaptureOutput {
  /// The delegate is called on this queue from now on; nil: there is none. So that a call that waits for the output can be
  /// seen there.
  func delegateQueueIs(_ queue: DispatchQueue?, of role: DelegateQueueRole = .own) {
    let mark = queue.map(DelegateQueueMark.of)
    delegateQueues.withLock { $0[role] = mark }
    let reference = WeakReference(self)
    mark?.outputs.withLock { outputs in
      outputs.removeAll { $0.object == nil || $0.object === self }
      outputs.append(reference)
    }
  }

  /// Data comes on the queue with this mark now.
  fileprivate func isDelivered(on mark: DelegateQueueMark) -> Bool {
    delegateQueues.withLock { $0[.synchronizer] ?? $0[.own] } === mark
  }
}

// What works here and can hang on a phone: the trace tells of it.
extension SessionEngine {
  /// A session that is being configured on one thread waits on a phone for another that configures it, and attaching a
  /// preview layer configures it. [forum]
  func noteContext(in call: String) {
    let now = phone.clock.now
    state.withLock { state in
      guard state.graph.isConfiguring, state.block?.context.isInOrder(with: .current) == false else { return }
      state.block?.meet(call, at: now)
    }
  }

  /// The block is over: tells of the calls that had to wait for it.
  func noteWaiters(of block: ConfigurationBlock) {
    for call in block.waiters(endingAt: phone.clock.now) {
      phone.trace.record(
        "configuration-race",
        [
          "session": .integer(number), "call": .text(call),
          "detail": .text("\(call) was called while another thread was inside a configuration block"),
        ])
    }
  }

  /// Starting and stopping wait for what the delegates' queues have to do. [forum]
  func noteDelegateQueue(in call: String) {
    guard let mark = DispatchQueue.getSpecific(key: DelegateQueueMark.key) else { return }
    let outputs = mark.outputs.withLock { $0 }.compactMap(\.object)
    guard
      outputs.contains(where: { $0.isDelivered(on: mark) && SessionMembership.session(of: $0) === self })
    else { return }
    phone.trace.record(
      "possible-deadlock",
      [
        "session": .integer(number), "call": .text(call),
        "detail": .text(
          "\(call) was called on the queue of a data output's delegate, for which it waits on a phone"),
      ])
  }
}
