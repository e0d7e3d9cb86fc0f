import ReportCard

/// The findings of a run as lines: one that holds in many steps, word for word, is one line, where it was found first.
struct RepeatedFindings {
  private struct Places {
    var first: String
    /// In the order of the run, each once.
    var steps: [String]
    var count = 1
  }

  private var order: [Finding] = []
  private var places: [Finding: Places] = [:]

  /// - Parameters:
  ///   - place: as a line begins.
  ///   - step: the step's name; nil for the run as a whole.
  mutating func add(_ findings: [Finding], at place: String, step: String?) {
    for finding in findings where finding.verdict != .notJudged {
      guard var known = places[finding] else {
        order.append(finding)
        places[finding] = Places(first: place, steps: step.map { [$0] } ?? [])
        continue
      }
      known.count += 1
      if let step, !known.steps.contains(step) { known.steps.append(step) }
      places[finding] = known
    }
  }

  var lines: [String] {
    order.compactMap { finding in places[finding].map { Self.line(finding, $0) } }
  }

  private static func line(_ finding: Finding, _ places: Places) -> String {
    let more = places.steps.count - 1
    let again =
      more > 0
      ? " and \(more) more step\(more == 1 ? "" : "s")" : places.count > 1 ? ", \(places.count) times" : ""
    let expected = finding.expected.map { " Expected: \($0)." } ?? ""
    let assumed = finding.assumed.map { " [assumed: \($0)]" } ?? ""
    return "\(places.first)\(again): \(finding.verdict.rawValue), \(finding.rule): \(finding.message)"
      + expected + assumed
  }
}
