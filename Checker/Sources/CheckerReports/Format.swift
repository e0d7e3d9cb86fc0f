/// How a result is written.
public enum Format: String, CaseIterable, Sendable {
  case text, json, sarif, github, junit

  /// The whole report, with a line end.
  public func render(_ result: CheckResult) -> String {
    switch self {
    case .text: TextFormat.render(result)
    case .json: JSONFormat.render(result)
    case .sarif: SARIFFormat.render(result)
    case .github: GitHubFormat.render(result)
    case .junit: JUnitFormat.render(result)
    }
  }
}
