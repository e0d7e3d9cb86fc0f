import Foundation
import PhoneHardware
import PhoneModel

/// The time that layers live in: the phone's, or the host clock's in a process without a phone.
package enum LayerClock {
  /// Seconds.
  package static var now: Double {
    CurrentPhone.isRunning ? CurrentPhone.phone.clock.now.seconds : CACurrentMediaTime()
  }
}

/// Calls on the main actor at a phone time.
@MainActor
package enum PhoneTimer {
  private static var pending: [Int: (action: () -> Void, entry: any PhoneObservation)] = [:]
  private static var next = 0

  /// What `run` returns, for `cancel`.
  package struct Ticket: Hashable, Sendable { fileprivate var number: Int }

  /// - Parameter seconds: of phone time from now; less than 0 is 0.
  @discardableResult
  package static func run(after seconds: TimeInterval, _ action: @escaping () -> Void) -> Ticket {
    run(at: CurrentPhone.phone.clock.now + PhoneDuration(seconds: max(seconds, 0)), action)
  }

  @discardableResult
  package static func run(at time: PhoneTime, _ action: @escaping () -> Void) -> Ticket {
    next += 1
    let key = next
    let entry = CurrentPhone.phone.clock.schedule(at: time) {
      // The clock's own thread must not wait for the main actor.
      DispatchQueue.main.async { MainActor.assumeIsolated { fire(key) } }
    }
    // The clock needs the main queue to fire, so the entry is here before it is looked up.
    pending[key] = (action, entry)
    return Ticket(number: key)
  }

  /// The action does not run any more.
  package static func cancel(_ ticket: Ticket) { pending.removeValue(forKey: ticket.number)?.entry.cancel() }

  private static func fire(_ key: Int) { pending.removeValue(forKey: key)?.action() }
}
