import Dispatch
import DuoCoreMedia
import PhoneHardware
import PhoneModel
import Synchronization

/// Calls the completion handlers of a device's setters: in the order of the calls, each not before its time.
/// [header]
///
/// Handlers run on a serial queue of their own (the queue is not specified), so that a handler may block.
final class CompletionQueue: Sendable {
  private let clock: any PhoneClock
  private let queue = DispatchQueue(label: "AVCaptureDevice.completion")
  private let latest = Mutex(PhoneTime.zero)

  init(clock: any PhoneClock) { self.clock = clock }

  /// - Parameter time: The first frame with the new settings; nil for a device that does not stream, whose
  ///   settings are in force at once.
  func add(at time: PhoneTime?, _ handler: @escaping @Sendable (CMTime) -> Void) {
    let due = latest.withLock { latest in
      latest = max(latest, time ?? clock.now)
      return latest
    }
    clock.schedule(at: due) { [queue] in
      queue.async { handler(CMTime(due)) }
    }
  }
}
