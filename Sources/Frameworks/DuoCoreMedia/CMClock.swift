import DuoFoundation
import Synchronization

/// A source of time that only runs: it cannot be set or stopped. Safe on any thread.
public final class CMClock: CMSyncProtocol, Sendable {
  /// The clock of the phone's system, in nanoseconds. All cameras of the phone run on it, so every capture
  /// timestamp is a time of this clock.
  public static let hostTimeClock = CMClock()

  /// Where the host clock reads its nanoseconds. The host sets it to the phone's clock before the app
  /// starts; without a phone it is the machine's monotonic clock.
  package static func readHostTime(from source: @escaping @Sendable () -> Int64) {
    hostTimeSource.withLock { $0.read = source }
  }

  /// A closure that stands in a generic lock by itself is wrapped once more at every access; in a structure it
  /// stays as it is.
  private struct HostTimeSource {
    var read: @Sendable () -> Int64
  }

  private static let hostTimeSource = Mutex(HostTimeSource(read: monotonicNanoseconds))

  /// The host clock's nanoseconds now.
  package static var hostNanoseconds: Int64 {
    let read = hostTimeSource.withLock { $0.read }
    return read()
  }

  private init() {}

  /// Now.
  public var time: CMTime {
    CMTime(value: Self.hostNanoseconds, timescale: Self.hostTimescale)
  }

  private static let hostTimescale: CMTimeScale = 1_000_000_000

  /// A host time in the system's own units, which here are nanoseconds (assumed; on a phone they are ticks).
  /// A time that is not a number, or is before zero, gives 0 (assumed).
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let time = hostTime.convertScale(hostTimescale, method: .default)
    return time.isNumeric ? UInt64(max(0, time.value)) : 0
  }

  /// The host time of a number of the system's own units.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: systemUnits), timescale: hostTimescale)
  }
}

@Sendable private func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// What can be asked of clocks about each other.
public protocol CMSyncProtocol: AnyObject, Sendable {
  /// Now.
  var time: CMTime { get }
  /// The same moment on another clock.
  func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime
  /// How fast this clock runs, seen from another.
  func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double
  /// Whether the two clocks can move apart.
  func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool
}

/// The host clock is the only `CMClock`, so every other one is the same clock.
extension CMClock {
  /// The same moment on another clock; a clock that is not a `CMClock` is read to find the difference.
  public func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime {
    clockOrTimebase is CMClock ? time : time - self.time + clockOrTimebase.time
  }

  public func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double {
    clockOrTimebase is CMClock ? 1 : 1 / clockOrTimebase.rate(relativeTo: self)
  }

  public func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool {
    !(clockOrTimebase is CMClock)
  }
}

public typealias CMClockOrTimebase = CFTypeRef

/// The time of `fromClockOrTimebase` as a time of `toClockOrTimebase`; invalid if one of them is no clock.
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase, to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
  guard let from = fromClockOrTimebase as? any CMSyncProtocol,
    let to = toClockOrTimebase as? any CMSyncProtocol
  else { return .invalid }
  return from.convertTime(time, to: to)
}

/// Now, on a clock; invalid if the object is no clock.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
  (clockOrTimebase as? any CMSyncProtocol)?.time ?? .invalid
}

/// Whether two clocks can move apart; true if one of the objects is no clock.
public func CMSyncMightDrift(
  _ clockOrTimebase1: CMClockOrTimebase, _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
  guard let one = clockOrTimebase1 as? any CMSyncProtocol, let two = clockOrTimebase2 as? any CMSyncProtocol
  else { return true }
  return one.mightDrift(relativeTo: two)
}
