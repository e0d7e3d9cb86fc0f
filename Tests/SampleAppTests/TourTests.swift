import Foundation
import Testing

/// The last table of the rules of verdicts: what the sample apps must get in `tour`. While the phone opens, the inner
/// display is lit and nothing is on it yet.
@Suite struct TourTests {
  /// The virtual front camera, without code for the Duo: it switches by itself, and its old picture stays for a while.
  static let classic = [
    "closed: pass", "opening: pass 16 not judged", "open landscape: note 14", "open portrait: pass",
    "flipped: note 14", "turned back: note 14", "book: pass", "tabletop, rear half flat: pass 8 not judged",
    "tabletop, cover half flat: pass", "closed again: note 14",
  ]
  /// The physical cameras, the old picture covered.
  static let follower = classic.map { $0.replacing("note 14", with: "pass") }

  @Test(arguments: [
    ("ClassicSelfie", classic), ("ClassicOrientation", classic), ("SelfieFollower", follower),
  ])
  func passes(_ app: String, _ lines: [String]) throws {
    try Diptych.run(app) { run in
      #expect(run.report.lines == lines)
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
