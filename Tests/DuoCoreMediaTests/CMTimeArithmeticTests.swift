import DuoCoreMedia
import Testing

@Suite struct CMTimeArithmeticTests {
  private func sumIsRight(_ a: CMTime, _ b: CMTime) -> Bool {
    let alreadyRounded = a.hasBeenRounded || b.hasBeenRounded
    let timescale =
      a.timescale == b.timescale ? a.timescale : CMTimeReference.commonTimescale(a.timescale, b.timescale)
    return CMTimeReference.isFitting(
      a + b, Fraction(a) + Fraction(b), timescale: timescale, alreadyRounded: alreadyRounded)
      && CMTimeReference.isFitting(
        CMTimeSubtract(a, b), Fraction(a) - Fraction(b), timescale: timescale,
        alreadyRounded: alreadyRounded)
  }

  @Test func smallSumsAndDifferences() {
    var mismatches: [String] = []
    let times = (-5...5).flatMap { value in
      [1, 2, 3, 4, 5, 6, 600].map { CMTime(value: Int64(value), timescale: Int32($0)) }
    }
    for (a, b) in times.flatMap({ a in times.map { (a, $0) } }) where !sumIsRight(a, b) {
      mismatches.append("\(a) \(b)")
    }
    #expect(mismatches == [])
  }

  @Test func extremeSumsAndDifferences() {
    var random = SeededGenerator(seed: 3)
    var mismatches: [String] = []
    for _ in 0..<4000 {
      let (a, b) = (random.time(), random.time())
      if !sumIsRight(a, b) { mismatches.append("\(a) \(b)") }
    }
    #expect(mismatches == [])
  }

  /// The table of special operands, spelled out. Rows and columns: invalid, indefinite, +inf, -inf, number.
  @Test func sumsOfWhatIsNotANumber() {
    let operands = specialTimes + [CMTime(value: 1, timescale: 2)]
    let sums = [
      "xxxxx",
      "xi+-i",
      "x++x+",
      "x-x--",
      "xi+-n",
    ]
    let differences = [
      "xxxxx",
      "xi-+i",
      "x+x++",
      "x--x-",
      "xi-+n",
    ]
    func letter(_ time: CMTime) -> Character {
      if !time.isValid { return "x" }
      if time.isIndefinite { return "i" }
      if time.isPositiveInfinity { return "+" }
      return time.isNegativeInfinity ? "-" : "n"
    }
    #expect(operands.map { a in String(operands.map { letter(a + $0) }) } == sums)
    #expect(operands.map { a in String(operands.map { letter(a - $0) }) } == differences)
    #expect(CMTimeAdd(.zero, .indefinite).isIndefinite)
  }

