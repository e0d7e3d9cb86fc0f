import PhoneModel
import Scenarios

/// The rules about the screen over a whole run.
struct ScreenWatch: Sendable {
  private let description: PhoneDescription
  private let scenario: Scenario
  private var presence: ControlPresence
  private var framing = FramedOnce()
  private var state = LostState()
  private var mainThread = MainThread()
  private var countdown = Countdown()
  /// The step after the one that was judged last.
  private var nextStep = 0

  init(_ facts: RunFacts) {
    description = facts.phone
    scenario = facts.scenario
    presence = ControlPresence(wanted: facts.scenario.controls)
  }

  mutating func take(_ event: AppEventRecord) -> [Finding] {
    [BadInput.finding(event), Unheard.finding(event)].compactMap { $0 } + mainThread.take(event)
  }

  mutating func transition(_ moment: MomentRecord) -> [Finding] {
    mainThread.ended() + countdown.take(moment.displays.flatMap(\.texts))
  }

  /// What concerns a step as a whole.
  mutating func settled(_ moment: MomentRecord) -> [Finding] {
    let judged = JudgedMoment(moment, wasTouched: wasTouched(until: moment.step), in: description)
    nextStep = moment.step + 1
    return mainThread.ended() + countdown.take(judged.texts) + BadInput.blackScreen(judged)
      + presence.take(judged) + AccessoryControls.findings(judged) + state.take(judged)
  }

  /// What concerns one preview at a settled moment.
  mutating func preview(_ preview: PreviewObservation, on display: DisplayObservation) -> [Finding] {
    [
      PreviewShape.stretched(preview), PreviewShape.covered(preview, among: display.previews),
      framing.take(preview, on: display.display),
    ].compactMap { $0 }
  }

  mutating func stepEnded() -> [Finding] { mainThread.ended() }

  /// What concerns the run.
  func atTheEnd() -> [Finding] { presence.atTheEnd() }

  private func wasTouched(until step: Int) -> Bool {
    guard nextStep <= step, scenario.steps.indices.contains(step) else { return false }
    return scenario.steps[nextStep...step].contains { step in
      step.actions.contains { if case .touch = $0 { true } else { false } }
    }
  }
}
