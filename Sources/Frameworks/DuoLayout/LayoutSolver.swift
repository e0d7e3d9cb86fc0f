/// Solves linear constraints of different strengths, incrementally. A value: copy it to try something.
///
/// All required constraints hold. Of the wishes, the sum of what is missed by those of the greatest strength is as small
/// as can be, then of the next, and so on: no number of weak wishes outweighs a stronger one. Where that leaves a choice,
/// the answer is one of those allowed. The same calls give the same answer.
package struct LayoutSolver: Sendable {
  struct Record: Sendable {
    var constraint: LinearConstraint
    var marker: Symbol
    /// The second symbol of a wish.
    var other: Symbol?
    /// -1 where the expression stands with its sign turned in the tableau.
    var sign: Double
    var errors: [Symbol]
  }

  var tableau = Tableau()
  private(set) var records: [ConstraintID: Record] = [:]
  private var owners: [Symbol: ConstraintID] = [:]
  private var count = 0
  /// The pivots when the tableau was written last.
  var renewedAt = 0

  package init() {}

  package mutating func makeVariable() -> Variable { Variable(symbol: makeSymbol(.external)) }

  /// The present answer; 0 for a variable that nothing is said of.
  package func value(of variable: Variable) -> Double { tableau.values(of: [variable.symbol])[0] }

  /// The present answers of many unknowns, in one go.
  package func values(of variables: [Variable]) -> [Double] { tableau.values(of: variables.map(\.symbol)) }

  /// How many rows of the tableau have been written since the start: the work, in numbers that do not depend on the machine.
  package var work: Int { tableau.rowOperations }

  /// The unknowns whose answers are others than when this was asked last, and their answers; at first all that are not 0.
  /// Costs what is written and what leans on it, however much else there is.
  package mutating func newAnswers() -> [(variable: Variable, value: Double)] {
    tableau.newAnswers().map { (Variable(symbol: $0.symbol), $0.value) }
  }

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
    renewIfWorn()
    let id = ConstraintID(number: nextNumber())
    let record = makeRecord(constraint)
    records[id] = record
    owners[record.marker] = id
    do {
      try insert(equation(of: record), of: record)
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
    renewIfWorn()
    guard let record = records.removeValue(forKey: id) else { return }
    owners[record.marker] = nil
    watch(record, by: -1)
    release(record.marker)
    for symbol in [record.marker, record.other].compactMap(\.self) { tableau.purge(symbol) }
    tableau.optimize()
  }

  /// Gives constraints other constants, all at once.
  /// - Throws: what cannot hold together with these constants. Nothing has changed then.
  package mutating func setConstants(_ constants: [ConstraintID: Double]) throws(Conflict) {
    renewIfWorn()
    let changes = constants.sorted { $0.key < $1.key }.compactMap { id, constant in
      records[id].map { (id: id, old: $0.constraint.expression.constant, new: constant) }
    }
    for change in changes { shift(change.id, to: change.new) }
    guard tableau.hasSuspects else { return }
    let shifted = self
    if let row = tableau.repair() {
      let conflict = conflict(of: row)
      self = shifted
      for change in changes { shift(change.id, to: change.old) }
      throw conflict
    }
  }

  private mutating func shift(_ id: ConstraintID, to constant: Double) {
    guard let record = records[id] else { return }
    let delta = constant - record.constraint.expression.constant
    guard delta != 0 else { return }
    records[id]?.constraint.expression.constant = constant
    tableau.shift(record.marker, by: delta * record.sign)
  }

  /// Whether the constraints, in their strengths, allow the variable more than one value.
  package func isAmbiguous(_ variable: Variable) -> Bool {
    guard tableau.isBasic(variable.symbol) else { return true }
    let row = tableau.unfolded(Row(variable.symbol))
    guard row.terms.allSatisfy({ $0.symbol.isRestricted }) else { return true }
    return [1.0, -1].contains { direction in
      var trial = tableau
      let weakest = Strength(rawValue: -1)
      trial.count(weakest, by: 1)
      trial.charge(row, weakest, times: direction)
      guard trial.optimize() else { return true }
      return abs(trial.values(of: [variable.symbol])[0] - row.constant) > 1e-6
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
      let marker = makeSymbol(isEquation ? .equation : .slack)
      return Record(constraint: constraint, marker: marker, other: nil, sign: sign, errors: [])
    }
    let marker = makeSymbol(isEquation ? .error : .slack)
    let other = makeSymbol(.error)
    return Record(
      constraint: constraint, marker: marker, other: other, sign: sign,
      errors: isEquation ? [marker, other] : [other])
  }

  /// `expression - marker + other = 0`, as the caller said it.
  func equation(of record: Record) -> Row {
    var row = Row(constant: record.constraint.expression.constant * record.sign)
    for (variable, factor) in record.constraint.expression.terms {
      row.add(variable.symbol, times: factor * record.sign)
    }
    row.add(record.marker, times: -1)
    if let other = record.other { row.add(other, times: 1) }
    return row
  }

  private mutating func insert(_ equation: Row, of record: Record) throws(Conflict) {
    // An unknown that no formula has cannot lead in a circle: the equation is its formula as it stands.
    var unused: [Row.Term] = []
    for term in equation.terms where term.symbol.kind == .external {
      if !tableau.isBasic(term.symbol), tableau.isUnused(term.symbol) { unused.append(term) }
    }
    if let unknown = greatest(unused) { return place(unknown, equation) }
    var row = tableau.unfolded(equation)
    if abs(row.constant) < Row.tolerance { row.constant = 0 }
    if let unknown = greatest(row.terms.filter { $0.symbol.kind == .external }) { return place(unknown, row) }
    if row.constant < 0 { row.multiply(by: -1) }
    for symbol in [record.marker, record.other].compactMap(\.self)
    where symbol.isPivotable && row.factor(of: symbol) < 0 {
      return place(symbol, row)
    }
    if row.terms.allSatisfy({ $0.symbol.kind == .equation }) {
      guard row.constant == 0 else { throw conflict(of: row) }
      return place(record.marker, row)
    }
    try insertAtLeastCost(row, of: record)
  }

  /// The symbol with the greatest factor, the first of several: dividing by a small one makes errors large.
  func greatest(_ terms: [Row.Term]) -> Symbol? {
    var best: Row.Term?
    for term in terms where best.map({ abs(term.factor) > abs($0.factor) }) ?? true { best = term }
    return best?.symbol
  }

  private mutating func place(_ symbol: Symbol, _ equation: Row) {
    var row = equation
    row.solve(for: symbol)
    tableau.place(symbol, row)
  }

  /// Adds the row of a required constraint that does not hold as things are: what has to give way does so where it costs
  /// least. Trying first what can hold and looking after the wishes then would take many wishes away, only to fulfil them
  /// again.
  private mutating func insertAtLeastCost(_ row: Row, of record: Record) throws(Conflict) {
    // Mostly that hurts nothing else, and what cannot fail needs no copy to go back to.
    if let entering = tableau.cheapest(in: row, growing: false), tableau.canTake(entering, from: row) {
      return place(entering, row)
    }
    let before = tableau
    var formula = row
    formula.solve(for: record.marker)
    tableau.insert(record.marker, formula)
    if let impossible = tableau.fulfil(record.marker) ?? tableau.repair() {
      let conflict = conflict(of: impossible)
      tableau = before
      throw conflict
    }
  }

  /// Adds the constraint's errors to what is missed in its tier, or takes them away.
  private mutating func watch(_ record: Record, by factor: Double) {
    let strength = record.constraint.strength
    guard !record.errors.isEmpty else { return }
    for error in record.errors {
      tableau.charge(tableau.unfolded(Row(error)), strength, times: factor)
    }
    tableau.count(strength, by: Int(factor))
  }

  /// Takes the marker of a constraint that goes out of every row, so that the rest stays possible.
  private mutating func release(_ marker: Symbol) {
    if !tableau.isBasic(marker), let leaving = rowToLeave(for: marker) {
      tableau.pivot(leaving: leaving, entering: marker)
    }
    if let row = tableau.remove(marker) {
      tableau.define(marker, by: row)
      return
    }
    // Only formulas of unknowns have it. The one that leans on no other of them goes.
    let users = tableau.users(of: marker)
    guard
      let free = users.first(where: { user in
        users.count == 1 || !tableau.foundations(of: [user]).contains { $0 != user && users.contains($0) }
      }), let formula = tableau.remove(free), users.count > 1
    else { return }
    var row = tableau.unfolded(formula)
    row.add(free, times: -1)
    row.solve(for: marker)
    tableau.define(marker, by: row)
  }

  /// The basic restricted symbol that makes room for a marker whose constraint goes.
  private mutating func rowToLeave(for marker: Symbol) -> Symbol? {
    var best: (rank: Int, ratio: Double, symbol: Symbol)?
    for symbol in tableau.users(of: marker) where symbol.isRestricted {
      guard let row = tableau.row(of: symbol) else { continue }
      let factor = row.factor(of: marker)
      let rank = symbol.kind == .equation ? 0 : factor < 0 ? 1 : 2
      let ratio = rank == 0 ? 0 : row.constant / abs(factor)
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
