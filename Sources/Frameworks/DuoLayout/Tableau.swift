/// The simplex tableau: every basic symbol as a formula of others, and what is missed of the wishes of each strength.
///
/// Two kinds of rows. A restricted symbol's formula has symbols that are zero, so that the simplex method can read it. An
/// unknown of the caller bounds nothing: its formula is kept as it was found, may lean on other formulas, in no circle, and
/// no pivot touches it. Only so does a column of a thousand views, each below the one before, stay a thousand short rows.
struct Tableau: Sendable {
  struct Tier: Sendable {
    var strength: Strength
    /// Constraints of the strength.
    var count = 0
  }

  /// The basic symbols whose rows have a symbol. Some may not have it any more, some may be there twice.
  private struct Column: Sendable {
    var users: [Symbol] = []
    /// With so many it is looked through: what nobody reads must not fill with what is no longer so. Twice what was left
    /// the last time, so that looking costs no more than noting did.
    var most = 64

    /// - Returns: whether it is to be looked through.
    mutating func add(_ user: Symbol) -> Bool {
      users.append(user)
      return users.count >= most
    }
  }

  private(set) var basics: [Symbol] = []
  private(set) var rows: [Row] = []
  private var places: [Symbol: Int] = [:]
  private var columns: [Symbol: Column] = [:]
  /// What the growth of a symbol that is zero adds to what is missed.
  private var costs: [Symbol: Costs] = [:]
  /// Symbols whose costs have changed since nothing could be missed less.
  private var recosted: [Symbol] = []
  /// Restricted symbols whose values were not allowed when they were looked at last.
  private var suspects: [Symbol] = []
  /// The strongest first.
  private(set) var tiers: [Tier] = []
  var answers = Answers()

  /// How often the basis has changed, and how many rows that and changes of constants wrote: what the work is counted by.
  private(set) var pivots = 0
  private(set) var rowOperations = 0

  init() {}

  /// An empty one that goes on counting, and knows what was told of the other's answers.
  init(after other: Tableau) {
    pivots = other.pivots
    rowOperations = other.rowOperations
    answers = other.answers
  }

  func row(of symbol: Symbol) -> Row? { places[symbol].map { rows[$0] } }
  func isBasic(_ symbol: Symbol) -> Bool { places[symbol] != nil }

  // MARK: Rows

  mutating func insert(_ symbol: Symbol, _ row: Row) {
    places[symbol] = rows.count
    basics.append(symbol)
    rows.append(row)
    rowOperations += 1
    for term in row.terms { note(symbol, uses: term.symbol) }
    suspect(symbol, row.constant)
    answers.wrote(symbol)
  }

  @discardableResult
  mutating func remove(_ symbol: Symbol) -> Row? {
    guard let place = places.removeValue(forKey: symbol) else { return nil }
    let row = rows[place]
    answers.wrote(symbol)
    if place != rows.count - 1 {
      rows[place] = rows[rows.count - 1]
      basics[place] = basics[rows.count - 1]
      places[basics[place]] = place
    }
    rows.removeLast()
    basics.removeLast()
    return row
  }

  /// The basic symbols whose rows have the symbol, in their order.
  mutating func users(of symbol: Symbol) -> [Symbol] {
    guard let noted = columns[symbol]?.users else { return [] }
    var users: [Symbol] = []
    for user in noted.count > 1 ? noted.sorted() : noted where users.last != user {
      if let place = places[user], rows[place].factor(of: symbol) != 0 { users.append(user) }
    }
    columns[symbol] = users.isEmpty ? nil : Column(users: users, most: max(64, users.count * 2))
    return users
  }

  /// No formula has the symbol.
  mutating func isUnused(_ symbol: Symbol) -> Bool { columns[symbol] == nil || users(of: symbol).isEmpty }

  mutating func shift(_ symbol: Symbol, by delta: Double) {
    if let place = places[symbol] { change(place) { $0.constant += delta } }
    for user in users(of: symbol) {
      guard let place = places[user] else { continue }
      let factor = rows[place].factor(of: symbol)
      change(place) { $0.constant -= delta * factor }
    }
  }

