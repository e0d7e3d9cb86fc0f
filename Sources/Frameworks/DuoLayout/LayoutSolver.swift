/// Solves linear constraints of different strengths, incrementally. A value: copy it to try something.
///
/// All required constraints hold. Of the wishes, the sum of what is missed by those of the greatest strength is as small
/// as can be, then of the next, and so on: no number of weak wishes outweighs a stronger one. Where that leaves a choice,
/// the answer is one of those allowed. The same calls give the same answer.
package struct LayoutSolver: Sendable {
  private struct Record: Sendable {
    var constraint: LinearConstraint
    var marker: Symbol
    /// The second symbol of a wish.
    var other: Symbol?
    /// -1 where the expression stands with its sign turned in the tableau.
    var sign: Double
    var errors: [Symbol]
  }

  private(set) var tableau = Tableau()
  private var records: [ConstraintID: Record] = [:]
  private var owners: [Symbol: ConstraintID] = [:]
  private var count = 0

  package init() {}

  package mutating func makeVariable() -> Variable { Variable(symbol: makeSymbol(.external)) }

  /// The present answer; 0 for a variable that nothing is said of.
  package func value(of variable: Variable) -> Double { tableau.row(of: variable.symbol)?.constant ?? 0 }

  package func constraint(_ id: ConstraintID) -> LinearConstraint? { records[id]?.constraint }

  /// How far the answer is from what the constraint asks for; 0 where it holds.
  package func violation(of constraint: LinearConstraint) -> Double {
    let value = constraint.expression.terms.reduce(constraint.expression.constant) {
      $0 + $1.value * self.value(of: $1.key)
    }
    switch constraint.relation {
    case .equalToZero: return abs(value)
    case .atLeastZero: return max(-value, 0)
    case .atMostZero: return max(value, 0)
    }
  }

  // MARK: Changes

  /// - Throws: what a required constraint contradicts, itself included. Nothing has changed then.
  @discardableResult
  package mutating func add(_ constraint: LinearConstraint) throws(Conflict) -> ConstraintID {
    let id = ConstraintID(number: nextNumber())
    var record = makeRecord(constraint)
    records[id] = record
    owners[record.marker] = id
    do {
      try insert(equation(of: &record), of: record)
    } catch {
      records[id] = nil
      owners[record.marker] = nil
      throw error
    }
    watch(record, by: 1)
    tableau.optimize()
    return id
  }

  package mutating func remove(_ id: ConstraintID) {
    guard let record = records.removeValue(forKey: id) else { return }
    owners[record.marker] = nil
    watch(record, by: -1)
    if tableau.remove(record.marker) == nil, let leaving = rowToLeave(for: record.marker) {
      tableau.pivot(leaving: leaving, entering: record.marker)
      tableau.remove(record.marker)
    }
    for symbol in [record.marker, record.other].compactMap(\.self) { tableau.purge(symbol) }
    tableau.optimize()
  }

  /// Gives constraints other constants, all at once.
  /// - Throws: what cannot hold together with these constants. Nothing has changed then.
  package mutating func setConstants(_ constants: [ConstraintID: Double]) throws(Conflict) {
    let before = self
    for (id, constant) in constants.sorted(by: { $0.key < $1.key }) {
      guard let record = records[id] else { continue }
      let delta = constant - record.constraint.expression.constant
      guard delta != 0 else { continue }
      records[id]?.constraint.expression.constant = constant
      tableau.shift(record.marker, by: delta * record.sign)
    }
    if let row = tableau.repair() {
      let conflict = conflict(of: row)
      self = before
      throw conflict
    }
  }

  /// Whether the constraints, in their strengths, allow the variable more than one value.
  package func isAmbiguous(_ variable: Variable) -> Bool {
    guard let row = tableau.row(of: variable.symbol), row.terms.allSatisfy({ $0.symbol.isRestricted }) else {
      return true
    }
    return [1.0, -1].contains { direction in
      var trial = tableau
      var wish = row
      wish.multiply(by: direction)
      trial.tiers.append(Tableau.Tier(strength: Strength(rawValue: -1), missed: wish))
      guard trial.optimize(), let end = trial.row(of: variable.symbol)?.constant else { return true }
      return abs(end - row.constant) > 1e-6
    }
  }

  // MARK: Inside

  private mutating func nextNumber() -> Int {
    count += 1
    return count
  }

  private mutating func makeSymbol(_ kind: Symbol.Kind) -> Symbol { Symbol(nextNumber(), kind) }

  private mutating func makeRecord(_ constraint: LinearConstraint) -> Record {
    let isEquation = constraint.relation == .equalToZero
    let sign: Double = constraint.relation == .atMostZero ? -1 : 1
    if constraint.strength >= .required {
      let marker = makeSymbol(isEquation ? .dummy : .slack)
      return Record(constraint: constraint, marker: marker, other: nil, sign: sign, errors: [])
    }
    let marker = makeSymbol(isEquation ? .error : .slack)
    let other = makeSymbol(.error)
    return Record(
      constraint: constraint, marker: marker, other: other, sign: sign,
      errors: isEquation ? [marker, other] : [other])
  }

  /// `expression - marker + other = 0`, in symbols that are not basic.
  private func equation(of record: inout Record) -> Row {
    var row = Row(constant: record.constraint.expression.constant * record.sign)
    for (variable, factor) in record.constraint.expression.terms.sorted(by: { $0.key.symbol < $1.key.symbol })
    {
      row.add(tableau.reduced(variable.symbol), times: factor * record.sign)
    }
    row.add(record.marker, times: -1)
    if let other = record.other { row.add(other, times: 1) }
    if abs(row.constant) < Row.tolerance { row.constant = 0 }
    return row
  }

  private mutating func insert(_ equation: Row, of record: Record) throws(Conflict) {
    var row = equation
    if let external = row.terms.first(where: { $0.symbol.kind == .external })?.symbol {
      return place(external, &row)
    }
    if row.constant < 0 { row.multiply(by: -1) }
    for symbol in [record.marker, record.other].compactMap(\.self)
    where symbol.isPivotable && row.factor(of: symbol) < 0 {
      return place(symbol, &row)
    }
    if row.terms.allSatisfy({ $0.symbol.kind == .dummy }) {
      guard row.constant == 0 else { throw conflict(of: row) }
      return place(record.marker, &row)
    }
    try insertByArtificial(row, of: record)
  }

  private mutating func place(_ symbol: Symbol, _ row: inout Row) {
    row.solve(for: symbol)
    tableau.substitute(symbol, row)
    tableau.insert(symbol, row)
  }

  /// Adds a row that no symbol of its own solves, by making a helper symbol as small as can be.
  private mutating func insertByArtificial(_ row: Row, of record: Record) throws(Conflict) {
    let before = tableau
    let artificial = makeSymbol(.slack)
    let wishes = tableau.tiers
    tableau.insert(artificial, row)
    tableau.tiers = [Tableau.Tier(strength: .required, missed: row)] + wishes
    // The first tier only: the wishes are looked after when the constraint is in.
    tableau.minimizeFirstTier()
    let missed = tableau.tiers[0].missed
    tableau.tiers.removeFirst()
    if missed.constant > Row.tolerance {
      let conflict = conflict(of: missed)
      tableau = before
      throw conflict
    }
    if let left = tableau.row(of: artificial) {
      let pivot = left.terms.first { $0.symbol.isPivotable }?.symbol ?? record.marker
      tableau.pivot(leaving: artificial, entering: pivot)
    }
    tableau.purge(artificial)
  }

  /// Adds the constraint's errors to what is missed in its tier, or takes them away.
  private mutating func watch(_ record: Record, by factor: Double) {
    let strength = record.constraint.strength
    guard !record.errors.isEmpty else { return }
    var place = tableau.tiers.firstIndex { $0.strength <= strength } ?? tableau.tiers.count
    if place == tableau.tiers.count || tableau.tiers[place].strength != strength {
      tableau.tiers.insert(Tableau.Tier(strength: strength), at: place)
      place = tableau.tiers.firstIndex { $0.strength == strength } ?? place
    }
    for error in record.errors { tableau.tiers[place].missed.add(tableau.reduced(error), times: factor) }
    tableau.tiers[place].count += Int(factor)
    if tableau.tiers[place].count == 0 { tableau.tiers.remove(at: place) }
  }

  /// The basic symbol that makes room for a marker whose constraint goes, so that the rest stays possible.
  private func rowToLeave(for marker: Symbol) -> Symbol? {
    var best: (rank: Int, ratio: Double, symbol: Symbol)?
    for (symbol, row) in zip(tableau.basics, tableau.rows) {
      let factor = row.factor(of: marker)
      guard factor != 0 else { continue }
      let rank = symbol.kind == .dummy ? 0 : !symbol.isRestricted ? 3 : factor < 0 ? 1 : 2
      let ratio = rank == 1 || rank == 2 ? row.constant / abs(factor) : 0
      if best == nil || (rank, ratio, symbol) < (best!.rank, best!.ratio, best!.symbol) {
        best = (rank, ratio, symbol)
      }
    }
    return best?.symbol
  }

  /// The constraints of which an impossible row is a sum: those whose markers it has.
  private func conflict(of row: Row) -> Conflict {
    Conflict(constraints: row.terms.compactMap { owners[$0.symbol] }.sorted())
  }
}
