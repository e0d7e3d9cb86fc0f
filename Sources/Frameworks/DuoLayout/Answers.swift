/// What is known of the values of the caller's unknowns, so that only those are found again that may be others.
struct Answers: Sendable {
  /// As told last; 0 where there is none.
  fileprivate var told: [Symbol: Double] = [:]
  /// Symbols whose formulas, or values, are others since then. Some are there more than once.
  fileprivate var written: [Symbol] = []
  private var most = 64

  mutating func wrote(_ symbol: Symbol) {
    written.append(symbol)
    guard written.count >= most else { return }
    // Nobody may ask for a long time.
    written = Array(Set(written)).sorted()
    most = max(64, written.count * 2)
  }
}

extension Tableau {
  /// The unknowns whose values are others than when this was asked last, each after those that it leans on.
  mutating func newAnswers() -> [(symbol: Symbol, value: Double)] {
    let written = answers.written.sorted()
    answers.written = []
    var concerned = Set(written)
    var changed: [(symbol: Symbol, value: Double)] = []
    for (symbol, users) in dependents(of: written) {
      guard concerned.contains(symbol) else { continue }
      if symbol.kind == .external {
        let (old, new) = (answers.told[symbol] ?? 0, answer(symbol))
        guard new != old else { continue }
        answers.told[symbol] = isBasic(symbol) ? new : nil
        changed.append((symbol, new))
      }
      concerned.formUnion(users)
    }
    return changed
  }

  private func answer(_ symbol: Symbol) -> Double {
    guard let formula = row(of: symbol) else { return 0 }
    var value = formula.constant
    for term in formula.terms {
      let known = term.symbol.kind == .external ? answers.told[term.symbol] : row(of: term.symbol)?.constant
      if let known { value += known * term.factor }
    }
    return value
  }

  /// These symbols and the unknowns whose formulas lean on them, each before those that lean on it itself, with the latter.
  private mutating func dependents(of symbols: [Symbol]) -> [(symbol: Symbol, users: [Symbol])] {
    var order: [(symbol: Symbol, users: [Symbol])] = []
    var met: Set<Symbol> = []
    // Without recursion: thousands may lean on a formula, one on another.
    var open: [(symbol: Symbol, users: [Symbol]?)] = symbols.map { ($0, nil) }
    while let (symbol, known) = open.popLast() {
      if let known {
        order.append((symbol, known))
        continue
      }
      guard met.insert(symbol).inserted else { continue }
      let users = users(of: symbol).filter { $0.kind == .external }
      open.append((symbol, users))
      for user in users where !met.contains(user) { open.append((user, nil)) }
    }
    return order.reversed()
  }
}
