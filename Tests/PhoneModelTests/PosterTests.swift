import Foundation
import Testing

@testable import PhoneModel

@Suite struct PosterTests {
  /// Who stands before a board sees its right on the right and its top up.
  @Test func axesAreThoseOfTheReader() {
    func axes(_ facing: Vector3, _ turn: Double = 0) -> [Double] {
      let axes = Poster("a", centre: [0, 0, 0], facing: facing, turn: turn).axes
      return [axes.right, axes.up].flatMap { [$0.x, $0.y, $0.z] }.map { ($0 * 1000).rounded() / 1000 + 0 }
    }
    #expect(axes([0, 0, 2]) == [1, 0, 0, 0, 1, 0])
    #expect(axes([0, 0, -1]) == [-1, 0, 0, 0, 1, 0])
    #expect(axes([1, 0, 0]) == [0, 0, -1, 0, 1, 0])
    // On a table, read by the holder; on the ceiling.
    #expect(axes([0, 1, 0]) == [1, 0, 0, 0, 0, -1])
    #expect(axes([0, -3, 0]) == [1, 0, 0, 0, 0, 1])
    // A quarter turn clockwise: the top goes to the right.
    #expect(axes([0, 0, 1], 90) == [0, -1, 0, 1, 0, 0])
    let slanted = Poster("a", centre: [0, 0, 0], facing: [1, 2, 3], turn: 33).axes
    #expect(abs(slanted.right.dot(slanted.up)) < 1e-12 && abs(slanted.right.length - 1) < 1e-12)
    #expect(slanted.right.cross(slanted.up).angle(to: [1, 2, 3]) < 1e-6)
  }

  @Test func faultsAreNamed() {
    let good = Poster("a", centre: [0, 0, 0])
    #expect(good.fault == nil && good.code == .qr && good.width == 0.2 && good.facing == [0, 0, 1])
    func fault(_ change: (inout Poster) -> Void) -> String? {
      var poster = good
      change(&poster)
      return poster.fault
    }
    #expect(fault { $0.facing = [0, 0, 0] } == "a poster's facing has no direction")
    #expect(fault { $0.width = 0 } == "a poster is 0.001 to 100 m wide")
    #expect(fault { $0.width = 101 } == "a poster is 0.001 to 100 m wide")
    #expect(fault { $0.centre.x = .nan } == "a poster's numbers must be finite")
    #expect(fault { $0.turn = .infinity } == "a poster's numbers must be finite")
  }

  @Test func anEventPutsThemUpAndTakesThemDown() throws {
    let state = try #require(PhoneState.initial(.duo, pose: "closed"))
    let poster = Poster("a", centre: [0, 1, 0])
    let up = PhoneRules.next(state, .posters([poster]), at: .zero, in: .duo)
    #expect(state.posters == [] && up.state.posters == [poster])
    let down = PhoneRules.next(up.state, .posters([]), at: .zero, in: .duo)
    #expect(down.state == state)
    let bad = PhoneRules.next(
      up.state, .posters([Poster("a", centre: [0, 1, 0], width: -1)]), at: .zero, in: .duo)
    #expect(bad.state == up.state && bad.refusal != nil)
  }
}
