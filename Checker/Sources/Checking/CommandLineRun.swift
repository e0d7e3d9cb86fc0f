import CheckerReports
import CheckerRules
import Foundation

/// `diptych-check`, which `diptych check` and `diptych rules` start: arguments in, text and exit status out.
public struct CommandLineRun {
  let arguments: [String]
  var out: (String) -> Void
  var complain: (String) -> Void

  public init(
    _ arguments: [String],
    out: @escaping (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) },
    complain: @escaping (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
  ) {
    self.arguments = arguments
    self.out = out
    self.complain = complain
  }

  /// 0 clean, 1 findings at or above `--fail-on`, 2 could not run.
  public func run() -> Int32 {
    do {
      if arguments.first == "rules" { return try rules(Array(arguments.dropFirst())) }
      let options = try CheckOptions(arguments)
      if options.wantsHelp {
        out(CheckOptions.help)
        return 0
      }
      return try check(options)
    } catch let error as UsageError {
      complain("diptych check: \(error)")
    } catch {
      complain("diptych check: \(error)")
    }
    return 2
  }

  private func rules(_ names: [String]) throws -> Int32 {
    guard let name = names.first else {
      out(RulePages.list())
      return 0
    }
    if name == "--markdown" {
      out(RulePages.markdown())
      return 0
    }
    guard let rule = AllRules.rule(named: name) else {
      throw UsageError(
        "\(name) is no rule\(Spelling.hint(name, AllRules.list.map(\.about.name))); diptych rules lists them")
    }
    out(RulePages.text(rule.about))
    return 0
  }

  private func check(_ options: CheckOptions) throws -> Int32 {
    var configuration = Configuration()
    var problems: [CheckProblem] = []
    let configurationPath =
      options.configuration
      ?? (FileManager.default.fileExists(atPath: ".diptych.json") ? ".diptych.json" : nil)
    if let configurationPath { (configuration, problems) = Configuration.read(configurationPath) }
    let folder = (configurationPath as NSString?)?.deletingLastPathComponent ?? ""
    var paths = options.paths
    if paths.isEmpty {
      paths = configuration.paths.map { folder.isEmpty || $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
    }
    if paths.isEmpty { paths = options.otherwise }
    guard !paths.isEmpty else { throw UsageError("no path given; diptych check PATH…") }
    configuration.failOn = options.failOn ?? configuration.failOn
    if let target = options.deploymentTarget { configuration.deploymentTarget = target }
    let baseline = try options.baseline.map { try Baseline(path: $0) }
    let check = Check(
      paths: paths, configuration: configuration, baseline: baseline, baselinePath: options.baseline ?? "",
      appliesFixes: options.fixes, onlyRules: options.rules)
    var result = check.run()
    result.problems = problems + result.problems
    if let path = options.writeBaseline {
      try write(Baseline(result.findings, relativeTo: ".").encoded(), to: path)
      out("\(path): \(result.findings.count) finding\(result.findings.count == 1 ? "" : "s") written\n")
      return 0
    }
    let text = options.format.render(result)
    if let path = options.output { try write(text, to: path) } else { out(text) }
    return result.exitStatus(failOn: configuration.failOn ?? .warning)
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw UsageError("\(path): cannot be written (\((error as NSError).localizedDescription))")
    }
  }
}

/// A command line that says something that does not exist.
struct UsageError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
