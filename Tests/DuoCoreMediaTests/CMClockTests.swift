import DuoCoreMedia
import Foundation
import Synchronization
import Testing

@Suite(.serialized) struct CMClockTests {
  @Test func hostTimeRunsInNanoseconds() {
    let clock = CMClockGetHostTimeClock()
    #expect(clock === CMClock.hostTimeClock)
    let first = CMClockGetTime(clock)
    #expect(first.timescale == 1_000_000_000 && first.isNumeric)
    #expect(CMSyncGetTime(clock) >= first)
  }

  /// The phone's clock takes the place of the machine's; in a process of its own, since the clock is shared.
  @Test func hostTimeReadsThePhonesClock() async {
    await #expect(processExitsWith: .success) {
      let now = Mutex<Int64>(41)
      CMClock.readHostTime {
        now.withLock {
          $0 += 1
          return $0
        }
      }
      precondition(CMClock.hostTimeClock.time == CMTime(value: 42, timescale: 1_000_000_000))
      precondition(CMClock.hostTimeClock.time == CMTime(value: 43, timescale: 1_000_000_000))
    }
  }

  /// The last reading goes no deeper than the first: its stack is as small.
  @Test func readingOftenStaysShallow() async {
    await #expect(processExitsWith: .success) {
      CMClock.readHostTime {
        precondition(Thread.callStackReturnAddresses.count < 60)
        return 1
      }
      for _ in 0..<300 { precondition(CMClock.hostNanoseconds == 1) }
    }
  }

  @Test func systemUnitsConvertBothWays() {
    let time = CMTime(value: 3, timescale: 2)
    #expect(CMClockConvertHostTimeToSystemUnits(time) == 1_500_000_000)
    #expect(CMClockMakeHostTimeFromSystemUnits(1_500_000_000) == time)
    #expect(CMClock.convertHostTimeToSystemUnits(.invalid) == 0)
    #expect(CMClock.convertHostTimeToSystemUnits(CMTime(value: -1, timescale: 1)) == 0)
  }

  @Test func oneClockNeverDrifts() {
    let clock = CMClock.hostTimeClock
    let time = CMTime(value: 5, timescale: 3)
    #expect(CMSyncConvertTime(time, from: clock, to: clock) == time)
    #expect(clock.rate(relativeTo: clock) == 1)
    #expect(CMSyncMightDrift(clock, clock) == false)
    #expect(CMSyncConvertTime(time, from: NSObject(), to: clock).isValid == false)
    #expect(CMSyncGetTime(NSObject()).isValid == false)
    #expect(CMSyncMightDrift(clock, NSObject()))
  }

  /// A clock of somebody else, 100 seconds ahead and at double rate.
  private final class OtherClock: CMSyncProtocol {
    var time: CMTime { CMClock.hostTimeClock.time + CMTime(value: 100, timescale: 1) }
    func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime {
      time - CMTime(value: 100, timescale: 1)
    }
    func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double { 2 }
    func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool { true }
  }

  @Test func clocksOfOthers() async {
    await #expect(processExitsWith: .success) {
      CMClock.readHostTime { 5_000_000_000 }
      let (clock, other) = (CMClock.hostTimeClock, OtherClock())
      let time = CMTime(value: 7, timescale: 1)
      precondition(CMSyncConvertTime(time, from: clock, to: other) == CMTime(value: 107, timescale: 1))
      precondition(CMSyncConvertTime(time, from: other, to: clock) == CMTime(value: -93, timescale: 1))
      precondition(clock.rate(relativeTo: other) == 0.5 && CMSyncMightDrift(clock, other))
      precondition(CMSyncGetTime(other) == CMTime(value: 105, timescale: 1))
    }
  }
}
