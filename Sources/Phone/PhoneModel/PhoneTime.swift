/// A moment on the phone's clock: whole nanoseconds since the phone was switched on.
///
/// Every timestamp in Diptych is a `PhoneTime`; the wall clock of the machine never is.
public struct PhoneTime: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Nanoseconds since the phone was switched on.
  public var nanoseconds: Int64

  /// The moment the phone was switched on.
  public static let zero = PhoneTime(nanoseconds: 0)

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The nearest whole nanosecond to `seconds`.
  public init(seconds: Double) { nanoseconds = nanosecondCount(seconds) }

  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public init(from decoder: any Decoder) throws {
    nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }

  public static func < (a: PhoneTime, b: PhoneTime) -> Bool { a.nanoseconds < b.nanoseconds }
  public static func + (a: PhoneTime, b: PhoneDuration) -> PhoneTime {
    PhoneTime(nanoseconds: a.nanoseconds + b.nanoseconds)
  }
  public static func - (a: PhoneTime, b: PhoneTime) -> PhoneDuration {
    PhoneDuration(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  public var description: String { "\(seconds) s" }
}

/// A length of phone time, in whole nanoseconds.
public struct PhoneDuration: Hashable, Comparable, Codable, Sendable {
  public var nanoseconds: Int64

  public static let zero = PhoneDuration(nanoseconds: 0)

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  public init(seconds: Double) { nanoseconds = nanosecondCount(seconds) }
  public static func seconds(_ seconds: Double) -> PhoneDuration { PhoneDuration(seconds: seconds) }
  public static func milliseconds(_ milliseconds: Double) -> PhoneDuration {
    PhoneDuration(seconds: milliseconds / 1000)
  }

  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public init(from decoder: any Decoder) throws {
    nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  public static func + (a: Self, b: Self) -> Self { Self(nanoseconds: a.nanoseconds + b.nanoseconds) }
  public static func - (a: Self, b: Self) -> Self { Self(nanoseconds: a.nanoseconds - b.nanoseconds) }
  public static func * (a: Self, n: Int) -> Self { Self(nanoseconds: a.nanoseconds * Int64(n)) }
}

/// Of any number that an app may give: at most some decades, so that a few of them can be added. What is no number is 0.
private func nanosecondCount(_ seconds: Double) -> Int64 {
  seconds.isNaN ? 0 : Int64(min(max(seconds * 1e9, -2e18), 2e18).rounded())
}
