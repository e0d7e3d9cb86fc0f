extension Tableau {
  /// A sum of multiples of symbols, with every basic symbol replaced by its formula, down to symbols that are zero.
  func unfolded(_ row: Row) -> Row {
    guard row.terms.contains(where: { isBasic($0.symbol) }) else { return row }
    var sums: [Symbol: Double] = [:]
    for term in row.terms { sums[term.symbol, default: 0] += term.factor }
    var constant = row.constant
    // A formula comes after all that lean on it, so that it is opened once.
    for symbol in foundations(of: row.terms.map(\.symbol)).reversed() {
      guard let factor = sums.removeValue(forKey: symbol), factor != 0, let formula = self.row(of: symbol)
      else { continue }
      constant += formula.constant * factor
      for term in formula.terms {
        let part = term.factor * factor
        let sum = sums[term.symbol, default: 0] + part
        sums[term.symbol] = Row.isRest(sum, of: part) ? nil : sum
      }
    }
    return Row(constant: constant, sums)
  }

  /// The values of symbols; 0 for one that nothing is said of.
  func values(of symbols: [Symbol]) -> [Double] {
    var values: [Symbol: Double] = [:]
    for symbol in foundations(of: symbols) {
      guard let formula = row(of: symbol) else { continue }
      var value = formula.constant
      // Most symbols of a formula are zero.
      for term in formula.terms {
        if let known = values[term.symbol] { value += known * term.factor }
      }
      values[symbol] = value
    }
    return symbols.map { values[$0] ?? 0 }
  }

  /// The basic symbols that formulas of these lean on, and these, each after those that it leans on itself.
  func foundations(of symbols: [Symbol]) -> [Symbol] {
    var order: [Symbol] = []
    var met: Set<Symbol> = []
    // Without recursion: a formula may lean on thousands, one on another.
    var open: [(symbol: Symbol, isRead: Bool)] = symbols.reversed().map { ($0, false) }
    while let (symbol, isRead) = open.popLast() {
      if isRead {
        order.append(symbol)
        continue
      }
      guard let row = row(of: symbol), met.insert(symbol).inserted else { continue }
      open.append((symbol, true))
      if symbol.isRestricted { continue }
      for term in row.terms where isBasic(term.symbol) && !met.contains(term.symbol) {
        open.append((term.symbol, false))
      }
    }
    return order
  }
}
