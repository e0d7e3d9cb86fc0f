import DuoFoundation

/// Where in a movie a player is, as a value: a line through one known moment. Nanoseconds; the phone's clock outside.
struct PlaybackTime: Equatable, Sendable {
  /// The phone's time at which the movie's time was known.
  private var then: Int64 = 0
  /// The movie's time then.
  private var position: Int64 = 0
  /// Seconds of movie in a second; 0 stands still.
  private(set) var rate: Double = 0
  /// Length of the movie.
  var duration: Int64 = 0

  /// The movie's time at a moment, within the movie.
  func position(at now: Int64) -> Int64 {
    let moved = position + Int64(nanosecondsOf: Double(now - then) / 1e9 * rate)
    return min(max(moved, 0), duration)
  }

  /// Whether it gets on: not at the end that it plays to.
  func moves(at now: Int64) -> Bool {
    let position = position(at: now)
    return rate > 0 ? position < duration : rate < 0 && position > 0
  }

  mutating func set(rate: Double, at now: Int64) {
    position = position(at: now)
    then = now
    self.rate = rate
  }

  mutating func seek(to time: Int64, at now: Int64) {
    position = min(max(time, 0), duration)
    then = now
  }

  /// The phone's time at which the movie's end, or backwards its beginning, is reached; nil while it stands still.
  func ends(after now: Int64) -> Int64? {
    guard rate != 0 else { return nil }
    let left = rate > 0 ? duration - position(at: now) : position(at: now)
    return now + Int64(nanosecondsOf: (Double(left) / abs(rate)).rounded(.up) / 1e9)
  }
}
