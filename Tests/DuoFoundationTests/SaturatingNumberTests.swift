import Testing

@testable import DuoFoundation

@Suite struct SaturatingNumberTests {
  /// Against the numbers themselves.
  @Test func everyNumberHasAWholeOne() {
    let rows: [(Double, Int8, UInt32, Int64)] = [
      (.nan, 0, 0, 0), (.infinity, 127, .max, .max), (-.infinity, -128, 0, .min), (1e300, 127, .max, .max),
      (-1e300, -128, 0, .min), (127.9, 127, 127, 127), (128, 127, 128, 128), (-128.5, -128, 0, -128),
      (-129, -128, 0, -129), (-0.9, 0, 0, 0), (0.9, 0, 0, 0), (4_294_967_296, 127, .max, 4_294_967_296),
      (9.3e18, 127, .max, .max), (-9.3e18, -128, 0, .min), (.leastNonzeroMagnitude, 0, 0, 0),
    ]
    let wrong = rows.filter {
      Int8(saturating: $0.0) != $0.1 || UInt32(saturating: $0.0) != $0.2 || Int64(saturating: $0.0) != $0.3
    }
    #expect(wrong.map(\.0) == [])
    #expect(Int(saturating: Float.nan) == 0 && Int(saturating: Float.infinity) == .max)
  }

  @Test func secondsEndBeforeSumsOverflow() {
    let rows: [(Double, Int64)] = [
      (1.5, 1_500_000_000), (-0.000_000_001_4, -1), (.nan, 0), (.infinity, 2_000_000_000_000_000_000),
      (-1e300, -2_000_000_000_000_000_000),
    ]
    #expect(rows.filter { Int64(nanosecondsOf: $0.0) != $0.1 }.map(\.0) == [])
  }
}
