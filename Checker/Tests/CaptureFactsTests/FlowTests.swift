import SourceModel
import Testing

@testable import CaptureFacts

/// "Surely before" against running small random programs in every way they can run.
@Suite struct FlowTests {
  @Test func whatIsSaidToRunBeforeDoes() {
    var random = Seeded(5)
    var mismatches: [String] = []
    var (claimed, missed, programs) = (0, 0, 0)
    while programs < 150, mismatches.count < 4 {
      var maker = ProgramMaker(random: random)
      let body = maker.block(depth: 3, inLoop: false)
      random = maker.random
      guard let traces = Runner().run(body) else { continue }
      programs += 1
      let text = "func f() {\n" + body.map { $0.text("  ") }.joined() + "}"
      let program = program(text)
      for b in 0..<maker.marks {
        guard let site = program.calls("m\(b)").first else {
          mismatches.append("no m\(b) in\n\(text)")
          continue
        }
        let passing = traces.map(\.marks).filter { $0.contains(b) }
        guard !passing.isEmpty else { continue }
        for a in 0..<maker.marks where a != b {
          let claim = program.surelyBefore(site) { $0.call?.name == "m\(a)" }
          let isTrue = passing.allSatisfy { trace in
            trace.firstIndex(of: a).map { $0 < trace.firstIndex(of: b)! } ?? false
          }
          if claim { claimed += 1 }
          if claim, !isTrue { mismatches.append("m\(a) is not surely before m\(b) in\n\(text)") }
          if isTrue, !claim { missed += 1 }
        }
      }
    }
    #expect(mismatches == [])
    // It may miss some, but not many: a rule that is not told so complains.
    #expect(claimed > 300)
    #expect(missed * 20 < claimed, "missed \(missed) of \(claimed + missed)")
  }
}

/// A statement of the small language.
private indirect enum Step {
  case call(Int)
  case choice(Conditions, [Step], [Step]?)
  case guarded(Conditions)
  case forLoop([Step])
  case whileLoop(Conditions, [Step])
  case repeatLoop([Step])
  case cases([[Step]])
  case leave(String)
  case now([Step])
  case later([Step])

  func text(_ indent: String) -> String {
    func block(_ steps: [Step]) -> String {
      "{\n" + steps.map { $0.text(indent + "  ") }.joined() + indent + "}"
    }
    switch self {
    case .call(let mark): return "\(indent)m\(mark)()\n"
    case .choice(let conditions, let then, let otherwise):
      return "\(indent)if \(conditions.text) \(block(then))\(otherwise.map { " else " + block($0) } ?? "")\n"
    case .guarded(let conditions): return "\(indent)guard \(conditions.text) else { return }\n"
    case .forLoop(let body): return "\(indent)for x in xs \(block(body))\n"
    case .whileLoop(let conditions, let body): return "\(indent)while \(conditions.text) \(block(body))\n"
    case .repeatLoop(let body): return "\(indent)repeat \(block(body)) while x\n"
    case .cases(let cases):
      let written = cases.enumerated().map { index, steps in
        indent + (index + 1 == cases.count ? "default:\n" : "case \(index):\n")
          + (steps.isEmpty ? indent + "  break\n" : steps.map { $0.text(indent + "  ") }.joined())
      }
      return "\(indent)switch x {\n\(written.joined())\(indent)}\n"
    case .leave(let word): return "\(indent)\(word)\n"
    case .now(let body): return "\(indent)queue.sync \(block(body))\n"
    case .later(let body): return "\(indent)queue.async \(block(body))\n"
    }
  }
}

/// Calls, or a name where there are none; the next is looked at if the one before held.
private struct Conditions {
  var marks: [Int]
  var isAnd: Bool

  var text: String {
    marks.isEmpty ? "x" : marks.map { "m\($0)()" }.joined(separator: isAnd ? " && " : ", ")
  }
}

private struct ProgramMaker {
  var random: Seeded
  var marks = 0

  mutating func mark() -> Int {
    marks += 1
    return marks - 1
  }

  mutating func conditions() -> Conditions {
    let count = [0, 0, 1, 1, 2, 3].randomElement(using: &random)!
    return Conditions(marks: (0..<count).map { _ in mark() }, isAnd: Bool.random(using: &random))
  }

