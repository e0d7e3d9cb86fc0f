import DuoFoundation

extension CMTime {
  /// The sum. [header]
  ///
  /// The timescale stays when both have the same; otherwise it is the least common multiple, at most
  /// `kCMTimeMaxTimescale`. Where the value overflows, the timescale is halved until it fits, and at 1 the sum
  /// is infinite. Rounding is to the nearest, halves away from zero. An invalid operand gives the invalid
  /// time, one infinite operand wins, opposite infinities give the invalid time, and indefinite wins over
  /// numbers. Different nonzero epochs give the invalid time, equal ones epoch 0; epoch 0 combines with any.
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { sum(addend1, addend2, sign: 1) }

  /// The difference; the rules are those of the sum.
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { sum(minuend, subtrahend, sign: -1) }

  private static func sum(_ a: CMTime, _ b: CMTime, sign: Int128) -> CMTime {
    let (one, two) = (a.meaning, sign < 0 ? b.meaning.negated : b.meaning)
    switch (one, two) {
    case (.invalid, _), (_, .invalid): return .invalid
    case (.positiveInfinity, .negativeInfinity), (.negativeInfinity, .positiveInfinity): return .invalid
    case (.positiveInfinity, _), (_, .positiveInfinity): return .positiveInfinity
    case (.negativeInfinity, _), (_, .negativeInfinity): return .negativeInfinity
    case (.indefinite, _), (_, .indefinite): return .indefinite
    case (.number, .number): break
    }
    if a.epoch != b.epoch && a.epoch != 0 && b.epoch != 0 { return .invalid }
    var origin = CMTime(value: 0, timescale: 1)
    origin.epoch = a.epoch == b.epoch ? 0 : a.epoch + b.epoch
    origin.flags.formUnion(a.flags.union(b.flags).intersection(.hasBeenRounded))

    let divisor = Int128(greatestCommonDivisor(Int128(a.timescale), Int128(b.timescale)))
    let (scaleA, scaleB) = (Int128(a.timescale) / divisor, Int128(b.timescale) / divisor)
    let common = scaleA * Int128(b.timescale)
    return fitting(
      Int128(a.value) * scaleB + sign * Int128(b.value) * scaleA, over: common,
      timescale: CMTimeScale(min(common, Int128(kCMTimeMaxTimescale))), like: origin)
  }
}

extension CMTime.Meaning {
  fileprivate var negated: Self {
    switch self {
    case .positiveInfinity: .negativeInfinity
    case .negativeInfinity: .positiveInfinity
    case .number, .indefinite, .invalid: self
    }
  }
}

public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// `time * multiplier` in the timescale of `time`, which is halved where the value overflows. [header]
///
/// An infinite time takes the multiplier's sign; infinity times zero is invalid (both assumed). The epoch is
/// kept (assumed).
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  guard time.meaning == .number else { return time.notNumeric(timesSignOf: Int(multiplier.signum())) }
  return .fitting(
    Int128(time.value) * Int128(multiplier), over: Int128(time.timescale), timescale: time.timescale,
    like: time)
}

/// `time * multiplier / divisor`, exact where possible. [header]
///
/// The exact fraction is kept as `value * multiplier` over `timescale * divisor` [forum], reduced only if
/// that does not fit; else it is rounded in the finest timescale in which it fits. 0/0 gives the
/// invalid time, anything else over zero an infinite one. Zero times x/0 is invalid (assumed).
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  if divisor == 0 && multiplier == 0 && time.isValid { return .invalid }
  let ratioSign = Int(multiplier.signum()) * (divisor < 0 ? -1 : 1)
  guard time.meaning == .number else { return time.notNumeric(timesSignOf: ratioSign) }
  if divisor == 0 { return CMTime.infinity(signOf: Int(time.value.signum()) * ratioSign) }
  let sign: Int128 = divisor < 0 ? -1 : 1
  return .closest(
    sign * Int128(time.value) * Int128(multiplier), over: Int128(time.timescale) * Int128(divisor.magnitude),
    like: time)
}

/// `time * multiplier`, computed exactly, in the timescale of `time` doubled until it is at least 65536. [header]
///
/// Where the value overflows, the timescale is halved. Times that are not numbers behave as in
/// `CMTimeMultiply`. A multiplier that is not a number gives the invalid time (assumed).
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  guard time.isValid, !multiplier.isNaN else { return .invalid }
  let sign = multiplier == 0 ? 0 : multiplier < 0 ? -1 : 1
  guard time.meaning == .number else { return time.notNumeric(timesSignOf: sign) }
  let resultSign = Int(time.value.signum()) * sign
  if multiplier.isInfinite { return CMTime.infinity(signOf: resultSign) }
  var timescale = time.timescale
  while timescale < 65536 { timescale *= 2 }
  while true {
    let product = ScaledProduct(
      time.value.magnitude, times: multiplier.magnitude, times: UInt32(timescale),
      over: UInt32(time.timescale))
    if let magnitude = product.rounded,
      let result = CMTime(
        wide: Int128(magnitude) * Int128(resultSign), timescale, like: time, isExact: product.isExact)
    {
      return result
    }
    if timescale == 1 { return CMTime.infinity(signOf: resultSign) }
    timescale /= 2
  }
}

