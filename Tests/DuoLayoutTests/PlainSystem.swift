@testable import DuoLayout

/// A small system of constraints, solved without any cleverness: wherever as many of its planes meet as there are
/// unknowns, what is missed there is added up, tier by tier. The best place is one of these: what is missed is linear
/// between the planes. A wide box keeps everything finite.
struct PlainSystem {
  struct Line {
    var factors: [Double]
    var constant: Double
    var relation: LinearConstraint.Relation
    var strength: Float

    func value(_ point: [Double]) -> Double { zip(factors, point).reduce(constant) { $0 + $1.0 * $1.1 } }

    func missed(_ point: [Double]) -> Double {
      let value = value(point)
      switch relation {
      case .equalToZero: return abs(value)
      case .atLeastZero: return max(-value, 0)
      case .atMostZero: return max(value, 0)
      }
    }
  }

  static let edge = 10_000.0
  var count: Int
  var lines: [Line]

  static func random(_ random: inout SeededRandom, unknowns: Int, lines: Int) -> PlainSystem {
    PlainSystem(count: unknowns, lines: (0..<lines).map { _ in line(&random, unknowns) })
  }

  static func line(_ random: inout SeededRandom, _ unknowns: Int) -> Line {
    var factors = (0..<unknowns).map { _ in random.int(2) == 0 ? 0 : Double(random.int(7) - 3) }
    if factors.allSatisfy({ $0 == 0 }) { factors[random.int(unknowns)] = 1 }
    return Line(
      factors: factors, constant: Double(random.int(41) - 20),
      relation: [.equalToZero, .atLeastZero, .atMostZero][random.int(3)],
      strength: [1000, 1000, 750, 749, 250, 1][random.int(6)])
  }

  var strengths: [Float] { Set(lines.map(\.strength)).filter { $0 < 1000 }.sorted(by: >) }

  /// What is missed at a point, the strongest wishes first; nil where something required is.
  func missed(_ point: [Double]) -> [Double]? {
    if lines.contains(where: { $0.strength >= 1000 && $0.missed(point) > 1e-6 }) { return nil }
    return strengths.map { strength in
      lines.filter { $0.strength == strength }.reduce(0) { $0 + $1.missed(point) }
    }
  }

  /// The best places and what is missed there; nil when what is required cannot be.
  func best() -> (missed: [Double], points: [[Double]])? {
    var best: (missed: [Double], points: [[Double]])?
    for point in corners() {
      guard let missed = missed(point) else { continue }
      if let known = best {
        if same(missed, known.missed) {
          best?.points.append(point)
        } else if less(missed, known.missed) {
          best = (missed, [point])
        }
      } else {
        best = (missed, [point])
      }
    }
    return best
  }

  var isPossible: Bool { best() != nil }

  /// Whether an unknown differs between the best places.
  func isAmbiguous(_ unknown: Int) -> Bool {
    let values = best()?.points.map { $0[unknown] } ?? []
    return (values.max() ?? 0) - (values.min() ?? 0) > 1e-6
  }

  private func corners() -> [[Double]] {
    var planes = lines.map { (factors: $0.factors, constant: $0.constant) }
    for unknown in 0..<count {
      var factors = Array(repeating: 0.0, count: count)
      factors[unknown] = 1
      planes.append((factors, PlainSystem.edge))
      planes.append((factors, -PlainSystem.edge))
    }
    var corners: [[Double]] = []
    func choose(_ chosen: [Int], from start: Int) {
      if chosen.count == count {
        if let point = meet(chosen.map { planes[$0] }),
          point.allSatisfy({ abs($0) <= PlainSystem.edge + 1e-6 })
        {
          corners.append(point)
        }
        return
      }
      for next in start..<planes.count { choose(chosen + [next], from: next + 1) }
    }
    choose([], from: 0)
    return corners
  }

  /// Gauss, with the largest pivot.
  private func meet(_ planes: [(factors: [Double], constant: Double)]) -> [Double]? {
    var matrix = planes.map { $0.factors + [-$0.constant] }
    for column in 0..<count {
      let pivot = (column..<count).max { abs(matrix[$0][column]) < abs(matrix[$1][column]) }!
      if abs(matrix[pivot][column]) < 1e-9 { return nil }
      matrix.swapAt(pivot, column)
      for row in 0..<count where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        for index in 0...count { matrix[row][index] -= factor * matrix[column][index] }
      }
    }
    return (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
  }
}

func same(_ a: [Double], _ b: [Double]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) < 1e-5 } }

private func less(_ a: [Double], _ b: [Double]) -> Bool {
  for (x, y) in zip(a, b) where abs(x - y) >= 1e-5 { return x < y }
  return false
}

extension PlainSystem.Line {
  func constraint(_ variables: [Variable]) -> LinearConstraint {
    LinearConstraint(
      LinearExpression(Dictionary(uniqueKeysWithValues: zip(variables, factors)), constant: constant),
      relation, Strength(rawValue: strength))
  }
}
