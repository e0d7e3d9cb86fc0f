import PhoneModel
import Scenarios

@testable import ReportCard

/// Makes moments of runs without pixels, for the rules that compare moments.
enum ScreenMoments {
  static let whole = RectRecord(x: 0, y: 0, width: 466, height: 678)

  static func control(
    _ name: String, _ value: String? = nil, scene: ObservedScene = .application, isIdentified: Bool = true
  ) -> ControlObservation {
    ControlObservation(
      name: name, hitRect: RectRecord(x: 10, y: 400, width: 60, height: 60), scene: scene,
      isIdentified: isIdentified, value: value)
  }

  static func label(_ text: String, _ scene: ObservedScene) -> TextObservation {
    TextObservation(text: text, rect: RectRecord(x: 10, y: 10, width: 60, height: 20), scene: scene)
  }

  /// A settled moment in a pose; `change` makes it another one.
  static func moment(
    _ step: Int, _ controls: [ControlObservation] = [], name: String = "s", pose: String = "closed",
    time: Double = 1,
    texts: [TextObservation] = [], windows: [WindowObservation]? = nil,
    change: (inout PhoneState) -> Void = { _ in }
  ) -> MomentRecord {
    var state = PhoneState.initial(.duo, pose: pose)!
    change(&state)
    let size = PhoneDescription.duo.display(state.app.display)!.size(interfaceTurn: state.app.interfaceTurn)
    return MomentRecord(
      time: PhoneTime(seconds: time), kind: .settled, step: step, stepName: name, state: state,
      displays: [
        DisplayObservation(
          display: state.app.display, interfaceTurn: state.app.interfaceTurn, width: size.width,
          height: size.height, picture: nil, previews: [], controls: controls, texts: texts, windows: windows)
      ])
  }

  /// The watch over a scenario whose steps touch the screen or not.
  static func watch(touches: [Bool], controls: [String] = []) -> ScreenWatch {
    let steps = touches.enumerated().map { index, isTouch in
      ScenarioStep(
        "step \(index)", do: isTouch ? [.tap(TapTarget(.identifier("flash")))] : [.event(.turn(1))])
    }
    return ScreenWatch(
      RunFacts(
        app: "App", phone: .duo, world: .room,
        scenario: Scenario(name: "t", controls: controls, steps: steps), intent: .any))
  }

  /// The findings of a run of moments, each as "step: rule verdict", and the run's own as "end: …".
  static func findings(
    _ moments: [MomentRecord], touches: [Bool]? = nil, controls: [String] = []
  ) -> [String] {
    var watch = watch(touches: touches ?? moments.map { _ in false }, controls: controls)
    var found: [String] = []
    for moment in moments {
      found += watch.settled(moment).map { "\(moment.step): \($0.rule) \($0.verdict.rawValue)" }
    }
    return found + watch.atTheEnd().map { "end: \($0.rule) \($0.verdict.rawValue)" }
  }
}
