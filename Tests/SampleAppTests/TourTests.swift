import Foundation
import Testing

/// The last table of the rules of verdicts: what the sample apps must get in `tour`. While the phone opens, the inner
/// display is lit and nothing is on it yet.
@Suite struct TourTests {
  /// One camera in two places, no code for the Duo.
  static let classic = [
    "closed: pass", "opening: pass 16 not judged", "open landscape: pass", "open portrait: pass",
    "flipped: pass",
    "turned back: pass", "book: pass", "tabletop, rear half flat: pass 8 not judged",
    "tabletop, cover half flat: pass", "closed again: pass",
  ]

  @Test(arguments: ["ClassicSelfie", "ClassicOrientation", "SelfieFollower"])
  func passes(_ app: String) throws {
    try Diptych.run(app) { run in
      #expect(run.report.lines == Self.classic)
      #expect(run.report.verdict == "pass" && run.report.findings.isEmpty && run.status == 0)
      #expect(run.report.app == app && run.report.phone == "duo" && run.report.scenario == "tour")
    }
  }

  /// The first `.front` camera, kept; its button picks `.back`.
  @Test func positionSelfieFails() throws {
    try Diptych.run("PositionSelfie") { run in
      #expect(
        run.report.lines == [
          "closed: pass", "opening: pass 16 not judged", "open landscape: fail 8 11",
          "open portrait: fail 8 11",
          "flipped: fail 11", "turned back: fail 8 11", "book: fail 8 11",
          "tabletop, rear half flat: fail 8 not judged 11", "tabletop, cover half flat: fail 8",
          "closed again: pass",
        ])
      #expect(run.report.verdict == "fail" && run.status == 1)
      let cover = run.report.steps[8].displays.flatMap(\.previews)
      #expect(cover.map(\.faces) == ["black"])
      let flipped = run.report.steps[4].displays.flatMap(\.previews)
      #expect(flipped.map(\.camera) == ["rear"] && flipped.map(\.faces) == ["person"])
    }
  }

  /// The same scenario gives the same events and timestamps, and the same pictures.
  @Test func twoRunsGiveTheSameBytes() throws {
    let files = ["trace.jsonl", "report.json", "pictures/02-open-landscape-inner.png"]
    let runs = try (0..<2).map { _ in
      try Diptych.run("SelfieFollower", scenario: "selfie") { run in try files.map(run.file) }
    }
    #expect(runs[0] == runs[1])
  }
}
