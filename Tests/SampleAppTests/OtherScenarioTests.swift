import Foundation
import Testing

/// The other scenarios and phones.
@Suite struct OtherScenarioTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var app: String
    var scenario = "tour"
    var phone = "duo"
    var lines: [String]
    var testDescription: String { "\(app), \(scenario) on \(phone)" }
  }

  static let cases = [
    Case(
      app: "ClassicSelfie", scenario: "selfie",
      lines: ["closed: pass", "open landscape: note 14", "open portrait: pass", "closed again: note 14"]),
    Case(
      app: "SelfieFollower", scenario: "selfie",
      lines: ["closed: pass", "open landscape: pass", "open portrait: pass", "closed again: pass"]),
    // A selfie app shows the person, and somebody who wants the subject is let down, except where only the outer
    // front camera is left and looks that way.
    Case(
      app: "SelfieFollower", scenario: "rear",
      lines: ["closed: fail 8", "open landscape: fail 8", "open portrait: fail 8", "book: fail 8"]),
    Case(
      app: "PositionSelfie", scenario: "rear",
      lines: ["closed: fail 8", "open landscape: fail 11", "open portrait: fail 11", "book: fail 11"]),
    Case(
      app: "SelfieFollower", scenario: "flip",
      lines: ["open landscape: pass", "flipped: pass", "turned back: pass"]),
    Case(
      app: "PositionSelfie", scenario: "flip",
      lines: ["open landscape: fail 8 11", "flipped: fail 11", "turned back: fail 8 11"]),
    Case(
      app: "ClassicSelfie", phone: "single",
      lines: [
        "closed: pass", "open landscape: pass", "open portrait: pass", "flipped: pass", "turned back: pass",
        "closed again: pass",
      ]),
  ]

  @Test(arguments: cases) func result(_ wanted: Case) throws {
    try Diptych.run(wanted.app, "--phone", wanted.phone, scenario: wanted.scenario) { run in
      #expect(run.report.lines == wanted.lines)
      let fails = wanted.lines.contains { $0.contains(": fail") }
      #expect(run.report.verdict == (fails ? "fail" : "pass") && run.status == (fails ? 1 : 0))
    }
  }
}
