import PhoneModel

/// When what comes from camera and microphone belongs into a movie, as a value: pauses cut out, sound cut to the
/// pictures. All times in nanoseconds; the phone's clock outside, from the movie's beginning inside.
///
/// The movie begins with its first picture, or with its first sound where it has no pictures.
struct RecordingTimes: Equatable, Sendable {
  let hasPictures: Bool
  private(set) var isPaused = false
  /// The phone's time at which the movie begins.
  private(set) var origin: Int64?
  /// The phone's time at which what is written now began: after the last pause.
  private var segment: Int64 = 0
  /// What pauses cut out so far.
  private var removed: Int64 = 0
  /// The phone's time at which what was written ends.
  private(set) var end: Int64 = 0
  /// The pause is over; the next picture closes the gap.
  private var isGapOpen = false

  init(hasPictures: Bool) { self.hasPictures = hasPictures }

  var hasBegun: Bool { origin != nil }

  /// Length of the movie so far.
  var duration: Int64 { origin.map { end - $0 - removed } ?? 0 }

  /// - Returns: false when nothing changed.
  mutating func pause() -> Bool {
    defer { isPaused = true }
    return !isPaused
  }

  /// - Returns: false when nothing changed.
  mutating func resume() -> Bool {
    guard isPaused else { return false }
    isPaused = false
    isGapOpen = hasBegun
    return true
  }

  /// A picture that is shown for a while.
  /// - Returns: Its time in the movie; nil when it is not part of it.
  mutating func picture(at time: Int64, lasting length: Int64) -> Int64? {
    guard hasPictures, !isPaused else { return nil }
    begin(at: time)
    end = time + length
    return time - origin! - removed
  }

  private mutating func begin(at time: Int64) {
    if origin == nil {
      origin = time
      segment = time
    }
    if isGapOpen {
      removed += time - end
      segment = time
      isGapOpen = false
    }
  }

  /// Sound of `count` samples.
  /// - Returns: Which of the samples belong into the movie, and the first one's time in it; nil when none does.
  mutating func sound(from start: Int64, count: Int, rate: Double) -> (samples: Range<Int>, time: Int64)? {
    func place(_ sample: Int) -> Int64 { start + Int64((Double(sample) * 1e9 / rate).rounded()) }
    /// The first sample that is not before a time.
    func index(_ time: Int64) -> Int {
      min(max(Int((Double(time - start) * rate / 1e9).rounded(.up)), 0), count)
    }
    if !hasPictures {
      guard !isPaused, count > 0 else { return nil }
      begin(at: start)
      end = place(count)
      return (0..<count, start - origin! - removed)
    }
    guard hasBegun else { return nil }
    // While it is held, what was heard before the last picture ended still comes.
    let last = isPaused || isGapOpen ? index(end) : count
    let first = index(segment)
    guard first < last else { return nil }
    return (first..<last, place(first) - origin! - removed)
  }
}

/// What ends a recording by itself.
struct RecordingLimits: Sendable {
  /// Nanoseconds; nil: none.
  var nanoseconds: Int64?
  /// Bytes of the file; 0: none.
  var bytes: Int64 = 0
  /// Bytes that must stay free on the disk; 0: none.
  var freeSpace: Int64 = 0

  /// The movie is this long: it has reached its limit. Frames last whole nanoseconds, so that thirty are a little less
  /// than a second.
  func isReached(length: Int64) -> Bool { nanoseconds.map { length + length / 100_000 >= $0 } ?? false }

  /// Whether the file must end here, so that neither another sample as large as the largest nor the index takes it
  /// over the limit.
  func isReached(bytes written: Int64, largestSample: Int64, samples: Int) -> Bool {
    guard bytes > 0 else { return false }
    return written + largestSample + Self.indexBytes(samples: samples) >= bytes
  }

  /// What a movie's index needs, on the safe side.
  static func indexBytes(samples: Int) -> Int64 { 2_048 + Int64(samples) * 20 }
}
