import Testing

@testable import DuoLayout

/// A system as it stands, for a solver that is changed again and again and for one that is made from scratch.
private struct Ledger {
  var solver = LayoutSolver()
  var variables: [Variable] = []
  var held: [(id: ConstraintID, line: PlainSystem.Line)] = []

  init(_ count: Int) { variables = (0..<count).map { _ in solver.makeVariable() } }

  var point: [Double] { variables.map { solver.value(of: $0) } }
  var plain: PlainSystem { PlainSystem(count: variables.count, lines: held.map(\.line)) }

  /// The same system, solved from nothing.
  func fresh() -> (solver: LayoutSolver, point: [Double], isPossible: Bool) {
    var solver = LayoutSolver()
    let variables = self.variables.map { _ in solver.makeVariable() }
    var isPossible = true
    for (_, line) in held {
      do { try solver.add(line.constraint(variables)) } catch { isPossible = false }
    }
    return (solver, variables.map { solver.value(of: $0) }, isPossible)
  }

  /// One change at random; changes that are refused leave everything as it was.
  mutating func edit(_ random: inout SeededRandom, most: Int) {
    switch random.int(held.count >= most ? 3 : 5) {
    case 0 where !held.isEmpty: solver.remove(held.remove(at: random.int(held.count)).id)
    case 1 where !held.isEmpty, 2 where !held.isEmpty:
      var changed = held
      for index in changed.indices where random.int(4) == 0 {
        changed[index].line.constant += Double(random.int(21) - 10)
      }
      let constants = Dictionary(uniqueKeysWithValues: changed.map { ($0.id, $0.line.constant) })
      if (try? solver.setConstants(constants)) != nil { held = changed }
    default:
      let line = Self.sparse(&random, variables.count)
      if let id = try? solver.add(line.constraint(variables)) { held.append((id, line)) }
    }
  }

  /// Two or three unknowns in a line, as views have them.
  static func sparse(_ random: inout SeededRandom, _ count: Int) -> PlainSystem.Line {
    var factors = Array(repeating: 0.0, count: count)
    for _ in 0..<(1 + random.int(3)) { factors[random.int(count)] = [1, -1, 0.5, 2][random.int(4)] }
    return PlainSystem.Line(
      factors: factors, constant: Double(random.int(401) - 200),
      relation: [.equalToZero, .atLeastZero, .atMostZero][random.int(3)],
      strength: [1000, 1000, 1000, 750, 500, 250, 50][random.int(7)])
  }
}

@Suite struct LayoutHistoryTests {
  /// Long histories miss as much as the same system made at once, tier by tier, and break nothing required.
  @Test func longHistoriesEndWhereAFreshSolverDoes() {
    var wrong: [String] = []
    var (compared, refusals) = (0, 0)
    for seed in 0..<6 {
      var random = SeededRandom(UInt64(300 + seed))
      var ledger = Ledger(24)
      for step in 0..<300 {
        let before = (ledger.held.count, ledger.point)
        ledger.edit(&random, most: 60)
        if ledger.held.count == before.0 { refusals += 1 }
        guard step % 20 == 19 else { continue }
        let plain = ledger.plain
        let fresh = ledger.fresh()
        guard fresh.isPossible, let best = plain.missed(fresh.point), let missed = plain.missed(ledger.point)
        else {
          wrong.append("seed \(seed) step \(step): something required is missed")
          continue
        }
        compared += 1
        if zip(best, missed).contains(where: { abs($0 - $1) > 1e-4 }) {
          wrong.append("seed \(seed) step \(step): \(missed) \(best)")
        }
      }
    }
    #expect(wrong == [])
    #expect(compared > 60 && refusals > 100)
  }

  /// What nothing leaves open has one value, however the solver came there.
  @Test func whatIsNotAmbiguousHasOneValue() {
    var wrong: [String] = []
    var fixed = 0
    for seed in 0..<8 {
      var random = SeededRandom(UInt64(800 + seed))
      var ledger = Ledger(10)
      for step in 0..<120 {
        ledger.edit(&random, most: 25)
        guard step % 15 == 14 else { continue }
        let fresh = ledger.fresh()
        for (index, variable) in ledger.variables.enumerated() where !ledger.solver.isAmbiguous(variable) {
          fixed += 1
          if abs(fresh.point[index] - ledger.point[index]) > 1e-4 {
            wrong.append("seed \(seed) step \(step) variable \(index): \(ledger.point[index])")
          }
        }
      }
    }
    #expect(wrong == [])
    #expect(fixed > 50)
  }

