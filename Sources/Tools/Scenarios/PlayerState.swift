import PhoneModel

/// The rules by which a scenario is played: a value that is told what happened and answers what to do.
struct PlayerState: Sendable {
  /// Rule 2: a step is judged this long after its last event or camera start.
  static let rest = PhoneDuration.seconds(1)
  /// Signs of life come this often in a long step.
  static let heartbeat = PhoneDuration.seconds(10)

  enum Input: Sendable, Hashable {
    case start
    /// The alarm with this number went off.
    case alarm(Int)
    /// The phone changed in a way that starts the rest anew.
    case disturbed
    /// The phone cannot do what was sent.
    case refused(PhoneEvent, String)
    case touchAnswered(TouchOutcome)
    case observed
    case heartbeat
  }

  enum Effect: Sendable, Hashable {
    case begin(step: Int, name: String)
    case send(PhoneEvent)
    case touch(FingerGesture)
    case alarm(number: Int, at: PhoneTime)
    case heartbeat(at: PhoneTime)
    case observe(step: Int, name: String, kind: MomentRecord.Kind)
    case report(ObservationRecord)
    case finish(ScenarioOutcome)
  }

  private enum Phase: Hashable {
    case idle, waiting, acting(next: Int), touching(next: Int), settling(since: PhoneTime), observing,
      finished
  }

  let scenario: Scenario
  let limits: RunLimits
  private var phase = Phase.idle
  private var step = 0
  private var startTime = PhoneTime.zero
  private var lastDisturbance = PhoneTime.zero
  /// Only the newest alarm counts.
  private var alarm = 0

  init(scenario: Scenario, limits: RunLimits) {
    self.scenario = scenario
    self.limits = limits
  }

  mutating func handle(_ input: Input, at now: PhoneTime) -> [Effect] {
    switch (input, phase) {
    case (.start, .idle):
      startTime = now
      lastDisturbance = now
      return [.heartbeat(at: now + Self.heartbeat)] + enter(0, at: now)
    case (.heartbeat, .idle), (.heartbeat, .finished): return []
    case (.heartbeat, _):
      return [.report(progress(now)), .heartbeat(at: now + Self.heartbeat)]
    case (.disturbed, _):
      lastDisturbance = now
      return []
    case (.refused(let event, let reason), _):
      return [.report(.ignored(IgnoredRecord(time: now, step: step, event: event, reason: reason)))]
    case (.alarm(let number), _) where number != alarm: return []
    case (.alarm, .waiting): return begin(at: now)
    case (.alarm, .acting(let next)): return act(next, at: now)
    case (.alarm, .settling(let since)): return settle(since: since, at: now)
    case (.alarm, .touching), (.alarm, .observing): return hang(at: now)
    case (.touchAnswered(let outcome), .touching(let next)):
      lastDisturbance = now
      return missed(outcome, action: next - 1, at: now) + act(next, at: now)
    case (.observed, .observing): return enter(step + 1, at: now)
    case (.start, _), (.alarm, _), (.touchAnswered, _), (.observed, _): return []
    }
  }

  private var current: ScenarioStep { scenario.steps[step] }

  private func progress(_ now: PhoneTime) -> ObservationRecord {
    .progress(ProgressRecord(time: now, step: step, doing: current.name))
  }

  private mutating func ring(at time: PhoneTime) -> Effect {
    alarm += 1
    return .alarm(number: alarm, at: time)
  }

  private mutating func enter(_ next: Int, at now: PhoneTime) -> [Effect] {
    guard next < scenario.steps.count else {
      phase = .finished
      return [.finish(.complete)]
    }
    step = next
    if let at = current.at, startTime + at > now {
      phase = .waiting
      return [ring(at: startTime + at)]
    }
    return begin(at: now)
  }

  private mutating func begin(at now: PhoneTime) -> [Effect] {
    [.report(progress(now)), .begin(step: step, name: current.name)] + act(0, at: now)
  }

  private mutating func act(_ index: Int, at now: PhoneTime) -> [Effect] {
    guard index < current.actions.count else {
      lastDisturbance = current.actions.isEmpty ? lastDisturbance : max(lastDisturbance, now)
      guard current.isJudged else { return enter(step + 1, at: now) }
      phase = .settling(since: now)
      return [ring(at: max(now, lastDisturbance + Self.rest))]
    }
    let action = current.actions[index]
    switch action {
    case .touch(let gesture):
      phase = .touching(next: index + 1)
      return [ring(at: now + gesture.duration + limits.answer), .touch(gesture)]
    case .event(let event):
      lastDisturbance = now
      phase = .acting(next: index + 1)
      return [.send(event), ring(at: now + action.duration)]
    case .wait(let time):
      phase = .acting(next: index + 1)
      return [ring(at: now + time)]
    }
  }

  private mutating func settle(since: PhoneTime, at now: PhoneTime) -> [Effect] {
    let rested = lastDisturbance + Self.rest
    let isSettled = now >= rested
    if !isSettled, now < since + limits.settling { return [ring(at: min(rested, since + limits.settling))] }
    phase = .observing
    return [
      ring(at: now + limits.answer),
      .observe(step: step, name: current.name, kind: isSettled ? .settled : .unsettled),
    ]
  }

  private func missed(_ outcome: TouchOutcome, action: Int, at now: PhoneTime) -> [Effect] {
    guard outcome == .noTarget, case .touch(let gesture) = current.actions[action], !gesture.target.ifPresent
    else { return [] }
    return [.report(.tapMissed(TapMissRecord(time: now, step: step, target: gesture.target)))]
  }

  private mutating func hang(at now: PhoneTime) -> [Effect] {
    phase = .finished
    return [
      .report(.hung(ProgressRecord(time: now, step: step, doing: current.name))), .finish(.hung),
    ]
  }
}
