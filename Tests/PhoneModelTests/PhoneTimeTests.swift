import Foundation
import PhoneModel
import Testing

/// Phone time is whole nanoseconds: arithmetic is exact, and text and files carry the number itself.
@Suite struct PhoneTimeTests {
  @Test func secondsRoundToTheNearestNanosecond() {
    let rows: [(Double, Int64)] = [
      (0, 0), (1, 1_000_000_000), (0.1, 100_000_000), (1.0 / 3, 333_333_333), (2.0 / 3, 666_666_667),
      (1e-9, 1), (4e-10, 0), (6e-10, 1), (-1.5, -1_500_000_000), (86_400, 86_400_000_000_000),
    ]
    for (seconds, nanoseconds) in rows {
      #expect(PhoneTime(seconds: seconds).nanoseconds == nanoseconds)
      #expect(PhoneDuration(seconds: seconds).nanoseconds == nanoseconds)
      #expect(PhoneDuration.seconds(seconds) == PhoneDuration(nanoseconds: nanoseconds))
    }
    #expect(PhoneDuration.milliseconds(16.5).nanoseconds == 16_500_000)
    #expect(PhoneTime(nanoseconds: 2_500_000_000).seconds == 2.5)
    #expect(PhoneDuration(nanoseconds: -250_000_000).seconds == -0.25)
  }

  /// Against the integers themselves.
  @Test func arithmeticIsThatOfIntegers() {
    var random = Seeded(state: 201)
    var mismatches = 0
    for _ in 0..<1000 {
      let a = Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
      let b = Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
      let n = Int.random(in: -50...50, using: &random)
      let (time, duration) = (PhoneTime(nanoseconds: a), PhoneDuration(nanoseconds: b))
      let isRight =
        (time + duration).nanoseconds == a + b && (time - PhoneTime(nanoseconds: b)).nanoseconds == a - b
        && (duration + PhoneDuration(nanoseconds: a)).nanoseconds == a + b
        && (duration - PhoneDuration(nanoseconds: a)).nanoseconds == b - a
        && (duration * n).nanoseconds == b * Int64(n) && (time < PhoneTime(nanoseconds: b)) == (a < b)
        && (PhoneDuration(nanoseconds: a) < duration) == (a < b)
      if !isRight { mismatches += 1 }
    }
    #expect(mismatches == 0)
    #expect(PhoneTime.zero.nanoseconds == 0 && PhoneDuration.zero.nanoseconds == 0)
  }

  /// A number of a third of a second, added up for an hour, ends where the multiplication does.
  @Test func sumsDoNotDrift() {
    let period = PhoneDuration(nanoseconds: 33_333_333)
    var time = PhoneTime.zero
    for _ in 0..<108_000 { time = time + period }
    #expect(time == PhoneTime.zero + period * 108_000)
    #expect(time.nanoseconds == 3_599_999_964_000)
  }

  @Test func filesCarryTheNumber() throws {
    let times = [PhoneTime.zero, PhoneTime(nanoseconds: 9_007_199_254_740_993), PhoneTime(seconds: 1.25)]
    let data = try JSONEncoder().encode(times)
    #expect(String(decoding: data, as: UTF8.self) == "[0,9007199254740993,1250000000]")
    #expect(try JSONDecoder().decode([PhoneTime].self, from: data) == times)
    #expect(try JSONDecoder().decode(PhoneDuration.self, from: Data("-7".utf8)).nanoseconds == -7)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PhoneTime.self, from: Data("1.5".utf8)) }
    #expect(PhoneTime(seconds: 1.5).description == "1.5 s")
  }
}