  @Test func epochs() {
    func time(_ epoch: Int64) -> CMTime { CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: epoch) }
    // One epoch, other epoch, epoch of the sum; nil is invalid.
    let rows: [(Int64, Int64, Int64?)] = [
      (0, 0, 0), (0, 4, 4), (4, 0, 4), (4, 4, 0), (4, 5, nil), (-1, 1, nil),
    ]
    var mismatches: [Int64] = []
    for (one, other, expected) in rows {
      for result in [time(one) + time(other), time(one) - time(other)] {
        if result.isValid != (expected != nil) || (expected ?? 0) != result.epoch { mismatches.append(one) }
      }
    }
    #expect(mismatches == [])
  }

  @Test func multiplication() {
    var random = SeededGenerator(seed: 4)
    var mismatches: [String] = []
    for index in 0..<4000 {
      let time = random.time()
      let factor = index < 200 ? Int32(index % 7) - 3 : Int32(truncatingIfNeeded: random.value())
      let isRight = CMTimeReference.isFitting(
        CMTimeMultiply(time, multiplier: factor),
        Fraction(time) * Fraction(BigInteger(factor), over: BigInteger(1)), timescale: time.timescale,
        alreadyRounded: time.hasBeenRounded)
      if !isRight { mismatches.append("\(time) \(factor)") }
    }
    #expect(mismatches == [])
  }

  @Test func multiplicationByRealNumbers() {
    var random = SeededGenerator(seed: 5)
    let factors: [Double] = [
      0, -0.0, 1, -1, 0.5, 0.1, 1 / 3, 1e-9, -1e9, 1e300, -1e-300, .leastNonzeroMagnitude, .pi,
    ]
    var mismatches: [String] = []
    for index in 0..<4000 {
      let time = random.time()
      let factor =
        index % 2 == 0
        ? factors.randomElement(using: &random)!
        : Double(random.value()) * exp2(Double(Int.random(in: -90...10, using: &random)))
      var timescale = time.timescale
      while timescale < 65536 { timescale *= 2 }
      let isRight = CMTimeReference.isFitting(
        CMTimeMultiplyByFloat64(time, multiplier: factor), Fraction(time) * Fraction(factor),
        timescale: timescale, alreadyRounded: time.hasBeenRounded)
      if !isRight { mismatches.append("\(time) \(factor)") }
    }
    #expect(mismatches == [])
  }

  /// Overflow halves the timescale, and the value falls exactly between two units.
  @Test func halvesAfterAnOverflowGoAwayFromZero() {
    let rows: [(Int64, Double)] = [
      (2049, 0x1p52 + 1), (-2049, 0x1p52 + 1), ((1 << 62) + 1, 3), ((1 << 62) + 1, -3),
    ]
    let mismatches = rows.filter { value, factor in
      let time = CMTime(value: value, timescale: 131_070)
      let result = CMTimeMultiplyByFloat64(time, multiplier: factor)
      return result.timescale != 65535
        || !CMTimeReference.isFitting(result, Fraction(time) * Fraction(factor), timescale: 131_070)
    }
    #expect(mismatches.map(\.0) == [])
  }

  @Test func ratiosStayExactWherePossible() {
    var random = SeededGenerator(seed: 6)
    var mismatches: [String] = []
    for _ in 0..<4000 {
      let time = random.time()
      let (multiplier, rawDivisor) = (
        Int32(truncatingIfNeeded: random.value()), Int32(truncatingIfNeeded: random.value())
      )
      let divisor = rawDivisor == 0 ? 3 : rawDivisor
      let exact = Fraction(time) * Fraction(BigInteger(multiplier), over: BigInteger(divisor))
      let result = CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
      let isExact =
        result.isNumeric && Fraction(result).compare(exact) == 0
        && result.hasBeenRounded == time.hasBeenRounded
      let isClosest = CMTimeReference.isFitting(
        result, exact, timescale: kCMTimeMaxTimescale, alreadyRounded: time.hasBeenRounded)
      if !isExact && !isClosest { mismatches.append("\(time) \(multiplier)/\(divisor)") }
    }
    #expect(mismatches == [])
  }

  /// The fraction is not reduced when it fits as it is; this pair was seen on Apple's systems.
  @Test func ratioKeepsTheFraction() {
    let quarter = CMTimeMultiplyByRatio(CMTime(value: 43804, timescale: 600), multiplier: 1, divisor: 4)
    #expect(quarter.value == 43804 && quarter.timescale == 2400 && !quarter.hasBeenRounded)
    let negative = CMTimeMultiplyByRatio(CMTime(value: 2, timescale: 3), multiplier: 5, divisor: -7)
    #expect(negative.value == -10 && negative.timescale == 21)
    let reduced = CMTimeMultiplyByRatio(
      CMTime(value: 6, timescale: 1_000_000_000), multiplier: 1, divisor: 6)
    #expect(reduced.value == 1 && reduced.timescale == 1_000_000_000)
  }

  @Test func productsOfWhatIsNotANumber() {
    let time = CMTime(value: 1, timescale: 2)
    #expect(CMTimeMultiplyByRatio(time, multiplier: 0, divisor: 0).isValid == false)
    #expect(CMTimeMultiplyByRatio(time, multiplier: 3, divisor: 0).isPositiveInfinity)
    #expect(CMTimeMultiplyByRatio(time, multiplier: -3, divisor: 0).isNegativeInfinity)
    #expect(CMTimeMultiplyByRatio(.zero, multiplier: 3, divisor: 0).isValid == false)
    #expect(CMTimeMultiplyByRatio(.negativeInfinity, multiplier: 1, divisor: -2).isPositiveInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: -2).isNegativeInfinity)
    #expect(CMTimeMultiply(.negativeInfinity, multiplier: -2).isPositiveInfinity)
    #expect(CMTimeMultiply(.positiveInfinity, multiplier: 0).isValid == false)
    #expect(CMTimeMultiply(.indefinite, multiplier: 0).isIndefinite)
    #expect(CMTimeMultiply(.invalid, multiplier: 2).isValid == false)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: .infinity).isPositiveInfinity)
    #expect(CMTimeMultiplyByFloat64(time, multiplier: .nan).isValid == false)
    #expect(CMTimeMultiplyByFloat64(.zero, multiplier: .infinity).isValid == false)
    #expect(CMTimeMultiplyByFloat64(.negativeInfinity, multiplier: 0.5).isNegativeInfinity)
  }

  @Test func absoluteValue() {
    #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)) == CMTime(value: 3, timescale: 2))
    #expect(CMTimeAbsoluteValue(CMTime(value: 3, timescale: 2)) == CMTime(value: 3, timescale: 2))
    let least = CMTime(value: .min, timescale: 600)
    #expect(
      CMTimeReference.isFitting(
        CMTimeAbsoluteValue(least), Fraction(BigInteger(0), over: BigInteger(1)) - Fraction(least),
        timescale: 600))
    #expect(CMTimeAbsoluteValue(CMTime(value: .min, timescale: 1)).isPositiveInfinity)
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    #expect(CMTimeAbsoluteValue(.indefinite).isIndefinite)
  }
}
