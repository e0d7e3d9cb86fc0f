import CheckerRules
import SourceModel

/// What a check found, with all that a reader must know to trust it.
public struct CheckResult: Sendable {
  /// Sorted by path, place and rule; what is suppressed or in the baseline is not among them.
  public var findings: [Finding]
  /// What kept the check from being whole: files that do not parse, broken suppressions, a baseline's leftovers.
  public var problems: [CheckProblem]
  public var filesRead: Int
  public var leftOut: [String: Int]
  public var suppressed: Int
  public var inBaseline: Int
  public var fixed: Int
  public var rules: [RuleDescription]
  public var readiness: Readiness

  public init(
    findings: [Finding], problems: [CheckProblem], filesRead: Int, leftOut: [String: Int],
    suppressed: Int = 0,
    inBaseline: Int = 0, fixed: Int = 0, rules: [RuleDescription], readiness: Readiness
  ) {
    self.findings = findings
    self.problems = problems
    self.filesRead = filesRead
    self.leftOut = leftOut
    self.suppressed = suppressed
    self.inBaseline = inBaseline
    self.fixed = fixed
    self.rules = rules
    self.readiness = readiness
  }

  /// How many findings have this severity.
  public func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  /// 0 clean, 1 findings at or above the severity, or a problem with what was asked for; a run that cannot start gives 2.
  public func exitStatus(failOn: Severity) -> Int32 {
    if findings.contains(where: { $0.severity >= failOn }) { return 1 }
    return problems.contains(where: \.isFailure) ? 1 : 0
  }
}

/// Something about the check itself.
public struct CheckProblem: Hashable, Sendable, CustomStringConvertible {
  public var path: String
  public var place: Place?
  public var message: String
  /// The run fails for it: something that the user wrote for the checker is wrong.
  public var isFailure: Bool

  public init(_ path: String, _ place: Place? = nil, _ message: String, isFailure: Bool = false) {
    self.path = path
    self.place = place
    self.message = message
    self.isFailure = isFailure
  }

  public var description: String {
    "\(path):\(place.map { "\($0):" } ?? "") \(isFailure ? "error" : "warning"): \(message)"
  }
}

/// The last words of a check: how the app uses the Duo's cameras, what that means in each pose, what to run.
public struct Readiness: Sendable {
  public var strategies: [String]
  public var poses: [(pose: String, meaning: String)]
  public var scenarios: [String]

  public init(
    strategies: [String] = [], poses: [(pose: String, meaning: String)] = [], scenarios: [String] = []
  ) {
    self.strategies = strategies
    self.poses = poses
    self.scenarios = scenarios
  }
}