  private mutating func change(_ place: Int, _ body: (inout Row) -> Void) {
    body(&rows[place])
    rowOperations += 1
    suspect(basics[place], rows[place].constant)
    answers.wrote(basics[place])
  }

  /// A value may be one that is not allowed.
  var hasSuspects: Bool { !suspects.isEmpty }

  private mutating func suspect(_ symbol: Symbol, _ constant: Double) {
    guard symbol.isRestricted, abs(constant) > Row.tolerance else { return }
    if constant < 0 || symbol.kind == .equation { suspects.append(symbol) }
  }

  /// Puts `row` in the place of a symbol that is not zero any more, in the rows of restricted symbols and in the costs.
  private mutating func substitute(_ symbol: Symbol, _ row: Row) {
    for user in users(of: symbol) where user.isRestricted { replace(symbol, by: row, in: user) }
    guard let moved = costs.removeValue(forKey: symbol) else { return }
    for entry in moved.entries { charge(row, entry.strength, times: entry.cost) }
  }

  /// Puts a formula in the place of a symbol that goes for good, in the formulas of the caller's unknowns.
  mutating func define(_ symbol: Symbol, by row: Row) {
    for user in users(of: symbol) { replace(symbol, by: row, in: user) }
  }

  private mutating func replace(_ symbol: Symbol, by row: Row, in user: Symbol) {
    guard let place = places[user] else { return }
    let isRestricted = user.isRestricted
    var new: [Symbol] = []
    change(place) {
      $0.substitute(symbol, row) { new.append($0) }
      if isRestricted, abs($0.constant) < Row.tolerance { $0.constant = 0 }
    }
    for other in new { note(user, uses: other) }
  }

  private mutating func note(_ user: Symbol, uses symbol: Symbol) {
    if columns[symbol, default: Column()].add(user) { _ = users(of: symbol) }
  }

  /// Takes a symbol that no constraint has any more out of what rounding left of it.
  mutating func purge(_ symbol: Symbol) {
    for user in users(of: symbol) {
      if let place = places[user] { change(place) { $0.remove(symbol) } }
    }
    columns[symbol] = nil
    costs[symbol] = nil
  }

  mutating func pivot(leaving: Symbol, entering: Symbol) {
    guard var row = remove(leaving) else { return }
    pivots += 1
    row.add(leaving, times: -1)
    row.solve(for: entering)
    substitute(entering, row)
    insert(entering, row)
  }

  /// Makes a symbol that was zero basic, by a row of zeros.
  mutating func place(_ symbol: Symbol, _ row: Row) {
    if symbol.isRestricted { substitute(symbol, row) }
    insert(symbol, row)
  }

  // MARK: Wishes

  /// Counts one constraint more or less of the strength. The last one takes what rounding left of its costs along.
  mutating func count(_ strength: Strength, by number: Int) {
    let place = tiers.firstIndex { $0.strength <= strength } ?? tiers.count
    if place == tiers.count || tiers[place].strength != strength {
      tiers.insert(Tier(strength: strength), at: place)
    }
    tiers[place].count += number
    guard tiers[place].count == 0 else { return }
    tiers.remove(at: place)
    for symbol in costs.keys.sorted() where costs[symbol]?.remove(strength) == true {
      recosted.append(symbol)
    }
  }

  /// Adds a formula to what is missed of the wishes of the strength.
  mutating func charge(_ row: Row, _ strength: Strength, times factor: Double) {
    for term in row.terms {
      costs[term.symbol, default: Costs()].add(strength, term.factor * factor)
      recosted.append(term.symbol)
    }
  }

  // MARK: The primal method

  /// Pivots until no wish can be missed less without missing a stronger one more. Bland's rule: the first of several
  /// that would do, so that it ends, and ends the same every time.
  /// - Returns: false when the weakest tier has no smallest value.
  @discardableResult
  mutating func optimize() -> Bool {
    while let entering = improvement() {
      guard let leaving = leaving(for: entering) else { return false }
      pivot(leaving: leaving, entering: entering)
    }
    return true
  }

