public import Foundation

/// A line to be logged, with values in it.
///
/// Values are shown as in Xcode's console, where a debugger is attached: private ones too, but for sensitive ones, and for
/// those that are to be shown as hash values. [docs]
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Who may read a value.
public struct OSLogPrivacy: Sendable {
  public struct Mask: Hashable, Sendable {
    fileprivate let isHash: Bool
    /// Equal values can be told from others.
    public static var hash: Mask { Mask(isHash: true) }
    public static var none: Mask { Mask(isHash: false) }
  }

  fileprivate enum Level { case open, hidden }
  fileprivate let level: Level
  fileprivate var mask = Mask.none

  public static var `public`: OSLogPrivacy { OSLogPrivacy(level: .open) }
  public static var `private`: OSLogPrivacy { OSLogPrivacy(level: .open) }
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(level: .hidden) }
  public static var auto: OSLogPrivacy { OSLogPrivacy(level: .open) }
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .open, mask: mask) }
  public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .hidden, mask: mask) }
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .open, mask: mask) }

  fileprivate func show(_ text: String) -> String {
    if mask == .hash {
      // Stable from run to run, as `hashValue` is not.
      let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return "<mask.hash: '\(String(hash, radix: 16))'>"
    }
    return level == .hidden ? "<private>" : text
  }
}

/// How wide a value is shown.
public struct OSLogStringAlignment: Sendable {
  fileprivate var columns = 0
  fileprivate var isLeft = false
  public static var none: OSLogStringAlignment { OSLogStringAlignment() }
  public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns(), isLeft: false)
  }
  public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns(), isLeft: true)
  }

  fileprivate func show(_ text: String) -> String {
    let filler = String(repeating: " ", count: max(0, columns - text.count))
    return isLeft ? text + filler : filler + text
  }
}

/// How a whole number is shown.
public struct OSLogIntegerFormatting: Sendable {
  fileprivate let radix: Int
  fileprivate var explicitPositiveSign = false
  fileprivate var includePrefix = false
  fileprivate var uppercase = false
  fileprivate var minDigits = 0

  public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
  public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting
  {
    OSLogIntegerFormatting(radix: 10, explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
  }
  public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: Int = 0
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix,
      uppercase: uppercase,
      minDigits: minDigits)
  }
  public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

  /// Other than in decimal, the bits of a negative number are shown, as C does. [docs]
  fileprivate func show<T: FixedWidthInteger>(_ value: T) -> String {
    let isNegative = radix == 10 && value < 0
    var digits =
      radix == 10
      ? String(value.magnitude)
      : String(T.Magnitude(truncatingIfNeeded: value), radix: radix, uppercase: uppercase)
    digits = String(repeating: "0", count: max(0, minDigits - digits.count)) + digits
    let sign = isNegative ? "-" : explicitPositiveSign ? "+" : ""
    return sign + (includePrefix && radix == 16 ? "0x" : "") + digits
  }
}

/// How a number with a point is shown.
public struct OSLogFloatFormatting: Sendable {
  fileprivate let conversion: String
  fileprivate var precision = 6
  fileprivate var explicitPositiveSign = false

  public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "f") }
  public static func fixed(precision: Int, explicitPositiveSign: Bool = false) -> OSLogFloatFormatting {
    OSLogFloatFormatting(conversion: "f", precision: precision, explicitPositiveSign: explicitPositiveSign)
  }
  public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "e") }
  public static func exponential(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(conversion: "e", precision: precision)
  }
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "g") }
  public static func hybrid(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(conversion: "g", precision: precision)
  }

  fileprivate func show(_ value: Double) -> String {
    String(format: "%\(explicitPositiveSign ? "+" : "").\(precision)\(conversion)", value)
  }
}

public enum OSLogBoolFormat: Sendable {
  case truth
  case answer
}

/// Collects a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  public init(literalCapacity: Int, interpolationCount: Int) {}

  public mutating func appendLiteral(_ literal: String) { text += literal }

  private mutating func append(_ shown: String, _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy) {
    text += align.show(privacy.show(shown))
  }

  public mutating func appendInterpolation<T: FixedWidthInteger>(
    _ number: T, format: OSLogIntegerFormatting = .decimal, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(format.show(number), align, privacy)
  }

  /// `%f`, so with six places, unless a format is given. [docs]
  public mutating func appendInterpolation(
    _ number: Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(format.show(number), align, privacy)
  }

  public mutating func appendInterpolation(
    _ number: Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(format.show(Double(number)), align, privacy)
  }

  public mutating func appendInterpolation(
    _ number: CGFloat, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(format.show(Double(number)), align, privacy)
  }

  public mutating func appendInterpolation(
    _ boolean: Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
  ) {
    append(format == .truth ? "\(boolean)" : boolean ? "yes" : "no", .none, privacy)
  }

  public mutating func appendInterpolation(
    _ argumentString: String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(argumentString, align, privacy)
  }

  @_disfavoredOverload
  public mutating func appendInterpolation<T>(
    _ value: T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    append(String(describing: value), align, privacy)
  }
}
