import Testing

@testable import DuoLayout

/// Rows against plain dictionaries of numbers.
@Suite struct RowTests {
  private typealias Plain = (constant: Double, terms: [Int: Double])

  private func symbol(_ number: Int) -> Symbol { Symbol(number, number % 3 == 0 ? .external : .slack) }

  private func plain(_ row: Row) -> Plain {
    var terms: [Int: Double] = [:]
    for number in 0..<8 where row.factor(of: symbol(number)) != 0 {
      terms[number] = row.factor(of: symbol(number))
    }
    return (row.constant, terms)
  }

  private func same(_ a: Plain, _ b: Plain) -> Bool {
    abs(a.constant - b.constant) < 1e-6
      && (0..<8).allSatisfy { abs(a.terms[$0, default: 0] - b.terms[$0, default: 0]) < 1e-6 }
  }

  private func random(_ random: inout SeededRandom) -> Row {
    var row = Row(constant: Double(random.int(21) - 10))
    for _ in 0..<random.int(7) { row.add(symbol(random.int(8)), times: Double(random.int(9) - 4)) }
    return row
  }

  @Test func rowsAddAndSubstituteAsDictionariesDo() {
    var wrong: [String] = []
    for seed in 0..<500 {
      var random = SeededRandom(UInt64(seed))
      var row = self.random(&random)
      let other = self.random(&random)
      var wanted = plain(row)
      let factor = [0, 1, -1, 0.5, 3][random.int(5)]
      row.add(other, times: factor)
      wanted.constant += other.constant * factor
      for (number, value) in plain(other).terms { wanted.terms[number, default: 0] += value * factor }
      if !same(plain(row), wanted) { wrong.append("\(seed): add") }

      let target = random.int(8)
      let value = wanted.terms[target, default: 0]
      var formula = self.random(&random)
      formula.remove(symbol(target))
      row.substitute(symbol(target), formula)
      wanted.terms[target] = nil
      wanted.constant += formula.constant * value
      for (number, part) in plain(formula).terms { wanted.terms[number, default: 0] += part * value }
      if !same(plain(row), wanted) { wrong.append("\(seed): substitute") }
      let sorted = row.terms.map(\.symbol)
      if sorted != sorted.sorted() || Set(sorted).count != sorted.count { wrong.append("\(seed): order") }
      if row.terms.contains(where: { abs($0.factor) <= Row.tolerance }) { wrong.append("\(seed): a zero") }
    }
    #expect(wrong == [])
  }

  /// A row that is zero stays zero when it is solved for a symbol and the formula is put in its place.
  @Test func solvingForASymbolKeepsTheEquation() {
    var wrong: [String] = []
    for seed in 0..<300 {
      var random = SeededRandom(UInt64(seed))
      let row = self.random(&random)
      guard let term = row.terms.first(where: { abs($0.factor) > 0.1 }) else { continue }
      var formula = row
      formula.solve(for: term.symbol)
      var back = row
      back.substitute(term.symbol, formula)
      if abs(back.constant) > 1e-9 || !back.terms.isEmpty { wrong.append("\(seed): \(back)") }
    }
    #expect(wrong == [])
  }

  @Test func symbolsKnowWhatTheyAre() {
    let kinds: [Symbol.Kind] = [.external, .slack, .error, .equation]
    let symbols = kinds.enumerated().map { Symbol($0.offset + 1, $0.element) }
    #expect(symbols.map(\.kind) == kinds && symbols == symbols.sorted())
    #expect(symbols.map(\.isRestricted) == [false, true, true, true])
    #expect(symbols.map(\.isPivotable) == [false, true, true, false])
  }

  @Test func expressionsAddUp() {
    var solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    var sum = LinearExpression([x: 2, y: 0], constant: 3)
    #expect(sum.terms == [x: 2])
    sum.add(y, times: 4)
    sum.add(LinearExpression([x: -1, y: -2], constant: 5), times: 2)
    #expect(sum.terms == [:] && sum.constant == 13)
    sum.add(x)
    #expect(sum == LinearExpression([x: 1], constant: 13))
    #expect(LinearConstraint(sum, .atMostZero).strength == .required)
  }
}
