import CaptureFacts
import CheckerReports
import CheckerRules
import Foundation
import SourceModel
import SourceReading

/// One check, from paths to a result.
public struct Check: Sendable {
  public var paths: [String]
  public var configuration: Configuration
  /// Where paths in a baseline begin.
  public var folder: String
  public var baseline: Baseline?
  public var baselinePath: String
  public var appliesFixes: Bool
  /// Only these rules; nil for all that are on.
  public var onlyRules: Set<String>?

  public init(
    paths: [String], configuration: Configuration = Configuration(), folder: String = ".",
    baseline: Baseline? = nil,
    baselinePath: String = "", appliesFixes: Bool = false, onlyRules: Set<String>? = nil
  ) {
    self.paths = paths
    self.configuration = configuration
    self.folder = folder
    self.baseline = baseline
    self.baselinePath = baselinePath
    self.appliesFixes = appliesFixes
    self.onlyRules = onlyRules
  }

  /// The rules that run.
  public var rules: [any Rule] {
    AllRules.list.filter { rule in
      if let onlyRules { return onlyRules.contains(rule.about.name) }
      switch configuration.rules[rule.about.name] {
      case .off: return false
      case .severity: return true
      case nil: return rule.about.isOnByDefault
      }
    }
  }

  /// On a thread with a deep stack: sources may nest deeply.
  public func run() -> CheckResult { DeepStack.run { check() } }

  private func check() -> CheckResult {
    let sources = SourceSet(paths: paths, exclude: configuration.exclude)
    var (files, problems) = read(sources)
    problems += sources.problems.map { CheckProblem($0.0, nil, $0.1, isFailure: true) }
    problems += sources.badLinks.map { CheckProblem($0.0, nil, $0.1) }
    if sources.files.isEmpty, sources.problems.isEmpty {
      problems.append(
        CheckProblem(
          paths.joined(separator: " "), nil, "there is no Swift source to read here", isFailure: true))
    }
    var (findings, programs) = find(files)
    var fixed = 0
    if appliesFixes {
      // A fix may make room for another, such as two in one line; five rounds are more than any file has needed.
      for _ in 0..<5 {
        let (count, failures) = fix(findings, files)
        problems += failures
        guard count > 0 else { break }
        fixed += count
        files = read(sources).files
        (findings, programs) = find(files)
      }
    }
    let suppressions = Suppressions.apply(files, findings, knownRules: AllRules.list.map(\.about.name))
    problems += suppressions.problems
    findings = suppressions.findings
    var known = 0
    if let baseline {
      let (new, count, gone) = baseline.filter(findings, relativeTo: folder)
      (findings, known) = (new, count)
      problems += gone.map {
        CheckProblem(
          baselinePath, nil, "\($0.rule) in \($0.path) is gone (\($0.line)); write the baseline again")
      }
    }
    problems.sort { ($0.path, $0.place?.line ?? 0, $0.message) < ($1.path, $1.place?.line ?? 0, $1.message) }
    return CheckResult(
      findings: findings, problems: problems, filesRead: files.count, leftOut: sources.leftOut,
      suppressed: suppressions.suppressed, inBaseline: known, fixed: fixed, rules: rules.map(\.about),
      readiness: ReadinessReport.make(programs, findings))
  }

  /// The files' models, as a check makes them: with what functions do where rules look into it, or where calls count.
  /// The files with a word of capture come first: a file without one is read whole if it holds a type of theirs.
  package static func read(_ files: [String], defines: Set<String> = []) -> [ParallelReading.Result] {
    let texts = ParallelReading().load(files)
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let isRead = DeepStack.map(texts.count, threads: threads) { index in
      guard case .text(_, let text) = texts[index] else { return false }
      return SourceFile.isAboutCapture(text) || SourceFile.laysOutControls(text)
    }
    let whole = texts.indices.filter { isRead[$0] }
    let first = ParallelReading(reader: SourceReader(defines: defines)).parse(whole.map { texts[$0] })
    var names: Set<String> = []
    for case .file(let file) in first where file.isAboutCapture { names.formUnion(file.typeNames) }
    let about = names
    let others = texts.indices.filter { !isRead[$0] }
    let reader = SourceReader(defines: defines, keepsBodies: { _ in false }, needsBodies: { $0.holds(about) })
    let second = ParallelReading(reader: reader).parse(others.map { texts[$0] })
    var results: [Int: ParallelReading.Result] = [:]
    for (index, result) in zip(whole + others, first + second) { results[index] = result }
    return texts.indices.map { results[$0]! }
  }

  private func read(_ sources: SourceSet) -> (files: [SourceFile], problems: [CheckProblem]) {
    var files: [SourceFile] = []
    var problems: [CheckProblem] = []
    for result in Self.read(sources.files, defines: Set(configuration.defines)) {
      switch result {
      case .file(let file):
        files.append(file)
        problems += file.problems.prefix(3).map {
          CheckProblem(file.path, file.place($0.offset), "does not parse: \($0.message)")
        }
      case .unreadable(let path, let reason): problems.append(CheckProblem(path, nil, reason))
      }
    }
    return (files, problems)
  }

  private func find(_ files: [SourceFile]) -> (findings: [Finding], programs: [Program]) {
    let settings = RuleSettings(
      deploymentTarget: configuration.deploymentTarget ?? DeploymentTarget.find(paths),
      buildsForCatalyst: configuration.catalyst)
    let run = RuleRun(rules: rules, settings: settings)
    let isMain = DefaultIsolation.isMain(paths, files)
    let programs = Modules.split(files).map { Program($0, isMainByDefault: isMain) }
    let found = programs.flatMap { run.findings(in: $0) }
    let sorted = found.sorted(by: Finding.isInOrder).map { finding in
      var finding = finding
      // A rule may lower a finding below its own severity; the configuration moves the rule as a whole.
      if case .severity(let severity) = configuration.rules[finding.rule] {
        finding.severity = min(severity, finding.severity == .note ? .note : severity)
      }
      return finding
    }
    return (sorted, programs)
  }

  /// Writes fixed files beside themselves and puts them in place, so that no file is ever half written.
  private func fix(_ findings: [Finding], _ files: [SourceFile]) -> (count: Int, problems: [CheckProblem]) {
    var total = 0
    var problems: [CheckProblem] = []
    let suppressed = Suppressions.apply(files, findings, knownRules: AllRules.list.map(\.about.name)).findings
    for (path, found) in Dictionary(grouping: suppressed, by: \.file.path).sorted(by: { $0.key < $1.key }) {
      guard let file = found.first?.file else { continue }
      let (text, count) = FixIts.apply(found.compactMap(\.fix), to: file.text)
      guard count > 0 else { continue }
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path).resolvingSymlinksInPath(), options: .atomic)
        total += count
      } catch {
        problems.append(
          CheckProblem(
            path, nil, "cannot be written (\((error as NSError).localizedDescription))", isFailure: true))
      }
    }
    return (total, problems)
  }
}
