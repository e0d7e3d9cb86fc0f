/// The simplex tableau: every basic symbol as a formula of the others, which are zero, and what is missed of the wishes
/// of each strength.
struct Tableau: Sendable {
  struct Tier: Sendable {
    var strength: Strength
    var missed = Row()
    /// Constraints of the strength.
    var count = 0
  }

  private(set) var basics: [Symbol] = []
  private(set) var rows: [Row] = []
  private var places: [Symbol: Int] = [:]
  /// How often the basis has changed: what the work is counted by.
  private(set) var pivots = 0
  /// The strongest first.
  var tiers: [Tier] = []

  func row(of symbol: Symbol) -> Row? { places[symbol].map { rows[$0] } }

  /// `row` with basic symbols replaced by their formulas.
  func reduced(_ symbol: Symbol) -> Row {
    if let row = row(of: symbol) { return row }
    var row = Row()
    row.add(symbol, times: 1)
    return row
  }

  mutating func insert(_ symbol: Symbol, _ row: Row) {
    places[symbol] = rows.count
    basics.append(symbol)
    rows.append(row)
  }

  @discardableResult
  mutating func remove(_ symbol: Symbol) -> Row? {
    guard let place = places.removeValue(forKey: symbol) else { return nil }
    let row = rows[place]
    if place != rows.count - 1 {
      rows[place] = rows[rows.count - 1]
      basics[place] = basics[rows.count - 1]
      places[basics[place]] = place
    }
    rows.removeLast()
    basics.removeLast()
    return row
  }

  mutating func shift(_ symbol: Symbol, by delta: Double) {
    if let place = places[symbol] {
      rows[place].constant += delta
      return
    }
    for index in rows.indices {
      let factor = rows[index].factor(of: symbol)
      if factor != 0 { rows[index].constant -= delta * factor }
    }
  }

  mutating func substitute(_ symbol: Symbol, _ row: Row) {
    for index in rows.indices {
      rows[index].substitute(symbol, row)
      if basics[index].isRestricted, abs(rows[index].constant) < Row.tolerance { rows[index].constant = 0 }
    }
    for index in tiers.indices { tiers[index].missed.substitute(symbol, row) }
  }

  /// Takes a symbol that no constraint has any more out of what rounding left of it.
  mutating func purge(_ symbol: Symbol) {
    for index in rows.indices { rows[index].remove(symbol) }
    for index in tiers.indices { tiers[index].missed.remove(symbol) }
  }

  mutating func pivot(leaving: Symbol, entering: Symbol) {
    guard var row = remove(leaving) else { return }
    pivots += 1
    row.add(leaving, times: -1)
    row.solve(for: entering)
    substitute(entering, row)
    insert(entering, row)
  }

  // MARK: The primal method

  /// Pivots until no wish can be missed less without missing a stronger one more. Bland's rule: the first of several
  /// that would do, so that it ends, and ends the same every time.
  /// - Returns: false when the weakest tier has no smallest value.
  @discardableResult
  mutating func optimize() -> Bool {
    while let entering = improvement() {
      guard let leaving = leaving(for: entering) else { return false }
      pivot(leaving: leaving, entering: entering)
    }
    return true
  }

  /// Pivots until the first tier is as small as can be, whatever becomes of the others.
  mutating func minimizeFirstTier() {
    while let entering = tiers[0].missed.terms.first(where: { $0.symbol.isPivotable && $0.factor < 0 })?
      .symbol,
      let leaving = leaving(for: entering)
    {
      pivot(leaving: leaving, entering: entering)
    }
  }

  /// A symbol whose growth lessens what is missed, in the strongest tier that it concerns.
  private func improvement() -> Symbol? {
    var dearer: Set<Symbol> = []
    for tier in tiers {
      for term in tier.missed.terms where term.symbol.isPivotable && !dearer.contains(term.symbol) {
        if term.factor < 0 { return term.symbol }
      }
      for term in tier.missed.terms where term.factor > 0 { dearer.insert(term.symbol) }
    }
    return nil
  }

  /// The basic symbol that is zero first when `entering` grows.
  func leaving(for entering: Symbol) -> Symbol? {
    var best: (ratio: Double, symbol: Symbol)?
    for (index, row) in rows.enumerated() where basics[index].isRestricted {
      let factor = row.factor(of: entering)
      guard factor < 0 else { continue }
      let ratio = -row.constant / factor
      if best == nil || (ratio, basics[index]) < (best!.ratio, best!.symbol) { best = (ratio, basics[index]) }
    }
    return best?.symbol
  }

  // MARK: The dual method

  /// Pivots until nothing that has to be positive is negative. Starts from an optimum, ends at one.
  /// - Returns: a row that cannot be, with its symbol; nil when all is well.
  mutating func repair() -> Row? {
    for (index, symbol) in basics.enumerated() where symbol.kind == .dummy {
      if abs(rows[index].constant) > Row.tolerance { return impossible(symbol) }
    }
    while let leaving = negative() {
      guard let entering = replacement(of: leaving) else { return impossible(leaving) }
      pivot(leaving: leaving, entering: entering)
    }
    return nil
  }

  private func negative() -> Symbol? {
    var first: Symbol?
    for (index, symbol) in basics.enumerated() where symbol.isRestricted {
      if rows[index].constant < -Row.tolerance, first.map({ symbol < $0 }) ?? true { first = symbol }
    }
    return first
  }

  private func impossible(_ symbol: Symbol) -> Row? {
    var row = row(of: symbol)
    row?.add(symbol, times: -1)
    return row
  }

  /// The symbol whose growth costs least, compared tier by tier.
  private func replacement(of leaving: Symbol) -> Symbol? {
    guard let row = row(of: leaving) else { return nil }
    var best: (costs: [Double], symbol: Symbol)?
    for term in row.terms where term.symbol.isPivotable && term.factor > 0 {
      let costs = tiers.map { $0.missed.factor(of: term.symbol) / term.factor }
      if let known = best?.costs, !isLess(costs, known) { continue }
      best = (costs, term.symbol)
    }
    return best?.symbol
  }

  private func isLess(_ a: [Double], _ b: [Double]) -> Bool {
    for (x, y) in zip(a, b) where abs(x - y) > Row.tolerance { return x < y }
    return false
  }
}
