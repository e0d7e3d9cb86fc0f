import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization
import Testing

@testable import Scenarios

/// A host that answers at once and writes down what it is asked.
private final class Notebook: ScenarioStage {
  let phone: SimulatedPhone
  let lines = Mutex<[String]>([])
  let states = Mutex<[PhoneState]>([])

  init(_ phone: SimulatedPhone) { self.phone = phone }

  private func note(_ text: String) { lines.withLock { $0.append("\(phone.clock.now.seconds) \(text)") } }

  func begin(step index: Int, name: String) { note("begin \(name)") }
  func tap(_ target: TapTarget, done: @escaping @Sendable (TapOutcome) -> Void) {
    note("tap")
    done(.delivered)
  }
  func observe(
    step index: Int, name: String, kind: MomentRecord.Kind, done: @escaping @Sendable () -> Void
  ) {
    note("\(kind.rawValue) \(name)")
    states.withLock { $0.append(phone.state) }
    done()
  }
  func report(_ record: ObservationRecord) {
    if case .progress = record { return }
    note("report")
  }
  func finish(_ outcome: ScenarioOutcome) { note("finish \(outcome)") }
}

private func play(_ scenario: Scenario, for seconds: Double = 100) -> Notebook {
  let (phone, clock) = try! SimulatedPhone.manual(.duo, pose: scenario.start ?? "closed")
  let notebook = Notebook(phone)
  let player = ScenarioPlayer(scenario, on: phone, stage: notebook)
  player.start()
  clock.advance(to: PhoneTime(seconds: seconds))
  return notebook
}

@Test func theTourTakesThePhoneThroughItsPoses() {
  let notebook = play(.tour)
  let states = notebook.states.withLock { $0 }
  #expect(
    states.map(\.app.display) == [
      .outer, .outer, .inner, .inner, .outer, .inner, .inner, .inner, .inner, .outer,
    ])
  #expect(states.map { $0.hinge.to } == [0, 30, 180, 180, 180, 180, 120, 110, 110, 0])
  #expect(states[1].litDisplays == [.outer, .inner])
  #expect(states.allSatisfy { $0.hinge.from == $0.hinge.to })
  let lines = notebook.lines.withLock { $0 }
  #expect(lines.last?.hasSuffix("finish complete") == true)
  #expect(lines.filter { $0.hasSuffix("tap") }.count == 2)
}

@Test func aHingeMovementEndsASecondBeforeItsJudgement() {
  let steps = [ScenarioStep("a", do: [.event(.hinge(to: 180, over: .seconds(3)))])]
  let notebook = play(Scenario(name: "t", steps: steps))
  #expect(notebook.lines.withLock { $0 } == ["0.0 begin a", "4.0 settled a", "4.0 finish complete"])
}

/// The capture framework's own reports: a start counts, an end does not.
@Test func cameraStartsDisturbAndStopsDoNot() {
  let before = PhoneState.initial(.duo)
  var after = before
  func disturbs(_ cause: PhoneEvent?) -> Bool {
    ScenarioPlayer.disturbs(PhoneChange(time: .zero, before: before, after: after, cause: cause))
  }
  #expect(disturbs(.cameraStarted(.outerFront, .app)))
  #expect(!disturbs(.cameraStopped(.outerFront)))
  #expect(!disturbs(.capturing(true)))
  #expect(disturbs(.moveApp(.inner)))
  #expect(!disturbs(nil))
  after.streaming = [.innerFront: .app]
  #expect(disturbs(nil))
  after = before
  after.litDisplays = [.inner]
  #expect(disturbs(nil))
}
