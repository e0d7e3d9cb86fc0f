import Testing

@testable import DuoLayout

/// Costs and formulas against plain dictionaries and plain recursion.
@Suite struct CostsTests {
  private func strength(_ number: Int) -> Strength { Strength(rawValue: Float(100 + 50 * number)) }

  private func plain(_ costs: Costs) -> [Double] {
    (0..<4).map { number in costs.entries.first { $0.strength == strength(number) }?.cost ?? 0 }
  }

  /// Costs with the dictionary that was kept beside them, by the strength's number.
  private func random(_ random: inout SeededRandom) -> (costs: Costs, plain: [Double]) {
    var (costs, plain) = (Costs(), [0.0, 0, 0, 0])
    for _ in 0..<random.int(10) {
      let (number, cost) = (random.int(4), Double(random.int(5) - 2))
      costs.add(strength(number), cost)
      plain[number] += cost
    }
    return (costs, plain)
  }

  @Test func costsAddAndCompareAsListsDo() {
    var wrong: [String] = []
    for seed in 0..<500 {
      var generator = SeededRandom(UInt64(seed))
      let (a, plainA) = random(&generator)
      let (b, plainB) = random(&generator)
      if plain(a) != plainA { wrong.append("\(seed): sum \(plain(a)), not \(plainA)") }
      let order = a.entries.map(\.strength)
      if order != order.sorted(by: >) { wrong.append("\(seed): order \(order)") }
      if a.entries.contains(where: { $0.cost == 0 }) { wrong.append("\(seed): keeps nothing") }
      // The strongest, the last of the list, counts first.
      let isLess = plainA.reversed().lexicographicallyPrecedes(plainB.reversed())
      if a.isLess(than: b) != isLess { wrong.append("\(seed): \(plainA) less than \(plainB)") }
      if plain(a.divided(by: -4)) != plainA.map({ $0 / -4 }) { wrong.append("\(seed): divided") }
      var rest = a
      let number = generator.int(4)
      let wasThere = rest.remove(strength(number))
      if wasThere != (plainA[number] != 0) { wrong.append("\(seed): said \(wasThere)") }
      var plainRest = plainA
      plainRest[number] = 0
      if plain(rest) != plainRest { wrong.append("\(seed): removed") }
    }
    #expect(wrong == [])
  }

  /// Unknowns that lean on earlier ones, and those at last on symbols that are zero.
  @Test func formulasUnfoldAsRecursionDoes() {
    var wrong: [String] = []
    for seed in 0..<200 {
      var random = SeededRandom(UInt64(seed))
      let free = (0..<3).map { Symbol($0, .slack) }
      let unknowns = (3..<11).map { Symbol($0, .external) }
      var tableau = Tableau()
      for (index, unknown) in unknowns.enumerated() {
        var row = Row(constant: Double(random.int(9) - 4))
        for _ in 0..<3 {
          let all = free + unknowns[..<index]
          row.add(all[random.int(all.count)], times: Double(random.int(5) - 2))
        }
        tableau.insert(unknown, row)
      }
      func value(_ symbol: Symbol, _ given: [Symbol: Double]) -> Double {
        guard let row = tableau.row(of: symbol) else { return given[symbol] ?? 0 }
        return row.terms.reduce(row.constant) { $0 + $1.factor * value($1.symbol, given) }
      }
      let zeros = tableau.values(of: unknowns + free)
      let expected = unknowns.map { value($0, [:]) } + [0, 0, 0]
      if zeros != expected { wrong.append("\(seed): values \(zeros), not \(expected)") }
      let given = [free[0]: 3.0, free[1]: -2, free[2]: 7]
      for unknown in unknowns {
        let row = tableau.unfolded(Row(unknown))
        if row.terms.contains(where: { tableau.isBasic($0.symbol) }) { wrong.append("\(seed): folded") }
        let sum = row.terms.reduce(row.constant) { $0 + $1.factor * given[$1.symbol, default: 0] }
        if abs(sum - value(unknown, given)) > 1e-6 { wrong.append("\(seed): \(sum)") }
      }
      let order = tableau.foundations(of: unknowns.reversed())
      if Set(order) != Set(unknowns) || order.count != unknowns.count { wrong.append("\(seed): \(order)") }
      for (place, symbol) in order.enumerated() {
        let leansOn = tableau.row(of: symbol)?.terms.map(\.symbol).filter { tableau.isBasic($0) } ?? []
        if !leansOn.allSatisfy({ order[..<place].contains($0) }) { wrong.append("\(seed): order") }
      }
    }
    #expect(wrong == [])
  }
}
