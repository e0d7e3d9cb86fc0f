import DuoFoundation
import Foundation
import Synchronization

/// A time that an app controls: it runs at a rate, seen from a clock or from another timebase. Safe on any thread.
///
/// A new one stands still at zero. [header]
public final class CMTimebase: CMSyncProtocol, Sendable {
  /// Where the time runs from: at the source's time `source` it is `time`, and from there on `rate` times as fast.
  private struct Anchor {
    var time = CMTime.zero
    var source: CMTime
    var rate = 0.0

    func time(at now: CMTime) -> CMTime {
      if rate == 0 { return time }
      let passed = now - source
      return time + (rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate))
    }

    /// When the source has to be there for it to be `wanted`; nil: it never is again.
    func source(at wanted: CMTime) -> CMTime? {
      guard rate > 0 else { return nil }
      let missing = wanted - time
      return source + (rate == 1 ? missing : CMTimeMultiplyByFloat64(missing, multiplier: 1 / rate))
    }
  }

  private struct State {
    var anchor: Anchor
    var listeners: [Int: @Sendable () -> Void] = [:]
    var count = 0
  }

  private let source: any CMSyncProtocol
  private let state: Mutex<State>
  /// Ends with this timebase.
  private let parentTicket = Mutex<Ticket?>(nil)

  /// - Throws: nothing here; Apple's may lack memory.
  public convenience init(sourceClock: CMClock) throws { self.init(source: sourceClock) }
  /// - Throws: nothing here; Apple's may lack memory.
  public convenience init(sourceTimebase: CMTimebase) throws { self.init(source: sourceTimebase) }

  package init(source: any CMSyncProtocol) {
    self.source = source
    state = Mutex(State(anchor: Anchor(source: source.time)))
    guard let parent = source as? CMTimebase else { return }
    let ticket = parent.observe { [weak self] in self?.tell() }
    parentTicket.withLock { $0 = ticket }
  }

  /// Nil for one that runs from another timebase.
  public var sourceClock: CMClock? { source as? CMClock }
  /// Nil for one that runs from a clock.
  public var sourceTimebase: CMTimebase? { source as? CMTimebase }
  /// The clock at the end of all timebases.
  public var ultimateSourceClock: CMClock {
    sourceClock ?? sourceTimebase?.ultimateSourceClock ?? .hostTimeClock
  }

  /// Now.
  public var time: CMTime { state.withLock { $0.anchor }.time(at: source.time) }

  /// 0 stands still, 1 is as fast as the source, less than 0 runs backwards. [header]
  public var rate: Double { state.withLock { $0.anchor.rate } }

  /// Seen from the clock at the end of all timebases. [header]
  public var effectiveRate: Double { rate * (sourceTimebase?.effectiveRate ?? 1) }

  /// It goes on from there.
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a time that is no number (inferred).
  public func setTime(_ time: CMTime) throws { try change(time: time, at: source.time) }

  /// - Throws: `kCMTimebaseError_InvalidParameter` for what is no finite number (inferred).
  public func setRate(_ rate: Double) throws { try change(rate: rate, at: source.time) }

  /// The time is `anchorTime` when the source's is `immediateSourceTime`. [header]
  public func setAnchorTime(_ anchorTime: CMTime, immediateSourceTime: CMTime) throws {
    try change(time: anchorTime, at: immediateSourceTime)
  }

  /// Both in one step. [header]
  public func setRate(_ rate: Double, anchorTime: CMTime, immediateSourceTime: CMTime) throws {
    try change(rate: rate, time: anchorTime, at: immediateSourceTime)
  }

  private func change(rate: Double? = nil, time: CMTime? = nil, at now: CMTime) throws {
    guard rate?.isFinite != false, time?.isNumeric != false, now.isNumeric else {
      throw Error.invalidParameter
    }
    state.withLock { state in
      let old = state.anchor
      state.anchor = Anchor(time: time ?? old.time(at: now), source: now, rate: rate ?? old.rate)
    }
    tell()
  }

  // MARK: For frameworks

  /// The time of the clock at the end of all timebases at which this one is there; nil: never, as things stand.
  package func clockTime(at time: CMTime) -> CMTime? {
    guard let there = state.withLock({ $0.anchor }).source(at: time) else { return nil }
    return sourceTimebase.map { $0.clockTime(at: there) } ?? there
  }

  /// Tells of every jump and every change of rate, here or in a source, until the ticket goes. With no lock held, on the
  /// thread of the change.
  package func observe(_ handler: @escaping @Sendable () -> Void) -> Ticket {
    let number = state.withLock { state in
      state.count += 1
      state.listeners[state.count] = handler
      return state.count
    }
    return Ticket { [weak self] in self?.state.withLock { $0.listeners[number] = nil } }
  }

  package final class Ticket: Sendable {
    private let end: @Sendable () -> Void
    fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  private func tell() {
    for (_, listener) in state.withLock({ $0.listeners }).sorted(by: { $0.key < $1.key }) { listener() }
  }
}

extension CMTimebase {
  /// The errors that the methods throw: status codes in Apple's domain.
  public enum Error {
    public static var invalidParameter: NSError {
      NSError(domain: "NSOSStatusErrorDomain", code: Int(kCMTimebaseError_InvalidParameter))
    }
  }

  /// The same moment on another clock.
  public func convertTime(_ time: CMTime, to clockOrTimebase: any CMSyncProtocol) -> CMTime {
    if clockOrTimebase === self { return time }
    // Through the clock at the end; what stands still has no moment of its own, so that now is taken.
    let clock = clockTime(at: time) ?? ultimateSourceClock.time
    guard let other = clockOrTimebase as? CMTimebase else {
      return ultimateSourceClock.convertTime(clock, to: clockOrTimebase)
    }
    return other.time(atClock: clock)
  }

  private func time(atClock clock: CMTime) -> CMTime {
    let source = sourceTimebase?.time(atClock: clock) ?? clock
    return state.withLock { $0.anchor }.time(at: source)
  }

  public func rate(relativeTo clockOrTimebase: any CMSyncProtocol) -> Double {
    effectiveRate / ((clockOrTimebase as? CMTimebase)?.effectiveRate ?? 1)
  }

  /// All clocks here are one, so that only what is set differs.
  public func mightDrift(relativeTo clockOrTimebase: any CMSyncProtocol) -> Bool { false }
}
