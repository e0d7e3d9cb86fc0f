import Foundation
import Synchronization

/// Ctrl-C, a request to end and a closed terminal: noticed instead of obeyed, so that the app's process ends and what
/// is known is still written.
final class Interrupt: Sendable {
  private static let hasHappened = Atomic(false)
  private static let ignored = 1

  init() {
    Self.hasHappened.store(false, ordering: .relaxed)
    var heard = sigset_t()
    sigemptyset(&heard)
    defer {
      // Whoever started this process may have had them blocked.
      pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    }
    for name in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&heard, name)
      var old = sigaction()
      sigaction(name, nil, &old)
      // Somebody started this with nohup.
      if name == SIGHUP, unsafeBitCast(old.__sigaction_handler, to: Int.self) == Self.ignored { continue }
      signal(name) { _ in Interrupt.hasHappened.store(true, ordering: .relaxed) }
    }
  }

  var happened: Bool { Self.hasHappened.load(ordering: .relaxed) }
}
