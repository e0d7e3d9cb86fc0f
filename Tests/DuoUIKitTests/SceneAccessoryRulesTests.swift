import Testing

@testable import DuoUIKit

/// Which accessory is shown, against a plain search over all pairs.
@Suite struct SceneAccessoryRulesTests {
  typealias Rules = SceneAccessoryRules

  /// One is beaten by another of its kind that is higher, or as high and later.
  static func plain(_ all: [Rules.Registration], _ offered: Set<Rules.Kind>) -> Rules.Decision {
    var decision = Rules.Decision()
    for (index, one) in all.enumerated() {
      guard let height = one.height, offered.contains(one.kind) else { continue }
      let isBeaten = all.enumerated().contains { other in
        guard other.element.kind == one.kind, let its = other.element.height, other.offset != index else {
          return false
        }
        return its > height || (its == height && other.offset > index)
      }
      if isBeaten { continue }
      decision.available.insert(one.id)
      if one.isEnabled { decision.presented.insert(one.id) }
    }
    return decision
  }

  @Test func theTopMostOfEachKindAlone() {
    var random = SeededRandom(5)
    var mismatches: [String] = []
    var presented = 0
    for _ in 0..<3000 {
      let all = (0..<Int.random(in: 0...5, using: &random)).map { id in
        Rules.Registration(
          id: id, kind: Bool.random(using: &random) ? .cameraCapture : .externalNonInteractive,
          isEnabled: Bool.random(using: &random),
          height: Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil)
      }
      let offered = Set(Rules.Kind.allCases.filter { _ in Bool.random(using: &random) })
      let got = Rules.decide(all, offered: offered)
      if got != Self.plain(all, offered) { mismatches.append("\(all), \(offered): \(got)") }
      presented += got.presented.count
    }
    #expect(mismatches == [])
    #expect(presented > 500)
  }

  /// Switched off by the app, it stays on top and available, and nothing else takes its place.
  @Test func aDisabledOneStaysOnTop() {
    let below = Rules.Registration(id: 1, kind: .cameraCapture, isEnabled: true, height: 1)
    let above = Rules.Registration(id: 2, kind: .cameraCapture, isEnabled: false, height: 2)
    #expect(
      Rules.decide([below, above], offered: [.cameraCapture]) == Rules.Decision(presented: [], available: [2])
    )
  }
}
