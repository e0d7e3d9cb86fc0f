import DuoCoreMedia
import Testing

@Suite struct CMTimeTests {
  private var samples: [CMTime] {
    var random = SeededGenerator(seed: 8)
    var times = specialTimes + [.zero, CMTime(value: 0, timescale: 600), CMTime(value: 1, timescale: 0)]
    for epoch in Int64(-1)...1 {
      for value in [Int64.min, -3, -1, 0, 1, 2, .max] {
        times.append(CMTimeMakeWithEpoch(value: value, timescale: 2, epoch: epoch))
      }
    }
    times += [CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600)]
    return times + (0..<25).map { _ in random.time() }
  }

  @Test func theOrderIsTotal() {
    let times = samples
    var mismatches: [String] = []
    for a in times {
      for b in times {
        let result = CMTimeCompare(a, b)
        let holds = [a < b, a == b, a > b].filter { $0 }.count
        if result != -CMTimeCompare(b, a) || abs(result) > 1 || holds != 1 { mismatches.append("\(a) \(b)") }
        for c in times where result <= 0 && CMTimeCompare(b, c) <= 0 && CMTimeCompare(a, c) > 0 {
          mismatches.append("\(a) \(b) \(c)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func numbersCompareLikeFractions() {
    var random = SeededGenerator(seed: 9)
    var mismatches: [String] = []
    for _ in 0..<4000 {
      let (a, b) = (random.time(), random.time())
      if CMTimeCompare(a, b) != Fraction(a).compare(Fraction(b)) { mismatches.append("\(a) \(b)") }
    }
    #expect(mismatches == [])
  }

  @Test func kindsAreOrdered() {
    let ordered: [CMTime] = [
      .negativeInfinity, CMTimeMakeWithEpoch(value: 9, timescale: 1, epoch: -1),
      CMTime(value: .min, timescale: 1), .zero, CMTime(value: .max, timescale: 1),
      CMTimeMakeWithEpoch(value: -9, timescale: 1, epoch: 1), .indefinite, .positiveInfinity, .invalid,
    ]
    #expect(ordered.shuffled().sorted().map(\.flags) == ordered.map(\.flags))
    #expect(zip(ordered, ordered.dropFirst()).allSatisfy { CMTimeCompare($0, $1) == -1 })
  }

  @Test func equalTimesHashEqually() {
    let times = samples + samples.map { CMTimeMultiplyByRatio($0, multiplier: 7, divisor: 7) }
    var mismatches: [String] = []
    for (a, b) in times.flatMap({ a in times.map { (a, $0) } }) where a == b && a.hashValue != b.hashValue {
      mismatches.append("\(a) \(b)")
    }
    #expect(mismatches == [])
    #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
    #expect(Set([CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600)]).count == 1)
    #expect(CMTime(value: 7, timescale: 0, flags: [], epoch: 3) == .invalid)
  }

  @Test func minimumAndMaximumFollowTheOrder() {
    let times = samples
    var mismatches: [String] = []
    for (a, b) in times.flatMap({ a in times.map { (a, $0) } }) {
      let pair = [a, b].sorted()
      if CMTimeMinimum(a, b) != pair[0] || CMTimeMaximum(a, b) != pair[1] { mismatches.append("\(a) \(b)") }
    }
    #expect(mismatches == [])
  }

  @Test func flagsAndProperties() {
    // invalid, indefinite, +inf, -inf, zero: valid, numeric, indefinite, +inf, -inf
    let times = specialTimes + [.zero]
    let table = times.map { time in
      [time.isValid, time.isNumeric, time.isIndefinite, time.isPositiveInfinity, time.isNegativeInfinity]
        .map { $0 ? "1" : "0" }.joined()
    }
    #expect(table == ["00000", "10100", "10010", "10001", "11000"])
    #expect(CMTime.invalid.seconds.isNaN && CMTime.indefinite.seconds.isNaN)
    #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity && CMTime.negativeInfinity.seconds == -.infinity)
    #expect(CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: 7).seconds == 1.5)
    #expect(CMTime().timescale == 0 && CMTime() == .invalid)
    #expect(CMTimeMake(value: 1, timescale: 30).flags == .valid)
    #expect(CMTimeFlags.impliedValueFlagsMask == [.positiveInfinity, .negativeInfinity, .indefinite])
    #expect(kCMTimeMaxTimescale == .max)
  }

  @Test func dictionaryForm() {
    for time in samples {
      let back = CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(time, allocator: nil))
      #expect(back.value == time.value && back.timescale == time.timescale)
      #expect(back.flags == time.flags && back.epoch == time.epoch)
    }
    for key in [kCMTimeValueKey, kCMTimeScaleKey, kCMTimeEpochKey, kCMTimeFlagsKey] {
      let part = CMTimeCopyAsDictionary(.zero, allocator: nil)!.mutableCopy() as! NSMutableDictionary
      part.removeObject(forKey: key)
      #expect(CMTimeMakeFromDictionary(part).isValid == false)
    }
    #expect(CMTimeMakeFromDictionary(nil) == .invalid)
  }
}
