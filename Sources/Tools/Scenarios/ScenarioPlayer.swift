import PhoneHardware
import PhoneModel
import Synchronization

/// Plays a scenario on a phone: sends its events at their times on the clock's agenda, lets the phone come to
/// rest, and has the host observe each step. Safe on any thread.
///
/// Rule 2: a step is observed 1.0 s of phone time after its last event, camera start or answer of the person. In stepped time the
/// clock moves only while the app is quiet, so that an alarm that goes off means a quiet app.
public final class ScenarioPlayer: Sendable {
  private let phone: any PhoneHardware
  private let stage: any ScenarioStage
  private let state: Mutex<PlayerState>
  private let observation = Mutex<(any PhoneObservation)?>(nil)

  public init(
    _ scenario: Scenario, on phone: any PhoneHardware, stage: any ScenarioStage,
    limits: RunLimits = RunLimits()
  ) {
    self.phone = phone
    self.stage = stage
    state = Mutex(PlayerState(scenario: scenario, limits: limits))
  }

  /// Begins now; the scenario's time zero is this moment. Returns at once. Call it once, after the app was
  /// launched in the scenario's start pose.
  public func start() {
    let watching = phone.observe { [weak self] change in
      if Self.disturbs(change) { self?.tell(.disturbed) }
    }
    observation.withLock { $0 = watching }
    // On the clock's thread from the first step on, like everything that follows.
    phone.clock.schedule(at: phone.clock.now) { self.tell(.start) }
  }

  /// Events and camera starts put the settled moment off; what the capture framework reports at the end of a
  /// capture does not.
  package static func disturbs(_ change: PhoneChange) -> Bool {
    switch change.cause {
    case .cameraStopped, .capturing: return false
    case .some: return true
    case nil:
      let started = change.after.streaming.keys.contains { change.before.streaming[$0] == nil }
      return started || change.before.app != change.after.app
        || change.before.litDisplays != change.after.litDisplays
    }
  }

  /// Something happened outside the phone, such as the person's answer to a question: the settled moment is put off.
  package func disturbed() { tell(.disturbed) }

  private func tell(_ input: PlayerState.Input) {
    let now = phone.clock.now
    let effects = state.withLock { $0.handle(input, at: now) }
    for effect in effects { carryOut(effect) }
  }

  private func carryOut(_ effect: PlayerState.Effect) {
    switch effect {
    case .begin(let step, let name): stage.begin(step: step, name: name)
    case .send(let event):
      if let reason = phone.send(event) { tell(.refused(event, reason)) }
    case .touch(let gesture): stage.touch(gesture) { outcome in self.tell(.touchAnswered(outcome)) }
    case .alarm(let number, let time): phone.clock.schedule(at: time) { self.tell(.alarm(number)) }
    case .heartbeat(let time): phone.clock.schedule(at: time) { self.tell(.heartbeat) }
    case .observe(let step, let name, let kind):
      stage.observe(step: step, name: name, kind: kind) { self.tell(.observed) }
    case .report(let record): stage.report(record)
    case .finish(let outcome):
      observation.withLock { $0 }?.cancel()
      stage.finish(outcome)
    }
  }
}
