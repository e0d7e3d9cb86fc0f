import CheckerRules

/// Workflow commands that GitHub Actions shows beside the changed lines.
enum GitHubFormat {
  static func render(_ result: CheckResult) -> String {
    var lines = result.problems.map { problem in
      command(
        problem.isFailure ? "error" : "warning", path: problem.path, line: problem.place?.line,
        column: problem.place?.column, title: "diptych check", problem.message)
    }
    for finding in result.findings {
      lines.append(
        command(
          finding.severity == .note ? "notice" : finding.severity.rawValue, path: finding.file.path,
          line: finding.place.line, column: finding.place.column, title: finding.rule, finding.message))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func command(
    _ name: String, path: String, line: Int?, column: Int?, title: String, _ message: String
  ) -> String {
    var properties = ["file=" + property(path)]
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=" + property(title))
    return "::\(name) \(properties.joined(separator: ","))::\(data(message))"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
