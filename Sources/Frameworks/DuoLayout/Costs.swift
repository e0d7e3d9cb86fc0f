/// What one more of a symbol costs in wishes that are missed, by their strengths, the strongest first; what is not there is
/// nothing.
struct Costs: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var strength: Strength
    var cost: Double
  }

  private(set) var entries: [Entry] = []

  mutating func add(_ strength: Strength, _ cost: Double) {
    let place = entries.firstIndex { $0.strength <= strength } ?? entries.count
    if place < entries.count, entries[place].strength == strength {
      entries[place].cost += cost
      if abs(entries[place].cost) <= Row.tolerance { entries.remove(at: place) }
    } else if abs(cost) > Row.tolerance {
      entries.insert(Entry(strength: strength, cost: cost), at: place)
    }
  }

  /// - Returns: whether there was something.
  mutating func remove(_ strength: Strength) -> Bool {
    let count = entries.count
    entries.removeAll { $0.strength == strength }
    return entries.count != count
  }

  func divided(by factor: Double) -> Costs {
    var costs = self
    for index in costs.entries.indices { costs.entries[index].cost /= factor }
    return costs
  }

  /// Whether the strongest difference is that this is less.
  func isLess(than other: Costs) -> Bool {
    var (mine, theirs) = (entries[...], other.entries[...])
    while let strength = [mine.first, theirs.first].compactMap({ $0?.strength }).max() {
      let own = mine.first?.strength == strength ? mine.removeFirst().cost : 0
      let their = theirs.first?.strength == strength ? theirs.removeFirst().cost : 0
      if abs(own - their) > Row.tolerance { return own < their }
    }
    return false
  }
}
