import DuoCoreMedia
import Testing

@Suite struct CMTimeRangeTests {
  private func seconds(_ n: Int) -> CMTime { CMTime(value: Int64(n), timescale: 1) }
  private func range(_ from: Int, _ to: Int) -> CMTimeRange {
    CMTimeRange(start: seconds(from), end: seconds(to))
  }

  /// Every pair of small ranges against sets of whole seconds.
  @Test func rangesAreSetsOfTimes() {
    var mismatches: [String] = []
    let ranges = (0...5).flatMap { from in (from...5).map { (from, $0) } }
    for (a, b) in ranges.flatMap({ a in ranges.map { (a, $0) } }) {
      let (one, two) = (range(a.0, a.1), range(b.0, b.1))
      let (setA, setB) = (Set(a.0..<a.1), Set(b.0..<b.1))
      let common = one.intersection(two)
      let both = one.union(two)
      let checks = [
        Set((-1...6).filter { one.containsTime(seconds($0)) }) == setA,
        Set((-1...6).filter { common.containsTime(seconds($0)) }) == setA.intersection(setB),
        both.start == seconds(min(a.0, b.0)) && both.end == seconds(max(a.1, b.1)),
        one.containsTimeRange(two) == (a.0 <= b.0 && b.1 <= a.1),
        one.isEmpty == setA.isEmpty,
        (one == two) == (a == b) && CMTimeRangeEqual(one, two) == (a == b),
      ]
      if checks.contains(false) { mismatches.append("\(a) \(b) \(checks)") }
    }
    #expect(mismatches == [])
  }

  @Test func validity() {
    #expect(CMTimeRange.zero.isValid && CMTimeRange.zero.isEmpty && !CMTimeRange.invalid.isValid)
    let withEpoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
    #expect(CMTimeRangeMake(start: .zero, duration: withEpoch).isValid == false)
    #expect(CMTimeRangeMake(start: withEpoch, duration: seconds(1)).end.epoch == 2)
    #expect(CMTimeRangeFromTimeToTime(start: withEpoch, end: withEpoch + seconds(3)).duration == seconds(3))
    #expect(range(3, 1).isValid == false)
    #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
    #expect(CMTimeRange(start: .zero, duration: .positiveInfinity).containsTime(seconds(1_000_000)))
    #expect(range(1, 2).union(.invalid).isValid == false)
    #expect(range(1, 2).intersection(.invalid).isValid == false)
    #expect(CMTimeRange(start: .zero, duration: CMTime(seconds: 0.3, preferredTimescale: 2)).hasBeenRounded)
  }

  @Test func clamping() {
    let bounds = range(2, 4)
    #expect((0...6).map { CMTimeClampToRange(seconds($0), range: bounds).seconds } == [2, 2, 2, 3, 4, 4, 4])
    #expect(CMTimeClampToRange(seconds(1), range: .zero).isValid == false)
    #expect(CMTimeClampToRange(seconds(1), range: .invalid).isValid == false)
    #expect(CMTimeClampToRange(.positiveInfinity, range: bounds) == seconds(4))
  }

  /// A straight line through both ends, exact for fractions.
  @Test func mappingIsLinear() {
    var random = SeededGenerator(seed: 10)
    var mismatches: [String] = []
    for _ in 0..<1000 {
      func part() -> CMTime {
        CMTime(
          value: Int64.random(in: 1...999, using: &random),
          timescale: [1, 3, 30, 600].randomElement(using: &random)!)
      }
      let from = CMTimeRange(start: part(), duration: part())
      let to = CMTimeRange(start: part(), duration: part())
      let time = part()
      let result = CMTimeMapTimeFromRangeToRange(time, fromRange: from, toRange: to)
      let inverse = Fraction(
        BigInteger(from.duration.timescale), over: BigInteger(from.duration.value))
      let exact =
        (Fraction(time) - Fraction(from.start)) * Fraction(to.duration) * inverse + Fraction(to.start)
      if Fraction(result).compare(exact) != 0 && !result.hasBeenRounded { mismatches.append("\(time)") }
      if abs(result.seconds - value(of: exact, near: result)) > 1e-6 { mismatches.append("far \(time)") }
      if CMTimeMapTimeFromRangeToRange(from.start, fromRange: from, toRange: to) != to.start {
        mismatches.append("start \(time)")
      }
    }
    #expect(mismatches == [])
  }

  /// The exact value as a real number, found from the difference to a near time.
  private func value(of exact: Fraction, near time: CMTime) -> Double {
    let difference = exact - Fraction(time)
    let limit = Fraction(BigInteger(1), over: BigInteger(1_000_000))
    let isNear = Fraction(difference.numerator.magnitude, over: difference.denominator).compare(limit) < 0
    return isNear ? time.seconds : .infinity
  }

  @Test func mappingByHand() {
    let result = CMTimeMapTimeFromRangeToRange(seconds(3), fromRange: range(2, 4), toRange: range(10, 20))
    #expect(result == seconds(15))
    let duration = CMTimeMapDurationFromRangeToRange(
      seconds(1), fromRange: range(2, 4), toRange: range(10, 20))
    #expect(duration == seconds(5))
    for (from, to) in [(CMTimeRange.zero, range(1, 2)), (range(1, 2), .zero), (.invalid, range(1, 2))] {
      #expect(CMTimeMapTimeFromRangeToRange(.zero, fromRange: from, toRange: to).isValid == false)
    }
  }
}
