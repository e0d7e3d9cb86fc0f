import CheckerReports
import CheckerRules

/// What a rule says of itself, for a terminal and for the documentation.
public enum RulePages {
  /// One line for each rule.
  public static func list() -> String {
    let rules = AllRules.list.map(\.about)
    let width = rules.map(\.name.count).max() ?? 0
    return rules.map { rule in
      let padding = String(repeating: " ", count: width - rule.name.count)
      return
        "\(rule.name)\(padding)  \(rule.severity.rawValue.padded(to: 7))  \(rule.isOnByDefault ? "" : "(off) ")\(rule.summary)\n"
    }.joined()
  }

  /// One rule for a terminal: reason, examples, scenario, known misses and false alarms, sources.
  public static func text(_ rule: RuleDescription) -> String {
    var lines = [
      "\(rule.name) (\(rule.severity)\(rule.isOnByDefault ? "" : ", off by default"))", "",
      rule.summary + ".", "",
    ]
    lines += rule.reason.wrapped(width: 80)
    for example in rule.examples {
      lines += ["", "\(example.isGood ? "Right" : "Wrong"): \(example.title)", ""]
      lines += shown(example).map { $0.isEmpty ? "" : "    " + $0 }
    }
    if let scenario = rule.scenario {
      lines += ["", "To see it: diptych run APP --scenario \(scenario.name)"]
      lines += scenarioText(scenario).wrapped(width: 80)
    }
    lines += list("Known misses", rule.knownMisses) + list("Known false alarms", rule.knownFalseAlarms)
    lines += list("Sources", rule.sources)
    return lines.joined(separator: "\n") + "\n"
  }

  /// All rules as one page of the documentation.
  public static func markdown() -> String {
    let rules = AllRules.list.map(\.about)
    var lines = [
      "# Rules of `diptych check`", "",
      "Made from the rules themselves by `diptych rules --markdown`; a test compares the two.", "",
      "| Rule | Severity | Finds |", "|---|---|---|",
    ]
    lines += rules.map { rule in
      "| [\(rule.name)](#\(rule.name)) | \(rule.severity)\(rule.isOnByDefault ? "" : ", off by default") | \(rule.summary) |"
    }
    for rule in rules { lines += [""] + section(rule) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ rule: RuleDescription) -> [String] {
    var lines = ["## \(rule.name)", "", rule.reason]
    for example in rule.examples {
      lines +=
        ["", "\(example.isGood ? "Right" : "Wrong"): \(example.title)", "", "```swift"] + shown(example) + [
          "```"
        ]
    }
    if let scenario = rule.scenario {
      lines += ["", "To see it: `diptych run APP --scenario \(scenario.name)`; \(scenarioText(scenario))"]
    }
    for (title, list) in [
      ("Known misses", rule.knownMisses), ("Known false alarms", rule.knownFalseAlarms),
      ("Sources", rule.sources),
    ] where !list.isEmpty {
      lines += ["", "\(title):", ""] + list.map { "- \($0)" }
    }
    return lines
  }

  private static func scenarioText(_ scenario: RuleDescription.Scenario) -> String {
    scenario.shows + (scenario.reportWords.map { " (\($0) of the report card)" } ?? "")
  }

  /// The example's lines, with a comment where the rule finds something.
  private static func shown(_ example: Example) -> [String] {
    example.source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains(Example.mark)
        ? line.filter { $0 != Example.mark } + "  // <- here" : String(line)
    }
  }

  private static func list(_ title: String, _ items: [String]) -> [String] {
    items.isEmpty
      ? []
      : ["", title + ":"]
        + items.flatMap { item in
          item.wrapped(width: 76).enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
        }
  }
}
