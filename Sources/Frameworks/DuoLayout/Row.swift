/// A column of the tableau. Later symbols are greater.
struct Symbol: Hashable, Comparable, Sendable {
  enum Kind: Int {
    /// An unknown of the caller: any number.
    case external
    /// What an inequality has left: never negative.
    case slack
    /// How far a wish is missed: never negative.
    case error
    /// Marks a required equation: always zero.
    case equation
  }

  private let raw: Int
  init(_ number: Int, _ kind: Kind) { raw = number << 2 | kind.rawValue }

  var kind: Kind { Kind(rawValue: raw & 3) ?? .external }
  /// May have any value in the basis above zero only.
  var isRestricted: Bool { kind != .external }
  /// May come into the basis while the simplex method looks for something better.
  var isPivotable: Bool { kind == .slack || kind == .error }

  static func < (a: Symbol, b: Symbol) -> Bool { a.raw < b.raw }
}

/// A constant and multiples of symbols. The terms are sorted, so that every run does the same.
struct Row: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    var symbol: Symbol
    var factor: Double
  }

  /// Smaller than this is zero: what rounding leaves.
  static let tolerance = 1e-9

  /// Whether a sum is what rounding leaves of summands of which one is `part`.
  static func isRest(_ sum: Double, of part: Double) -> Bool { abs(sum) <= max(tolerance, abs(part) * 1e-8) }

  var constant: Double
  private(set) var terms: [Term] = []

  init(constant: Double = 0) { self.constant = constant }

  /// The symbol alone.
  init(_ symbol: Symbol) {
    constant = 0
    terms = [Term(symbol: symbol, factor: 1)]
  }

  init(constant: Double, _ sums: [Symbol: Double]) {
    self.constant = constant
    terms = sums.lazy.filter { abs($0.value) > Row.tolerance }.map { Term(symbol: $0.key, factor: $0.value) }
    if terms.count > 1 { terms.sort { $0.symbol < $1.symbol } }
  }

  private func index(of symbol: Symbol) -> Int {
    var (low, high) = (0, terms.count)
    while low < high {
      let middle = (low + high) / 2
      if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func factor(of symbol: Symbol) -> Double {
    let place = index(of: symbol)
    return place < terms.count && terms[place].symbol == symbol ? terms[place].factor : 0
  }

  mutating func add(_ symbol: Symbol, times factor: Double) {
    let place = index(of: symbol)
    guard place < terms.count, terms[place].symbol == symbol else {
      if abs(factor) > Row.tolerance { terms.insert(Term(symbol: symbol, factor: factor), at: place) }
      return
    }
    terms[place].factor += factor
    if Row.isRest(terms[place].factor, of: factor) { terms.remove(at: place) }
  }

  mutating func add(_ other: Row, times factor: Double) {
    constant += other.constant * factor
    var sum: [Term] = []
    sum.reserveCapacity(terms.count + other.terms.count)
    var (mine, theirs) = (0, 0)
    while mine < terms.count || theirs < other.terms.count {
      if theirs == other.terms.count
        || (mine < terms.count && terms[mine].symbol < other.terms[theirs].symbol)
      {
        sum.append(terms[mine])
        mine += 1
        continue
      }
      var term = other.terms[theirs]
      term.factor *= factor
      theirs += 1
      let part = term.factor
      if mine < terms.count, terms[mine].symbol == term.symbol {
        term.factor += terms[mine].factor
        mine += 1
      }
      if !Row.isRest(term.factor, of: part) { sum.append(term) }
    }
    terms = sum
  }

  mutating func multiply(by factor: Double) {
    constant *= factor
    for index in terms.indices { terms[index].factor *= factor }
  }

  mutating func remove(_ symbol: Symbol) {
    let place = index(of: symbol)
    if place < terms.count, terms[place].symbol == symbol { terms.remove(at: place) }
  }

  /// Takes the row, which is equal to zero, for a formula of `symbol`.
  mutating func solve(for symbol: Symbol) {
    let factor = factor(of: symbol)
    remove(symbol)
    multiply(by: -1 / factor)
  }

  /// Puts `row` in the place of `symbol`.
  mutating func substitute(_ symbol: Symbol, _ row: Row) {
    let factor = factor(of: symbol)
    guard factor != 0 else { return }
    remove(symbol)
    add(row, times: factor)
  }
}
