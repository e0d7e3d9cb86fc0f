import Dispatch
import PhoneHardware
import PhoneModel
import Synchronization

/// Real mode: the agenda waits for the machine's time.
final class RealEngine: ClockEngine {
  private struct State {
    var started: ContinuousClock.Instant?
    var agenda = RealAgenda()
    /// The moment that the queue was last asked to wake up for.
    var wakeUp: PhoneTime?
    var quietAction: (@Sendable () -> Void)?
    var stops: [Int: Stop] = [:]
  }

  private struct Stop {
    var whenDry: Bool
    var reached: @Sendable (Bool) -> Void
  }

  private let startTime: PhoneTime
  private let state = Mutex(State())
  /// The clock's own thread.
  private let queue = DispatchQueue(label: "phone-time", qos: .userInteractive)

  init(start: PhoneTime) { startTime = start }

  func start() throws(ClockError) {
    let again = state.withLock { state in
      if state.started != nil { return true }
      state.started = .now
      return false
    }
    guard !again else { fatalError("This clock was started before.") }
    queue.async { self.runDue() }
  }

  var now: PhoneTime { state.withLock { Self.now($0, startTime) } }

  private static func now(_ state: State, _ startTime: PhoneTime) -> PhoneTime {
    guard let started = state.started else { return startTime }
    let (seconds, attoseconds) = started.duration(to: .now).components
    return PhoneTime(
      nanoseconds: startTime.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  func schedule(at time: PhoneTime, _ action: @escaping @Sendable () -> Void) -> any PhoneObservation {
    let key = state.withLock { $0.agenda.add(at: time) { _ in action() } }
    wakeUpInTime()
    return Entry(engine: self, key: key)
  }

  func spend(_ duration: PhoneDuration) {
    guard duration > .zero else { return }
    // Nobody signals: the wait ends by its own timeout.
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(duration.nanoseconds)))
  }

  func run(until time: PhoneTime, orDry: Bool, _ reached: @escaping @Sendable (Bool) -> Void) {
    state.withLock { state in
      let key = state.agenda.add(at: time, isPlanned: false) { [self] number in endStop(number) }
      state.stops[key.number] = Stop(whenDry: orDry, reached: reached)
    }
    queue.async { self.runDue() }
  }

  /// Real time needs nobody's leave to pass.
  func runUnlimited(_ unlimited: Bool) {}

  func onQuiet(_ action: (@Sendable () -> Void)?) { state.withLock { $0.quietAction = action } }

  /// Nobody counts the machine's waits.
  func onMainThreadWait(
    longerThan shortest: PhoneDuration, _ action: @escaping @Sendable (PhoneTime, PhoneTime) -> Void
  ) {}

  private func endStop(_ number: Int) {
    let (stop, isDry) = state.withLock { ($0.stops.removeValue(forKey: number), $0.agenda.plannedCount == 0) }
    stop?.reached(isDry)
  }

  fileprivate func cancel(_ key: RealAgenda.Key) {
    state.withLock { $0.agenda.remove(key) }
    queue.async { self.reportIfDry() }
  }

  /// On the queue: runs what is due, one by one, then waits for the rest.
  private func runDue() {
    while let action = state.withLock({ state -> (@Sendable () -> Void)? in
      guard state.started != nil else { return nil }
      return state.agenda.takeFirst(upTo: Self.now(state, startTime))
    }) {
      action()
    }
    reportIfDry()
    wakeUpInTime()
  }

  private func reportIfDry() {
    let (quiet, stops) = state.withLock { state -> ((@Sendable () -> Void)?, [Stop]) in
      guard state.started != nil, state.agenda.plannedCount == 0 else { return (nil, []) }
      let dry = state.stops.filter(\.value.whenDry).sorted { $0.key < $1.key }
      for (number, _) in dry {
        state.stops[number] = nil
        state.agenda.remove(number: number)
      }
      let isNew = state.agenda.becameEmpty
      state.agenda.becameEmpty = false
      return (isNew ? state.quietAction : nil, dry.map(\.value))
    }
    quiet?()
    for stop in stops { stop.reached(true) }
  }

  private func wakeUpInTime() {
    let delay = state.withLock { state -> Int? in
      guard state.started != nil, let first = state.agenda.firstTime else { return nil }
      if let wakeUp = state.wakeUp, wakeUp <= first { return nil }
      state.wakeUp = first
      return Int(max(0, (first - Self.now(state, startTime)).nanoseconds))
    }
    guard let delay else { return }
    queue.asyncAfter(deadline: .now() + .nanoseconds(delay)) {
      self.state.withLock { $0.wakeUp = nil }
      self.runDue()
    }
  }

  private final class Entry: PhoneObservation {
    private let engine: RealEngine
    private let key: RealAgenda.Key

    init(engine: RealEngine, key: RealAgenda.Key) {
      self.engine = engine
      self.key = key
    }

    func cancel() { engine.cancel(key) }
  }
}
