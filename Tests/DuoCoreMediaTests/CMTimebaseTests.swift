import DuoFoundation
import Foundation
import Synchronization
import Testing

@testable import DuoCoreMedia

/// A clock that a test sets.
private final class HandSource: CMSyncProtocol {
  private let now = Mutex(CMTime.zero)
  var time: CMTime { now.withLock { $0 } }
  func set(_ seconds: Double) { now.withLock { $0 = CMTime(seconds: seconds, preferredTimescale: 1000) } }
  func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime { time }
  func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double { 1 }
  func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool { false }
}

private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1000) }

@Suite struct CMTimebaseTests {
  @Test func aNewOneStandsAtZero() throws {
    var made: CMTimebase?
    #expect(
      CMTimebaseCreateWithSourceClock(
        allocator: nil, sourceClock: CMClockGetHostTimeClock(), timebaseOut: &made) == noErr)
    let timebase = try #require(made)
    #expect(CMTimebaseGetTime(timebase) == .zero && CMTimebaseGetRate(timebase) == 0)
    #expect(CMTimebaseCopySourceClock(timebase) === CMClock.hostTimeClock)
    #expect(CMTimebaseCopySourceTimebase(timebase) == nil)
    #expect(timebase.ultimateSourceClock === CMClock.hostTimeClock)
    var old: CMTimebase?
    CMTimebaseCreateWithMasterClock(
      allocator: nil, masterClock: CMClockGetHostTimeClock(), timebaseOut: &old)
    #expect(old?.sourceClock === CMClock.hostTimeClock)
  }

  /// Against what the passed seconds come to, step by step.
  @Test func itRunsAtItsRateFromWhereItWasSet() {
    let source = HandSource()
    let timebase = CMTimebase(source: source)
    var (now, plain, rate) = (0.0, 0.0, 0.0)
    var wrong: [String] = []
    let steps: [(pass: Double, set: Double?, rate: Double?)] = [
      (5, nil, nil), (0, nil, 1), (2.5, nil, nil), (1, 100, nil), (3, nil, 0.5), (4, nil, -2), (1.5, nil, 0),
      (9, 7, 1),
      (1, nil, nil),
    ]
    for (index, step) in steps.enumerated() {
      now += step.pass
      plain += step.pass * rate
      source.set(now)
      if let time = step.set {
        plain = time
        #expect(CMTimebaseSetTime(timebase, time: seconds(time)) == noErr)
      }
      if let new = step.rate {
        rate = new
        #expect(CMTimebaseSetRate(timebase, rate: new) == noErr)
      }
      if abs(timebase.time.seconds - plain) > 1e-9 || timebase.rate != rate {
        wrong.append("\(index): \(timebase.time.seconds) at \(timebase.rate), not \(plain) at \(rate)")
      }
    }
    #expect(wrong == [])
    #expect(
      CMTimebaseGetTimeWithTimeScale(timebase, timescale: 30, method: .default)
        == CMTime(value: 240, timescale: 30))
  }

  @Test func anchorsAreOneStep() throws {
    let source = HandSource()
    let timebase = CMTimebase(source: source)
    source.set(10)
    try timebase.setRate(2, anchorTime: seconds(50), immediateSourceTime: seconds(12))
    source.set(13)
    #expect(timebase.time == seconds(52))
    try timebase.setAnchorTime(seconds(0), immediateSourceTime: seconds(13))
    source.set(14)
    #expect(timebase.time == seconds(2) && timebase.rate == 2)
  }

  @Test func oneRunsFromAnother() throws {
    let source = HandSource()
    let parent = CMTimebase(source: source)
    let child = CMTimebase(source: parent)
    try parent.setRate(2)
    try child.setRate(3)
    source.set(1)
    #expect(child.time == seconds(6) && child.effectiveRate == 6)
    #expect(child.rate(relativeTo: parent) == 3 && CMTimebaseGetEffectiveRate(child) == 6)
    // Nine seconds of the child are one and a half of the source.
    #expect(child.clockTime(at: seconds(9)) == seconds(1.5))
    #expect(CMSyncConvertTime(seconds(9), from: child, to: parent) == seconds(3))
    #expect(!CMSyncMightDrift(child, parent))
    try parent.setRate(0)
    #expect(child.clockTime(at: seconds(9)) == nil)
  }

  @Test func whatIsNoNumberIsRefused() throws {
    let timebase = CMTimebase(source: HandSource())
    let bad: [OSStatus] =
      [CMTime.invalid, .indefinite, .positiveInfinity].map { CMTimebaseSetTime(timebase, time: $0) }
      + [Double.nan, .infinity, -.infinity].map { CMTimebaseSetRate(timebase, rate: $0) } + [
        CMTimebaseSetAnchorTime(timebase, timebaseTime: .zero, immediateSourceTime: .invalid),
        CMTimebaseSetRateAndAnchorTime(timebase, rate: .nan, anchorTime: .zero, immediateSourceTime: .zero),
      ]
    #expect(bad == Array(repeating: kCMTimebaseError_InvalidParameter, count: 8))
    #expect(timebase.time == .zero && timebase.rate == 0)
    // Numbers beyond all times end as infinity, and stop nothing.
    try timebase.setRate(1e300)
    #expect(timebase.time.isValid)
  }

  @Test func changesAreToldAlsoFromASource() throws {
    let parent = CMTimebase(source: HandSource())
    let child = CMTimebase(source: parent)
    let count = Mutex(0)
    var ticket: CMTimebase.Ticket? = child.observe { count.withLock { $0 += 1 } }
    try child.setRate(1)
    try parent.setTime(.zero)
    #expect(count.withLock { $0 } == 2)
    withExtendedLifetime(ticket) {}
    ticket = nil
    try child.setRate(0)
    #expect(count.withLock { $0 } == 2)
  }

  /// Where a time is reached, it is: for many rates and anchors, through two timebases.
  @Test func theMomentOfATimeIsFound() throws {
    let source = HandSource()
    var wrong: [String] = []
    for rate in [0.25, 0.5, 1, 2, 8] {
      for anchor in [-20.0, 0, 3.5] {
        for inner in [0.5, 1, 4] {
          source.set(0)
          let parent = CMTimebase(source: source)
          let child = CMTimebase(source: parent)
          try parent.setRate(rate, anchorTime: seconds(anchor), immediateSourceTime: seconds(1))
          try child.setRate(inner, anchorTime: seconds(7), immediateSourceTime: seconds(anchor))
          guard let moment = child.clockTime(at: seconds(11)) else {
            wrong.append("\(rate) \(anchor) \(inner): never")
            continue
          }
          source.set(moment.seconds)
          if abs(child.time.seconds - 11) > 0.02 {
            wrong.append("\(rate) \(anchor) \(inner): \(child.time.seconds)")
          }
        }
      }
    }
    #expect(wrong == [])
  }

  /// Time goes on from where it is, whoever sets it meanwhile.
  @Test func anyThreadMaySetIt() throws {
    let source = HandSource()
    let timebase = CMTimebase(source: source)
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      switch index % 4 {
      case 0: CMTimebaseSetTime(timebase, time: seconds(Double(index)))
      case 1: CMTimebaseSetRate(timebase, rate: Double(index % 3))
      case 2: _ = timebase.observe {}
      default: _ = timebase.time
      }
    }
    try timebase.setRate(1, anchorTime: seconds(5), immediateSourceTime: .zero)
    source.set(2)
    #expect(timebase.time == seconds(7))
  }
}
