import CheckerReports
import CheckerRules
import SourceModel

/// Comments that silence a rule at a place. A reason is required: the next reader must know why.
enum Suppressions {
  struct Result {
    var findings: [Finding]
    var suppressed: Int
    var problems: [CheckProblem]
  }

  static func apply(_ files: [SourceFile], _ findings: [Finding], knownRules: [String]) -> Result {
    var problems: [CheckProblem] = []
    var active: [String: [SourceFile.Suppression]] = [:]
    for file in files {
      for one in file.suppressions {
        let place = file.place(one.span.start)
        func complain(_ message: String) {
          problems.append(CheckProblem(file.path, place, message, isFailure: true))
        }
        let unknown = one.rules.filter { !knownRules.contains($0) }
        for name in unknown {
          complain("suppresses \"\(name)\", which is no rule\(Spelling.hint(name, knownRules))")
        }
        if one.rules.isEmpty {
          complain("names no rule: write `diptych:disable rule-name reason`")
        } else if one.reason.isEmpty, unknown.isEmpty {
          complain("suppresses \(one.rules.joined(separator: ", ")) without a reason; it does not count")
        } else {
          active[file.path, default: []].append(one)
        }
      }
    }
    let kept = findings.filter { finding in
      let line = finding.place.line
      return !(active[finding.file.path] ?? []).contains {
        $0.lines.contains(line) && $0.rules.contains(finding.rule)
      }
    }
    return Result(findings: kept, suppressed: findings.count - kept.count, problems: problems)
  }
}
