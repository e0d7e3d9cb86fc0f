/// An integer of any size, for checking: sign and magnitude, digits of 32 bits, schoolbook rules.
struct BigInteger: Comparable {
  private(set) var isNegative = false
  /// Lowest first, without leading zeros.
  private var digits: [UInt32] = []

  init<T: BinaryInteger>(_ value: T) {
    isNegative = value < 0
    var rest = UInt64(value.magnitude)
    while rest > 0 {
      digits.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
  }

  static func powerOfTwo(_ exponent: Int) -> BigInteger {
    var result = BigInteger(0)
    result.digits = Array(repeating: 0, count: exponent / 32) + [1 << UInt32(exponent % 32)]
    return result
  }

  var isZero: Bool { digits.isEmpty }
  var magnitude: BigInteger {
    var result = self
    result.isNegative = false
    return result
  }

  static prefix func - (a: BigInteger) -> BigInteger {
    var result = a
    result.isNegative = !a.isNegative && !a.isZero
    return result
  }

  static func + (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isNegative == b.isNegative {
      var result = BigInteger(0)
      result.isNegative = a.isNegative
      var carry: UInt64 = 0
      for index in 0..<max(a.digits.count, b.digits.count) {
        carry += UInt64(a.digit(index)) + UInt64(b.digit(index))
        result.digits.append(UInt32(truncatingIfNeeded: carry))
        carry >>= 32
      }
      if carry > 0 { result.digits.append(UInt32(carry)) }
      return result
    }
    let (large, small) = a.magnitude < b.magnitude ? (b, a) : (a, b)
    var result = BigInteger(0)
    result.isNegative = large.isNegative
    var borrow: Int64 = 0
    for index in large.digits.indices {
      var difference = Int64(large.digit(index)) - Int64(small.digit(index)) - borrow
      borrow = difference < 0 ? 1 : 0
      if difference < 0 { difference += 1 << 32 }
      result.digits.append(UInt32(difference))
    }
    result.trim()
    return result
  }

  static func - (a: BigInteger, b: BigInteger) -> BigInteger { a + -b }

  static func * (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isZero || b.isZero { return BigInteger(0) }
    var result = BigInteger(0)
    result.isNegative = a.isNegative != b.isNegative
    result.digits = Array(repeating: 0, count: a.digits.count + b.digits.count)
    for (i, x) in a.digits.enumerated() {
      var carry: UInt64 = 0
      for (j, y) in b.digits.enumerated() {
        carry += UInt64(x) * UInt64(y) + UInt64(result.digits[i + j])
        result.digits[i + j] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      result.digits[i + b.digits.count] = UInt32(carry)
    }
    result.trim()
    return result
  }

  static func < (a: BigInteger, b: BigInteger) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    let smaller = a.isSmallerInMagnitude(than: b)
    return a.isNegative ? !smaller && a != b : smaller
  }

  private func isSmallerInMagnitude(than other: BigInteger) -> Bool {
    if digits.count != other.digits.count { return digits.count < other.digits.count }
    for (x, y) in zip(digits.reversed(), other.digits.reversed()) where x != y { return x < y }
    return false
  }

  private func digit(_ index: Int) -> UInt32 { index < digits.count ? digits[index] : 0 }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { isNegative = false }
  }
}
