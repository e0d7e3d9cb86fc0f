import Foundation
import PhoneModel
import ReportCard
import Scenarios
import Testing

@testable import DuoHost

/// Whole runs of an app with a live preview on each display.
@Suite struct AccessoryTests {
  static func play(
    _ kind: AccessoryApp.Kind, _ scenario: Scenario, phone: PhoneDescription = .duo
  ) async throws -> HostRun {
    let files = try HostRun.Files()
    defer { files.remove() }
    try files.write(scenario, .room) { $0.phone = phone }
    await #expect(processExitsWith: .success) {
      [kind = kind as AccessoryApp.Kind, path = files.request as String] in
      try await AccessoryApp.run(kind, path)
    }
    return try files.read()
  }

  static func report(_ run: HostRun, _ scenario: Scenario) throws -> Report {
    var grader = RunGrader(
      RunFacts(app: "test", phone: .duo, world: .room, scenario: scenario, intent: scenario.intent))
    for record in run.records { try grader.take(record) { name, _ in name } }
    return grader.report()
  }

  /// What a display shows, in one line: scene, angle, mirroring and controls.
  static func line(_ display: DisplayObservation) -> String {
    let previews = display.previews.map { preview in
      "\(preview.scene == .application ? "app" : "accessory") \(Int(preview.trace.rotationAngle))"
        + (preview.trace.isMirrored ? " mirrored" : "")
    }
    let controls = display.controls.map {
      ($0.scene == .application ? "" : "accessory ") + $0.name
    }
    return "\(display.display.rawValue): " + (previews + controls).joined(separator: ", ")
  }

  static func lines(_ run: HostRun) -> [String] {
    run.settled.map { moment in
      moment.stepName + "; " + moment.displays.map(line).joined(separator: "; ")
    }
  }

  static let folds = Scenario(
    name: "folds", intent: .any, start: "closed",
    steps: [
      ScenarioStep("closed"),
      ScenarioStep("open", do: [.event(.pose("open-landscape", over: .milliseconds(300)))]),
      ScenarioStep("turned", do: [.event(.turn(1))]),
      ScenarioStep("turned on", do: [.event(.turn(1))]),
      ScenarioStep("turned back", do: [.event(.turn(1))]),
      ScenarioStep("upright", do: [.event(.turn(1))]),
      ScenarioStep("book", do: [.event(.pose("book", over: .milliseconds(300)))]),
      ScenarioStep("open again", do: [.event(.pose("open-landscape", over: .milliseconds(300)))]),
      ScenarioStep("shut", do: [.event(.pose("closed", over: .milliseconds(300)))]),
    ])

  /// The live preview for the subject is upright, mirrored, in time and seen by nobody else than the subject, however the
  /// phone is turned in the hand; it leaves with the fold and comes back.
  @Test func aLivePreviewOnEachDisplay() async throws {
    let run = try await Self.play(.live, Self.folds)
    #expect(
      Self.lines(run) == [
        "closed; outer: app 90, shutter, toggle",
        "open; outer: accessory 90 mirrored, accessory focus; inner: app 90, shutter, toggle",
        "turned; outer: accessory 180 mirrored, accessory focus; inner: app 180, shutter, toggle",
        // The outer display does not offer upside down.
        "turned on; outer: accessory 180 mirrored, accessory focus; inner: app 270, shutter, toggle",
        "turned back; outer: accessory 0 mirrored, accessory focus; inner: app 270, shutter, toggle",
        "upright; outer: accessory 90 mirrored, accessory focus; inner: app 90, shutter, toggle",
        "book; inner: app 90, shutter, toggle",
        "open again; outer: accessory 90 mirrored, accessory focus; inner: app 90, shutter, toggle",
        "shut; outer: app 90, shutter, toggle",
      ])
    let report = try Self.report(run, Self.folds)
    var problems: [String] = []
    for step in report.steps {
      for display in step.displays where display.lit {
        problems += display.findings.filter { $0.verdict != .notJudged }.map { "\(step.name): \($0.message)" }
        problems += display.previews.flatMap { preview in
          preview.findings.map { "\(step.name), \(display.display.rawValue): \($0.message)" }
        }
      }
    }
    #expect(problems == [])
    let viewers = report.steps.map { step in step.displays.filter(\.lit).compactMap(\.viewer) }
    #expect(viewers[1] == ["subject", "holder"])
  }

  static let ends = Scenario(
    name: "ends", intent: .any, start: "open-landscape",
    steps: [
      ScenarioStep("open"),
      ScenarioStep("split", do: [.event(.splitView(true))]),
      ScenarioStep("whole", do: [.event(.splitView(false))]),
      ScenarioStep("call", do: [.event(.call(true))]),
      ScenarioStep("hung up", do: [.event(.call(false))]),
      ScenarioStep("behind", do: [.event(.background)]),
      ScenarioStep("in front", do: [.event(.foreground)]),
      ScenarioStep("withdrawn", do: [.event(.withdrawAccessory(true))]),
      ScenarioStep("offered", do: [.event(.withdrawAccessory(false))]),
      ScenarioStep("off", do: [.tap(TapTarget(.identifier("toggle")))]),
      ScenarioStep("on", do: [.tap(TapTarget(.identifier("toggle")))]),
      ScenarioStep("focus", do: [.tap(TapTarget(.identifier("focus")))]),
      ScenarioStep("flipped", do: [.event(.pose("flipped", over: .zero)), .event(.moveApp(.outer))]),
      ScenarioStep(
        "unflipped", do: [.event(.pose("open-landscape", over: .zero)), .event(.moveApp(.inner))]),
    ])

  /// Whatever ends it darkens the outer display, and it returns when the cause has gone. The app's own controls stay.
  @Test func whatTakesItAndGivesItBack() async throws {
    let run = try await Self.play(.live, Self.ends)
    let (with, without) = (
      "outer: accessory 90 mirrored, accessory focus; inner: app 90, shutter, toggle",
      "inner: app 90, shutter, toggle"
    )
    #expect(
      Self.lines(run) == [
        "open; \(with)", "split; \(without)", "whole; \(with)", "call; \(without)", "hung up; \(with)",
        "behind; inner: ", "in front; \(with)", "withdrawn; \(without)", "offered; \(with)",
        "off; \(without)",
        "on; \(with)", "focus; \(with)", "flipped; outer: app 90 mirrored, shutter, toggle",
        "unflipped; \(with)",
      ])
    let kinds = run.events.filter { [.sessionInterrupted, .interruptionEnded].contains($0.kind) }
    #expect(
      kinds.map { "\($0.kind) \($0.detail ?? "")" } == [
        "sessionInterrupted videoDeviceNotAvailableWithMultipleForegroundApps", "interruptionEnded ",
        "sessionInterrupted videoDeviceNotAvailableInBackground", "interruptionEnded ",
      ])
    #expect(!run.records.contains { if case .tapMissed = $0 { true } else { false } })
    // Lit before its scene comes; dark before it goes, unless the app itself takes it away.
    let words = [
      "\"accessory-display\",\"shown\":true": "lit", "\"accessory-display\",\"shown\":false": "dark",
    ]
    .merging(["\"accessory-connected\"": "comes", "\"accessory-disconnected\"": "goes"]) { $1 }
    let story = run.trace.compactMap { line in words.first { line.contains($0.key) }?.value }
    let system = ["lit", "comes", "dark", "goes"]
    #expect(
      story == Array(repeating: system, count: 4).flatMap { $0 } + ["lit", "comes", "goes", "dark"] + system
        + ["lit", "comes"])
  }

  /// One session shown twice on one display, each layer with its own connection.
  @Test func severalPreviewsOfOneSession() async throws {
    let run = try await Self.play(
      .twoPanes,
      Scenario(name: "t", intent: .any, start: "open-landscape", steps: [ScenarioStep("open")]))
    #expect(Self.lines(run) == ["open; inner: app 90, app 90, shutter, toggle"])
  }

  /// With the main preview's coordinators the subject sees the picture the wrong way round.
  @Test func sharedCoordinatorsAreCaught() async throws {
    let scenario = Scenario(
      name: "shared", intent: .any, start: "open-landscape",
      steps: [ScenarioStep("open"), ScenarioStep("turned", do: [.event(.turn(1))])])
    let run = try await Self.play(.shared, scenario)
    let report = try Self.report(run, scenario)
    let found = report.steps.map { step in
      step.displays.filter { $0.display == .outer }.flatMap(\.previews).flatMap(\.findings)
        .filter { $0.verdict == .fail }.map { "\($0.rule)" }
    }
    #expect(found == [["rule 11"], ["rule 11"]])
  }

  @Test func aPhoneWithOneDisplayShowsNone() async throws {
    let run = try await Self.play(
      .live, Scenario(name: "t", intent: .any, start: nil, steps: [ScenarioStep("held")]), phone: .single)
    #expect(Self.lines(run) == ["held; outer: app 90, shutter, toggle"])
  }
}
