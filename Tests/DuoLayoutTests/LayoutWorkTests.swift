import Testing

@testable import DuoLayout

/// How much the solver does, in rows that it writes.
@Suite struct LayoutWorkTests {
  private struct Screen {
    var solver = LayoutSolver()
    var heights: [ConstraintID] = []
    var tops: [Variable] = []
    var terms: Int { solver.tableau.rows.reduce(0) { $0 + $1.terms.count } }
  }

  private func limit(_ variable: Variable, _ solver: inout LayoutSolver) throws {
    try solver.add(LinearConstraint(LinearExpression([variable: 1]), .atLeastZero))
  }

  /// A column of views, each below the one before, as layout says it: sizes are not negative, heights are required.
  private func column(_ count: Int) throws -> Screen {
    var screen = Screen()
    for _ in 0..<count {
      let (top, height) = (screen.solver.makeVariable(), screen.solver.makeVariable())
      try limit(height, &screen.solver)
      var place = LinearExpression([top: 1])
      if let above = screen.tops.last,
        let size = screen.heights.last.flatMap({ screen.solver.constraint($0) })
      {
        place.add(above, times: -1)
        place.add(size.expression, times: -1)
        place.constant = -2
      }
      try screen.solver.add(LinearConstraint(place, .equalToZero))
      screen.heights.append(
        try screen.solver.add(LinearConstraint(LinearExpression([height: 1], constant: -10), .equalToZero)))
      screen.tops.append(top)
    }
    return screen
  }

  /// Twice as many views take twice the work and twice the room, and a change writes the rows that it concerns.
  @Test func aColumnTakesWorkByItsLength() throws {
    var work: [Int] = []
    var room: [Int] = []
    for count in [100, 200, 400] {
      var screen = try column(count)
      work.append(screen.solver.work)
      room.append(screen.terms)
      let before = screen.solver.work
      for id in [screen.heights[0], screen.heights[count / 2], screen.heights[count - 1]] {
        try screen.solver.setConstants([id: -20])
      }
      #expect(screen.solver.work - before <= 12)
      #expect(screen.solver.values(of: [screen.tops[count - 1]]) == [Double((count - 1) * 12 + 20)])
    }
    #expect(work[1] <= 2 * work[0] + 10 && work[2] <= 2 * work[1] + 10)
    #expect(room[1] <= 2 * room[0] + 10 && room[2] <= 2 * room[1] + 10)
  }

  /// Taking one constraint out of the middle and putting it back writes a few rows, not all below it.
  @Test func oneConstraintLessIsLittleWork() throws {
    var screen = try column(400)
    let before = screen.solver.work
    let id = screen.heights[200]
    let constraint = try #require(screen.solver.constraint(id))
    screen.solver.remove(id)
    try screen.solver.add(constraint)
    #expect(screen.solver.work - before <= 20)
    #expect(screen.solver.value(of: screen.tops[399]) == Double(399 * 12))
  }

  /// Views that have nothing to do with each other stay apart, wishes included.
  @Test func neighboursDoNotPay() throws {
    var solver = LayoutSolver()
    var wishes: [ConstraintID] = []
    var work: [Int] = []
    for _ in 0..<300 {
      let before = solver.work
      let (width, outer) = (solver.makeVariable(), solver.makeVariable())
      try limit(width, &solver)
      try limit(outer, &solver)
      try solver.add(LinearConstraint(LinearExpression([outer: 1], constant: -50), .equalToZero))
      try solver.add(LinearConstraint(LinearExpression([outer: 1, width: -1]), .atLeastZero))
      for (relation, strength) in [(LinearConstraint.Relation.atMostZero, Float(250)), (.atLeastZero, 750)] {
        wishes.append(
          try solver.add(
            LinearConstraint(
              LinearExpression([width: 1], constant: -60), relation, Strength(rawValue: strength))))
      }
      #expect(solver.value(of: width) == 50)
      work.append(solver.work - before)
    }
    #expect(work.max() == work.first)
    let before = solver.work
    try solver.setConstants([wishes[300]: -40, wishes[301]: -40])
    #expect(solver.work - before <= 12)
  }

