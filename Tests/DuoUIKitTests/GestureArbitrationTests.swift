import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Random sets of recognisers that recognise or fail when a script says so, against a plain retelling of the rules, and
/// against what must hold whatever the rules are.
@Suite struct GestureArbitrationTests {
  @Test func recognizersAgreeAsTheRulesSay() async {
    await #expect(processExitsWith: .success) { try await ArbitrationStories.run(seeds: 0..<400) }
  }
}

/// One random case.
struct ArbitrationCase {
  enum Script: Hashable {
    case discrete(at: Int), failing(at: Int), continuous(at: Int), silent
  }

  /// Down, two moves, up.
  static let events = 4
  var scripts: [Script] = []
  /// Which of three nested views it is on; 2 is the innermost.
  var depths: [Int] = []
  var requires: Set<[Int]> = []
  var simultaneous: Set<[Int]> = []
  var powerless: Set<[Int]> = []

  init(seed: UInt64) {
    var random = SeededRandom(seed)
    let count = Int.random(in: 2...5, using: &random)
    for index in 0..<count {
      let event = Int.random(in: 0..<Self.events, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1: scripts.append(.discrete(at: event))
      case 2: scripts.append(.failing(at: event))
      case 3: scripts.append(.silent)
      default: scripts.append(.continuous(at: event))
      }
      depths.append(Int.random(in: 0...2, using: &random))
      for other in 0..<index {
        // Never in a circle.
        if Int.random(in: 0..<4, using: &random) == 0 { requires.insert([index, other]) }
        if Int.random(in: 0..<4, using: &random) == 0 { simultaneous.insert([index, other]) }
        if Int.random(in: 0..<5, using: &random) == 0 {
          powerless.insert(Bool.random(using: &random) ? [index, other] : [other, index])
        }
      }
    }
  }

  /// What a recogniser wants at an event.
  func wishes(_ index: Int, at event: Int) -> [UIGestureRecognizer.State] {
    let isLast = event == Self.events - 1
    switch scripts[index] {
    case .discrete(let at): return event == at ? [.ended] : []
    case .failing(let at): return event == at ? [.failed] : []
    case .silent: return []
    case .continuous(let at):
      if event < at { return [] }
      return (event == at ? [.began] : isLast ? [] : [.changed]) + (isLast ? [.ended] : [])
    }
  }

  func prevents(_ a: Int, _ b: Int) -> Bool {
    !powerless.contains([a, b]) && !simultaneous.contains([a, b]) && !simultaneous.contains([b, a])
  }

  /// Deep first, then the last first.
  var order: [Int] {
    scripts.indices.sorted { depths[$0] == depths[$1] ? $0 > $1 : depths[$0] > depths[$1] }
  }

  /// What targets hear, retold: everybody says what they want; whoever may have it gets it, until nothing moves.
  func expected() -> [String] {
    var queue = scripts.map { _ in [UIGestureRecognizer.State]() }
    var failed: Set<Int> = [], recognized: Set<Int> = [], over: Set<Int> = []
    var heard: [String] = []
    for event in 0..<Self.events {
      for index in order where !over.contains(index) {
        queue[index] += wishes(index, at: event)
        if event == Self.events - 1, queue[index].isEmpty, !recognized.contains(index) {
          queue[index] = [.failed]
        }
      }
      func lose(_ index: Int) {
        failed.insert(index)
        over.insert(index)
        queue[index] = []
      }
      var moved = true
      while moved {
        moved = false
        next: for index in order {
          while let wish = queue[index].first {
            if !recognized.contains(index), wish != .failed {
              let needed = scripts.indices.filter { requires.contains([index, $0]) }
              if needed.contains(where: { !failed.contains($0) && !recognized.contains($0) }),
                !needed.contains(where: recognized.contains)
              {
                continue next
              }
              if needed.contains(where: recognized.contains)
                || recognized.contains(where: { prevents($0, index) })
              {
                lose(index)
                moved = true
                continue
              }
              recognized.insert(index)
              for other in scripts.indices
              where other != index && !over.contains(other) && !recognized.contains(other) {
                if requires.contains([other, index]) || prevents(index, other) { lose(other) }
              }
            }
            moved = true
            if wish == .failed {
              lose(index)
            } else {
              queue[index].removeFirst()
              heard.append("\(index) \(wish)")
              if wish == .ended { over.insert(index) }
            }
          }
        }
      }
    }
    return heard
  }
}