  mutating func block(depth: Int, inLoop: Bool) -> [Step] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in step(depth: depth, inLoop: inLoop) }
  }

  mutating func step(depth: Int, inLoop: Bool) -> Step {
    guard depth > 0 else { return .call(mark()) }
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<5: return .call(mark())
    case 5, 6:
      let conditions = conditions()
      let then = block(depth: depth - 1, inLoop: inLoop)
      return .choice(
        conditions, then, Bool.random(using: &random) ? block(depth: depth - 1, inLoop: inLoop) : nil)
    case 7:
      let words = inLoop ? ["return", "break", "continue"] : ["return"]
      return .choice(conditions(), [.leave(words.randomElement(using: &random)!)], nil)
    case 8: return .guarded(conditions())
    case 9: return .forLoop(block(depth: depth - 1, inLoop: true))
    case 10: return .whileLoop(conditions(), block(depth: depth - 1, inLoop: true))
    case 11: return .repeatLoop(block(depth: depth - 1, inLoop: true))
    case 12, 13:
      return .cases(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Bool.random(using: &random) ? block(depth: depth - 1, inLoop: false) : []
        })
    case 14: return .now(block(depth: depth - 1, inLoop: false))
    default: return .later(block(depth: depth - 1, inLoop: false))
    }
  }
}

/// Runs a program in every way: every condition may hold or not, loops run up to twice.
private struct Runner {
  enum Exit { case none, `return`, `break`, `continue` }

  struct Path {
    var marks: [Int] = []
    var exit = Exit.none

    func then(_ next: Path) -> Path { Path(marks: marks + next.marks, exit: next.exit) }
    func leaving(_ exit: Exit) -> Path { Path(marks: marks, exit: exit) }
  }

  /// Nil where there are too many ways.
  func run(_ steps: [Step]) -> [Path]? {
    var paths = [Path()]
    for step in steps {
      guard let next = run(step) else { return nil }
      paths = paths.flatMap { path in path.exit == .none ? next.map { path.then($0) } : [path] }
      guard paths.count < 4000 else { return nil }
    }
    return paths
  }

  private func run(_ step: Step) -> [Path]? {
    switch step {
    case .call(let mark): return [Path(marks: [mark])]
    case .choice(let conditions, let then, let otherwise):
      guard let first = run(then), let second = run(otherwise ?? []) else { return nil }
      return ways(conditions).flatMap { way in (way.holds ? first : second).map { way.path.then($0) } }
    case .guarded(let conditions):
      return ways(conditions).map { $0.holds ? $0.path : $0.path.leaving(.return) }
    case .forLoop(let body): return loop(body) { _ in [(Path(), true), (Path(), false)] }
    case .whileLoop(let conditions, let body): return loop(body) { _ in ways(conditions) }
    case .repeatLoop(let body):
      return loop(body) { $0 == 0 ? [(Path(), true)] : [(Path(), true), (Path(), false)] }
    case .cases(let cases):
      var paths: [Path] = []
      for one in cases {
        guard let found = run(one) else { return nil }
        paths += found.map { $0.exit == .break ? $0.leaving(.none) : $0 }
      }
      return paths
    case .leave(let word): return [Path(exit: ["break": .break, "continue": .continue][word] ?? .return)]
    case .now(let body): return run(body)?.map { $0.leaving(.none) }
    case .later(let body): return run(body).map { $0.map { $0.leaving(.none) } + [Path()] }
    }
  }

  private func ways(_ conditions: Conditions) -> [(path: Path, holds: Bool)] {
    guard !conditions.marks.isEmpty else { return [(Path(), true), (Path(), false)] }
    return conditions.marks.indices.map { (Path(marks: Array(conditions.marks[...$0])), false) }
      + [(Path(marks: conditions.marks), true)]
  }

  private func loop(_ body: [Step], _ enters: (Int) -> [(path: Path, holds: Bool)]) -> [Path]? {
    guard let inner = run(body) else { return nil }
    var (open, done) = ([Path()], [Path]())
    for round in 0..<3 {
      var next: [Path] = []
      for path in open {
        for way in enters(round) {
          let entered = path.then(way.path)
          guard way.holds else {
            done.append(entered)
            continue
          }
          guard round < 2 else { continue }  // a third round shows nothing new
          for one in inner {
            let whole = entered.then(one)
            switch one.exit {
            case .none, .continue: next.append(whole.leaving(.none))
            case .break: done.append(whole.leaving(.none))
            case .return: done.append(whole)
            }
          }
        }
      }
      open = next
      guard open.count + done.count < 4000 else { return nil }
    }
    return done
  }
}