  /// A symbol whose growth lessens what is missed, in the strongest tier that it concerns; the first of the strongest.
  private mutating func improvement() -> Symbol? {
    var best: (strength: Strength, symbol: Symbol)?
    var left: [Symbol] = []
    for symbol in recosted where symbol.isPivotable {
      guard let first = costs[symbol]?.entries.first, first.cost < 0, places[symbol] == nil else { continue }
      left.append(symbol)
      if let known = best, (known.strength, symbol) >= (first.strength, known.symbol) { continue }
      best = (first.strength, symbol)
    }
    recosted = left
    return best?.symbol
  }

  /// The basic symbol that is zero first when `entering` grows.
  private mutating func leaving(for entering: Symbol) -> Symbol? {
    var best: (ratio: Double, symbol: Symbol)?
    for symbol in users(of: entering) where symbol.isRestricted {
      guard let place = places[symbol] else { continue }
      let factor = rows[place].factor(of: entering)
      guard factor < 0 else { continue }
      let ratio = -rows[place].constant / factor
      if best == nil || (ratio, symbol) < (best!.ratio, best!.symbol) { best = (ratio, symbol) }
    }
    return best?.symbol
  }

  // MARK: The dual method

  /// Pivots until nothing that has to be positive is negative. Starts from an optimum, ends at one.
  /// - Returns: a row that cannot be, with its symbol; nil when all is well.
  mutating func repair() -> Row? {
    for symbol in suspects.sorted() where symbol.kind == .equation {
      if let row = row(of: symbol), abs(row.constant) > Row.tolerance { return impossible(symbol) }
    }
    while let leaving = negative() {
      guard let entering = replacement(of: leaving) else { return impossible(leaving) }
      pivot(leaving: leaving, entering: entering)
    }
    return nil
  }

  /// Takes the marker of a required equation out of the basis, at the least cost; values that are not allowed may be left
  /// elsewhere. Nothing happens for other symbols.
  /// - Returns: the marker's row if nothing can make it zero.
  mutating func fulfil(_ marker: Symbol) -> Row? {
    guard marker.kind == .equation, let row = row(of: marker) else { return nil }
    let isZero = abs(row.constant) <= Row.tolerance
    var entering: Symbol?
    if isZero || row.constant < 0 { entering = replacement(of: marker, growing: true) }
    if entering == nil, isZero || row.constant > 0 { entering = replacement(of: marker, growing: false) }
    guard let entering else { return isZero ? nil : impossible(marker) }
    pivot(leaving: marker, entering: entering)
    return nil
  }

  private mutating func negative() -> Symbol? {
    var left: [Symbol] = []
    for symbol in suspects.sorted() where left.last != symbol {
      if let place = places[symbol], rows[place].constant < -Row.tolerance { left.append(symbol) }
    }
    suspects = left
    return left.first
  }

  private func impossible(_ symbol: Symbol) -> Row? {
    var row = row(of: symbol)
    row?.add(symbol, times: -1)
    return row
  }

  private func replacement(of leaving: Symbol, growing: Bool = true) -> Symbol? {
    row(of: leaving).flatMap { cheapest(in: $0, growing: growing) }
  }

  /// The symbol whose growth costs least, compared tier by tier, of those with which the sum grows or shrinks.
  func cheapest(in row: Row, growing: Bool) -> Symbol? {
    var best: (costs: Costs, symbol: Symbol)?
    for term in row.terms where term.symbol.isPivotable {
      let factor = growing ? term.factor : -term.factor
      guard factor > 0 else { continue }
      let ratio = (costs[term.symbol] ?? Costs()).divided(by: factor)
      if let known = best?.costs, !ratio.isLess(than: known) { continue }
      best = (ratio, term.symbol)
    }
    return best?.symbol
  }

  /// Whether the symbol can become so great that the row, which is positive, is zero, with every other value still allowed.
  mutating func canTake(_ entering: Symbol, from row: Row) -> Bool {
    guard row.constant != 0, let leaving = leaving(for: entering), let limit = self.row(of: leaving) else {
      return true
    }
    return -row.constant / row.factor(of: entering) < -limit.constant / limit.factor(of: entering)
  }
}
