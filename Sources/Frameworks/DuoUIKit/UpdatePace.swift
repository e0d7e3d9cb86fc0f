/// Notices updates of a window that never end: each asks for the next one.
///
/// On a phone such an app works on at full load, one update for each picture. Phone time stands still while the main queue is
/// busy, so here it would hang; once it is found, the updates come one for each picture too.
struct UpdatePace {
  /// So many updates in a row, each of which asked for the next, are endless. [ours]
  static let most = 100
  /// Names that are told.
  private static let names = 3

  /// How many updates in a row asked for another one.
  private(set) var streak = 0
  private var isTold = false
  /// Who had work in the newest update, in order, once each.
  private var workers: [String] = []

  /// The next update that is asked for comes with the display's next picture.
  var isEndless: Bool { streak >= Self.most }
  /// The next update may be the one that is told of.
  var isWatching: Bool { streak == Self.most - 1 && !isTold }

  /// Somebody has work in this update.
  mutating func note(_ worker: @autoclosure () -> String) {
    guard isWatching else { return }
    let name = worker()
    if !workers.contains(name) { workers.append(name) }
  }

  /// An update is over.
  /// - Parameter asksForMore: It was asked for another one meanwhile.
  /// - Returns: a sentence, the first time that it is found to be endless.
  mutating func ended(asksForMore: Bool) -> String? {
    streak = asksForMore ? streak + 1 : 0
    defer { workers = [] }
    guard isEndless, !isTold else { return nil }
    isTold = true
    let rest = workers.count - Self.names
    let who =
      workers.isEmpty
      ? "nobody who is known"
      : workers.prefix(Self.names).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return "\(Self.most) updates in a row asked for another one: \(who) had work in the last of them"
  }
}