  /// A tableau that was written anew says what it said, and as much may be changed after it.
  @Test func renewingChangesNoValue() throws {
    var random = SeededRandom(5)
    var solver = LayoutSolver()
    let variables = (0..<12).map { _ in solver.makeVariable() }
    var ids: [ConstraintID] = []
    var wrong: [String] = []
    for step in 0..<120 {
      let line = LinearConstraint(
        LinearExpression(
          [variables[random.int(6)]: 1, variables[6 + random.int(6)]: -1], constant: Double(random.int(50))),
        [.equalToZero, .atLeastZero, .atMostZero][random.int(3)],
        Strength(rawValue: Float(random.int(4)) * 200))
      ids.append(try solver.add(line))
      if step % 3 == 2 { solver.remove(ids.remove(at: random.int(ids.count))) }
      let (values, pivots) = (solver.values(of: variables), solver.tableau.pivots)
      solver.renewedAt = -10_000
      solver.renewIfWorn()
      #expect(solver.renewedAt == pivots)
      for (old, new) in zip(values, solver.values(of: variables)) where abs(old - new) > 1e-6 {
        wrong.append("step \(step): \(old) \(new)")
      }
      if Set(solver.tableau.basics).count != ids.count { wrong.append("step \(step): rows") }
    }
    #expect(wrong == [])
  }

  /// What is told of new answers adds up to all of them, whatever comes, goes and changes; and nothing is told twice.
  @Test func newAnswersAddUpToAll() throws {
    var random = SeededRandom(11)
    var wrong: [String] = []
    for system in 0..<6 {
      var solver = LayoutSolver()
      let variables = (0..<14).map { _ in solver.makeVariable() }
      var ids: [ConstraintID] = []
      var known: [Variable: Double] = [:]
      for step in 0..<80 {
        let line = LinearConstraint(
          LinearExpression(
            [variables[random.int(7)]: 1, variables[7 + random.int(7)]: Double(random.int(3)) - 1],
            constant: Double(random.int(50))),
          [.equalToZero, .atLeastZero, .atMostZero][random.int(3)],
          Strength(rawValue: [0.5, 250, 750, 1000][random.int(4)]))
        if let id = try? solver.add(line) { ids.append(id) }
        if step % 3 == 2, !ids.isEmpty { solver.remove(ids.remove(at: random.int(ids.count))) }
        if step % 4 == 3, !ids.isEmpty {
          _ = try? solver.setConstants([ids[random.int(ids.count)]: Double(random.int(90))])
        }
        if step % 2 == 1 { continue }
        for (variable, value) in solver.newAnswers() {
          if known[variable] == value { wrong.append("system \(system), step \(step): told again") }
          known[variable] = value
        }
        if variables.map({ known[$0] ?? 0 }) != solver.values(of: variables) {
          wrong.append("system \(system), step \(step)")
        }
        if !solver.newAnswers().isEmpty { wrong.append("system \(system), step \(step): not at rest") }
      }
    }
    #expect(wrong == [])
  }

  /// A required equation that joins what was apart takes from the weakest wish, and leaves all others alone.
  @Test func joiningTakesFromTheWeakest() throws {
    var pivots: [Int] = []
    for count in [10, 20] {
      var solver = LayoutSolver()
      let rows = (0..<count).map { _ in (0..<4).map { _ in solver.makeVariable() } }
      for (number, row) in rows.enumerated() {
        for (index, width) in row.enumerated() {
          try limit(width, &solver)
          let strength: Float = number == 0 && index == 2 ? 100 : 500
          try solver.add(
            LinearConstraint(
              LinearExpression([width: 1], constant: -10), .equalToZero, Strength(rawValue: strength)))
        }
        guard number > 1 else { continue }
        var difference = LinearExpression()
        for width in row { difference.add(width) }
        for width in rows[1] { difference.add(width, times: -1) }
        try solver.add(LinearConstraint(difference, .equalToZero))
      }
      var difference = LinearExpression(constant: -15)
      for width in rows[0] { difference.add(width) }
      for width in rows[1] { difference.add(width, times: -1) }
      let before = solver.tableau.pivots
      try solver.add(LinearConstraint(difference, .equalToZero))
      pivots.append(solver.tableau.pivots - before)
      #expect(solver.values(of: rows[0]) == [10, 10, 25, 10])
      #expect(solver.values(of: rows[count - 1]) == [10, 10, 10, 10])
    }
    #expect(pivots[0] <= 2 && pivots[1] == pivots[0])
  }
}
