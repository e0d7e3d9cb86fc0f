import PhoneHardware
import PhoneModel
import Scenarios
import Synchronization

/// Hears the phone's trace, reports the app events in it at once, and remembers whether a camera was exchanged since the
/// step began: only then can a picture be of another camera than the connected one. Safe on any thread.
package final class AppEventTap: Sendable {
  private let outlet: ObservationOutlet
  private let description: PhoneDescription
  private let exchanged = Atomic(false)

  init(_ outlet: ObservationOutlet, _ description: PhoneDescription) {
    self.outlet = outlet
    self.description = description
  }

  func hear(_ kind: String, _ fields: [(String, TraceValue)], at time: PhoneTime) {
    guard let event = AppEvents.event(kind, fields, at: time, in: description) else { return }
    if event.kind == .inputReplaced || event.kind == .virtualCameraSwitched {
      exchanged.store(true, ordering: .releasing)
    }
    outlet.send(.appEvent(event))
  }

  func beginStep() { exchanged.store(false, ordering: .releasing) }

  /// A camera was exchanged in this step.
  var hasExchange: Bool { exchanged.load(ordering: .acquiring) }
}
