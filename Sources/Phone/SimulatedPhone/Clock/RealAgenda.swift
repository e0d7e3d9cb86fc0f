import PhoneModel

/// What a real clock has still to do, by time and, for one time, by age. A value; it never reads a clock.
struct RealAgenda {
  struct Key: Hashable, Comparable, Sendable {
    var time: PhoneTime
    var number: Int

    static func < (a: Key, b: Key) -> Bool {
      a.time != b.time ? a.time < b.time : a.number < b.number
    }
  }

  private struct Item {
    var key: Key
    var countsAsPlanned: Bool
    var action: @Sendable () -> Void
  }

  /// Sorted, the first at the end: agendas in real time are short.
  private var items: [Item] = []
  private var nextNumber = 0
  /// Entries other than the clock's own stops.
  private(set) var plannedCount = 0
  /// The last planned entry went since somebody set this to false.
  var becameEmpty = false

  var firstTime: PhoneTime? { items.last?.key.time }

  mutating func add(
    at time: PhoneTime, countsAsPlanned: Bool = true, _ action: @escaping @Sendable () -> Void
  ) -> Key {
    let key = Key(time: time, number: nextNumber)
    nextNumber += 1
    let place = items.firstIndex { $0.key < key } ?? items.endIndex
    items.insert(Item(key: key, countsAsPlanned: countsAsPlanned, action: action), at: place)
    if countsAsPlanned { plannedCount += 1 }
    return key
  }

  mutating func replace(_ key: Key, _ action: @escaping @Sendable () -> Void) {
    guard let place = items.firstIndex(where: { $0.key == key }) else { return }
    items[place].action = action
  }

  mutating func remove(_ key: Key) { remove(number: key.number) }

  mutating func remove(number: Int) {
    guard let place = items.firstIndex(where: { $0.key.number == number }) else { return }
    note(items.remove(at: place))
  }

  mutating func takeFirst(upTo time: PhoneTime) -> (@Sendable () -> Void)? {
    guard let first = items.last, first.key.time <= time else { return nil }
    note(items.removeLast())
    return first.action
  }

  private mutating func note(_ gone: Item) {
    guard gone.countsAsPlanned else { return }
    plannedCount -= 1
    if plannedCount == 0 { becameEmpty = true }
  }
}
