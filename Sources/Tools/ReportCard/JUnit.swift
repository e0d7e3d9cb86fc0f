import Foundation

/// A report in the XML that continuous-integration servers read: one test suite, one case for each step.
enum JUnit {
  static func xml(_ report: Report) -> String {
    var cases: [String] = []
    for step in report.steps {
      cases.append(testCase(step.name, step.verdict, findings(step), report))
    }
    if !report.findings.isEmpty || report.incomplete != nil {
      var findings = report.findings
      if let incomplete = report.incomplete {
        findings.append(Finding(.app, report.verdict == .pass ? .fail : .note, "Incomplete: \(incomplete)."))
      }
      cases.append(testCase("the run", .worst(findings.map(\.verdict)), findings.map { ("run", $0) }, report))
    }
    let count = cases.count
    let failures = cases.filter { $0.contains("<failure") }.count
    let errors = cases.filter { $0.contains("<error") }.count
    let skipped = cases.filter { $0.contains("<skipped") }.count
    let name = escape("\(report.app) \(report.scenario) \(report.phone)")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="\(name)" tests="\(count)" failures="\(failures)" errors="\(errors)" skipped="\(skipped)">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  private static func findings(_ step: StepReport) -> [(String, Finding)] {
    step.findings.map { ("step", $0) }
      + step.displays.flatMap { display in
        (display.findings + display.previews.flatMap(\.findings)).map { (display.display.rawValue, $0) }
      } + step.photos.flatMap { photo in photo.findings.map { ("photo", $0) } }
      + step.movies.flatMap { movie in movie.findings.map { ("movie", $0) } }
  }

  private static func testCase(
    _ name: String, _ verdict: Verdict, _ findings: [(String, Finding)], _ report: Report
  ) -> String {
    let head =
      "    <testcase name=\"\(escape(name))\" classname=\"\(escape(report.app + "." + report.scenario))\""
    func lines(_ wanted: (Verdict) -> Bool) -> String {
      findings.filter { wanted($0.1.verdict) }.map { place, finding in
        let expected = finding.expected.map { " Expected: \($0)." } ?? ""
        return "\(place), \(finding.rule): \(finding.message)\(expected)"
      }.joined(separator: "\n")
    }
    func element(_ name: String, _ text: String) -> String {
      let first = text.split(separator: "\n").first.map(String.init) ?? name
      return
        "\(head)>\n      <\(name) message=\"\(escape(first))\">\(escape(text))</\(name)>\n    </testcase>"
    }
    switch verdict {
    case .fail: return element("failure", lines { $0 == .fail || $0 == .disagreement })
    case .disagreement: return element("error", lines { $0 == .fail || $0 == .disagreement })
    case .notJudged: return element("skipped", lines { $0 == .notJudged })
    case .note:
      return "\(head)>\n      <system-out>\(escape(lines { $0 == .note }))</system-out>\n    </testcase>"
    case .pass: return "\(head)/>"
    }
  }

  /// For text and attributes. Characters that XML cannot hold become question marks.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case let other where other.value < 0x20 || other.value == 0xFFFE || other.value == 0xFFFF: result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
