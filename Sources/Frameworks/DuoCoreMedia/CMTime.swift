import DuoFoundation

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32
public typealias CMTimeEpoch = Int64

/// The greatest timescale that arithmetic chooses. [header]
public let kCMTimeMaxTimescale: CMTimeScale = 0x7fff_ffff

/// What a time is besides a number. Raw values are Apple's. [header]
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let valid = CMTimeFlags(rawValue: 1)
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// A time that is not known, such as the length of a live stream. [header]
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags with which the value means nothing.
  public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 28)
}

/// A time or a duration as a fraction: `value / timescale` seconds, on the timeline `epoch`.
///
/// Arithmetic is exact where the result can be written with a 64-bit value and a timescale up to
/// `kCMTimeMaxTimescale`; elsewhere it rounds and says so with `hasBeenRounded`. [header]
public struct CMTime: Sendable {
  /// The numerator; counts of `timescale`. [header]
  public var value: CMTimeValue
  /// Units per second.
  public var timescale: CMTimeScale
  /// Whether the time is valid, rounded, infinite or indefinite. [header]
  public var flags: CMTimeFlags
  /// Tells timelines apart; a duration has epoch 0.
  public var epoch: CMTimeEpoch

  public static let zero = CMTime(value: 0, timescale: 1)
  /// Not a time: equal to itself and greater than every other; arithmetic with it stays invalid. [header]
  public static let invalid = CMTime()
  public static let indefinite = CMTime(implied: .indefinite)
  public static let positiveInfinity = CMTime(implied: .positiveInfinity)
  public static let negativeInfinity = CMTime(implied: .negativeInfinity)

  /// The invalid time: all fields zero.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// A valid time in epoch 0.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// The time `seconds`, rounded toward zero to the preferred timescale (rounding direction [forum]).
  ///
  /// A timescale of zero or less gives the invalid time. Where the value overflows, the timescale is halved
  /// until it fits; if it does not fit at 1, the time is infinite. `hasBeenRounded` is set when
  /// `seconds` of the result differs from the argument. [header] Not a number gives the invalid time (assumed).
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self = .invalid
      return
    }
    var timescale = preferredTimescale
    while abs(seconds * Double(timescale)) >= 0x1p63 && timescale > 1 { timescale /= 2 }
    guard let value = Int64(exactly: (seconds * Double(timescale)).rounded(.towardZero)) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    self.init(value: value, timescale: timescale)
    if self.seconds != seconds { flags.insert(.hasBeenRounded) }
  }

  private init(implied: CMTimeFlags) {
    self.init(value: 0, timescale: 0, flags: [.valid, implied], epoch: 0)
  }
}

extension CMTime {
  /// True of infinite and indefinite times, too. [header]
  public var isValid: Bool { flags.contains(.valid) }
  public var isPositiveInfinity: Bool { flags.contains([.valid, .positiveInfinity]) }
  public var isNegativeInfinity: Bool { flags.contains([.valid, .negativeInfinity]) }
  public var isIndefinite: Bool { flags.contains([.valid, .indefinite]) }
  /// Valid, finite and not indefinite: the fields mean a number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
  /// Whether arithmetic or a conversion lost something on the way to this time. [header]
  public var hasBeenRounded: Bool { flags.contains([.valid, .hasBeenRounded]) }

  /// Seconds; not a number for invalid and indefinite times, infinite for infinite ones. The epoch does
  /// not matter. [header]
  public var seconds: Double {
    switch meaning {
    case .invalid, .indefinite: .nan
    case .negativeInfinity: -.infinity
    case .positiveInfinity: .infinity
    case .number: Double(value) / Double(timescale)
    }
  }

  /// What a time means. The order of the cases is the order of `CMTimeCompare`.
  enum Meaning: Int {
    case negativeInfinity, number, indefinite, positiveInfinity, invalid
  }

  /// A number without a positive timescale means nothing, so it counts as invalid (assumed).
  var meaning: Meaning {
    if !isValid { return .invalid }
    if isPositiveInfinity { return .positiveInfinity }
    if isNegativeInfinity { return .negativeInfinity }
    if isIndefinite { return .indefinite }
    return timescale > 0 ? .number : .invalid
  }
}

/// Equal and ordered as `CMTimeCompare` says, so 1/2 equals 300/600, and all invalid times are equal.
extension CMTime: Hashable, Comparable {
  public static func == (a: CMTime, b: CMTime) -> Bool { CMTimeCompare(a, b) == 0 }
  public static func < (a: CMTime, b: CMTime) -> Bool { CMTimeCompare(a, b) < 0 }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(meaning)
    guard meaning == .number else { return }
    let divisor = Int128(greatestCommonDivisor(Int128(value), Int128(timescale)))
    hasher.combine(epoch)
    hasher.combine(Int128(value) / divisor)
    hasher.combine(Int128(timescale) / divisor)
  }
}

/// Compares two times: -1, 0 or 1. [header]
///
/// The order is total: -infinity, numbers, indefinite, +infinity, invalid. Among numbers the epoch decides
/// before the value.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  func sign<T: Comparable>(_ a: T, _ b: T) -> Int32 { a < b ? -1 : a > b ? 1 : 0 }
  let (one, two) = (time1.meaning, time2.meaning)
  guard one == .number && two == .number else { return sign(one.rawValue, two.rawValue) }
  if time1.epoch != time2.epoch { return sign(time1.epoch, time2.epoch) }
  return sign(
    Int128(time1.value) * Int128(time2.timescale), Int128(time2.value) * Int128(time1.timescale))
}