  /// Nothing of what was taken away stays in the tableau.
  @Test func aLongHistoryLeavesNothingBehind() {
    var random = SeededRandom(77)
    var ledger = Ledger(12)
    for _ in 0..<600 { ledger.edit(&random, most: 30) }
    let fresh = ledger.fresh().solver
    #expect(ledger.solver.tableau.rows.count <= fresh.tableau.rows.count + ledger.variables.count)
    for (id, _) in ledger.held { ledger.solver.remove(id) }
    let left = ledger.solver.tableau
    #expect(left.tiers.isEmpty && left.basics.allSatisfy { $0.kind == .external })
    #expect(ledger.variables.allSatisfy { ledger.solver.isAmbiguous($0) })
  }

  /// A refused change leaves every value, also after others.
  @Test func refusalsChangeNothing() throws {
    var solver = LayoutSolver()
    let (a, b) = (solver.makeVariable(), solver.makeVariable())
    let sum = try solver.add(
      LinearConstraint(LinearExpression([a: 1, b: 1], constant: -100), .equalToZero))
    let least = try solver.add(LinearConstraint(LinearExpression([a: 1], constant: -30), .atLeastZero))
    try solver.add(LinearConstraint(LinearExpression([b: 1], constant: -20), .atLeastZero))
    try solver.add(
      LinearConstraint(LinearExpression([a: 1], constant: 0), .equalToZero, Strength(rawValue: 10)))
    for _ in 0..<50 {
      #expect(throws: Conflict.self) { try solver.setConstants([sum: -49, least: -30]) }
      #expect(throws: Conflict.self) {
        try solver.add(LinearConstraint(LinearExpression([b: 1], constant: -71), .atLeastZero))
      }
      solver.remove(ConstraintID(number: 9999))
      try solver.setConstants([ConstraintID(number: 9999): 4])
    }
    #expect(solver.value(of: a) == 30 && solver.value(of: b) == 70)
    try solver.setConstants([sum: -60, least: -40])
    #expect(solver.value(of: a) == 40 && solver.value(of: b) == 20)
  }

  // MARK: Work

  /// A column of views, each below the one before, with heights that are wishes.
  private func chain(_ count: Int) throws -> (LayoutSolver, first: ConstraintID, middle: ConstraintID) {
    var solver = LayoutSolver()
    var ids: [ConstraintID] = []
    var last: Variable?
    var first: ConstraintID?
    for _ in 0..<count {
      let (top, height) = (solver.makeVariable(), solver.makeVariable())
      let place =
        last.map { LinearExpression([top: 1, $0: -1], constant: -8) } ?? LinearExpression([top: 1])
      let id = try solver.add(LinearConstraint(place, .equalToZero))
      if first == nil { first = id }
      ids.append(
        try solver.add(
          LinearConstraint(
            LinearExpression([height: 1], constant: -20), .equalToZero, Strength(rawValue: 750))))
      let end = solver.makeVariable()
      try solver.add(LinearConstraint(LinearExpression([end: 1, top: -1, height: -1]), .equalToZero))
      last = end
    }
    return (solver, first ?? ids[0], ids[count / 2])
  }

  private func terms(_ solver: LayoutSolver) -> Int {
    solver.tableau.rows.reduce(0) { $0 + $1.terms.count }
  }

  /// A change of one constant does not set the whole basis to work, and a column of twice as many views takes about
  /// twice as many pivots.
  @Test func workGrowsWithTheSystem() throws {
    var built: [Int] = []
    for count in [50, 100, 200] {
      var (solver, first, middle) = try chain(count)
      built.append(solver.tableau.pivots)
      let before = solver.tableau.pivots
      for step in 0..<40 { try solver.setConstants([first: Double(-step), middle: Double(-20 - step % 3)]) }
      #expect(solver.tableau.pivots - before <= 80)
    }
    #expect(built[1] <= 3 * built[0] + 10 && built[2] <= 3 * built[1] + 10)
    let (small, large) = (terms(try chain(50).0), terms(try chain(100).0))
    // Each place stands for the heights above it, at most.
    #expect(large <= 5 * small)
  }
}