extension CMTime {
  /// The product of a time that is not a number and a factor of the given sign.
  fileprivate func notNumeric(timesSignOf factor: Int) -> CMTime {
    switch meaning {
    case .positiveInfinity: .infinity(signOf: factor)
    case .negativeInfinity: .infinity(signOf: -factor)
    case .indefinite: .indefinite
    case .invalid, .number: .invalid
    }
  }

  fileprivate static func infinity(signOf sign: Int) -> CMTime {
    sign == 0 ? .invalid : sign < 0 ? .negativeInfinity : .positiveInfinity
  }

  /// The exact fraction if it can be written, else the nearest time in the finest timescale that fits.
  /// - Precondition: `numerator` has at most 96 bits, and `denominator` is positive.
  static func closest(_ numerator: Int128, over denominator: Int128, like origin: CMTime) -> CMTime {
    let divisor = Int128(greatestCommonDivisor(numerator, denominator))
    for (numerator, denominator) in [(numerator, denominator), (numerator / divisor, denominator / divisor)] {
      if let timescale = CMTimeScale(exactly: denominator),
        let time = CMTime(wide: numerator, timescale, like: origin, isExact: true)
      {
        return time
      }
    }
    return .fitting(numerator, over: denominator, timescale: kCMTimeMaxTimescale, like: origin)
  }
}

/// `integer * real * scale / divisor`, without an intermediate rounding: a 192-bit fixed-point number.
private struct ScaledProduct {
  /// The quotient before the shift, as two digits of base 2^64.
  private let high: UInt128
  private let low: UInt64
  private let remainder, divisor: UInt128
  /// The quotient is shifted right by this many bits.
  private let shift: Int
  /// Whether the number is too large for this type, and so for a time too.
  private let isTooLarge: Bool

  /// - Precondition: `real` is finite and not negative.
  init(_ integer: UInt64, times real: Double, times scale: UInt32, over divisor: UInt32) {
    let bits = Double.significandBitCount
    let exponent = real == 0 ? 0 : Int(real.exponent) - bits
    let significand = UInt64(real == 0 ? 0 : real.significand * Double(1 << bits))
    let unshifted = UInt128(integer) * UInt128(significand)
    // A product of more than 128 bits leaves more than 96 after the division.
    isTooLarge = unshifted != 0 && exponent > unshifted.leadingZeroBitCount
    let product = exponent > 0 && !isTooLarge ? unshifted << UInt128(exponent) : unshifted
    shift = max(0, -exponent)
    let (scale, divisor) = (UInt128(scale), UInt128(divisor))
    let upper = (product >> 64) * scale
    let lower = (upper % divisor) << 64 + (product & UInt128(UInt64.max)) * scale
    let lowerQuotient = lower / divisor
    high = upper / divisor + lowerQuotient >> 64
    low = UInt64(truncatingIfNeeded: lowerQuotient)
    remainder = lower % divisor
    self.divisor = divisor
  }

  /// To the nearest integer, halves upwards; nil when that has more than 64 bits.
  var rounded: UInt64? {
    if isTooLarge { return nil }
    if shift > 192 { return 0 }
    let whole = shift < 64 ? shifted(by: shift) : high >> UInt128(shift - 64)
    guard let whole, let integer = UInt64(exactly: whole) else { return nil }
    let goesUp = shift == 0 ? remainder * 2 >= divisor : bit(shift - 1)
    let (sum, overflow) = integer.addingReportingOverflow(goesUp ? 1 : 0)
    return overflow ? nil : sum
  }

  var isExact: Bool {
    if remainder != 0 { return false }
    let zeros = low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount
    return (high == 0 && low == 0) || zeros >= shift
  }

  private func shifted(by shift: Int) -> UInt128? {
    if shift == 0 { return high == 0 ? UInt128(low) : nil }
    guard high >> UInt128(shift) == 0 else { return nil }
    return high << UInt128(64 - shift) | UInt128(low >> UInt64(shift))
  }

  private func bit(_ index: Int) -> Bool {
    index < 64 ? low >> UInt64(index) & 1 == 1 : high >> UInt128(index - 64) & 1 == 1
  }
}
