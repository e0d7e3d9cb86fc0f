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
    // Through pointers, here and where rows are added: most of a pivot's time goes here, and without the optimiser each
    // access to an array is a call.
    terms.withUnsafeBufferPointer { buffer in
      guard let terms = buffer.baseAddress else { return 0 }
      var (low, high) = (0, buffer.count)
      while low < high {
        let middle = (low + high) / 2
        if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
      }
      return low
    }
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

  /// - Parameter onNew: called with each symbol that the row did not have before.
  mutating func add(_ other: Row, times factor: Double, onNew: (Symbol) -> Void = { _ in }) {
    constant += other.constant * factor
    let old = terms
    terms = Array(unsafeUninitializedCapacity: old.count + other.terms.count) { buffer, count in
      guard let sum = buffer.baseAddress else { return }
      old.withUnsafeBufferPointer { mine in
        other.terms.withUnsafeBufferPointer { theirs in
          count = Row.merge(mine, theirs, times: factor, into: sum, onNew)
        }
      }
    }
  }

  /// - Returns: how many terms there are in `sum`.
  private static func merge(
    _ mine: UnsafeBufferPointer<Term>, _ theirs: UnsafeBufferPointer<Term>, times factor: Double,
    into sum: UnsafeMutablePointer<Term>, _ onNew: (Symbol) -> Void
  ) -> Int {
    let (myCount, theirCount) = (mine.count, theirs.count)
    var (my, their, count) = (0, 0, 0)
    while my < myCount || their < theirCount {
      if their == theirCount
        || (my < myCount && mine.baseAddress![my].symbol < theirs.baseAddress![their].symbol)
      {
        (sum + count).initialize(to: mine.baseAddress![my])
        my += 1
        count += 1
        continue
      }
      var term = theirs.baseAddress![their]
      term.factor *= factor
      their += 1
      let part = term.factor
      var isNew = true
      if my < myCount, mine.baseAddress![my].symbol == term.symbol {
        term.factor += mine.baseAddress![my].factor
        my += 1
        isNew = false
      }
      if isRest(term.factor, of: part) { continue }
      (sum + count).initialize(to: term)
      count += 1
      if isNew { onNew(term.symbol) }
    }
    return count
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
  /// - Parameter onNew: called with each symbol that the row did not have before.
  mutating func substitute(_ symbol: Symbol, _ row: Row, onNew: (Symbol) -> Void = { _ in }) {
    let factor = factor(of: symbol)
    guard factor != 0 else { return }
    remove(symbol)
    add(row, times: factor, onNew: onNew)
  }
}
