import Combine
import Testing

@Suite struct DemandTests {
  /// Amounts as numbers with infinity, which has none of the limits of the type.
  private static let amounts: [(demand: Subscribers.Demand, amount: Double)] =
    [(.none, 0), (.max(1), 1), (.max(2), 2), (.max(7), 7), (.unlimited, .infinity)]

  @Test func arithmeticIsThatOfNumbersWithInfinity() {
    var mismatches: [String] = []
    for (a, x) in Self.amounts {
      for (b, y) in Self.amounts {
        // Infinity less infinity stays infinite.
        let difference = x == .infinity ? .infinity : max(x - y, 0)
        if (a + b).max.map(Double.init) ?? .infinity != x + y { mismatches.append("\(a) + \(b)") }
        if (a - b).max.map(Double.init) ?? .infinity != difference { mismatches.append("\(a) - \(b)") }
        if (a < b) != (x < y) || (a == b) != (x == y) { mismatches.append("\(a) < \(b)") }
      }
      for n in [0, 1, 3] where (a * n).max.map(Double.init) ?? .infinity != (n == 0 ? 0 : x * Double(n)) {
        mismatches.append("\(a) * \(n)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func overflowIsUnlimited() {
    #expect(.max(.max) + .max(1) == Subscribers.Demand.unlimited)
    #expect(.max(.max) * 2 == Subscribers.Demand.unlimited)
    #expect("\(Subscribers.Demand.max(3)) \(Subscribers.Demand.unlimited)" == "max(3) unlimited")
  }

  @Test func negativeDemandStops() async {
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
  }
}
