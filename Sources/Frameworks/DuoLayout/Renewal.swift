extension LayoutSolver {
  /// Pivots add to what rounding leaves. After so many that they outweigh it, the tableau is written anew from what the
  /// constraints say, with the same symbols basic: every value is what it was, but for the rounding.
  mutating func renewIfWorn() {
    guard tableau.pivots - renewedAt > tableau.rows.count + 30 else { return }
    renewedAt = tableau.pivots
    if let renewed = renewed() { tableau = renewed }
  }

  /// Nil where rounding has already hidden which symbols can be basic.
  private func renewed() -> Tableau? {
    var new = Tableau(after: tableau)
    let all = records.sorted { $0.key < $1.key }.map(\.value)
    for record in all {
      let equation = equation(of: record)
      var unused: [Row.Term] = []
      for term in equation.terms where term.symbol.kind == .external && isToCome(term, in: new) {
        if new.isUnused(term.symbol) { unused.append(term) }
      }
      if let unknown = greatest(unused) {
        new.place(unknown, solved(equation, for: unknown))
        continue
      }
      let row = new.unfolded(equation)
      let candidates = row.terms.filter { isToCome($0, in: new) }
      let unknowns = candidates.filter { $0.symbol.kind == .external }
      guard let symbol = greatest(unknowns.isEmpty ? candidates : unknowns) else { return nil }
      new.place(symbol, solved(row, for: symbol))
    }
    for record in all where !record.errors.isEmpty {
      for error in record.errors {
        new.charge(new.unfolded(Row(error)), record.constraint.strength, times: 1)
      }
      new.count(record.constraint.strength, by: 1)
    }
    return new
  }

  private func isToCome(_ term: Row.Term, in new: Tableau) -> Bool {
    abs(term.factor) > 1e-6 && tableau.isBasic(term.symbol) && !new.isBasic(term.symbol)
  }

  private func solved(_ equation: Row, for symbol: Symbol) -> Row {
    var row = equation
    row.solve(for: symbol)
    return row
  }
}
