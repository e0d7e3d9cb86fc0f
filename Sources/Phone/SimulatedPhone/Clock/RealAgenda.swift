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
    var isPlanned: Bool
    var action: @Sendable (Int) -> Void
  }

  /// Sorted, the first at the end: agendas in real time are short.
  private var items: [Item] = []
  private var nextNumber = 0
  /// Entries other than the clock's own stops.
  private(set) var plannedCount = 0
  /// The last planned entry went since somebody set this to false.
  var becameEmpty = false

  var firstTime: PhoneTime? { items.last?.key.time }

  /// - Parameter action: learns the entry's number.
  mutating func add(
    at time: PhoneTime, isPlanned: Bool = true, _ action: @escaping @Sendable (Int) -> Void
  ) -> Key {
    let key = Key(time: time, number: nextNumber)
    nextNumber += 1
    let place = items.firstIndex { $0.key < key } ?? items.endIndex
    items.insert(Item(key: key, isPlanned: isPlanned, action: action), at: place)
    if isPlanned { plannedCount += 1 }
    return key
  }

  mutating func remove(_ key: Key) { remove(number: key.number) }

  mutating func remove(number: Int) {
    guard let place = items.firstIndex(where: { $0.key.number == number }) else { return }
    note(items.remove(at: place))
  }

  mutating func takeFirst(upTo time: PhoneTime) -> (@Sendable () -> Void)? {
    guard let first = items.last, first.key.time <= time else { return nil }
    note(items.removeLast())
    return { first.action(first.key.number) }
  }

  private mutating func note(_ gone: Item) {
    guard gone.isPlanned else { return }
    plannedCount -= 1
    if plannedCount == 0 { becameEmpty = true }
  }
}
