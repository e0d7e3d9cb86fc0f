/// A moment or a length of time as movies store it: `value / timescale` seconds.
package struct MediaTime: Sendable {
  package var value: Int64
  /// Units in a second; more than 0.
  package var timescale: Int32

  package init(_ value: Int64, _ timescale: Int32) {
    self.value = value
    self.timescale = timescale
  }

  package static let zero = MediaTime(0, 1)

  package var seconds: Double { Double(value) / Double(timescale) }

  /// The same moment in other units, rounded to the nearest; halves away from zero.
  package func value(in timescale: Int32) -> Int64 { Self.rescale(value, self.timescale, timescale) }

  /// `value * to / from`, rounded to the nearest, halves away from zero; without overflow on the way.
  private static func rescale(_ value: Int64, _ from: Int32, _ to: Int32) -> Int64 {
    if from == to { return value }
    let product = value.magnitude.multipliedFullWidth(by: UInt64(to))
    let (low, carried) = product.low.addingReportingOverflow(UInt64(from) / 2)
    let high = product.high + (carried ? 1 : 0)
    guard high < UInt64(from) else { return value < 0 ? -.max : .max }
    let quotient = UInt64(from).dividingFullWidth((high, low)).quotient
    let size = Int64(clamping: quotient)
    return value < 0 ? -size : size
  }
}

extension MediaTime: Comparable, Hashable {
  private static func products(_ a: MediaTime, _ b: MediaTime) -> (
    (high: Int64, low: UInt64), (high: Int64, low: UInt64)
  ) {
    (a.value.multipliedFullWidth(by: Int64(b.timescale)), b.value.multipliedFullWidth(by: Int64(a.timescale)))
  }

  package static func == (a: MediaTime, b: MediaTime) -> Bool {
    let (left, right) = products(a, b)
    return left == right
  }

  package static func < (a: MediaTime, b: MediaTime) -> Bool {
    let (left, right) = products(a, b)
    return left < right
  }

  /// Equal moments have the same hash, whatever their units.
  package func hash(into hasher: inout Hasher) {
    let divisor = Self.commonDivisor(value.magnitude, UInt64(timescale))
    hasher.combine(value / Int64(clamping: divisor))
    hasher.combine(UInt64(timescale) / divisor)
  }

  private static func commonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

extension MediaTime: CustomStringConvertible {
  /// In the finer of the two units.
  package static func + (a: MediaTime, b: MediaTime) -> MediaTime {
    let scale = max(a.timescale, b.timescale)
    return MediaTime(a.value(in: scale) + b.value(in: scale), scale)
  }

  /// In the finer of the two units.
  package static func - (a: MediaTime, b: MediaTime) -> MediaTime { a + MediaTime(-b.value, b.timescale) }

  package var description: String { "\(value)/\(timescale)" }
}
