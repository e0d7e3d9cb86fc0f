import DuoFoundation

/// How a time that falls between two units of a timescale is rounded. Raw values are Apple's. [header]
@frozen public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearer unit; a half goes away from zero. The default.
  case roundHalfAwayFromZero = 1
  case roundTowardZero = 2
  case roundAwayFromZero = 3
  /// Toward zero from a finer to a coarser timescale, away from zero the other way; a negative time never
  /// becomes zero.
  case quickTime = 4
  case roundTowardPositiveInfinity = 5
  case roundTowardNegativeInfinity = 6

  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

extension CMTime {
  /// The same time in another timescale. Times that are not numbers stay as they are. [header]
  ///
  /// `hasBeenRounded` is set when rounding happened. A timescale of zero or less gives the invalid time, and
  /// a value that does not fit an infinite one (both assumed).
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard meaning == .number else { return self }
    guard newTimescale > 0 else { return .invalid }
    let (newValue, isExact) = rounded(
      Int128(value) * Int128(newTimescale), over: Int128(timescale),
      method.resolved(from: timescale, to: newTimescale))
    guard var result = CMTime(wide: newValue, newTimescale, like: self, isExact: isExact) else {
      return value < 0 ? .negativeInfinity : .positiveInfinity
    }
    if method == .quickTime && value < 0 && result.value == 0 { result.value = -1 }
    return result
  }

  /// A number with this value, unless it does not fit in 64 bits. Epoch and rounding mark come from `origin`.
  init?(wide value: Int128, _ timescale: CMTimeScale, like origin: CMTime, isExact: Bool) {
    guard let value = Int64(exactly: value) else { return nil }
    var flags: CMTimeFlags = .valid
    if !isExact || origin.hasBeenRounded { flags.insert(.hasBeenRounded) }
    self.init(value: value, timescale: timescale, flags: flags, epoch: origin.epoch)
  }

  /// The time `numerator / denominator` in `timescale`, which is halved while the value overflows; infinite
  /// when it overflows even at 1. Epoch and rounding mark come from `origin`.
  /// - Precondition: `numerator * timescale` fits in 128 bits, and `denominator` is positive.
  static func fitting(
    _ numerator: Int128, over denominator: Int128, timescale: CMTimeScale, like origin: CMTime
  ) -> CMTime {
    var timescale = timescale
    while true {
      let (value, isExact) = rounded(
        numerator * Int128(timescale), over: denominator, .roundHalfAwayFromZero)
      if let time = CMTime(wide: value, timescale, like: origin, isExact: isExact) { return time }
      if timescale == 1 { return numerator < 0 ? .negativeInfinity : .positiveInfinity }
      timescale /= 2
    }
  }
}

extension CMTimeRoundingMethod {
  /// The plain direction that the QuickTime method takes between two timescales.
  fileprivate func resolved(from old: CMTimeScale, to new: CMTimeScale) -> CMTimeRoundingMethod {
    guard self == .quickTime else { return self }
    return new < old ? .roundTowardZero : .roundAwayFromZero
  }
}

/// `numerator / denominator` as a whole number, and whether it is exact.
/// - Precondition: `denominator` is positive, and `method` is not `quickTime`.
func rounded(
  _ numerator: Int128, over denominator: Int128, _ method: CMTimeRoundingMethod
) -> (value: Int128, isExact: Bool) {
  let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
  if remainder == 0 { return (quotient, true) }
  let away: Int128 = numerator < 0 ? -1 : 1
  let goesAway =
    switch method {
    case .roundHalfAwayFromZero: remainder.magnitude >= denominator.magnitude - remainder.magnitude
    case .roundTowardZero, .quickTime: false
    case .roundAwayFromZero: true
    case .roundTowardPositiveInfinity: numerator > 0
    case .roundTowardNegativeInfinity: numerator < 0
    }
  return (goesAway ? quotient + away : quotient, false)
}

func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> UInt128 {
  var (a, b) = (a.magnitude, b.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
