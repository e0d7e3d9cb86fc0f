import DuoCoreMedia
import Testing

/// What must hold between the operations, whatever each computes.
@Suite struct CMTimeLawsTests {
  /// Collects the samples for which a law does not hold.
  private func broken(seed: UInt64, count: Int = 2000, _ law: (CMTime, CMTime) -> Bool) -> [String] {
    var random = SeededGenerator(seed: seed)
    var result: [String] = []
    for index in 0..<count {
      var (a, b) = (random.time(), random.time())
      if index % 20 == 0 { a = specialTimes.randomElement(using: &random)! }
      if index % 30 == 0 { b = specialTimes.randomElement(using: &random)! }
      if !law(a, b) { result.append("\(a) \(b)") }
    }
    return result
  }

  private func isSame(_ a: CMTime, _ b: CMTime) -> Bool {
    a.value == b.value && a.timescale == b.timescale && a.flags == b.flags && a.epoch == b.epoch
  }

  @Test func additionCommutes() {
    #expect(broken(seed: 20) { a, b in isSame(a + b, b + a) } == [])
  }

  @Test func subtractionTurnsRound() {
    let mismatches = broken(seed: 21) { a, b in
      let (one, two) = (a - b, CMTimeMultiply(b - a, multiplier: -1))
      // The one value without a counterpart on the other side of zero.
      if one.value == .min || (b - a).value == .min { return true }
      return one == two
    }
    #expect(mismatches == [])
  }

  @Test func addingAndTakingAwayLeavesATime() {
    let mismatches = broken(seed: 22) { a, b in
      guard a.isNumeric && b.isNumeric else { return true }
      let sum = a + b
      let back = sum - b
      guard sum.isNumeric, back.isNumeric, !sum.hasBeenRounded, !back.hasBeenRounded else { return true }
      return back == a
    }
    #expect(mismatches == [])
  }

  @Test func zeroIsNeutral() {
    let mismatches = broken(seed: 23) { a, _ in
      // Zero has timescale 1, of which every timescale is a multiple.
      isSame(a + .zero, a.isNumeric ? a : a + a) && a - .zero == a
    }
    #expect(mismatches == [])
  }

  @Test func additionKeepsTheOrder() {
    let mismatches = broken(seed: 24) { a, b in
      guard a.isNumeric && b.isNumeric else { return true }
      let step = CMTime(value: 1, timescale: 600)
      let (one, two) = (a + step, b + step)
      guard one.isNumeric, two.isNumeric, !one.hasBeenRounded, !two.hasBeenRounded else { return true }
      return (a < b) == (one < two) && (a == b) == (one == two)
    }
    #expect(mismatches == [])
  }

  @Test func multiplyingIsRepeatedAdding() {
    let mismatches = broken(seed: 25) { a, _ in
      (0...5).allSatisfy { count in
        guard a.isNumeric else { return true }
        var sum = CMTimeMultiply(a, multiplier: 0)
        for _ in 0..<count { sum = sum + a }
        let product = CMTimeMultiply(a, multiplier: Int32(count))
        return sum.hasBeenRounded || !sum.isNumeric || product == sum
      }
    }
    #expect(mismatches == [])
  }

  @Test func ratioAndFactorAgree() {
    let mismatches = broken(seed: 26) { a, _ in
      guard a.isNumeric else { return true }
      return [Int32(-7), -1, 0, 1, 2, 1000].allSatisfy { factor in
        let (product, ratio) = (
          CMTimeMultiply(a, multiplier: factor), CMTimeMultiplyByRatio(a, multiplier: factor, divisor: 1)
        )
        return product == ratio || (product.hasBeenRounded && !a.hasBeenRounded) || !product.isNumeric
          || a.hasBeenRounded
      }
    }
    #expect(mismatches == [])
  }

  @Test func finerScalesAndBackLoseNothing() {
    let mismatches = broken(seed: 27) { a, _ in
      guard a.isNumeric, a.timescale <= 90000, abs(a.seconds) < 1e9 else { return true }
      return allRoundingMethods.allSatisfy { method in
        let finer = a.convertScale(a.timescale * 16, method: method)
        let back = finer.convertScale(a.timescale, method: method)
        return finer == a && isSame(back, a)
      }
    }
    #expect(mismatches == [])
  }

  @Test func roundingMethodsAreOrdered() {
    let mismatches = broken(seed: 28) { a, b in
      guard a.isNumeric, b.isNumeric, abs(a.seconds) < 1e6 else { return true }
      func convert(_ method: CMTimeRoundingMethod) -> Int64 {
        a.convertScale(b.timescale, method: method).value
      }
      let (down, up) = (convert(.roundTowardNegativeInfinity), convert(.roundTowardPositiveInfinity))
      let (zero, away) = (convert(.roundTowardZero), convert(.roundAwayFromZero))
      let all = allRoundingMethods.map(convert)
      return up - down <= 1 && all.allSatisfy { down <= $0 && $0 <= up }
        && Set([zero, away]) == Set([down, up])
    }
    #expect(mismatches == [])
  }

  @Test func absoluteValuesAreNotNegative() {
    let mismatches = broken(seed: 29) { a, _ in
      let positive = CMTimeAbsoluteValue(a)
      return (!positive.isNumeric || positive.value >= 0) && CMTimeAbsoluteValue(positive) == positive
    }
    #expect(mismatches == [])
  }

  @Test func clampingIsIdempotentAndInside() {
    let mismatches = broken(seed: 30) { a, b in
      let range = CMTimeRange(start: CMTimeMinimum(a, b), end: CMTimeMaximum(a, b))
      guard range.isValid, !range.isEmpty, a.isNumeric, b.isNumeric, !range.hasBeenRounded else {
        return true
      }
      return [a, b, .zero, .positiveInfinity, .negativeInfinity].allSatisfy { time in
        let clamped = CMTimeClampToRange(time, range: range)
        return clamped >= range.start && clamped <= range.end
          && CMTimeClampToRange(clamped, range: range) == clamped
      }
    }
    #expect(mismatches == [])
  }
}
