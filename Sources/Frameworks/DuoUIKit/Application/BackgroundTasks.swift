import Foundation
import PhoneHardware
import PhoneModel
import Synchronization

/// Names a piece of work that the app finishes in the background. [docs]
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// Asks for time to finish work in the background, on any thread. [docs]
  /// - Parameter handler: called on the main actor when the time is over; it must end the task.
  public nonisolated func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { beginBackgroundTask(withName: nil, expirationHandler: handler) }

  public nonisolated func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier { BackgroundTasks.shared.begin(taskName, handler) }

  /// Ends a task, on any thread. [docs]
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    BackgroundTasks.shared.end(identifier)
  }
}

/// The tasks of the app, and how long they may go on.
final class BackgroundTasks: Sendable {
  static let shared = BackgroundTasks()

  private struct Running {
    var name: String?
    var handler: (@MainActor @Sendable () -> Void)?
  }
  private struct State {
    var next = 1
    var running: [Int: Running] = [:]
    /// Since when the app is in the background.
    var since: PhoneTime?
    /// Counts the stays in the background.
    var stay = 0
  }
  private let state = Mutex(State())

  func begin(
    _ name: String?, _ handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    state.withLock { state in
      defer { state.next += 1 }
      state.running[state.next] = Running(name: name, handler: handler)
      return UIBackgroundTaskIdentifier(rawValue: state.next)
    }
  }

  func end(_ identifier: UIBackgroundTaskIdentifier) {
    state.withLock { _ = $0.running.removeValue(forKey: identifier.rawValue) }
  }

  /// Seconds that are left.
  var remaining: TimeInterval {
    guard let since = state.withLock({ $0.since }) else { return .greatestFiniteMagnitude }
    let phone = CurrentPhone.phone
    let allowed = phone.description.timing.backgroundTasks.value.seconds
    return max(allowed - (phone.clock.now - since).seconds, 0)
  }

  @MainActor
  func enteredBackground() {
    let phone = CurrentPhone.phone
    let stay = state.withLock { state in
      state.since = phone.clock.now
      state.stay += 1
      return state.stay
    }
    PhoneTimer.run(after: phone.description.timing.backgroundTasks.value.seconds) { self.expire(stay) }
  }

  func enteredForeground() { state.withLock { $0.since = nil } }

  /// Every task that still runs hears that its time is over; one that does not end itself then is what iOS stops apps
  /// for. [docs]
  @MainActor
  private func expire(_ stay: Int) {
    let tasks = state.withLock { state in
      state.since != nil && state.stay == stay ? state.running.sorted { $0.key < $1.key } : []
    }
    for (_, task) in tasks { task.handler?() }
    let left = state.withLock { state in tasks.filter { state.running[$0.key] != nil } }
    for (id, task) in left {
      LaunchRules.note(
        "the background task \(task.name.map { "\"\($0)\"" } ?? "\(id)") was not ended when its time was over: iOS stops "
          + "the app")
    }
  }
}
