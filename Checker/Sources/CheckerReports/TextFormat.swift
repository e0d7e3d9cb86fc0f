import CheckerRules
import SourceModel

/// As Swift's compiler writes its diagnostics, with the reason below, and a summary at the end.
enum TextFormat {
  static func render(_ result: CheckResult) -> String {
    var lines: [String] = []
    var explained: Set<String> = []
    for problem in result.problems { lines.append("\(problem)") }
    for finding in result.findings {
      lines += self.lines(finding, result, explains: explained.insert(finding.rule).inserted)
    }
    return (lines + summary(result)).joined(separator: "\n") + "\n"
  }

  private static func lines(_ finding: Finding, _ result: CheckResult, explains: Bool) -> [String] {
    var lines = [
      "\(finding.file.path):\(finding.place): \(finding.severity): \(finding.message) [\(finding.rule)]"
    ]
    let place = finding.place
    if let source = finding.file.line(place.line) {
      let before = String(decoding: source.utf8.prefix(place.column - 1), as: UTF8.self)
      let padding = before.map { $0 == "\t" ? "\t" : $0.isWide ? "  " : " " }.joined()
      lines += ["  " + source, "  " + padding + "^"]
    }
    for related in finding.related {
      lines.append(
        "\(related.file.path):\(related.file.place(related.span.start)): note: \(related.message)")
    }
    // Said once: with forty findings of one rule the reason would drown the places.
    if explains, let rule = result.rules.first(where: { $0.name == finding.rule }) {
      lines += (rule.reason.wrapped(width: 96) + seen(rule)).map { "  | " + $0 }
    }
    return lines
  }

  /// How a run shows it, and by which name its report card tells it.
  private static func seen(_ rule: RuleDescription) -> [String] {
    guard let scenario = rule.scenario, let words = scenario.reportWords else { return [] }
    return ["In the report card of diptych run APP --scenario \(scenario.name): \(words)."]
  }

  static func summary(_ result: CheckResult) -> [String] {
    var lines = [""]
    let counts = [Severity.error, .warning, .note].map { severity in
      let count = result.count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    var left = result.leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(
      separator: ", ")
    if !left.isEmpty { left = "; left out: " + left }
    lines.append("\(counts.joined(separator: ", ")) in \(result.filesRead) Swift files\(left)")
    var extra: [String] = []
    if result.suppressed > 0 { extra.append("\(result.suppressed) suppressed with a reason") }
    if result.inBaseline > 0 { extra.append("\(result.inBaseline) in the baseline") }
    if result.fixed > 0 { extra.append("\(result.fixed) fixed") }
    if !extra.isEmpty { lines.append(extra.joined(separator: ", ")) }
    lines += perRule(result) + readiness(result.readiness)
    return lines
  }

  private static func perRule(_ result: CheckResult) -> [String] {
    let counted = Dictionary(grouping: result.findings, by: \.rule).mapValues(\.count)
    guard !counted.isEmpty else { return [] }
    let width = counted.keys.map(\.count).max() ?? 0
    return [""]
      + result.rules.filter { counted[$0.name] != nil }.map { rule in
        let count = String(counted[rule.name]!)
        return "  " + rule.name.padded(to: width) + "  "
          + String(repeating: " ", count: max(0, 4 - count.count)) + count
          + "  " + rule.summary
      }
  }

  private static func readiness(_ readiness: Readiness) -> [String] {
    guard !readiness.strategies.isEmpty else { return [] }
    var lines = ["", "On the iPhone Duo:"] + readiness.strategies.flatMap { $0.wrapped(width: 98).indented }
    let width = readiness.poses.map(\.pose.count).max() ?? 0
    for (pose, meaning) in readiness.poses {
      let text = meaning.wrapped(width: 94 - width)
      for (index, line) in text.enumerated() {
        lines.append("  " + (index == 0 ? pose : "").padded(to: width) + "  " + line)
      }
    }
    if !readiness.scenarios.isEmpty { lines += ["", "Run:"] + readiness.scenarios.map { "  " + $0 } }
    return lines
  }
}

extension [String] {
  fileprivate var indented: [String] { enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element } }
}

extension Character {
  /// Does a terminal give it two columns: emoji, and the scripts of East Asia?
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
      0x20000...0x3fffd:
      return true
    default: return scalar.properties.isEmojiPresentation
    }
  }
}

extension SourceFile {
  /// A line of the file without its end; lines count from 1.
  public func line(_ number: Int) -> String? {
    guard let start = lines.start(ofLine: number) else { return nil }
    let end = lines.start(ofLine: number + 1) ?? text.utf8.count
    let bytes = text.utf8
    let from = bytes.index(bytes.startIndex, offsetBy: start)
    let to = bytes.index(bytes.startIndex, offsetBy: end)
    var line = String(decoding: bytes[from..<to], as: UTF8.self)
    while let last = line.last, last.isNewline { line.removeLast() }
    return line
  }
}
