/// Which tag36h11 ids the default room uses, and for what; and how its clock tags carry phone time.
///
/// A clock is two tags: the fine one counts 1/60 s modulo 4 s, the coarse one counts those 4 s periods. Both
/// are shown in every group of tags (verdicts, rule 12).
public enum RoomClock {
  /// Ticks in a second of phone time.
  public static let ticksPerSecond = 60
  /// Ids that the fine clock goes through: 4 s.
  public static let fineCount = 240
  /// Ids that the coarse clock goes through: 10 minutes.
  public static let coarseCount = 150

  /// Ids of the family whose mirror image is fewer than 6 bits from some code of it: a damaged mirrored tag
  /// could be read as another one, so nobody carries these (verdicts, rule 4).
  public static let excludedIDs: [Int] = [
    55, 94, 115, 176, 186, 212, 261, 281, 314, 322, 487, 548, 560, 583,
  ]

  /// All other ids of tag36h11 (0...586), rising.
  public static let usableIDs: [Int] = (0..<587).filter { !excludedIDs.contains($0) }
  public static let fineIDs = Array(usableIDs[..<fineCount])
  public static let coarseIDs = Array(usableIDs[fineCount..<(fineCount + coarseCount)])
  /// Ids of fixed places: rooms marks first, then people.
  public static let placeIDs = Array(usableIDs[(fineCount + coarseCount)...])

  /// The tick nearest to `time`.
  static func tick(at time: PhoneTime) -> Int64 {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let ticks = Int64(ticksPerSecond)
    return seconds * ticks + (rest * ticks + 500_000_000) / 1_000_000_000
  }

  /// The two ids that the clock tags show at `time`.
  public static func clockIDs(at time: PhoneTime) -> (fine: Int, coarse: Int) {
    let tick = Int(tick(at: time))
    return (fineIDs[tick % fineCount], coarseIDs[tick / fineCount % coarseCount])
  }

  /// The phone time that two clock tags show, to the nearest 1/60 s; nil when an id is not one of that clock.
  /// The coarse clock comes round every 10 minutes: the answer is the moment closest to `near`, never negative.
  public static func time(fine: Int, coarse: Int, near: PhoneTime) -> PhoneTime? {
    guard let low = fineIDs.firstIndex(of: fine), let high = coarseIDs.firstIndex(of: coarse) else {
      return nil
    }
    let round = fineCount * coarseCount
    let shown = high * fineCount + low
    let here = Int(tick(at: near))
    var tick = here / round * round + shown
    if tick - here > round / 2 { tick -= round }
    if here - tick > round / 2 { tick += round }
    if tick < 0 { tick += round }
    let (seconds, rest) = tick.quotientAndRemainder(dividingBy: ticksPerSecond)
    let part = (rest * 1_000_000_000 + ticksPerSecond / 2) / ticksPerSecond
    return PhoneTime(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(part))
  }
}
