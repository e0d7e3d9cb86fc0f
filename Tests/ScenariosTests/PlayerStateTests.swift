import PhoneModel
import Testing

@testable import Scenarios

/// A phone and a host made of a list: alarms go off in order, and whatever the test wants happens in between.
private struct Game {
  var state: PlayerState
  var now = PhoneTime.zero
  var alarms: [(at: PhoneTime, number: Int)] = []
  var log: [String] = []
  /// Disturbances still to come.
  var disturbances: [PhoneTime] = []
  var answersTaps = true
  var answersObservations = true
  var tapOutcome = TouchOutcome.delivered(to: .application)
  /// Why the phone refuses what is sent to it.
  var refusal: String?

  init(_ steps: [ScenarioStep], limits: RunLimits = RunLimits()) {
    state = PlayerState(scenario: Scenario(name: "t", steps: steps), limits: limits)
  }

  mutating func play(until end: PhoneTime = PhoneTime(seconds: 100)) -> [String] {
    tell(.start)
    while let next = alarms.enumerated().min(by: { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) })
    {
      if let disturbance = disturbances.first, disturbance < next.element.at {
        disturbances.removeFirst()
        now = max(now, disturbance)
        tell(.disturbed)
        continue
      }
      guard next.element.at <= end else { break }
      alarms.remove(at: next.offset)
      now = max(now, next.element.at)
      tell(.alarm(next.element.number))
    }
    return log
  }

  mutating func tell(_ input: PlayerState.Input) {
    for effect in state.handle(input, at: now) {
      switch effect {
      case .begin(_, let name): note("begin \(name)")
      case .send(let event):
        note("send \(event)".replacing("PhoneModel.", with: ""))
        if let refusal { tell(.refused(event, refusal)) }
      case .touch:
        note("tap")
        if answersTaps { tell(.touchAnswered(tapOutcome)) }
      case .alarm(let number, let at): alarms.append((at, number))
      case .heartbeat: break
      case .observe(_, let name, let kind):
        note("\(kind.rawValue) \(name)")
        if answersObservations { tell(.observed) }
      case .report(.tapMissed): note("missed")
      case .report(.hung): note("hung")
      case .report(.ignored(let record)):
        note("ignored in \(record.step): \(record.event): \(record.reason)")
      case .report: break
      case .finish(let outcome): note("finish \(outcome)")
      }
    }
  }

  private mutating func note(_ text: String) { log.append("\(now.seconds) \(text)") }
}

@Test func aStepIsObservedASecondAfterItsLastEvent() {
  var game = Game([
    ScenarioStep("a"),
    ScenarioStep(
      "b", do: [.event(.hinge(to: 30, over: .seconds(2))), .wait(.milliseconds(500)), .event(.background)]),
  ])
  let log = game.play()
  #expect(
    log == [
      "0.0 begin a", "1.0 settled a", "1.0 begin b",
      "1.0 send hinge(to: 30.0, over: PhoneDuration(nanoseconds: 2000000000))", "3.5 send background",
      "4.5 settled b", "4.5 finish complete",
    ])
}

@Test func cameraStartsPutTheSettledMomentOff() {
  var game = Game([ScenarioStep("a")])
  game.disturbances = [0.3, 0.9, 1.2].map(PhoneTime.init(seconds:))
  #expect(game.play() == ["0.0 begin a", "2.2 settled a", "2.2 finish complete"])
}

@Test func aPhoneThatNeverRestsIsObservedAsItIs() {
  var game = Game([ScenarioStep("a")], limits: RunLimits(settling: .seconds(3)))
  game.disturbances = (1...40).map { PhoneTime(seconds: Double($0) * 0.5) }
  #expect(game.play() == ["0.0 begin a", "3.0 unsettled a", "3.0 finish complete"])
}

@Test func stepsWaitForTheirTimeAndUnjudgedOnesDoNotSettle() {
  var game = Game([
    ScenarioStep("a", do: [.event(.background)], isJudged: false), ScenarioStep("b", at: .seconds(5)),
    ScenarioStep("c", at: .seconds(2)),
  ])
  #expect(
    game.play() == [
      "0.0 begin a", "0.0 send background", "5.0 begin b", "5.0 settled b", "5.0 begin c", "5.0 settled c",
      "5.0 finish complete",
    ])
}

@Test func aMissedTapIsReportedUnlessItWasOptional() {
  func play(_ ifPresent: Bool, _ outcome: TouchOutcome) -> [String] {
    var game = Game([ScenarioStep("a", do: [.tap(TapTarget(.identifier("x"), ifPresent: ifPresent))])])
    game.tapOutcome = outcome
    return game.play().map { String($0.drop { $0 != " " }.dropFirst()) }
  }
  #expect(play(false, .noTarget) == ["begin a", "tap", "missed", "settled a", "finish complete"])
  #expect(play(true, .noTarget) == ["begin a", "tap", "settled a", "finish complete"])
  #expect(
    play(false, .delivered(to: .cameraCaptureAccessory)) == [
      "begin a", "tap", "settled a", "finish complete",
    ])
}

/// What the phone refuses is told, once, in the step that asked for it; the scenario goes on.
@Test func aRefusedEventIsReportedInItsStep() {
  var game = Game([ScenarioStep("a"), ScenarioStep("b", do: [.event(.splitView(true))])])
  game.refusal = "no"
  #expect(
    game.play() == [
      "0.0 begin a", "1.0 settled a", "1.0 begin b", "1.0 send splitView(true)",
      "1.0 ignored in 1: splitView(true): no", "2.0 settled b", "2.0 finish complete",
    ])
}

@Test func anAppThatDoesNotAnswerIsGivenUp() {
  var tap = Game([ScenarioStep("a", do: [.tap(TapTarget(.identifier("x")))]), ScenarioStep("b")])
  tap.answersTaps = false
  #expect(tap.play() == ["0.0 begin a", "0.0 tap", "10.0 hung", "10.0 finish hung"])
  var observation = Game([ScenarioStep("a"), ScenarioStep("b")])
  observation.answersObservations = false
  #expect(observation.play() == ["0.0 begin a", "1.0 settled a", "11.0 hung", "11.0 finish hung"])
}
