import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// What became of a scenario's touches, in the trace and for the report.
@Suite struct TouchNotesTests {
  private static func tap(_ name: String, ifPresent: Bool = false) -> ScenarioStep {
    ScenarioStep(name, do: [.tap(TapTarget(.identifier(name), ifPresent: ifPresent))])
  }

  private static let scenario = Scenario(
    name: "t", intent: .any, start: "closed",
    steps: [
      tap("covered"), tap("off"), tap("deaf"), tap("label"), tap("leaving"),
      ScenarioStep("point", do: [.tap(TapTarget(.point(x: 100, y: 220, display: .outer)))]),
      tap("nowhere", ifPresent: true), tap("alert"),
      // The button is under the alert now.
      ScenarioStep("under the alert", do: [.tap(TapTarget(.identifier("alert")))]),
      ScenarioStep("dark", do: [.tap(TapTarget(.point(x: 1, y: 1, display: .inner)))]),
    ])

  @Test func everyTouchLeavesARecord() async throws {
    let run = try await HostRun.play(.obstructed, Self.scenario)
    let lines = try run.trace.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }.filter { ($0["kind"] as? String)?.hasPrefix("touch") == true }
    func text(_ line: [String: Any], _ field: String) -> String { line[field] as? String ?? "" }
    let told = lines.map { "\(text($0, "target")) \(text($0, "outcome")) \(text($0, "receiver"))" }
    #expect(
      told.prefix(9) == [
        "\"covered\" diverted UIView \"dim\"", "\"off\" disabled UIButton \"off\"",
        "\"deaf\" diverted UIView",
        "\"label\" received UIView", "\"leaving\" received UIButton \"leaving\"",
        "\"leaving\"  UIButton \"leaving\"",
        "The point 100, 220 of the outer display disabled UIButton \"off\"", "\"nowhere\" nothing ",
        "\"alert\" received UIButton \"alert\"",
      ])
    #expect(lines.count == 11 && told[10] == "The point 1, 1 of the inner display nothing ")
    #expect(
      told[9].hasPrefix("\"alert\" diverted ") && told[9].hasSuffix(" of the presented UIAlertController"))
    #expect(lines[0]["x"] as? Double == 100 && lines[0]["display"] as? String == "outer")

    let events = run.events.filter { $0.kind == .touchAstray }.compactMap(\.detail)
    #expect(
      events.prefix(5) == [
        "\"covered\" was tapped, and UIView \"dim\" received it.",
        "\"off\" was tapped, and nothing happens: UIButton \"off\" is disabled.",
        "\"deaf\" was tapped, and UIView received it.",
        "\"leaving\" was tapped, and the touch was cancelled before the finger was up: UIButton \"leaving\" left its place.",
        "The point 100, 220 of the outer display was tapped, and nothing happens: UIButton \"off\" is disabled.",
      ])
    #expect(
      events.count == 6 && events.last?.contains("of the presented UIAlertController received it.") == true)
  }

  /// A tap at the instant of a move: the record says what the app made of it, whichever comes first.
  @Test func aTapAtTheInstantOfAMoveIsRecorded() async throws {
    let run = try await HostRun.play(
      .controls,
      Scenario(
        name: "t", intent: .any, start: "closed",
        steps: [
          ScenarioStep(
            "open",
            do: [
              .event(.hinge(to: 180, over: .zero)), .tap(TapTarget(.identifier("shutter"), ifPresent: true)),
            ])
        ]))
    let lines = run.trace.filter { $0.contains("\"kind\":\"touch") }
    let isDone = run.settled.first?.displays.flatMap(\.controls).contains { $0.name == "tapped 1" } == true
    let says = lines.count == 1 && lines[0].contains("\"outcome\":\"received\"")
    #expect(!lines.isEmpty && isDone == says, "\(lines)")
  }
}
