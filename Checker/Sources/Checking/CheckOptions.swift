import CheckerReports
import CheckerRules

/// The command line of `diptych check`.
struct CheckOptions {
  var paths: [String] = []
  /// What is read where neither the command line nor the configuration names a path.
  var otherwise: [String] = []
  var format = Format.text
  var output: String?
  var failOn: Severity?
  var fixes = false
  var baseline: String?
  var writeBaseline: String?
  var configuration: String?
  var deploymentTarget: [Int]?
  var rules: Set<String>?
  var wantsHelp = false

  static let help = """
    diptych check PATH… [options]  say what in an app's Swift sources will go wrong on an iPhone Duo
      PATH                         files or folders; others' code in them (Pods, .build, Carthage,
                                   DerivedData) is left out
      --format text|json|sarif|github|junit
                                   how findings are written (text)
      --output FILE                where they are written (standard output)
      --fail-on note|warning|error the least severity that gives exit status 1 (warning)
      --fix                        make the changes that are safe, then tell what is left
      --rule NAME                  only this rule; may be given several times
      --baseline FILE              tell only what is not in this baseline
      --write-baseline FILE        accept what is found: write it into a baseline
      --config FILE                the configuration (.diptych.json, if there is one)
      --else PATH                  what is read if neither the command line nor the configuration
                                   names a path; may be given several times
      --ios VERSION                the lowest iOS version on which the app runs
    diptych rules [NAME]           the rules; one of them with reason and examples

    A comment `// diptych:disable rule-name reason` silences a rule in its line and the next,
    `// diptych:disable-file rule-name reason` in its file.
    Exit status: 0 clean, 1 findings at or above --fail-on or something wrong in what was
    asked for, 2 could not run.

    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var onlyPaths = false
    while let argument = rest.popFirst() {
      if onlyPaths || !argument.hasPrefix("-") || argument == "-" {
        paths.append(argument)
        continue
      }
      if argument == "--" {
        onlyPaths = true
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts[0]
      func value() throws -> String {
        if parts.count == 2 { return parts[1] }
        guard let next = rest.popFirst() else { throw UsageError("\(name) needs a value") }
        return next
      }
      switch name {
      case "--help", "-h": wantsHelp = true
      case "--fix": fixes = true
      case "--format":
        let text = try value()
        guard let known = Format(rawValue: text) else {
          throw UsageError(
            "--format \(text): none of \(Format.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        format = known
      case "--fail-on":
        let text = try value()
        guard let known = Severity(rawValue: text) else {
          throw UsageError(
            "--fail-on \(text): none of \(Severity.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        failOn = known
      case "--output": output = try value()
      case "--baseline": baseline = try value()
      case "--write-baseline": writeBaseline = try value()
      case "--config": configuration = try value()
      case "--else": otherwise.append(try value())
      case "--ios":
        let text = try value()
        guard let version = Configuration.version(text) else {
          throw UsageError("--ios \(text): no version such as 17.0")
        }
        deploymentTarget = version
      case "--rule":
        let text = try value()
        guard AllRules.rule(named: text) != nil else {
          throw UsageError(
            "--rule \(text): no such rule\(Spelling.hint(text, AllRules.list.map(\.about.name)))")
        }
        rules = (rules ?? []).union([text])
      default:
        let known = [
          "--help", "--fix", "--format", "--fail-on", "--output", "--baseline", "--write-baseline",
          "--config", "--else", "--ios", "--rule",
        ]
        throw UsageError("unknown option \(name)\(Spelling.hint(name, known))")
      }
    }
  }
}
