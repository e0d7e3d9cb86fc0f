/// An unknown of the solver.
package struct Variable: Hashable, Sendable {
  let symbol: Symbol
}

/// A sum of multiples of unknowns, and a constant.
package struct LinearExpression: Hashable, Sendable {
  package private(set) var terms: [Variable: Double]
  package var constant: Double

  package init(_ terms: [Variable: Double] = [:], constant: Double = 0) {
    self.terms = terms.filter { $0.value != 0 }
    self.constant = constant
  }

  package mutating func add(_ variable: Variable, times factor: Double = 1) {
    let sum = terms[variable, default: 0] + factor
    terms[variable] = sum == 0 ? nil : sum
  }

  package mutating func add(_ other: LinearExpression, times factor: Double = 1) {
    for (variable, coefficient) in other.terms { add(variable, times: coefficient * factor) }
    constant += other.constant * factor
  }
}

/// An expression that shall be zero, at least zero, or at most zero.
package struct LinearConstraint: Hashable, Sendable {
  package enum Relation: Hashable, Sendable { case equalToZero, atLeastZero, atMostZero }

  package var expression: LinearExpression
  package var relation: Relation
  package var strength: Strength

  package init(_ expression: LinearExpression, _ relation: Relation, _ strength: Strength = .required) {
    self.expression = expression
    self.relation = relation
    self.strength = strength
  }
}

/// Required constraints that cannot all hold, in the order in which they were added. Each is needed: without it the
/// rest can hold.
package struct Conflict: Error, Hashable, Sendable {
  package var constraints: [ConstraintID]
}

/// A constraint of a solver.
package struct ConstraintID: Hashable, Comparable, Sendable {
  let number: Int

  /// By the time of adding.
  package static func < (a: ConstraintID, b: ConstraintID) -> Bool { a.number < b.number }
}
