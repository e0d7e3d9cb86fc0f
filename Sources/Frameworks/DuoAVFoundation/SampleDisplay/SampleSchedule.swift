import DuoCoreMedia

/// Which of several pictures is shown when, as a value.
///
/// A picture is shown from its time on until the time of the next one. What comes late is shown at once, unless a later
/// picture is there already. [header]; the last [inferred]
struct SampleSchedule<Picture> {
  private struct Waiting {
    var time: CMTime
    /// Nil: what is shown ends.
    var picture: Picture?
  }

  /// By time; of one time the earlier enqueued first.
  private var waiting: [Waiting] = []
  private(set) var shown: Picture?
  /// Since when it is shown, by its own time; nil for one that is shown whatever its time.
  private var shownTime: CMTime?

  /// How many wait for their time.
  var count: Int { waiting.count }
  /// When something is to change.
  var nextTime: CMTime? { waiting.first?.time }
  /// From the first to the last that waits.
  var span: CMTime { (waiting.last?.time ?? .zero) - (waiting.first?.time ?? .zero) }

  /// - Parameters:
  ///   - picture: nil ends what is shown.
  ///   - time: A number.
  mutating func add(_ picture: Picture?, at time: CMTime) {
    if let shownTime, time < shownTime { return }
    let place = waiting.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    waiting.insert(Waiting(time: time, picture: picture), at: place)
  }

  /// Shows a picture whatever its time, in place of all that came before. [header]
  mutating func showNow(_ picture: Picture) {
    waiting = []
    shown = picture
    shownTime = nil
  }

  /// It is `now`.
  mutating func advance(to now: CMTime) {
    let due = waiting.prefix { $0.time <= now }
    guard let last = due.last else { return }
    shown = last.picture
    shownTime = last.time
    waiting.removeFirst(due.count)
  }

  mutating func flush(removesPicture: Bool) {
    waiting = []
    shownTime = nil
    if removesPicture { shown = nil }
  }
}
