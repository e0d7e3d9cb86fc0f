import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import SimulatedPhone
import Synchronization

/// The app's side of a scenario: keeps the scene where the phone says it is, taps, has displays composed, reports.
@MainActor
package final class HostStage: ScenarioStage {
  private nonisolated let phone: SimulatedPhone
  private nonisolated let clock: VirtualClock
  private nonisolated let log: TraceLog
  /// Where the trace goes, for a message.
  private nonisolated let tracePath: String?
  private nonisolated let outlet: ObservationOutlet
  private nonisolated let events: AppEventTap?
  /// When transitional pictures are due; nobody takes any without an open outlet.
  private nonisolated let transitions: Mutex<TransitionTimes>
  private let pictures: DisplayPictures
  private var watching: (any PhoneObservation)?

  /// Without a request and a writer nothing is reported: for a stage that is only asked, as in tests.
  package init(
    phone: SimulatedPhone, clock: VirtualClock, log: TraceLog, request: RunRequest? = nil,
    writer: ObservationWriter? = nil, events: AppEventTap? = nil
  ) {
    self.events = events
    self.phone = phone
    self.clock = clock
    self.log = log
    outlet = ObservationOutlet(writer)
    tracePath = request?.trace
    let limits = request?.limits ?? RunLimits()
    transitions = Mutex(TransitionTimes(every: limits.transitionEvery, lasting: limits.transitionFor))
    pictures = DisplayPictures(of: phone, scale: request?.pictureScale ?? 1)
  }

  // MARK: The scene

  package func launch(_ delegateClass: any UIApplicationDelegate.Type, info: [String: Any]) {
    // Watched first: an app may start its camera from another thread while it is launched.
    watching = phone.observe { [weak self] change in
      // A hinge movement is an event until it ends.
      if change.cause == nil || ScenarioPlayer.disturbs(change) { self?.disturbed() }
      guard UIApplication.isToFollow(change) else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.follow() } }
    }
    _ = UIApplication.shared.launch(
      delegateClass: delegateClass, info: info, state: phone.state, at: clock.now)
    follow()
  }

  private func follow() {
    let state = phone.state
    if let turn = UIApplication.shared.follow(state, at: clock.now), turn != state.app.interfaceTurn {
      phone.send(.interfaceTurned(turn))
    }
  }

  // MARK: The scenario

  package nonisolated func begin(step index: Int, name: String) {
    events?.beginStep()
    let now = clock.now
    plan(transitions.withLock { $0.begin(TransitionTimes.Step(index: index, name: name), at: now) })
  }

  package nonisolated func touch(
    _ gesture: FingerGesture, done: @escaping @Sendable (TouchOutcome) -> Void
  ) {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.begin(gesture, done) } }
  }

  private func begin(_ gesture: FingerGesture, _ done: @escaping @Sendable (TouchOutcome) -> Void) {
    disturbed()
    let places = FingerPlaces(main: UIApplication.shared.mainScene, litDisplays: phone.state.litDisplays)
    let notes = TouchNotes(gesture: gesture, trace: phone.trace)
    let place = places.place(of: gesture.target)
    guard let start = place, let end = places.end(of: gesture, from: start) else {
      notes.began(at: place, nil)
      return done(.noTarget)
    }
    let timing = phone.description.timing
    let path = FingerPath(gesture, from: start.point, to: end, tap: timing.tap.value)
    let player = FingerPlayer(path, on: start.display, clock: clock, frame: timing.displayFrame.value) {
      notes.ended($1)
      self.disturbed()
      done(.delivered(to: $0))
    }
    let isDown = player.begin()
    notes.began(at: start, player.first)
    if !isDown { done(.noTarget) }
  }

  package nonisolated func observe(
    step index: Int, name: String, kind: MomentRecord.Kind, done: @escaping @Sendable () -> Void
  ) {
    transitions.withLock { $0.end() }
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        UIApplication.shared.noteBlankScenes()
        self.compose(kind, TransitionTimes.Step(index: index, name: name))
      }
      done()
    }
  }

  /// What a display shows now.
  package func picture(of display: DisplayID) -> DisplayObservation { pictures.picture(of: display) }

  /// The picture of what a display would show.
  package func picture(of contents: DisplayContents, controls: [ControlObservation]) -> DisplayObservation {
    var facts = SceneFacts()
    facts.controls = controls
    return pictures.picture(of: contents, facts)
  }

  private func compose(_ kind: MomentRecord.Kind, _ step: TransitionTimes.Step) {
    guard outlet.isOpen else { return }
    let moment = pictures.moment(
      kind, step: step.index, name: step.name, isExchanging: events?.hasExchange ?? false)
    outlet.send(.moment(moment))
  }

  package nonisolated func report(_ record: ObservationRecord) { outlet.send(record) }

  package nonisolated func finish(_ outcome: ScenarioOutcome) {
    do { try log.flush() } catch {
      outlet.send(.refused(RefusalRecord(place: tracePath ?? "trace", what: error.reason)))
      ObservationOutlet.stop("\(error)")
    }
    outlet.reportOpenMovies(of: phone)
    if outcome == .complete { outlet.send(.end(clock.now)) }
    exit(0)
  }

  // MARK: Transitions

  /// An event, a camera's start, a touch or the person's answer: pictures are taken for a while.
  nonisolated func disturbed() {
    let now = clock.now
    plan(transitions.withLock { $0.disturbed(at: now) })
  }

  private nonisolated func plan(_ time: PhoneTime?) {
    guard let time, outlet.isOpen else { return }
    clock.schedule(at: time) { [weak self] in self?.takeTransition() }
  }

  private nonisolated func takeTransition() {
    DispatchQueue.main.async { [self] in
      // The main thread may have been busy until now; composing takes no phone time.
      let now = clock.now
      guard let step = transitions.withLock({ $0.due(at: now) }) else { return }
      MainActor.assumeIsolated { compose(.transition, step) }
      plan(transitions.withLock { $0.composed(at: now) })
    }
  }
}