@MainActor
enum ArbitrationStories {
  final class Scripted: UIGestureRecognizer, UIGestureRecognizerDelegate {
    var number = 0
    var test = ArbitrationCase(seed: 0)
    private var event = 0

    private func next() {
      for wish in test.wishes(number, at: event) { state = wish }
      event += 1
    }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { next() }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { next() }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { next() }
    override func canPrevent(_ other: UIGestureRecognizer) -> Bool {
      !test.powerless.contains([number, (other as! Scripted).number])
    }
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { test.simultaneous.contains([number, (other as! Scripted).number]) }
  }

  static func run(seeds: Range<UInt64>) async throws {
    let g = try await GestureStage()
    var mismatches: [String] = []
    var recognitions = 0
    for seed in seeds {
      let test = ArbitrationCase(seed: seed)
      let heard = play(test, on: g)
      let told = heard.filter { !$0.hasPrefix("view") }
      recognitions += Set(told.compactMap { $0.split(separator: " ").first }).count
      if told != test.expected() { mismatches.append("\(seed): \(told), not \(test.expected())") }
      for wrong in broken(test, told, heard.filter { $0.hasPrefix("view") }) {
        mismatches.append("\(seed): \(wrong)")
      }
    }
    #expect(mismatches == [])
    // The cases are not empty ones.
    #expect(recognitions > seeds.count)
  }

  private static func play(_ test: ArbitrationCase, on g: GestureStage) -> [String] {
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    let middle = UIView(frame: outer.bounds)
    let view = LoudView(g, outer.bounds)
    g.root.addSubview(outer)
    outer.addSubview(middle)
    middle.addSubview(view)
    var all: [Scripted] = []
    for index in test.scripts.indices {
      let recognizer = g.listen(Scripted(), "\(index)", on: [outer, middle, view][test.depths[index]])
      recognizer.number = index
      recognizer.test = test
      recognizer.delegate = recognizer
      for other in all where test.requires.contains([index, other.number]) {
        recognizer.require(toFail: other)
      }
      all.append(recognizer)
    }
    _ = g.take()
    let places = [100.0, 120, 140, 140].map { CGPoint(x: $0, y: 100) }
    g.stage.finger(.began, places[0])
    g.stage.finger(.moved, places[1])
    g.stage.finger(.moved, places[2])
    g.stage.finger(.ended, places[3])
    let heard = g.take()
    outer.removeFromSuperview()
    return heard
  }

  /// What must hold however it is decided.
  private static func broken(_ test: ArbitrationCase, _ told: [String], _ view: [String]) -> [String] {
    var wrong: [String] = []
    let firsts = test.scripts.indices.compactMap { index in
      told.firstIndex { $0.hasPrefix("\(index) ") }.map { (index, $0) }
    }.sorted { $0.1 < $1.1 }.map(\.0)
    for (place, later) in firsts.enumerated() {
      for earlier in firsts[..<place] where test.prevents(earlier, later) {
        wrong.append("\(later) recognised beside \(earlier)")
      }
      for other in firsts where test.requires.contains([later, other]) {
        wrong.append("\(later) recognised although \(other) did")
      }
      let states = told.filter { $0.hasPrefix("\(later) ") }.map { String($0.dropFirst(2)) }
      let middle = states.dropFirst().dropLast()
      if states != ["ended"],
        states.first != "began" || states.last != "ended" || middle.contains(where: { $0 != "changed" })
      {
        wrong.append("\(later) went \(states)")
      }
    }
    // Who recognises when the finger goes down keeps the touch from the view altogether.
    let isAtOnce = firsts.contains { test.wishes($0, at: 0).contains { $0 == .began || $0 == .ended } }
    let ends = view.filter { $0 != "view began 1" && $0 != "view moved 1" }
    let right = isAtOnce && view.isEmpty ? [] : [firsts.isEmpty ? "view ended 1" : "view cancelled 1"]
    if ends != right { wrong.append("the view heard \(view)") }
    return wrong
  }
}
