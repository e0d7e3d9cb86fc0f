import DuoCoreMedia
import Testing

@Suite struct CMTimeRoundingTests {
  /// Every small time, every small timescale, every method.
  @Test func smallTimesConvertByEveryMethod() {
    var mismatches: [String] = []
    for value in Int64(-13)...13 {
      for (old, new) in (1...7).flatMap({ old in (1...8).map { (Int32(old), Int32($0)) } }) {
        let time = CMTime(value: value, timescale: old)
        for method in allRoundingMethods where !isRight(time, new, method) {
          mismatches.append("\(value)/\(old) to \(new) by \(method)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func extremeTimesConvertByEveryMethod() {
    var random = SeededGenerator(seed: 1)
    var mismatches: [String] = []
    for _ in 0..<1500 {
      let (time, new) = (random.time(), random.timescale())
      for method in allRoundingMethods where !isRight(time, new, method) {
        mismatches.append("\(time) to \(new) by \(method)")
      }
    }
    #expect(mismatches == [])
  }

  private func isRight(_ time: CMTime, _ new: Int32, _ method: CMTimeRoundingMethod) -> Bool {
    let result = time.convertScale(new, method: method)
    if !result.isNumeric {
      // Infinite only where 64 bits are really too few, rounded outwards.
      let limit = BigInteger(Int64.max) * BigInteger(time.timescale)
      let exact = BigInteger(time.value) * BigInteger(new)
      return time.value < 0
        ? result.isNegativeInfinity && exact < -limit
        : result.isPositiveInfinity && exact > limit - BigInteger(time.timescale)
    }
    guard result.timescale == new, result.epoch == time.epoch else { return false }
    let exact = Fraction(time)
    if method != .quickTime {
      return CMTimeReference.isRounding(result, of: exact, method, alreadyRounded: time.hasBeenRounded)
    }
    if time.value < 0 && result.value == -1 {
      let asAway = CMTimeReference.isRounding(
        result, of: exact, .roundAwayFromZero, alreadyRounded: time.hasBeenRounded)
      if asAway { return true }
    }
    if time.value < 0 && result.value == 0 { return false }
    return CMTimeReference.isRounding(
      result, of: exact, new < time.timescale ? .roundTowardZero : .roundAwayFromZero,
      alreadyRounded: time.hasBeenRounded)
  }

  @Test func quickTimeTable() {
    // value, from, to, result: coarser goes toward zero, finer away, a negative never to zero.
    let rows: [(Int64, Int32, Int32, Int64)] = [
      (5, 3, 2, 3), (7, 4, 2, 3), (-7, 4, 2, -3), (-1, 4, 2, -1), (1, 4, 2, 0), (1, 2, 3, 2), (-1, 2, 3, -2),
      (2, 4, 2, 1), (0, 4, 2, 0),
    ]
    let mismatches = rows.filter {
      CMTime(value: $0, timescale: $1).convertScale($2, method: .quickTime).value != $3
    }
    #expect(mismatches.map(\.0) == [])
  }

  @Test func whatIsNotANumberStays() {
    for time in specialTimes {
      #expect(time.convertScale(600, method: .default).flags == time.flags)
    }
    #expect(CMTime.zero.convertScale(0, method: .default).isValid == false)
    #expect(CMTime.zero.convertScale(-1, method: .default).isValid == false)
    let inEpoch = CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 9)
    #expect(CMTimeConvertScale(inEpoch, timescale: 4, method: .default).epoch == 9)
    #expect(CMTimeRoundingMethod.default == .roundHalfAwayFromZero)
  }

  @Test func secondsAreCutToTheTimescale() {
    // seconds, scale, value, scale of the result, rounded. The first two were seen on Apple's systems.
    let rows: [(Double, Int32, Int64, Int32, Bool)] = [
      (2.4, 1, 2, 1, true), (0.082, 24, 1, 24, true), (-2.87, 1, -2, 1, true), (0.5, 600, 300, 600, false),
      (1.0 / 3, 600, 200, 600, false), (1e18, 600, 9_000_000_000_000_000_000, 9, false),
      (0x1p62, 1, 1 << 62, 1, false), (-0x1p63, 2, .min, 1, false), (0, 30, 0, 30, false),
    ]
    var mismatches: [Double] = []
    for (seconds, scale, value, resultScale, isRounded) in rows {
      let time = CMTime(seconds: seconds, preferredTimescale: scale)
      let isRight =
        time.value == value && time.timescale == resultScale && time.hasBeenRounded == isRounded
        && time.epoch == 0 && CMTimeMakeWithSeconds(seconds, preferredTimescale: scale) == time
      if !isRight { mismatches.append(seconds) }
    }
    #expect(mismatches == [])
  }

  @Test func secondsThatNoTimeCanHold() {
    #expect(CMTime(seconds: 1, preferredTimescale: 0).isValid == false)
    #expect(CMTime(seconds: 1, preferredTimescale: -600).isValid == false)
    #expect(CMTime(seconds: .nan, preferredTimescale: 600).isValid == false)
    #expect(CMTime(seconds: 1e19, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: -1e300, preferredTimescale: 600).isNegativeInfinity)
    #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
  }

  /// Seconds there and back: never further than one unit away, and the mark tells whether it is exact.
  @Test func secondsThereAndBack() {
    var random = SeededGenerator(seed: 2)
    var mismatches: [Double] = []
    for _ in 0..<5000 {
      let seconds = Double.random(in: -1e5...1e5, using: &random)
      let time = CMTime(seconds: seconds, preferredTimescale: random.timescale())
      let isNear = abs(time.seconds - seconds) <= 1 / Double(time.timescale) + abs(seconds) * 1e-15
      let isMarked = time.hasBeenRounded == (time.seconds != seconds)
      if !isNear || !isMarked || abs(time.seconds) > abs(seconds) { mismatches.append(seconds) }
    }
    #expect(mismatches == [])
  }
}
