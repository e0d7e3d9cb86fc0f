import ReportCard

/// Text in columns.
struct TextTable {
  var head: [String]
  var rows: [[String]] = []

  var text: String {
    let all = [head] + rows
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.enumerated().map { column, text in
        column == row.count - 1 ? text : text + String(repeating: " ", count: widths[column] - text.count)
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// A report for people at a terminal.
enum ReportTable {
  static func text(_ report: Report, folder: String) -> String {
    var table = TextTable(
      head: ["Step", "Hinge", "Display", "Camera", "Faces", "Upright", "Mirrored", "Current", "Verdict"])
    for step in report.steps {
      var lines: [(String, PreviewReport?)] = []
      for display in step.displays where display.lit {
        if display.previews.isEmpty { lines.append((display.display.rawValue, nil)) }
        for preview in display.previews { lines.append((display.display.rawValue, preview)) }
      }
      if lines.isEmpty { lines = [("", nil)] }
      for (index, line) in lines.enumerated() {
        let preview = line.1
        table.rows.append([
          index == 0 ? step.name : "", index == 0 ? step.hinge.map { "\(Int($0.rounded()))°" } ?? "" : "",
          line.0,
          preview?.camera?.rawValue ?? "", preview?.faces.rawValue ?? "", ReportWords.upright(preview),
          ReportWords.mirrored(preview), ReportWords.current(preview),
          index == 0 ? step.verdict.rawValue : "",
        ])
      }
    }
    var text = "\n\(report.app): \(report.scenario) on \(report.phone), intent \(report.intent.rawValue)\n\n"
    text += table.text + "\n"
    let found = findings(report)
    if !found.isEmpty { text += "\n" + found.joined(separator: "\n") + "\n" }
    if let incomplete = report.incomplete { text += "\nIncomplete: \(incomplete).\n" }
    let notes = report.notes == 0 ? "" : " (\(report.notes) note\(report.notes == 1 ? "" : "s"))"
    return text + "\n\(report.verdict.rawValue)\(notes): \(folder)/report.html"
  }

  /// One line for each thing that did not pass; what was not judged is left to the report.
  private static func findings(_ report: Report) -> [String] {
    var lines: [String] = []
    func add(_ place: String, _ findings: [Finding]) {
      for finding in findings where finding.verdict != .notJudged {
        let expected = finding.expected.map { " Expected: \($0)." } ?? ""
        let assumed = finding.assumed.map { " [assumed: \($0)]" } ?? ""
        lines.append(
          "\(place): \(finding.verdict.rawValue), \(finding.rule): \(finding.message)\(expected)\(assumed)")
      }
    }
    add("run", report.findings)
    for step in report.steps {
      add(step.name, step.findings)
      for display in step.displays {
        let place = "\(step.name), \(display.display.rawValue)"
        add(place, display.findings)
        for preview in display.previews { add(place, preview.findings) }
      }
    }
    return lines
  }
}
