import CheckerReports
import CheckerRules
import Foundation

/// `.diptych.json`: what a project tells the checker. Everything in it may be left out.
public struct Configuration: Sendable, Equatable {
  /// What to read if the command line names nothing, relative to the file.
  public var paths: [String] = []
  /// Folder names or paths that are left out.
  public var exclude: [String] = []
  /// Compilation flags that are set, for `#if FLAG`.
  public var defines: [String] = []
  /// Severity by rule; `off` turns a rule off, a severity turns on one that is off by default.
  public var rules: [String: RuleSetting] = [:]
  /// The lowest iOS version on which the app runs.
  public var deploymentTarget: [Int]?
  /// Is the app also built for Mac Catalyst?
  public var catalyst: Bool?
  public var failOn: Severity?

  /// What a project makes of a rule.
  public enum RuleSetting: Sendable, Equatable {
    case off
    case severity(Severity)
  }

  public init() {}

  static let keys = ["paths", "exclude", "defines", "rules", "deploymentTarget", "catalyst", "failOn"]

  /// Reads a configuration. What is wrong in it is told; the rest counts.
  public static func read(_ path: String) -> (configuration: Configuration, problems: [CheckProblem]) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      let reason = (error as NSError).localizedDescription
      return (Configuration(), [CheckProblem(path, nil, "cannot be read (\(reason))", isFailure: true)])
    }
    let object: Any
    do {
      object = try JSONSerialization.jsonObject(with: data)
    } catch {
      let reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "\(error)"
      return (Configuration(), [CheckProblem(path, nil, "is no JSON: \(reason)", isFailure: true)])
    }
    guard let values = object as? [String: Any] else {
      return (Configuration(), [CheckProblem(path, nil, "is no JSON object", isFailure: true)])
    }
    var reading = Reading(path: path)
    for key in values.keys.sorted() { reading.take(key, values[key]!) }
    return (reading.configuration, reading.problems)
  }

  /// `17.0` as numbers; nil for what is no version.
  static func version(_ text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ $0 != nil && $0! >= 0 }) else { return nil }
    return parts.map { $0! }
  }

  private struct Reading {
    let path: String
    var configuration = Configuration()
    var problems: [CheckProblem] = []

    mutating func complain(_ message: String) {
      problems.append(CheckProblem(path, nil, message, isFailure: true))
    }

    mutating func take(_ key: String, _ value: Any) {
      switch key {
      case "paths": if let list = strings(key, value) { configuration.paths = list }
      case "exclude": if let list = strings(key, value) { configuration.exclude = list }
      case "defines": if let list = strings(key, value) { configuration.defines = list }
      case "rules": rules(value)
      case "deploymentTarget":
        guard let text = value as? String, let version = Configuration.version(text) else {
          return complain("\"deploymentTarget\" is no version such as \"17.0\"")
        }
        configuration.deploymentTarget = version
      case "catalyst":
        guard let flag = value as? Bool else { return complain("\"catalyst\" is neither true nor false") }
        configuration.catalyst = flag
      case "failOn":
        guard let text = value as? String, let severity = Severity(rawValue: text) else {
          return complain("\"failOn\" is none of note, warning, error")
        }
        configuration.failOn = severity
      default: complain("unknown key \"\(key)\"; known are \(Configuration.keys.joined(separator: ", "))")
      }
    }

    private mutating func strings(_ key: String, _ value: Any) -> [String]? {
      guard let list = value as? [String] else {
        complain("\"\(key)\" is no list of strings")
        return nil
      }
      return list
    }

    private mutating func rules(_ value: Any) {
      guard let settings = value as? [String: Any] else { return complain("\"rules\" is no object") }
      for name in settings.keys.sorted() {
        guard AllRules.rule(named: name) != nil else {
          complain(
            "\"rules\" names \"\(name)\", which is no rule\(Spelling.hint(name, AllRules.list.map(\.about.name)))"
          )
          continue
        }
        switch settings[name] as? String {
        case "off": configuration.rules[name] = .off
        case let text?:
          guard let severity = Severity(rawValue: text) else { fallthrough }
          configuration.rules[name] = .severity(severity)
        default: complain("rule \"\(name)\" is set to something else than off, note, warning or error")
        }
      }
    }
  }
}

/// What a misspelt name was meant to be.
public enum Spelling {
  /// `; did you mean "x"?`, or nothing if none is near.
  public static func hint(_ name: String, _ known: [String]) -> String {
    guard let nearest = known.min(by: { distance(name, $0) < distance(name, $1) }),
      distance(name, nearest) <= max(2, name.count / 4)
    else { return "" }
    return "; did you mean \"\(nearest)\"?"
  }

  /// How many letters must be put in, taken out or changed.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var corner = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let change = corner + (letter == other ? 0 : 1)
        corner = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, corner + 1)
      }
    }
    return row[b.count]
  }
}
