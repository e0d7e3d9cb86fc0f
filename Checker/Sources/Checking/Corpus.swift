import CaptureFacts
import CheckerRules
import Foundation
import SourceModel
import SourceReading

/// Sources whose findings are known: a comment `// finds: rule-name, other-rule` stands at the end of each line that has
/// some; a source without one is right.
///
/// A file is a program of its own; so is a folder with `.program` at the end of its name, with all files in it.
public struct Corpus: Sendable {
  /// A rule that is expected, or found, in a line; lines count from 1.
  public struct Mark: Hashable, Sendable {
    public var path: String
    public var line: Int
    public var rule: String
  }

  public var programs: [[String]]
  public var problems: [String]

  public init(folder: String) {
    programs = []
    problems = []
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      problems.append("\(folder): cannot be listed (\((error as NSError).localizedDescription))")
      return
    }
    for name in names {
      let path = folder + "/" + name
      if name.hasSuffix(".swift") {
        programs.append([path])
      } else if name.hasSuffix(".program") {
        let inside = SourceSet(paths: [path])
        problems += inside.problems.map { "\($0.path): \($0.message)" }
        programs.append(inside.files)
      }
    }
  }

  /// How well the rules did.
  public struct Score: Sendable {
    public var programs = 0
    public var clean = 0
    public var right: [String: Int] = [:]
    public var missed: [Mark] = []
    public var extra: [Mark] = []
    public var problems: [String] = []

    public var isPerfect: Bool { missed.isEmpty && extra.isEmpty && problems.isEmpty }

    /// What is missed and false, then a table of precision and recall for each rule, in percent.
    public func rendered() -> String {
      var lines: [String] = problems
      lines += missed.map { "\($0.path):\($0.line): missed [\($0.rule)]" }
      lines += extra.map { "\($0.path):\($0.line): false alarm [\($0.rule)]" }
      let rules = Set(right.keys).union(missed.map(\.rule)).union(extra.map(\.rule)).sorted()
      let width = rules.map(\.count).max() ?? 0
      lines.append(
        "rule".padding(toLength: width, withPad: " ", startingAt: 0)
          + "  right  missed  false  precision  recall")
      for rule in rules + ["all"] {
        let isAll = rule == "all"
        let good = isAll ? right.values.reduce(0, +) : right[rule] ?? 0
        let lost = missed.count { isAll || $0.rule == rule }
        let false_ = extra.count { isAll || $0.rule == rule }
        lines.append(
          rule.padding(toLength: max(width, 3), withPad: " ", startingAt: 0)
            + String(
              format: "  %5d  %6d  %5d  %8.0f%%  %5.0f%%", good, lost, false_,
              Self.percent(good, good + false_),
              Self.percent(good, good + lost)))
      }
      lines.append("\(programs) programs, \(clean) of them right ones")
      return lines.joined(separator: "\n") + "\n"
    }

    private static func percent(_ part: Int, _ whole: Int) -> Double {
      whole == 0 ? 100 : 100 * Double(part) / Double(whole)
    }
  }

  /// Runs the rules on each program by itself and compares with the marks.
  public func score(_ rules: [any Rule] = AllRules.list) -> Score {
    var score = Score()
    score.problems = problems
    for paths in programs {
      score.programs += 1
      var files: [SourceFile] = []
      for result in ParallelReading().read(paths) {
        switch result {
        case .file(let file):
          files.append(file)
          score.problems += file.problems.map { "\(file.path):\(file.place($0.offset)): \($0.message)" }
        case .unreadable(let path, let reason): score.problems.append("\(path): \(reason)")
        }
      }
      let expected = Set(files.flatMap(Self.marks))
      let found = Set(
        RuleRun(rules: rules).findings(in: Program(files)).map {
          Mark(path: $0.file.path, line: $0.place.line, rule: $0.rule)
        })
      if expected.isEmpty { score.clean += 1 }
      for mark in expected.intersection(found) { score.right[mark.rule, default: 0] += 1 }
      score.missed += expected.subtracting(found).sorted { ($0.path, $0.line) < ($1.path, $1.line) }
      score.extra += found.subtracting(expected).sorted { ($0.path, $0.line) < ($1.path, $1.line) }
    }
    return score
  }

  static func marks(_ file: SourceFile) -> [Mark] {
    var found: [Mark] = []
    for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let range = line.range(of: "// finds: ") else { continue }
      for rule in line[range.upperBound...].split(separator: ",") {
        found.append(
          Mark(path: file.path, line: index + 1, rule: rule.trimmingCharacters(in: .whitespaces)))
      }
    }
    return found
  }
}
