public import Foundation
public import PhoneHardware
public import PhoneModel

/// The phone's clock, in one of two modes.
///
/// - `stepped`: the whole process lives in phone time. `Date()`, `ContinuousClock`, `DispatchTime`, `Task.sleep`, `Timer`,
///   `asyncAfter`, semaphores and sleeps of the app follow it without knowing. Phone time moves only when somebody lets it
///   run (`run(until:)`, `settle`, `run()`), and then at once to the next thing that is due, whenever nothing runs any
///   more. Needs Linux, and there is at most one such clock in a process, for good.
/// - `real`: phone time passes with the machine's. The app's own clocks are the machine's.
///
/// `schedule`d actions, stops and `onQuiet` run on the clock's own thread, in which they must not block.
/// All members are safe on any thread.
public final class VirtualClock: PhoneClock {
  public enum Mode: String, Hashable, Sendable, Codable {
    case stepped, real
  }

  /// What decides between things that fall due in one instant on different threads (stepped mode only).
  public enum Order: String, Hashable, Sendable, Codable {
    /// Threads race, as on a phone.
    case racing
    /// Everything that is dispatched is held back and let go one by one, in the order in which it was dispatched: the
    /// same run gives the same order every time.
    case fixed
  }

  /// What the calendar reads when phone time is zero in stepped mode: 2026-01-01 09:41:00 UTC [assumed].
  public static let calendarAtZero = Date(timeIntervalSince1970: 1_767_260_460)

  /// False where stepped mode does not exist (other systems than Linux).
  public static var isSteppedModeAvailable: Bool { SteppedEngine.isAvailable }

  public let mode: Mode
  public let order: Order
  private let engine: any ClockEngine

  /// - Parameter start: phone time when the clock starts. In stepped mode `ProcessInfo.systemUptime`, `DispatchTime` and
  ///   their kin read one nanosecond more than phone time, since libdispatch can't express the uptime 0.
  public init(_ mode: Mode = .stepped, order: Order = .racing, startingAt start: PhoneTime = .zero) {
    self.mode = mode
    self.order = order
    switch mode {
    case .stepped: engine = SteppedEngine(order: order, start: start)
    case .real: engine = RealEngine(start: start)
    }
  }

  /// Starts the clock. Call it once, before the app does anything that takes time.
  ///
  /// A second stepped clock in one process stops the process with a message.
  /// - Throws: `ClockError.steppedModeUnavailable` where stepped mode does not exist.
  public func start() throws(ClockError) { try engine.start() }

  /// Phone time; the starting time before `start()`.
  public var now: PhoneTime { engine.now }

  @discardableResult
  public func schedule(
    at time: PhoneTime, _ action: @escaping @Sendable () -> Void
  ) -> any PhoneObservation {
    engine.schedule(at: time, action)
  }

  /// Lets phone time pass for the calling thread. In stepped mode the rest of the phone goes on meanwhile, except for
  /// the main queue and the main run loop when this is the main thread. In real mode a plain wait.
  public func spend(_ duration: PhoneDuration) { engine.spend(duration) }

  /// Calls `action` on the clock's thread when everything that is due up to `time` has happened and nothing runs any
  /// more; phone time is `time` then, or later if it was later already. Until then the clock runs.
  public func run(until time: PhoneTime, then action: @escaping @Sendable () -> Void) {
    engine.run(until: time, orDry: false) { _ in action() }
  }

  /// Lets the clock run up to `time` and returns when everything that is due until then has happened and nothing runs
  /// any more. The caller is suspended meanwhile, so the main actor is free if it was called there.
  public func run(until time: PhoneTime) async {
    await withCheckedContinuation { done in
      engine.run(until: time, orDry: false) { _ in done.resume() }
    }
  }

  /// `run(until:)`, from now.
  public func run(for duration: PhoneDuration) async { await run(until: now + duration) }

  /// Lets the clock run until nothing runs and nothing more is planned, but at most for `limit` of phone time. With
  /// `.zero`, only what is due now happens.
  /// - Returns: whether nothing more is planned.
  @discardableResult
  public func settle(limit: PhoneDuration = .zero) async -> Bool {
    await withCheckedContinuation { done in
      engine.run(until: now + limit, orDry: true) { done.resume(returning: $0) }
    }
  }

  /// Lets the clock run without limit, until `stop()`.
  public func run() { engine.runUnlimited(true) }

  /// Ends `run()`. Phone time stands still then, unless somebody waits for `run(until:)`. A real clock can't be stopped:
  /// this only takes back `run()`.
  public func stop() { engine.runUnlimited(false) }

  /// Calls `action` on the clock's thread each time the clock comes to rest: nothing runs, and nothing is left that it
  /// may move on to. `nil` takes it away. In real mode: each time the agenda has become empty.
  public func onQuiet(_ action: (@Sendable () -> Void)?) { engine.onQuiet(action) }

  /// Calls `action` on the main thread after each wait of that thread that took `shortest` of phone time or longer, with
  /// when it began and ended: sleeps, semaphores, groups, conditions, synchronous calls of queues, and calls that spend
  /// time. In real mode it is never called. Must be asked for on the main thread.
  public func onMainThreadWait(
    longerThan shortest: PhoneDuration, _ action: @escaping @Sendable (PhoneTime, PhoneTime) -> Void
  ) {
    engine.onMainThreadWait(longerThan: shortest, action)
  }

  /// Runs `body` outside phone time: its thread reads the machine's clocks and really waits, and phone time stands still
  /// until it has returned, whatever it waits for. For work of the host's that a phone does not do, such as writing to
  /// a pipe.
  public static func withMachineTime<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    SteppedEngine.enterMachineTime()
    defer { SteppedEngine.leaveMachineTime() }
    return try body()
  }

  /// Takes the calling thread out of phone time for good: it lives in the machine's time, and phone time takes no notice
  /// of it. For threads of one's own that serve the outside world: the main thread and the threads of queues can't leave,
  /// and stop the process.
  public static func exemptCurrentThread() { SteppedEngine.exemptThread() }
}

/// Why a clock does not start.
public enum ClockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The process's clocks can't be taken over on this system. `VirtualClock(.real)` works everywhere.
  case steppedModeUnavailable

  public var description: String {
    "stepped phone time needs Linux: on this system the process's clocks can't be taken over; use the real clock"
  }
}
