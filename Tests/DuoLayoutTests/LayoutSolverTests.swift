import Testing

@testable import DuoLayout

@Suite struct LayoutSolverTests {
  private func expression(_ terms: (Variable, Double)..., constant: Double = 0) -> LinearExpression {
    LinearExpression(Dictionary(uniqueKeysWithValues: terms.map { ($0.0, $0.1) }), constant: constant)
  }

  @Test func twoViewsSideBySideShareAWidth() throws {
    var solver = LayoutSolver()
    let (a, b, gap) = (solver.makeVariable(), solver.makeVariable(), 8.0)
    try solver.add(LinearConstraint(expression((a, 1), (b, 1), constant: gap - 100), .equalToZero))
    try solver.add(LinearConstraint(expression((a, 1), (b, -1)), .equalToZero))
    #expect(solver.value(of: a) == 46)
    #expect(solver.value(of: b) == 46)
  }

  @Test func oneStrongWishOutweighsManyWeakOnes() throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    for value in 1...50 {
      try solver.add(
        LinearConstraint(
          expression((x, 1), constant: Double(-value)), .equalToZero, Strength(rawValue: 250)))
    }
    #expect((25...26).contains(solver.value(of: x)))
    let strong = try solver.add(
      LinearConstraint(expression((x, 1), constant: -1000), .atLeastZero, Strength(rawValue: 250.5)))
    #expect(solver.value(of: x) == 1000)
    solver.remove(strong)
    #expect((25...26).contains(solver.value(of: x)))
  }

  @Test func contradictionsNameWhatIsNeededForThem() throws {
    var solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let low = try solver.add(LinearConstraint(expression((x, 1), constant: -10), .atLeastZero))
    try solver.add(LinearConstraint(expression((y, 1), constant: -3), .equalToZero))
    let before = solver.value(of: x)
    #expect {
      try solver.add(LinearConstraint(expression((x, 1), constant: -9), .atMostZero))
    } throws: { error in
      guard let conflict = error as? Conflict else { return false }
      return conflict.constraints.count == 2 && conflict.constraints.first == low
    }
    #expect(solver.value(of: x) == before)
    let sum = try solver.add(LinearConstraint(expression((x, 1), (y, 1), constant: -13), .equalToZero))
    #expect(throws: Conflict.self) { try solver.setConstants([sum: -12]) }
    #expect(solver.constraint(sum)?.expression.constant == -13)
    try solver.setConstants([sum: -15])
    #expect(solver.value(of: x) == 12)
  }

  @Test func whatNobodySaysIsAmbiguousAndZero() throws {
    var solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    #expect(solver.value(of: x) == 0)
    #expect(solver.isAmbiguous(x))
    try solver.add(LinearConstraint(expression((x, 1), constant: -4), .equalToZero))
    #expect(!solver.isAmbiguous(x))
    #expect(solver.isAmbiguous(y))
  }

  /// Random systems are as good as brute force finds them, or contradict themselves where it finds nothing, and the
  /// named constraints do so minimally.
  @Test func randomSystemsMissAsLittleAsBruteForce() {
    var wrong: [String] = []
    var (conflicts, solved) = (0, 0)
    for seed in 0..<400 {
      var random = SeededRandom(UInt64(seed))
      let plain = PlainSystem.random(&random, unknowns: 1 + random.int(3), lines: 2 + random.int(5))
      var solver = LayoutSolver()
      let variables = (0..<plain.count).map { _ in solver.makeVariable() }
      var held: [ConstraintID: Int] = [:]
      var kept = PlainSystem(count: plain.count, lines: [])
      for (index, line) in plain.lines.enumerated() {
        do {
          held[try solver.add(line.constraint(variables))] = index
          kept.lines.append(line)
        } catch {
          conflicts += 1
          wrong += check(error, held, plain, newest: index).map { "seed \(seed): \($0)" }
        }
      }
      solved += 1
      wrong += differences(solver, variables, kept).map { "seed \(seed): \($0)" }
    }
    #expect(wrong == [])
    #expect(conflicts > 20 && solved == 400)
  }

  private func check(
    _ conflict: Conflict, _ held: [ConstraintID: Int], _ plain: PlainSystem, newest: Int
  ) -> [String] {
    let named = conflict.constraints.map { held[$0] ?? newest }
    guard named.contains(newest) else { return ["the new constraint is not named"] }
    var system = PlainSystem(count: plain.count, lines: named.map { plain.lines[$0] })
    if system.lines.contains(where: { $0.strength < 1000 }) { return ["a wish is named"] }
    if system.isPossible { return ["possible: \(named)"] }
    let lines = system.lines
    return lines.indices.compactMap { index in
      system.lines = lines
      system.lines.remove(at: index)
      return system.isPossible ? nil : "\(named[index]) is not needed"
    }
  }

  private func differences(
    _ solver: LayoutSolver, _ variables: [Variable], _ plain: PlainSystem
  ) -> [String] {
    guard let best = plain.best() else { return ["brute force finds nothing"] }
    let point = variables.map { solver.value(of: $0) }
    guard let missed = plain.missed(point) else { return ["\(point) breaks a requirement"] }
    var found: [String] = []
    if !same(missed, best.missed) { found.append("misses \(missed), could \(best.missed)") }
    for (index, variable) in variables.enumerated()
    where solver.isAmbiguous(variable) != plain.isAmbiguous(index) {
      found.append("ambiguity of \(index): \(solver.isAmbiguous(variable))")
    }
    return found
  }

  /// Any history of adding, removing and new constants ends where the same system from scratch does.
  @Test func everyHistoryEndsWhereBruteForceDoes() {
    var wrong: [String] = []
    var edits = 0
    for seed in 0..<120 {
      var random = SeededRandom(UInt64(1000 + seed))
      let count = 1 + random.int(3)
      var solver = LayoutSolver()
      let variables = (0..<count).map { _ in solver.makeVariable() }
      var system: [(id: ConstraintID, line: PlainSystem.Line)] = []
      for step in 0..<25 {
        switch random.int(system.count > 5 ? 3 : 5) {
        case 0 where !system.isEmpty:
          solver.remove(system.remove(at: random.int(system.count)).id)
        case 1 where !system.isEmpty, 2 where !system.isEmpty:
          let changed = system.map { entry in
            var entry = entry
            if random.int(2) == 0 { entry.line.constant += Double(random.int(9) - 4) }
            return entry
          }
          let constants = changed.map { ($0.id, $0.line.constant) }
          let plain = PlainSystem(count: count, lines: changed.map(\.line))
          do {
            try solver.setConstants(Dictionary(uniqueKeysWithValues: constants))
            system = changed
            edits += 1
          } catch { if plain.isPossible { wrong.append("seed \(seed) step \(step): refused") } }
        default:
          let line = PlainSystem.line(&random, count)
          if system.count < 7, let id = try? solver.add(line.constraint(variables)) {
            system.append((id, line))
          }
        }
        let plain = PlainSystem(count: count, lines: system.map(\.line))
        wrong += differences(solver, variables, plain).map { "seed \(seed) step \(step): \($0)" }
      }
    }
    #expect(wrong == [])
    #expect(edits > 300)
  }

  /// Adding something and taking it away again changes nothing that is not a matter of choice.
  @Test func addingThenRemovingChangesNothing() throws {
    var wrong: [String] = []
    for seed in 0..<200 {
      var random = SeededRandom(UInt64(5000 + seed))
      let count = 3 + random.int(10)
      var solver = LayoutSolver()
      let variables = (0..<count).map { _ in solver.makeVariable() }
      for _ in 0..<(2 * count) {
        let line = PlainSystem.line(&random, count)
        _ = try? solver.add(line.constraint(variables))
      }
      let fixed = variables.filter { !solver.isAmbiguous($0) }
      let before = fixed.map { solver.value(of: $0) }
      var added: [ConstraintID] = []
      for _ in 0..<4 {
        if let id = try? solver.add(PlainSystem.line(&random, count).constraint(variables)) {
          added.append(id)
        }
      }
      for id in added.shuffled(using: &random) { solver.remove(id) }
      let after = fixed.map { solver.value(of: $0) }
      if !same(before, after) { wrong.append("seed \(seed): \(before) \(after)") }
    }
    #expect(wrong == [])
  }

  @Test func theSameCallsGiveTheSameAnswer() {
    func answer() -> [Double] {
      var random = SeededRandom(7)
      var solver = LayoutSolver()
      let variables = (0..<12).map { _ in solver.makeVariable() }
      for _ in 0..<14 { _ = try? solver.add(PlainSystem.line(&random, 12).constraint(variables)) }
      return variables.map { solver.value(of: $0) }
    }
    #expect(answer() == answer())
  }

  @Test func violationsAreWhatIsMissing() throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    try solver.add(LinearConstraint(expression((x, 1), constant: -5), .equalToZero))
    let asked = [
      (LinearConstraint.Relation.equalToZero, -7.0, 2.0), (.atLeastZero, -7, 2), (.atLeastZero, -3, 0),
      (.atMostZero, -7, 0), (.atMostZero, -1, 4),
    ]
    let missed = asked.map { relation, constant, _ in
      solver.violation(of: LinearConstraint(expression((x, 1), constant: constant), relation))
    }
    #expect(missed == asked.map(\.2))
  }
}
