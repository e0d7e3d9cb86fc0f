import DuoCoreMedia

/// A fraction of any size.
struct Fraction {
  var numerator: BigInteger
  /// Positive.
  var denominator: BigInteger

  init(_ numerator: BigInteger, over denominator: BigInteger) {
    self.numerator = denominator.isNegative ? -numerator : numerator
    self.denominator = denominator.magnitude
  }

  init(_ time: CMTime) { self.init(BigInteger(time.value), over: BigInteger(time.timescale)) }

  init(_ real: Double) {
    guard real != 0 else {
      self.init(BigInteger(0), over: BigInteger(1))
      return
    }
    let exponent = Int(real.exponent) - 52
    let significand = BigInteger(Int64(real.significand * 0x1p52 * (real < 0 ? -1 : 1)))
    self.init(
      significand * .powerOfTwo(max(exponent, 0)), over: .powerOfTwo(max(-exponent, 0)))
  }

  static func + (a: Fraction, b: Fraction) -> Fraction {
    Fraction(
      a.numerator * b.denominator + b.numerator * a.denominator, over: a.denominator * b.denominator)
  }
  static func - (a: Fraction, b: Fraction) -> Fraction {
    a + Fraction(-b.numerator, over: b.denominator)
  }
  static func * (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.numerator * b.numerator, over: a.denominator * b.denominator)
  }

  /// -1, 0 or 1.
  func compare(_ other: Fraction) -> Int32 {
    let difference = numerator * other.denominator - other.numerator * denominator
    return difference.isZero ? 0 : difference.isNegative ? -1 : 1
  }
}

/// Apple's rules, told by what must be true of a result instead of by how to compute it.
enum CMTimeReference {
  /// Whether `value / timescale` is `exact` rounded by `method`, with the rounding mark right.
  static func isRounding(
    _ result: CMTime, of exact: Fraction, _ method: CMTimeRoundingMethod, alreadyRounded: Bool = false
  ) -> Bool {
    // In units of the result: target = numerator / denominator.
    let numerator = exact.numerator * BigInteger(result.timescale)
    let denominator = exact.denominator
    let value = BigInteger(result.value)
    let distance = (value * denominator - numerator).magnitude
    let isExact = distance.isZero
    let isBelow = value * denominator < numerator
    let isTowardZero = (value * denominator).magnitude < numerator.magnitude
    let isInReach: Bool
    switch method {
    case .roundHalfAwayFromZero:
      let doubled = distance + distance
      isInReach = doubled < denominator || (doubled == denominator && !isTowardZero)
    case .roundTowardZero: isInReach = distance < denominator && (isExact || isTowardZero)
    case .roundAwayFromZero: isInReach = distance < denominator && (isExact || !isTowardZero)
    case .roundTowardPositiveInfinity: isInReach = distance < denominator && (isExact || !isBelow)
    case .roundTowardNegativeInfinity: isInReach = distance < denominator && (isExact || isBelow)
    case .quickTime: return false
    }
    return isInReach && result.isNumeric && result.hasBeenRounded == (!isExact || alreadyRounded)
  }

  /// Whether rounding `exact` to `timescale`, halves away from zero, leaves 64 bits.
  static func overflows(_ exact: Fraction, _ timescale: Int32) -> Bool {
    let doubled = exact.numerator * BigInteger(timescale) * BigInteger(2)
    let limit = BigInteger(Int64.max) * BigInteger(2)
    return exact.numerator.isNegative
      ? doubled <= (-limit - BigInteger(3)) * exact.denominator
      : doubled >= (limit + BigInteger(1)) * exact.denominator
  }

  /// Whether `result` is `exact` in `timescale`, halved while it overflows, infinite when 1 is too fine.
  static func isFitting(
    _ result: CMTime, _ exact: Fraction, timescale start: Int32, alreadyRounded: Bool = false
  ) -> Bool {
    var timescale = start
    while overflows(exact, timescale) {
      if timescale == 1 {
        return exact.numerator.isNegative ? result.isNegativeInfinity : result.isPositiveInfinity
      }
      timescale /= 2
    }
    return result.timescale == timescale
      && isRounding(result, of: exact, .roundHalfAwayFromZero, alreadyRounded: alreadyRounded)
  }

  /// The least common multiple by trying multiples, at most the greatest timescale.
  static func commonTimescale(_ a: Int32, _ b: Int32) -> Int32 {
    var (x, y) = (Int64(a), Int64(b))
    while x != y { if x > y { x -= (x - 1) / y * y } else { y -= (y - 1) / x * x } }
    return Int32(min(Int64(a) / x * Int64(b), Int64(kCMTimeMaxTimescale)))
  }
}

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number whose length in bits is drawn first, so that small, middle and extreme ones all occur.
  mutating func value() -> Int64 {
    let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    if Int.random(in: 0..<8, using: &self) == 0 { return edges.randomElement(using: &self)! }
    return Int64(bitPattern: next()) >> Int64.random(in: 0...62, using: &self)
  }

  mutating func timescale() -> Int32 {
    let common: [Int32] = [1, 2, 24, 30, 600, 1001, 30000, 44100, 90000, 1_000_000_000, kCMTimeMaxTimescale]
    if Bool.random(using: &self) { return common.randomElement(using: &self)! }
    return max(1, Int32(truncatingIfNeeded: next() >> 33) >> Int32.random(in: 0...30, using: &self))
  }

  mutating func time() -> CMTime {
    var time = CMTime(value: value(), timescale: timescale())
    if Int.random(in: 0..<4, using: &self) == 0 { time.flags.insert(.hasBeenRounded) }
    return time
  }
}

let specialTimes: [CMTime] = [.invalid, .indefinite, .positiveInfinity, .negativeInfinity]
let allRoundingMethods = (1...6).map { CMTimeRoundingMethod(rawValue: $0)! }
