import CPhoneTime
import PhoneHardware
import PhoneModel
import Synchronization

#if os(Linux)
  /// Stepped mode: the C library's conductor keeps the agenda.
  final class SteppedEngine: ClockEngine {
    static var isAvailable: Bool { phone_time_supported() }

    private let order: VirtualClock.Order
    private let startTime: PhoneTime
    private let isStarted = Atomic(false)
    /// In a structure, since a closure that stands in a generic lock by itself is wrapped once more at every access.
    private struct QuietAction {
      var run: (@Sendable () -> Void)?
    }

    private let quietAction = Mutex(QuietAction())

    init(order: VirtualClock.Order, start: PhoneTime) {
      self.order = order
      startTime = start
    }

    func start() throws(ClockError) {
      var options = phone_time_options(
        start: startTime.nanoseconds,
        wall_at_zero: Int64(VirtualClock.calendarAtZero.timeIntervalSince1970) * 1_000_000_000,
        fixed_order: order == .fixed)
      guard phone_time_start(&options) else {
        fatalError(
          "This process already has a stepped clock, and phone time can't be started twice: "
            + "run the second phone in a process of its own, for example in an exit test.")
      }
      isStarted.store(true, ordering: .releasing)
    }

    var now: PhoneTime {
      isStarted.load(ordering: .acquiring) ? PhoneTime(nanoseconds: phone_time_now()) : startTime
    }

    func schedule(at time: PhoneTime, _ action: @escaping @Sendable () -> Void) -> any PhoneObservation {
      let context = Box(action).handedOver
      let entry = phone_time_schedule(
        time.nanoseconds, { Box<@Sendable () -> Void>.takenBack($0)() }, context)
      return Entry(entry: entry, context: UInt(bitPattern: context))
    }

    func spend(_ duration: PhoneDuration) { phone_time_spend(duration.nanoseconds) }

    func run(until time: PhoneTime, orDry: Bool, _ reached: @escaping @Sendable (Bool) -> Void) {
      phone_time_run_until(
        time.nanoseconds, orDry, { Box<@Sendable (Bool) -> Void>.takenBack($0)($1) }, Box(reached).handedOver)
    }

    func runUnlimited(_ unlimited: Bool) { phone_time_run_unlimited(unlimited) }

    func onQuiet(_ action: (@Sendable () -> Void)?) {
      quietAction.withLock { $0.run = action }
      // There is one stepped engine in a process, and it lives as long as the process.
      phone_time_on_rest(
        { Unmanaged<SteppedEngine>.fromOpaque($0!).takeUnretainedValue().comeToRest() },
        Unmanaged.passRetained(self).toOpaque())
    }

    func onMainThreadWait(
      longerThan shortest: PhoneDuration, _ action: @escaping @Sendable (PhoneTime, PhoneTime) -> Void
    ) {
      // As long as the process lives.
      phone_time_on_main_wait(
        shortest.nanoseconds,
        { context, since, until in
          let box = Unmanaged<Box<@Sendable (PhoneTime, PhoneTime) -> Void>>.fromOpaque(context!)
          box.takeUnretainedValue().value(PhoneTime(nanoseconds: since), PhoneTime(nanoseconds: until))
        }, Box(action).handedOver)
    }

    private func comeToRest() { quietAction.withLock { $0.run }?() }

    static func enterMachineTime() { phone_time_enter_machine_time() }
    static func leaveMachineTime() { phone_time_leave_machine_time() }
    static func exemptThread() { phone_time_exempt_thread() }

    /// An entry of the agenda. Whoever takes it out, the conductor or `cancel`, owns the closure.
    private final class Entry: PhoneObservation {
      private let entry: UInt64
      private let context: UInt

      init(entry: UInt64, context: UInt) {
        self.entry = entry
        self.context = context
      }

      func cancel() {
        guard phone_time_cancel(entry) else { return }
        _ = Box<@Sendable () -> Void>.takenBack(UnsafeMutableRawPointer(bitPattern: context))
      }
    }
  }
#else
  /// Stands in where the process's clocks can't be taken over: it can't be started.
  final class SteppedEngine: ClockEngine {
    static var isAvailable: Bool { false }
    private let startTime: PhoneTime
    init(order: VirtualClock.Order, start: PhoneTime) { startTime = start }
    func start() throws(ClockError) { throw .steppedModeUnavailable }
    var now: PhoneTime { startTime }
    func schedule(at time: PhoneTime, _ action: @escaping @Sendable () -> Void) -> any PhoneObservation {
      stop()
    }
    func spend(_ duration: PhoneDuration) { stop() }
    func run(until time: PhoneTime, orDry: Bool, _ reached: @escaping @Sendable (Bool) -> Void) { stop() }
    func runUnlimited(_ unlimited: Bool) { stop() }
    func onQuiet(_ action: (@Sendable () -> Void)?) { stop() }
    func onMainThreadWait(
      longerThan shortest: PhoneDuration, _ action: @escaping @Sendable (PhoneTime, PhoneTime) -> Void
    ) { stop() }
    private func stop() -> Never { fatalError("\(ClockError.steppedModeUnavailable)") }
    static func enterMachineTime() {}
    static func leaveMachineTime() {}
    static func exemptThread() {}
  }
#endif
