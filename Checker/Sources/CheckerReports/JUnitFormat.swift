import CheckerRules

/// A test suite with one case for each rule, for continuous integration that only reads test results.
enum JUnitFormat {
  static func render(_ result: CheckResult) -> String {
    let byRule = Dictionary(grouping: result.findings, by: \.rule)
    let failing = byRule.values.count { $0.contains { $0.severity > .note } }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites>",
      """
        <testsuite name="diptych check" tests="\(result.rules.count + result.problems.count)" failures="\(failing)" \
      errors="\(result.problems.count)">
      """,
    ]
    for problem in result.problems {
      lines += [
        "    <testcase classname=\"files\" name=\"\(escaped(problem.path))\">",
        "      <error message=\"\(escaped(problem.message))\">\(escaped("\(problem)"))</error>",
        "    </testcase>",
      ]
    }
    for rule in result.rules {
      let found = (byRule[rule.name] ?? [])
      let places = found.map { "\($0.file.path):\($0.place): \($0.severity): \($0.message)" }.joined(
        separator: "\n")
      let name = "classname=\"rules\" name=\"\(rule.name)\""
      if found.contains(where: { $0.severity > .note }) {
        lines += [
          "    <testcase \(name)>",
          "      <failure message=\"\(escaped(rule.summary))\">\(escaped(places))</failure>",
          "    </testcase>",
        ]
      } else if !found.isEmpty {
        lines += [
          "    <testcase \(name)>", "      <system-out>\(escaped(places))</system-out>", "    </testcase>",
        ]
      } else {
        lines.append("    <testcase \(name)/>")
      }
    }
    return (lines + ["  </testsuite>", "</testsuites>", ""]).joined(separator: "\n")
  }

  /// XML 1.0 has no way to write most control characters, so they become a question mark.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n", "\t": String(scalar)
      default: scalar.value < 32 ? "?" : String(scalar)
      }
    }.joined()
  }
}
