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
  func touch(_ gesture: FingerGesture, done: @escaping @Sendable (TouchOutcome) -> Void) {
    note("tap")
    done(.delivered(to: .application))
  }
  func observe(
    step index: Int, name: String, kind: MomentRecord.Kind, done: @escaping @Sendable () -> Void
  ) {
    note("\(kind.rawValue) \(name)")
    states.withLock { $0.append(phone.state) }
    done()
  }
  func report(_ record: ObservationRecord) {
    switch record {
    case .progress: break
    case .ignored(let record): note("step \(record.step): \(record.reason)")
    default: note("report")
    }
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

/// What the phone cannot do is told with its reason and its step; what is so already is no complaint.
@Test func whatCannotHappenIsTold() {
  let steps = [
    ScenarioStep("a", do: [.event(.moveApp(.outer)), .event(.foreground)]),
    ScenarioStep("b", do: [.event(.splitView(true)), .event(.moveApp(.inner))]),
    ScenarioStep("c", do: [.event(.world(.picture(path: "/nowhere.png")))]),
  ]
  let lines = play(Scenario(name: "t", steps: steps)).lines.withLock { $0 }
  #expect(
    lines.filter { $0.contains(" step ") } == [
      "1.0 step 1: Split View needs the inner display", "1.0 step 1: the inner display is shut",
      "2.0 step 2: /nowhere.png: no such file",
    ])
  #expect(lines.last == "3.0 finish complete")
}

/// No built-in scenario asks a phone for what it cannot do.
@Test func builtInScenariosAskForNothingImpossible() throws {
  var told: [String] = []
  for description in PhoneDescription.builtIn {
    for scenario in Scenario.builtIn.map({ $0.adapted(to: description) }) {
      let (phone, clock) = try SimulatedPhone.manual(description, pose: scenario.start ?? "closed")
      let notebook = Notebook(phone)
      let player = ScenarioPlayer(scenario, on: phone, stage: notebook)
      player.start()
      clock.advance(to: PhoneTime(seconds: 100))
      told += notebook.lines.withLock { $0.filter { $0.contains(" step ") } }.map {
        "\(description.name) \(scenario.name): \($0)"
      }
    }
  }
  #expect(told == [])
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
