import Foundation
import Testing

/// Each finding about the screen has an app that triggers it, and one that differs by a few lines and does not.
@Suite struct ScreenAppsTests {
  /// Shut, open, half shut, and shut again, with a touch where there is something to touch.
  private static let scenario = """
    {"schema": "diptych/scenario/1", "name": "screen", "controls": ["shutter"], "steps": [
      {"name": "closed"},
      {"name": "touched", "do": {"tap": {"identifier": "flash", "ifPresent": true}}},
      {"name": "open", "do": {"pose": "open-landscape"}, "over": "300 ms"},
      {"name": "book", "do": {"pose": "book"}, "over": "300 ms"},
      {"name": "closed again", "do": {"pose": "closed"}, "over": "300 ms"}]}
    """

  /// The app, the rule, and the steps in which it is found, or "run" for the run as a whole.
  private static let rows: [(app: String, rule: Int, steps: Set<String>)] = [
    ("region", 17, ["book"]), ("camera", 17, ["closed", "touched", "open", "book", "closed again"]),
    ("outercamera", 17, ["open"]), ("pose", 34, ["run"]), ("accessory", 35, ["open"]),
    ("stretched", 36, ["closed", "touched", "open", "book", "closed again"]),
    ("covered", 37, ["closed", "touched", "open", "book", "closed again"]),
    ("framed", 38, ["open", "book"]), ("state", 39, ["open"]), ("main", 40, ["closed"]),
    ("hidden", 42, ["closed", "touched", "open", "book", "closed again"]),
    ("countdown", 41, ["open"]), ("second", 14, ["open"]),
  ]

  /// Steps in which rules above 16 were found, or a picture that is old, by rule.
  private func found(_ report: [String: Any]) -> [Int: Set<String>] {
    var found: [Int: Set<String>] = [:]
    func look(_ part: [String: Any], _ step: String) {
      for finding in part["findings"] as? [[String: Any]] ?? [] {
        guard let rule = finding["rule"] as? Int else { continue }
        if rule > 16 || rule == 14 && finding["verdict"] as? String == "fail" {
          found[rule, default: []].insert(step)
        }
      }
      for key in ["displays", "previews"] {
        for inner in part[key] as? [[String: Any]] ?? [] { look(inner, step) }
      }
    }
    look(report, "run")
    for step in report["steps"] as? [[String: Any]] ?? [] { look(step, step["name"] as? String ?? "") }
    return found
  }

  @Test func brokenAppsAreCaughtAndRightOnesAreNot() throws {
    let desk = try Desk()
    try desk.put(Self.scenario, "screen.json")
    var mismatches: [String] = []
    for row in Self.rows {
      for version in ["broken", "right"] {
        let name = "\(row.app)-\(version)"
        try desk.link("ScreenApps", as: name)
        let result = try desk.diptych("run", "./\(name)", "--scenario", "screen.json", "--out", "out-\(name)")
        let found = found(try desk.report("out-\(name)"))
        let isRight = version == "right"
        // What is not there cannot be within reach either.
        let others = found.filter { $0.key != row.rule && !(row.app == "hidden" && $0.key == 34) }
        if found[row.rule] != (isRight ? nil : row.steps) || !others.isEmpty
          || isRight && result.status != 0
        {
          mismatches.append("\(name): \(found) \(result.status) \(result.out.suffix(600))")
        }
      }
    }
    #expect(mismatches == [])
  }
}
