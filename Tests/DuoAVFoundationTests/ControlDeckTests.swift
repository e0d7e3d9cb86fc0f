import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct ControlDeckTests {
  func deck(_ enabled: Bool...) -> ControlDeck {
    var deck = ControlDeck()
    _ = deck.become(isActive: true, enabled: enabled)
    return deck
  }

  @Test func aLightPressShowsAndHides() {
    var deck = deck(true, true)
    #expect(deck.take(.slide(1)) == [], "nothing is shown")
    #expect(deck.take(.lightPress) == [.entersFullscreen] && deck.shown == 0)
    #expect(deck.take(.slide(0.5)) == [.changes(0, by: 0.5)])
    #expect(deck.take(.lightPress) == [.exitsFullscreen] && deck.shown == nil)
  }

  @Test func twoLightPressesGoRound() {
    var deck = deck(true, false, true)
    #expect(deck.take(.doubleLightPress) == [.entersFullscreen] && deck.shown == 0)
    #expect(deck.take(.doubleLightPress) == [] && deck.shown == 2)
    #expect(deck.take(.lightPress) == [.exitsFullscreen])
    #expect(deck.take(.lightPress) == [.entersFullscreen] && deck.shown == 2, "the one that was shown last")
    #expect(deck.take(.doubleLightPress) == [] && deck.shown == 0)
  }

  @Test func inactiveOrWithoutControlsNothingHappens() {
    var mismatches: [String] = []
    for gesture in [CameraControlGesture.lightPress, .doubleLightPress, .slide(1)] {
      var none = deck()
      var off = deck(false, false)
      var inactive = ControlDeck()
      inactive.enabled = [true]
      if none.take(gesture) != [] || off.take(gesture) != [] || inactive.take(gesture) != [] {
        mismatches.append("\(gesture)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func whatEndsTakesThePictureAway() {
    var deck = deck(true, true)
    _ = deck.take(.lightPress)
    #expect(deck.become(isActive: true, enabled: [true, false]) == [])
    #expect(deck.become(isActive: true, enabled: [false, true]) == [.exitsFullscreen])
    _ = deck.take(.lightPress)
    #expect(deck.become(isActive: false, enabled: [false, true]) == [.exitsFullscreen, .becameInactive])
    #expect(deck.become(isActive: false, enabled: []) == [])
    #expect(deck.become(isActive: true, enabled: [true]) == [.becameActive])
  }

  @Test func whatIsShownMayAlwaysBeUsed() {
    var random = FixedRandom(state: 11)
    var mismatches: [String] = []
    for seed in 0..<100 {
      var deck = ControlDeck()
      var depth = 0
      for step in 0..<40 {
        let enabled = (0..<Int.random(in: 0...4, using: &random)).map { _ in Bool.random(using: &random) }
        let effects: [ControlDeck.Effect] =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: deck.become(isActive: Bool.random(using: &random), enabled: enabled)
          case 1: deck.take(.lightPress)
          case 2: deck.take(.doubleLightPress)
          default: deck.take(.slide(0.5))
          }
        for effect in effects {
          if effect == .entersFullscreen { depth += 1 }
          if effect == .exitsFullscreen { depth -= 1 }
        }
        let isRight =
          (deck.shown == nil) == (depth == 0) && (0...1).contains(depth)
          && deck.shown.map { deck.isActive && deck.enabled[$0] } != false
        if !isRight { mismatches.append("\(seed), \(step)") }
      }
    }
    #expect(Array(mismatches.prefix(3)) == [])
  }

  @Test func valuesOfSliders() {
    let rows: [(ControlRange.Kind, Float, Double, Float)] = [
      (.continuous(0...10), 5, 0.25, 7.5), (.continuous(0...10), 5, 1, 10), (.continuous(-1...1), 0, -1, -1),
      (.stepped(0...10, step: 2), 4, 0.1, 6), (.stepped(0...10, step: 4), 8, 1, 8),
      (.stepped(0...10, step: 4), 8, 0.05, 8), (.listed([1, 2, 5]), 1, 0.5, 2),
      (.listed([1, 2, 5]), 2, 1, 5),
      (.listed([1, 2, 5]), 5, -0.2, 5), (.listed([7]), 7, 1, 7),
    ]
    var mismatches: [String] = []
    for (kind, from, part, to) in rows {
      let got = ControlRange(kind: kind).moved(from, by: part)
      // A stepped range that its step does not divide ends at its end.
      let wanted = kind == .stepped(0...10, step: 4) && part == 1 ? 10 : to
      if got != wanted { mismatches.append("\(kind) \(from) by \(part): \(got)") }
    }
    #expect(mismatches == [])
    #expect(ControlRange(kind: .stepped(0...10, step: 2)).contains(6))
    #expect(!ControlRange(kind: .stepped(0...10, step: 2)).contains(5))
    #expect(
      !ControlRange(kind: .listed([1, 2])).contains(1.5)
        && !ControlRange(kind: .continuous(0...1)).contains(2))
  }
}
