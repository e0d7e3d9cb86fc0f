/// What the schedulers' lengths of time share: arithmetic on their magnitude.
public protocol SchedulerStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  ExpressibleByFloatLiteral
where Magnitude: Comparable & SignedNumeric, FloatLiteralType == Double, IntegerLiteralType == Int {
  var magnitude: Magnitude { get set }
  init(_ value: Magnitude)
  /// So many seconds.
  static func unit(_ seconds: Double) -> Self
}

extension SchedulerStride {
  public init(integerLiteral value: Int) { self = .unit(Double(value)) }
  public init(floatLiteral value: Double) { self = .unit(value) }
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let value = Magnitude(exactly: source) else { return nil }
    self.init(value)
  }

  public static func seconds(_ s: Int) -> Self { .unit(Double(s)) }
  public static func seconds(_ s: Double) -> Self { .unit(s) }
  public static func milliseconds(_ ms: Int) -> Self { .unit(Double(ms) / 1e3) }
  public static func microseconds(_ us: Int) -> Self { .unit(Double(us) / 1e6) }
  public static func nanoseconds(_ ns: Int) -> Self { .unit(Double(ns) / 1e9) }

  public static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
  public static func + (a: Self, b: Self) -> Self { Self(a.magnitude + b.magnitude) }
  public static func - (a: Self, b: Self) -> Self { Self(a.magnitude - b.magnitude) }
  public static func * (a: Self, b: Self) -> Self { Self(a.magnitude * b.magnitude) }
  public static func += (a: inout Self, b: Self) { a = a + b }
  public static func -= (a: inout Self, b: Self) { a = a - b }
  public static func *= (a: inout Self, b: Self) { a = a * b }
}
